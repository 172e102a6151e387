"""A view as a bot looks at it: what it could do, who comes next, who is ahead."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from engine.bots.memory import BLANK, Memory
from engine.cards import POINTS, Card, Color, Kind
from engine.moves import Catch, Move, Play
from engine.options import Options
from engine.powers import asks_color, hand_movers, is_aimed
from engine.view import PlayerView, Status, Uno

M = TypeVar("M", bound=Move)


class Outlook:
    """One position through one seat's eyes, and what its holder remembers."""

    __slots__ = ("hand", "me", "memory", "my_turn", "options", "others_in_play", "plays", "rivals", "view")

    def __init__(self, view: PlayerView, options: Options, memory: Memory = BLANK) -> None:
        self.view = view
        self.options = options
        self.memory = memory
        self.me = view.viewer
        self.hand = view.hand
        self.my_turn = view.turn == view.viewer
        self.plays: list[Card] = [move.card for move in view.legal if isinstance(move, Play)]
        """The different cards that may be played now."""
        in_play = [seat for seat, status in enumerate(view.status) if status is Status.IN and seat != self.me]
        self.others_in_play = len(in_play)
        self.rivals = [seat for seat in in_play if not self.is_partner(seat)]
        """The seats still in the round that one plays against."""

    def is_partner(self, seat: int) -> bool:
        """Does this seat sit opposite in the same team?"""
        return self.options.teams_2v2 and (seat - self.me) % 4 == 2

    def first(self, kind: type[M]) -> M | None:
        """The first legal move of a kind."""
        return next((move for move in self.view.legal if isinstance(move, kind)), None)

    def all(self, kind: type[M]) -> list[M]:
        """Every legal move of a kind."""
        return [move for move in self.view.legal if isinstance(move, kind)]

    @property
    def catchable(self) -> list[Catch]:
        """Rivals who really forgot to call, whatever a table lets one claim."""
        return [move for move in self.all(Catch) if self.view.uno[move.seat] is Uno.OPEN and not self.is_partner(move.seat)]

    def neighbour(self, seat: int, direction: int) -> int:
        """The seat still in the round that comes after this one in that direction."""
        count, status = self.view.seats, self.view.status
        found = (seat + direction) % count
        while status[found] is not Status.IN and found != seat:
            found = (found + direction) % count
        return found

    @property
    def following(self) -> int:
        """The seat that comes next."""
        return self.neighbour(self.me, self.view.direction)

    @property
    def preceding(self) -> int:
        """The seat that came before: next, once the direction turns."""
        return self.neighbour(self.me, -self.view.direction)

    def cards(self, seat: int) -> int:
        """How many cards a seat holds."""
        return self.view.counts[seat]

    def leader(self, seats: Iterable[int]) -> int:
        """The one of these seats with the fewest cards; among equals, the highest score."""
        return min(seats, key=lambda seat: (self.cards(seat), -self.view.scores[seat], seat))

    @property
    def danger(self) -> int:
        """The fewest cards any rival holds."""
        return min((self.cards(seat) for seat in self.rivals), default=99)

    def worth(self, card: Card) -> int:
        """What a card of this deck counts against its holder."""
        return POINTS[self.options.deck][card]

    def without(self, card: Card) -> list[Card]:
        """The hand after playing this card."""
        rest = list(self.hand)
        rest.remove(card)
        return rest

    def moves_hands(self, card: Card) -> bool:
        """Does the card swap or pass on hands, if it is not the last one?"""
        return card in hand_movers(self.options)

    def asks_color(self, card: Card) -> bool:
        """Will the card's player be asked for a colour?"""
        return asks_color(self.options, card)

    def asks_target(self, card: Card) -> bool:
        """Will the card's player be asked for a target, if there is more than one?"""
        return is_aimed(self.options, card, len(self.hand) == 1)

    def leaves_one(self, card: Card, target: int | None) -> bool:
        """Will the bot hold exactly one card once this play is done with?"""
        if len(self.hand) == 1 or not self.moves_hands(card):
            return len(self.hand) == 2
        if card.kind is Kind.ZERO:
            return self.cards(self.preceding) == 1
        return target is not None and self.cards(target) == 1


def held(cards: Iterable[Card]) -> dict[Color, int]:
    """How many cards of each colour."""
    found = dict.fromkeys(Color, 0)
    for card in cards:
        if card.color is not None:
            found[card.color] += 1
    return found
