"""What happened: past tense, with the outcome in it.

`evolve` needs neither rules nor chance to apply these: whatever was decided or drawn is written in the
event. What a viewer may not see reaches him as `None` (see `observe`); counts stay. The few events that
make up most of a game are made once and kept: `played` and the other functions at the end.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from engine.cards import Card, Color
from engine.view import Phase, Uno

Cards = tuple[Card, ...]


class Why(StrEnum):
    """Why cards were drawn."""

    TURN = "turn"
    """By choice or duty, on one's own turn."""
    HIT = "hit"
    """For a Draw Two, a Draw Four or a stack of them."""
    BLUFF = "bluff"
    """For a Wild Draw Four that was a bluff."""
    WRONG = "wrong"
    """For a challenge that was wrong."""
    UNO = "uno"
    """For a UNO call that was forgotten and caught (or a false catch, where that costs)."""


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round began. `pile` is the draw pile, next card first."""

    round: int
    dealer: int
    hands: tuple[Cards | None, ...]
    pile: Cards | None
    top: Card
    color: Color | None
    direction: int
    turn: int
    phase: Phase


@dataclass(frozen=True, slots=True)
class Played:
    """A card left a hand for the discard pile. `color` is the colour to match from now on: the card's own, or the
    old one until a wild gets its colour by `ColorChosen`.
    """

    seat: int
    card: Card
    color: Color | None


@dataclass(frozen=True, slots=True)
class ColorChosen:
    """A wild got its colour."""

    seat: int
    color: Color


@dataclass(frozen=True, slots=True)
class TargetChosen:
    """A card was aimed; `target` None means declined."""

    seat: int
    target: int | None


@dataclass(frozen=True, slots=True)
class Drew:
    """Cards went from the draw pile to a hand; `count` may be less than was due (RULES §6.2 `give`)."""

    seat: int
    count: int
    cards: Cards | None
    why: Why


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """All discards but the top became the draw pile."""

    count: int
    pile: Cards | None


@dataclass(frozen=True, slots=True)
class Kept:
    """The drawn card stayed in the hand."""

    seat: int


@dataclass(frozen=True, slots=True)
class Passed:
    """Nothing to play and nothing to draw."""

    seat: int


@dataclass(frozen=True, slots=True)
class Turned:
    """The direction changed to +1 (clockwise) or -1."""

    direction: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """A seat lost its turn."""

    seat: int


@dataclass(frozen=True, slots=True)
class Owed:
    """A seat owes a turn: the next one it would start is lost (RULES §17.12)."""

    seat: int


@dataclass(frozen=True, slots=True)
class Repaid:
    """A seat lost the turn it owed."""

    seat: int


@dataclass(frozen=True, slots=True)
class Threatened:
    """`seat` is to act, in RESPOND: `amount` cards are pending, for a card of `source` (None: the card the deal turned up).

    `lawful` is None for everybody outside the engine.
    """

    seat: int
    source: int | None
    amount: int
    lawful: bool | None


@dataclass(frozen=True, slots=True)
class Lifted:
    """What was pending is gone: drawn, lapsed, or turned on its source."""


@dataclass(frozen=True, slots=True)
class Challenged:
    """A challenge was judged. `cards` (the hand shown) is None for everybody but the challenger."""

    seat: int
    source: int
    guilty: bool
    cards: Cards | None


@dataclass(frozen=True, slots=True)
class Covered:
    """The hand a challenger was shown is out of sight again (RULES §17.13)."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A seat's UNO mark changed: called (`announced`, `safe`), catchable (`open`) or gone (`none`)."""

    seat: int
    mark: Uno


@dataclass(frozen=True, slots=True)
class Closed:
    """Every open UNO mark closed: those seats can no longer be caught."""


@dataclass(frozen=True, slots=True)
class Caught:
    """`seat` had not called UNO and `by` said so (None: the rules did, RULES §8.12); the penalty follows as `Drew`."""

    seat: int
    by: int | None


@dataclass(frozen=True, slots=True)
class FalselyCaught:
    """`by` pointed at `seat` without cause, where that costs (RULES §8.8); the penalty follows as `Drew`."""

    seat: int
    by: int


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two seats exchanged their hands."""

    seat: int
    target: int


@dataclass(frozen=True, slots=True)
class Rotated:
    """Every hand in play moved one seat in the direction of play."""


@dataclass(frozen=True, slots=True)
class TurnMoved:
    """A seat is to act now, in this phase."""

    seat: int
    phase: Phase


@dataclass(frozen=True, slots=True)
class WentOut:
    """A seat played its last card."""

    seat: int


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat left the match; its cards went under the discard pile."""

    seat: int


@dataclass(frozen=True, slots=True)
class ScoreLocked:
    """Points fixed before the round's end (RULES §10.3 `at_out`). `points` is None for a viewer who does not see the hands."""

    seat: int
    points: int | None


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is over. `winner` is None if it was blocked; `gains` are the points per seat."""

    winner: int | None
    gains: tuple[int, ...]
    hands: tuple[Cards, ...]


@dataclass(frozen=True, slots=True)
class MatchEnded:
    """The match is over; `ranks` per seat, 1 is first, ties share a rank."""

    ranks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Eliminated:
    """A seat has so many points against it that it plays no further round (RULES §10.8 `challenge_uno`)."""

    seat: int


Event = (
    Dealt
    | Played
    | ColorChosen
    | TargetChosen
    | Drew
    | Reshuffled
    | Kept
    | Passed
    | Turned
    | Skipped
    | Owed
    | Repaid
    | Threatened
    | Lifted
    | Challenged
    | Covered
    | Marked
    | Closed
    | Caught
    | FalselyCaught
    | Swapped
    | Rotated
    | TurnMoved
    | WentOut
    | SeatLeft
    | ScoreLocked
    | RoundEnded
    | MatchEnded
    | Eliminated
)


@cache
def played(seat: int, card: Card, color: Color | None) -> Played:
    """The `Played` with these facts."""
    return Played(seat, card, color)


@cache
def color_chosen(seat: int, color: Color) -> ColorChosen:
    """The `ColorChosen` with these facts."""
    return ColorChosen(seat, color)


@cache
def threatened(seat: int, source: int | None, amount: int, lawful: bool) -> Threatened:
    """The `Threatened` with these facts."""
    return Threatened(seat, source, amount, lawful)


@cache
def marked(seat: int, mark: Uno) -> Marked:
    """The `Marked` with these facts."""
    return Marked(seat, mark)


@cache
def skipped(seat: int) -> Skipped:
    """The `Skipped` of this seat."""
    return Skipped(seat)


@cache
def turn_moved(seat: int, phase: Phase) -> TurnMoved:
    """The `TurnMoved` with these facts."""
    return TurnMoved(seat, phase)


@cache
def drew_one(seat: int, card: Card, why: Why) -> Drew:
    """The `Drew` of a single card."""
    return Drew(seat, 1, (card,), why)
