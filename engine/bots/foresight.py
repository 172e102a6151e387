"""What comes of a play: whose turn it is then, who holds how many cards, and what that is worth."""

from __future__ import annotations

from typing import Final

from engine.bots.odds import Unseen
from engine.bots.outlook import Outlook
from engine.bots.standing import Position, Standing
from engine.cards import Card, Color, Kind, card
from engine.powers import AMOUNTS

RUN: Final = 3
"""So many cards in a row are thought ahead where one stays on turn."""
MOST: Final = 150
"""So many positions are looked at before it is thought no further: about two milliseconds."""
EXTRA: Final = 2
"""What a wrong challenge costs on top (RULES §9.2)."""
DOUBTS: Final = (1, 2)
"""One challenge in two, before anything is known of a player."""
PRICE_ALONE: Final = 0.4
PRICE_AMONG_OTHERS: Final = 0.15
"""What a hundred points in a lost hand cost, in chances to win it: to a single rival, and to one of several."""
_ANY: Final = tuple([card(text) for text in ["R1", "Y3", "G5", "B9", "Y7", "G2", "B4", "R8", "G6", "Y2"]])


def any_cards(count: int) -> tuple[Card, ...]:
    """So many cards that stand for what nobody knows yet."""
    return (_ANY * (count // len(_ANY) + 1))[:count]


class Foresight:
    """Values of what one could do: chances to win the hand, less what losing it would cost in a match for points."""

    __slots__ = ("_alone", "_outlook", "_price", "_standing", "looked", "unseen")

    def __init__(self, outlook: Outlook) -> None:
        self._outlook = outlook
        self.unseen = Unseen(outlook.options.deck, outlook.hand, outlook.memory.gone)
        self._standing = Standing(outlook, self.unseen)
        self.looked = 0
        self._alone = outlook.others_in_play == 1
        options = outlook.options
        against = self._alone or options.score_mode != "winner_takes"
        price = PRICE_ALONE if against else PRICE_AMONG_OTHERS
        self._price = 0.0 if options.target_score is None else price / 100

    def of_play(self, face: Card, color: Color, target: int | None = None) -> float:
        """What it is worth to play this card; a wild becomes this colour, a swap is with this seat."""
        outlook = self._outlook
        rest = tuple(outlook.without(face))
        if rest and outlook.moves_hands(face):
            return self._exchanged(face, color, target, len(rest))
        return self._played(rest, outlook.view.counts, outlook.view.direction, face, color, 0)

    def of_waiting(self, color: Color, kind: Kind) -> float:
        """What it is worth to end the turn with the hand one has."""
        view = self._outlook.view
        return self._value(Position(view.hand, color, kind, view.counts, self._outlook.following, view.direction))

    def of_paying(self, cards: int, color: Color, kind: Kind) -> float:
        """What it is worth to draw so many cards and lose the turn."""
        view, me = self._outlook.view, self._outlook.me
        hand, counts = (*view.hand, *any_cards(cards)), _more(view.counts, me, cards)
        return self._value(Position(hand, color, kind, counts, self._outlook.following, view.direction))

    def of_catching(self, source: int, cards: int, color: Color, kind: Kind) -> float:
        """What it is worth that somebody else draws so many, and one has an ordinary turn."""
        view = self._outlook.view
        counts = _more(view.counts, source, cards)
        return self._value(Position(view.hand, color, kind, counts, self._outlook.me, view.direction))

    def of_naming(self, color: Color) -> float:
        """What it is worth to name this colour for the wild on the pile."""
        outlook, view = self._outlook, self._outlook.view
        turn, kind = outlook.following, view.top.kind
        if kind is Kind.WILD_DRAW_FOUR:
            turn = outlook.neighbour(turn, view.direction)
        return self._value(Position(view.hand, color, kind, view.counts, turn, view.direction))

    def _value(self, position: Position) -> float:
        self.looked += 1
        chance = self._standing.chance(position)
        if not self._price:
            return chance
        return chance - (1.0 - chance) * self._price * sum([self._outlook.worth(one) for one in position.hand])

    def _played(
        self, rest: tuple[Card, ...], counts: tuple[int, ...], direction: int, face: Card, color: Color, depth: int
    ) -> float:
        if not rest:
            return 1.0
        outlook, me, kind = self._outlook, self._outlook.me, face.kind
        counts = (*counts[:me], len(rest), *counts[me + 1 :])
        following = outlook.neighbour(me, direction)
        turn = following
        if kind is Kind.REVERSE:
            if not self._alone:
                direction = -direction
                turn = outlook.neighbour(me, direction)
            elif outlook.options.reverse_two_players == "as_skip":
                turn = me
        elif kind is Kind.SKIP or kind in AMOUNTS:
            turn = outlook.neighbour(following, direction)
        hit = Position(rest, color, kind, _more(counts, following, AMOUNTS.get(kind, 0)), turn, direction)
        value = self._goes_on(hit, depth)
        options = outlook.options
        if kind is not Kind.WILD_DRAW_FOUR or not options.challenge or options.no_bluffing:
            return value
        challenged, accepted = outlook.memory.doubts[following]
        doubt = (challenged + DOUBTS[0]) / (challenged + accepted + DOUBTS[1])
        if outlook.view.color is not None and any(one.color is outlook.view.color for one in rest):
            caught = Position((*rest, *any_cards(4)), color, kind, _more(counts, me, 4), following, direction)
            return doubt * self._value(caught) + (1 - doubt) * value
        wrong = hit._replace(counts=_more(counts, following, 4 + EXTRA))
        return doubt * self._goes_on(wrong, depth) + (1 - doubt) * value

    def _goes_on(self, position: Position, depth: int) -> float:
        """The value of a position; if one is on turn in it, of the best play that it allows."""
        if position.turn != self._outlook.me or depth >= RUN or self.looked > MOST:
            return self._value(position)
        held = {one.color for one in position.hand if one.color is not None} or {position.color}
        best = None
        for place, face in enumerate(position.hand):
            if face in position.hand[:place]:
                continue
            if face.color is not None and face.color is not position.color and face.kind is not position.kind:
                continue
            rest = position.hand[:place] + position.hand[place + 1 :]
            for color in held if face.color is None else (face.color,):
                value = self._played(rest, position.counts, position.direction, face, color, depth + 1)
                best = value if best is None or value > best else best
        return self._value(position) if best is None else best

    def _exchanged(self, face: Card, color: Color, target: int | None, rest: int) -> float:
        """The value of a play that moves hands: what one gets is anything."""
        outlook, view, me = self._outlook, self._outlook.view, self._outlook.me
        counts = [*view.counts]
        counts[me] = rest
        if face.kind is Kind.ZERO:
            before, seat = tuple(counts), me
            while True:
                giver = outlook.neighbour(seat, -view.direction)
                counts[seat] = before[giver]
                if giver == me:
                    break
                seat = giver
        elif target is not None:
            counts[me], counts[target] = counts[target], counts[me]
        hand = any_cards(counts[me])
        return self._value(Position(hand, color, face.kind, tuple(counts), outlook.following, view.direction))


def _more(counts: tuple[int, ...], seat: int, cards: int) -> tuple[int, ...]:
    return (*counts[:seat], counts[seat] + cards, *counts[seat + 1 :])
