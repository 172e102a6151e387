"""The whole of one match at one moment, and `evolve`, which applies an event to it.

`State` is an immutable value with one column per fact. `evolve` knows no rules and draws nothing at random:
whatever was decided stands in the event, so `reduce(evolve, log, new_match(...))` is the state.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple

from engine import events as happened
from engine.cards import Card, Color
from engine.events import Event, Why
from engine.options import Options
from engine.view import Phase, Status, Uno

Cards = tuple[Card, ...]


class Pending(NamedTuple):
    """Cards that are due but not drawn. The draw card itself is the top of the discard pile."""

    amount: int
    source: int | None
    """Who played the last draw card; None: the deal turned it up."""
    lawful: bool
    """Was a Wild Draw Four within the rules when it was played? Nobody outside the engine may learn this."""
    snapshot: Cards
    """The source's hand as it was when the card left it (RULES §9.1)."""


class Shown(NamedTuple):
    """A hand that one seat was shown after a challenge (RULES §9.2)."""

    to: int
    seat: int
    cards: Cards


class State(NamedTuple):
    """One match (RULES §4). Columns have one entry a seat."""

    options: Options
    version: int
    """Number of events so far."""
    round: int
    """From 1; 0 before the first deal."""
    dealer: int
    direction: int
    """+1 clockwise, -1 counter-clockwise."""
    turn: int
    """The one seat that must act; when a round is over, the one that acted last."""
    phase: Phase
    color: Color | None
    """The colour to match. While a wild waits for its colour: the one before it (None: an opening Wild)."""
    draw_pile: Cards
    """Next card first."""
    discard: Cards
    """Top last."""
    hands: tuple[Cards, ...]
    """In the order the cards came."""
    uno: tuple[Uno, ...]
    scores: tuple[int, ...]
    status: tuple[Status, ...]
    drawn: Card | None = None
    """The card just drawn, while it may be played or kept."""
    pending: Pending | None = None
    left_in_hand: Cards = ()
    """What the last player of a card had left at that moment."""
    shown: Shown | None = None
    passes: int = 0
    """Passes in a row."""
    reshuffles: int = 0
    """Reshuffles in this round: each has its own label of chance."""
    owed: tuple[int, ...] = ()
    """Seats that lose the next turn they would start."""
    out_order: tuple[int, ...] = ()
    left_order: tuple[int, ...] = ()
    eliminated: tuple[tuple[int, int], ...] = ()
    """Round and seat of whoever was eliminated (RULES §10.8), in order."""
    locked: int | None = None
    """Points of the first one out, fixed before the round's end (RULES §10.3)."""
    gains: tuple[int, ...] | None = None
    ranks: tuple[int, ...] | None = None

    @property
    def top(self) -> Card:
        """The face-up card."""
        return self.discard[-1]

    @property
    def can_draw(self) -> bool:
        """Is there a card to draw, now or after a reshuffle?"""
        return bool(self.draw_pile) or len(self.discard) > 1

    @property
    def is_playing(self) -> bool:
        """Is a round going on?"""
        return self.phase is not Phase.ROUND_OVER and self.phase is not Phase.MATCH_OVER

    @property
    def in_play(self) -> tuple[int, ...]:
        """The seats that still play this round."""
        return tuple(seat for seat, status in enumerate(self.status) if status is _IN)

    @property
    def contenders(self) -> tuple[int, ...]:
        """The seats that can still win the match: neither left nor eliminated."""
        gone = {seat for _, seat in self.eliminated}
        return tuple(seat for seat in self.seated if seat not in gone)

    @property
    def seated(self) -> tuple[int, ...]:
        """The seats that have not left the match."""
        return tuple(seat for seat, status in enumerate(self.status) if status is not Status.LEFT)

    def others(self, seat: int) -> tuple[int, ...]:
        """The seats in play besides this one."""
        return tuple(other for other, status in enumerate(self.status) if status is _IN and other != seat)

    def next_seat(self, seat: int) -> int:
        """The nearest seat in play in the direction of play; `seat` itself need not be in play, another must be."""
        status, step = self.status, self.direction
        count = len(status)
        seat = (seat + step) % count
        while status[seat] is not _IN:
            seat = (seat + step) % count
        return seat


_IN: Final = Status.IN
_DRAWN_CARD: Final = Phase.DRAWN_CARD
_ON_TURN: Final = Why.TURN
_COLUMN: Final = {name: place for place, name in enumerate(State._fields)}
_VERSION, _ROUND, _DEALER = _COLUMN["version"], _COLUMN["round"], _COLUMN["dealer"]
_DIRECTION, _TURN, _PHASE, _COLOR = _COLUMN["direction"], _COLUMN["turn"], _COLUMN["phase"], _COLUMN["color"]
_DRAW_PILE, _DISCARD, _HANDS = _COLUMN["draw_pile"], _COLUMN["discard"], _COLUMN["hands"]
_UNO, _SCORES, _STATUS = _COLUMN["uno"], _COLUMN["scores"], _COLUMN["status"]
_DRAWN, _PENDING, _LEFT_IN_HAND, _SHOWN = _COLUMN["drawn"], _COLUMN["pending"], _COLUMN["left_in_hand"], _COLUMN["shown"]
_PASSES, _RESHUFFLES, _OWED = _COLUMN["passes"], _COLUMN["reshuffles"], _COLUMN["owed"]
_OUT_ORDER, _LEFT_ORDER, _ELIMINATED = _COLUMN["out_order"], _COLUMN["left_order"], _COLUMN["eliminated"]
_LOCKED = _COLUMN["locked"]
_GAINS, _RANKS = _COLUMN["gains"], _COLUMN["ranks"]


def new_match(options: Options, seats: int) -> State:
    """The empty table every log starts from: version 0, nothing dealt."""
    hands: tuple[Cards, ...] = ((),) * seats
    return State(
        options, 0, 0, 0, 1, 0, Phase.ROUND_OVER, None, (), (), hands, (Uno.NONE,) * seats, (0,) * seats, (_IN,) * seats
    )


def evolve(state: State, event: Event) -> State:
    """The state after the event. Raises `ValueError` for an event whose cards were taken out for a viewer."""
    facts: list[Any] = list(state)
    write(facts, event)
    return tuple.__new__(State, facts)


def evolve_all(state: State, events: Sequence[Event]) -> State:
    """The state after all the events, in order: `reduce(evolve, events, state)`, sooner."""
    facts: list[Any] = list(state)
    for event in events:
        write(facts, event)
    return tuple.__new__(State, facts)


def write(facts: list[Any], event: Event) -> None:
    """Write an event's outcome into `facts`, the columns of a state."""
    facts[_VERSION] += 1
    _WRITE[type(event)](facts, event)


def _put(facts: list[Any], column: int, seat: int, value: object) -> None:
    changed = list(facts[column])
    changed[seat] = value
    facts[column] = tuple(changed)


def _known(cards: Cards | None) -> Cards:
    if cards is None:
        raise ValueError("this event was made for a viewer: its cards are missing")
    return cards


def _dealt(facts: list[Any], event: happened.Dealt) -> None:
    for name in _RESET_BY_DEAL:
        facts[_COLUMN[name]] = State._field_defaults[name]
    facts[_ROUND], facts[_DEALER], facts[_DIRECTION] = event.round, event.dealer, event.direction
    facts[_TURN], facts[_PHASE], facts[_COLOR] = event.turn, event.phase, event.color
    facts[_DRAW_PILE], facts[_DISCARD] = _known(event.pile), (event.top,)
    facts[_HANDS] = tuple(_known(hand) for hand in event.hands)


def _played(facts: list[Any], event: happened.Played) -> None:
    seat = event.seat
    hands = list(facts[_HANDS])
    hand = list(hands[seat])
    hand.remove(event.card)
    facts[_LEFT_IN_HAND] = hands[seat] = tuple(hand)
    facts[_HANDS] = tuple(hands)
    facts[_DISCARD] += (event.card,)
    facts[_TURN], facts[_COLOR], facts[_DRAWN], facts[_PASSES] = seat, event.color, None, 0


def _color_chosen(facts: list[Any], event: happened.ColorChosen) -> None:
    facts[_COLOR] = event.color


def _drew(facts: list[Any], event: happened.Drew) -> None:
    cards = _known(event.cards)
    facts[_DRAW_PILE] = facts[_DRAW_PILE][len(cards) :]
    hands = list(facts[_HANDS])
    hands[event.seat] += cards
    facts[_HANDS] = tuple(hands)
    if event.why is _ON_TURN:
        facts[_DRAWN], facts[_PASSES] = cards[-1], 0


def _reshuffled(facts: list[Any], event: happened.Reshuffled) -> None:
    facts[_DRAW_PILE], facts[_DISCARD] = _known(event.pile), facts[_DISCARD][-1:]
    facts[_RESHUFFLES] += 1


def _passed(facts: list[Any], event: happened.Passed) -> None:
    facts[_PASSES] += 1


def _turned(facts: list[Any], event: happened.Turned) -> None:
    facts[_DIRECTION] = event.direction


def _owed(facts: list[Any], event: happened.Owed) -> None:
    facts[_OWED] = (*facts[_OWED], event.seat)


def _repaid(facts: list[Any], event: happened.Repaid) -> None:
    owed = list(facts[_OWED])
    owed.remove(event.seat)
    facts[_OWED] = tuple(owed)


def _threatened(facts: list[Any], event: happened.Threatened) -> None:
    facts[_PENDING] = Pending(event.amount, event.source, bool(event.lawful), facts[_LEFT_IN_HAND])
    facts[_TURN], facts[_PHASE], facts[_DRAWN] = event.seat, Phase.RESPOND, None


def _lifted(facts: list[Any], event: happened.Lifted) -> None:
    facts[_PENDING] = None


def _challenged(facts: list[Any], event: happened.Challenged) -> None:
    facts[_SHOWN] = Shown(event.seat, event.source, _known(event.cards))


def _covered(facts: list[Any], event: happened.Covered) -> None:
    facts[_SHOWN] = None


def _marked(facts: list[Any], event: happened.Marked) -> None:
    _put(facts, _UNO, event.seat, event.mark)


def _closed(facts: list[Any], event: happened.Closed) -> None:
    facts[_UNO] = tuple(Uno.NONE if mark is Uno.OPEN else mark for mark in facts[_UNO])


def _caught(facts: list[Any], event: happened.Caught) -> None:
    _put(facts, _UNO, event.seat, Uno.NONE)


def _swapped(facts: list[Any], event: happened.Swapped) -> None:
    hands = list(facts[_HANDS])
    hands[event.seat], hands[event.target] = hands[event.target], hands[event.seat]
    facts[_HANDS] = tuple(hands)


def _rotated(facts: list[Any], event: happened.Rotated) -> None:
    seats = [seat for seat, status in enumerate(facts[_STATUS]) if status is _IN][:: facts[_DIRECTION]]
    hands = list(facts[_HANDS])
    for giver, taker in zip(seats, seats[1:] + seats[:1], strict=True):
        hands[taker] = facts[_HANDS][giver]
    facts[_HANDS] = tuple(hands)


def _turn_moved(facts: list[Any], event: happened.TurnMoved) -> None:
    facts[_TURN], facts[_PHASE] = event.seat, event.phase
    if event.phase is not _DRAWN_CARD:
        facts[_DRAWN] = None


def _went_out(facts: list[Any], event: happened.WentOut) -> None:
    _put(facts, _STATUS, event.seat, Status.OUT)
    _put(facts, _UNO, event.seat, Uno.NONE)
    facts[_OUT_ORDER] = (*facts[_OUT_ORDER], event.seat)


def _seat_left(facts: list[Any], event: happened.SeatLeft) -> None:
    seat = event.seat
    facts[_DISCARD] = facts[_HANDS][seat] + facts[_DISCARD]
    _put(facts, _HANDS, seat, ())
    _put(facts, _UNO, seat, Uno.NONE)
    _put(facts, _STATUS, seat, Status.LEFT)
    facts[_LEFT_ORDER] = (*facts[_LEFT_ORDER], seat)
    facts[_PASSES] = 0


def _score_locked(facts: list[Any], event: happened.ScoreLocked) -> None:
    facts[_LOCKED] = event.points


def _round_ended(facts: list[Any], event: happened.RoundEnded) -> None:
    facts[_SCORES] = tuple(score + gain for score, gain in zip(facts[_SCORES], event.gains, strict=True))
    facts[_GAINS] = event.gains
    facts[_UNO] = (Uno.NONE,) * len(event.gains)
    for seat in facts[_OUT_ORDER]:
        if facts[_STATUS][seat] is Status.OUT:
            _put(facts, _STATUS, seat, _IN)
    facts[_PHASE], facts[_PENDING], facts[_DRAWN], facts[_OWED] = Phase.ROUND_OVER, None, None, ()


def _match_ended(facts: list[Any], event: happened.MatchEnded) -> None:
    facts[_RANKS], facts[_PHASE] = event.ranks, Phase.MATCH_OVER


def _eliminated(facts: list[Any], event: happened.Eliminated) -> None:
    _put(facts, _STATUS, event.seat, Status.OUT)
    facts[_ELIMINATED] = (*facts[_ELIMINATED], (facts[_ROUND], event.seat))


def _nothing(facts: list[Any], event: Event) -> None:
    """Told for the log of what happened; other events carry its outcome."""


_RESET_BY_DEAL: Final = tuple(name for name in State._field_defaults if name not in ("left_order", "eliminated", "ranks"))

_WRITE: Final[dict[type[Event], Callable[[list[Any], Any], None]]] = {
    happened.Dealt: _dealt,
    happened.Played: _played,
    happened.ColorChosen: _color_chosen,
    happened.TargetChosen: _nothing,
    happened.Drew: _drew,
    happened.Reshuffled: _reshuffled,
    happened.Kept: _nothing,
    happened.Passed: _passed,
    happened.Turned: _turned,
    happened.Skipped: _nothing,
    happened.Owed: _owed,
    happened.Repaid: _repaid,
    happened.Threatened: _threatened,
    happened.Lifted: _lifted,
    happened.Challenged: _challenged,
    happened.Covered: _covered,
    happened.Marked: _marked,
    happened.Closed: _closed,
    happened.Caught: _caught,
    happened.FalselyCaught: _nothing,
    happened.Swapped: _swapped,
    happened.Rotated: _rotated,
    happened.TurnMoved: _turn_moved,
    happened.WentOut: _went_out,
    happened.SeatLeft: _seat_left,
    happened.ScoreLocked: _score_locked,
    happened.RoundEnded: _round_ended,
    happened.MatchEnded: _match_ended,
    happened.Eliminated: _eliminated,
}
