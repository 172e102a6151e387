"""How good a position is for the one who has just acted: his chance to win the hand, learnt from games.

The chance is logistic in 25 simple facts. Their weights were fitted to who won a million positions of the classic deck, in
hands among bots that also made random moves; more facts, and trees in place of the sum, foretold no better.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from engine.bots.memory import Room
from engine.bots.odds import Unseen
from engine.bots.outlook import Outlook
from engine.cards import Card, Color, Kind

_ACTIONS: Final = (Kind.SKIP, Kind.REVERSE, Kind.DRAW_TWO)


class Position(NamedTuple):
    """What it looks like when a turn begins."""

    hand: tuple[Card, ...]
    """One's own."""
    color: Color
    kind: Kind
    counts: tuple[int, ...]
    """The cards of every seat."""
    turn: int
    direction: int


class Facts(NamedTuple):
    """What counts. A fact that is a truth is 1 or 0; a product of facts holds where all of them do."""

    always: float = 1.0
    two_left: float = 0.0
    cards: float = 0.0
    share: float = 0.0
    """One divided by the number of cards in hand, as in the following `_share`."""
    wilds: float = 0.0
    actions: float = 0.0
    of_its_kind: float = 0.0
    """Cards that fit by what they show, not by their colour."""
    colors: float = 0.0
    next_share: float = 0.0
    """One divided by the cards of the seat to act; if that is oneself, of the rival with the fewest."""
    next_stuck: float = 0.0
    """The chance that this seat can play nothing it holds."""
    next_stuck_at_one: float = 0.0
    next_stuck_at_two: float = 0.0
    fits_at_one: float = 0.0
    """One's last card goes on the pile as it is."""
    again_fits: float = 0.0
    """It is one's own turn again, and something fits."""
    again_fits_at_one: float = 0.0
    rival_at_one: float = 0.0
    rivals_cards: float = 0.0
    """On average."""
    points: float = 0.0
    """In hundreds, in one's own hand."""
    wilds_share: float = 0.0
    fits_share: float = 0.0
    fours_share: float = 0.0
    of_color_at_two: float = 0.0
    second_at_one: float = 0.0
    """The seat after the next one; it may be oneself."""
    second_at_two: float = 0.0
    second_stuck: float = 0.0
    colors_at_two: float = 0.0


DUEL: Final = Facts(
    always=-0.016,
    two_left=0.519,
    cards=-0.183,
    share=0.402,
    wilds=-0.232,
    actions=0.097,
    of_its_kind=-0.028,
    colors=-0.222,
    next_share=-2.047,
    next_stuck=0.458,
    next_stuck_at_one=1.635,
    next_stuck_at_two=0.256,
    fits_at_one=0.846,
    again_fits=0.241,
    again_fits_at_one=1.911,
    rival_at_one=-0.705,
    rivals_cards=0.058,
    points=1.210,
    wilds_share=0.811,
    fits_share=0.334,
    fours_share=1.857,
    of_color_at_two=0.194,
    second_at_one=-0.205,
    second_at_two=-0.147,
    second_stuck=0.585,
    colors_at_two=-0.284,
)
"""What each fact weighs with two in the round. Dear cards are good to have: they are the ones that do something."""
CROWD: Final = Facts(
    always=-1.447,
    two_left=0.356,
    cards=-0.201,
    share=1.041,
    wilds=0.354,
    actions=0.105,
    of_its_kind=-0.062,
    colors=0.014,
    next_share=-1.150,
    next_stuck=0.269,
    next_stuck_at_one=0.686,
    next_stuck_at_two=0.117,
    fits_at_one=0.418,
    again_fits=-0.031,
    again_fits_at_one=1.417,
    rival_at_one=-0.467,
    rivals_cards=0.139,
    points=0.110,
    wilds_share=1.029,
    fits_share=0.203,
    fours_share=0.732,
    of_color_at_two=0.080,
    second_at_one=-0.231,
    second_at_two=-0.226,
    second_stuck=0.110,
    colors_at_two=-0.190,
)
"""What each fact weighs with more."""


class Standing:
    """Judges positions that could come of the one a bot is in."""

    __slots__ = ("_outlook", "_rooms", "_unseen", "_weights")

    def __init__(self, outlook: Outlook, unseen: Unseen) -> None:
        self._outlook = outlook
        self._rooms: Sequence[Room] = outlook.memory.room
        self._unseen = unseen
        self._weights = DUEL if outlook.others_in_play == 1 else CROWD

    def chance(self, position: Position) -> float:
        """The chance to win the hand, from 0 to 1."""
        if not position.hand:
            return 1.0
        total = sum([weight * fact for weight, fact in zip(self._weights, self._facts(position), strict=True)])
        return 1.0 / (1.0 + exp(-total))

    def _facts(self, position: Position) -> Facts:
        hand, color, kind, counts, turn, direction = position
        outlook = self._outlook
        wilds = actions = same = alike = fours = points = 0
        colors: set[Color] = set()
        for card in hand:
            points += outlook.worth(card)
            if card.color is None:
                wilds += 1
                fours += card.kind is Kind.WILD_DRAW_FOUR
                continue
            colors.add(card.color)
            same += card.color is color
            alike += card.kind is kind and card.color is not color
            actions += card.kind in _ACTIONS
        held, fits = len(hand), same + alike + wilds
        of_rivals = [counts[seat] for seat in outlook.rivals]
        again = turn == outlook.me
        fewest = min(of_rivals)
        coming = fewest if again else counts[turn]
        stuck = 1.0 if again else self._stuck(position, turn)
        second = outlook.neighbour(turn, direction)
        return Facts(
            1.0,
            held == 2,
            held,
            1 / held,
            wilds,
            actions,
            alike,
            len(colors),
            1 / max(1, coming),
            stuck,
            stuck * (coming == 1),
            stuck * (coming == 2),
            held == 1 and fits > 0,
            again and fits > 0,
            again and held == 1 and fits > 0,
            fewest == 1,
            sum(of_rivals) / len(of_rivals),
            points / 100,
            wilds / held,
            fits / held,
            fours / held,
            same * (held == 2),
            counts[second] == 1,
            counts[second] == 2,
            1.0 if second in (outlook.me, turn) else self._stuck(position, second),
            len(colors) * (held == 2),
        )

    def _stuck(self, position: Position, seat: int) -> float:
        return self._unseen.stuck(self._rooms[seat], position.counts[seat], position.color, position.kind)
