"""What each event writes into the columns of the next state. Nothing here knows a rule or chance (DESIGN §2)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from engine import events as happened
from engine.columns import Cards, Columns, Pending, Shown
from engine.events import Event, Why
from engine.view import Phase, Status, Uno

_IN: Final = Status.IN
_DRAWN_CARD: Final = Phase.DRAWN_CARD
_ON_TURN: Final = Why.TURN
_COLUMN: Final = {name: place for place, name in enumerate(Columns._fields)}
_VERSION, _ROUND, _DEALER = _COLUMN["version"], _COLUMN["round"], _COLUMN["dealer"]
_DIRECTION, _TURN, _PHASE, _COLOR = _COLUMN["direction"], _COLUMN["turn"], _COLUMN["phase"], _COLUMN["color"]
_DRAW_PILE, _DISCARD, _HANDS = _COLUMN["draw_pile"], _COLUMN["discard"], _COLUMN["hands"]
_UNO, _SCORES, _STATUS = _COLUMN["uno"], _COLUMN["scores"], _COLUMN["status"]
_DRAWN, _PENDING, _LEFT_IN_HAND, _SHOWN = _COLUMN["drawn"], _COLUMN["pending"], _COLUMN["left_in_hand"], _COLUMN["shown"]
_PASSES, _RESHUFFLES, _OWED = _COLUMN["passes"], _COLUMN["reshuffles"], _COLUMN["owed"]
_OUT_ORDER, _LEFT_ORDER, _ELIMINATED = _COLUMN["out_order"], _COLUMN["left_order"], _COLUMN["eliminated"]
_LOCKED = _COLUMN["locked"]
_GAINS, _RANKS, _ACCUSED = _COLUMN["gains"], _COLUMN["ranks"], _COLUMN["accused"]


def write(facts: list[Any], events: Sequence[Event]) -> None:
    """Write what the events, in order, led to into `facts`, the columns of a state.

    Raises `ValueError` for an event whose cards were taken out for a viewer.
    """
    facts[_VERSION] += len(events)
    for event in events:
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
        facts[_COLUMN[name]] = Columns._field_defaults[name]
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
    facts[_TURN], facts[_COLOR], facts[_DRAWN], facts[_PASSES], facts[_ACCUSED] = seat, event.color, None, 0, ()


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


def _falsely_caught(facts: list[Any], event: happened.FalselyCaught) -> None:
    facts[_ACCUSED] = (*facts[_ACCUSED], event.by)


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
    if event.seat != facts[_TURN]:
        facts[_ACCUSED] = ()
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
    facts[_PHASE], facts[_PENDING], facts[_DRAWN] = Phase.ROUND_OVER, None, None


def _match_ended(facts: list[Any], event: happened.MatchEnded) -> None:
    facts[_RANKS], facts[_PHASE] = event.ranks, Phase.MATCH_OVER


def _eliminated(facts: list[Any], event: happened.Eliminated) -> None:
    _put(facts, _STATUS, event.seat, Status.OUT)
    facts[_ELIMINATED] = (*facts[_ELIMINATED], (facts[_ROUND], event.seat))


def _nothing(facts: list[Any], event: Event) -> None:
    """Told for the log of what happened; other events carry its outcome."""


_RESET_BY_DEAL: Final = tuple(name for name in Columns._field_defaults if name not in ("left_order", "eliminated", "ranks"))

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
    happened.FalselyCaught: _falsely_caught,
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
