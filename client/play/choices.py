"""What the viewer may do now, read from the legal moves of the view and the options of the table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from client.protocol import TableView
from engine import powers
from engine.cards import Card, Kind
from engine.moves import Accept, Catch, Challenge, ChooseColor, ChooseTarget, Decline, Draw, Keep, Pass, Play, SayUno
from engine.options import Options
from engine.powers import hand_movers, is_aimed, is_swap, may_decline
from engine.view import Phase, PlayerView, Status, Uno

__all__ = [
    "Choices",
    "asks_color",
    "choices_of",
    "is_swap",
    "leaves_one",
    "may_decline",
    "moves_hands",
    "must_choose",
    "next_player",
    "players",
    "targets",
]


@dataclass(frozen=True, slots=True)
class Choices:
    """The legal moves, sorted by what the screen asks."""

    playable: frozenset[Card] = frozenset()
    catchable: tuple[int, ...] = ()
    """Who did not call UNO."""
    suspects: tuple[int, ...] = ()
    """Whom one may point at: where a false catch costs, everybody."""
    moves: frozenset[str] = frozenset()
    """Of `draw keep pass accept challenge uno color target decline jump`."""
    on_turn: bool = False

    def can(self, move: str) -> bool:
        """Is it legal now?"""
        return move in self.moves


_NAMES: Final = {
    Draw: "draw",
    Keep: "keep",
    Pass: "pass",
    Accept: "accept",
    Challenge: "challenge",
    SayUno: "uno",
    ChooseColor: "color",
    ChooseTarget: "target",
    Decline: "decline",
}


def choices_of(game: PlayerView | None) -> Choices:
    """Sort a view's legal moves."""
    if game is None or not game.is_playing:
        return Choices()
    playable = frozenset(move.card for move in game.legal if isinstance(move, Play))
    suspects = tuple(move.seat for move in game.legal if isinstance(move, Catch))
    on_turn = game.viewer >= 0 and game.turn == game.viewer
    moves = frozenset(_NAMES[type(move)] for move in game.legal if type(move) in _NAMES)
    return Choices(
        playable=playable,
        catchable=tuple(seat for seat in suspects if game.uno[seat] is Uno.OPEN),
        suspects=suspects,
        moves=moves | {"jump"} if playable and not on_turn else moves,
        on_turn=on_turn,
    )


def asks_color(table: TableView, game: PlayerView, card: Card) -> bool:
    """Does playing this card name a colour? Not in All Wild, and not where the card ends the round (RULES §6.2)."""
    goes_on = len(game.hand) > 1 or (table.options.play_on_until_one_left and len(players(game)) > 2)
    return goes_on and powers.asks_color(table.options, card)


def moves_hands(options: Options, card: Card) -> bool:
    """Can whoever plays this card hold other cards after it?"""
    return card in hand_movers(options)


def targets(table: TableView, game: PlayerView, card: Card) -> tuple[int, ...]:
    """The seats a card may be aimed at, if there is something to choose: one of several, or whether at all (RULES §6.1)."""
    if not is_aimed(table.options, card, len(game.hand) == 1):
        return ()
    others = tuple(seat for seat in players(game) if seat != game.viewer)
    return others if len(others) > 1 or may_decline(table.options, card) else ()


def leaves_one(options: Options, game: PlayerView, card: Card, target: int | None) -> bool:
    """Will the viewer hold exactly one card once this play is done with: is there a UNO to call (RULES §17.1)?"""
    if len(game.hand) > 1 and options.seven_zero and card.kind is Kind.ZERO:
        return game.counts[next_player(game, -game.direction)] == 1
    if len(game.hand) > 1 and is_swap(options, card):
        others = [seat for seat in players(game) if seat != game.viewer]
        taken = target if target is not None else others[0] if len(others) == 1 and not may_decline(options, card) else None
        return len(game.hand) == 2 if taken is None else game.counts[taken] == 1
    return len(game.hand) == 2


def next_player(game: PlayerView, direction: int) -> int:
    """The nearest seat in play from the viewer in a direction."""
    seat = (game.viewer + direction) % game.seats
    while game.status[seat] is not Status.IN and seat != game.viewer:
        seat = (seat + direction) % game.seats
    return seat


def players(game: PlayerView) -> tuple[int, ...]:
    """The seats in play."""
    return tuple(seat for seat, status in enumerate(game.status) if status is Status.IN)


def must_choose(game: PlayerView, choices: Choices) -> bool:
    """Has the engine stopped to ask for a colour or a target?"""
    return game.phase in (Phase.CHOOSE_COLOR, Phase.CHOOSE_TARGET) and (choices.can("color") or choices.can("target"))
