"""UNO marks: calling, catching, and when the window closes (RULES §8)."""

from __future__ import annotations

from engine.cards import Card, Kind
from engine.events import Caught, Closed, FalselyCaught, Marked, Why
from engine.powers import hand_movers, may_decline
from engine.rules.draft import Draft
from engine.rules.jump_in import jump_card
from engine.rules.pile import give
from engine.state import State
from engine.view import Phase, Status, Uno

_NONE, _OPEN, _IN = Uno.NONE, Uno.OPEN, Status.IN
_CHOOSE_COLOR, _CHOOSE_TARGET = Phase.CHOOSE_COLOR, Phase.CHOOSE_TARGET


def settle_mark(draft: Draft, seat: int, called: bool) -> None:
    """Judge a hand that is complete after an effect: one card must have been announced for this very play (RULES §8.3)."""
    after = _NONE
    if len(draft.state.hands[seat]) == 1:
        after = Uno.SAFE if called else _OPEN
    if after is not draft.state.uno[seat]:
        draft.add(Marked(seat, after))


def close_windows(draft: Draft) -> None:
    """A turn action begins: nobody who is open can be caught any more (RULES §8.6, §17.4)."""
    marks = draft.state.uno
    if _OPEN not in marks:
        return
    if draft.state.options.uno_enforcement == "catch":
        draft.add(Closed())
        return
    for seat, mark in enumerate(marks):
        if mark is Uno.OPEN:
            draft.add(Caught(seat, None))
            give(draft, seat, draft.state.options.uno_penalty, Why.UNO)


def lapse(draft: Draft) -> None:
    """A turn is over: a call made before a play that did not come is void (RULES §8.2)."""
    marks = draft.state.uno
    if Uno.ANNOUNCED in marks:
        for seat, mark in enumerate(marks):
            if mark is Uno.ANNOUNCED:
                draft.add(Marked(seat, Uno.NONE))


def can_call(state: State, seat: int) -> bool:
    """Is there a UNO for this seat to call: one that is late, or one before its play (RULES §8.2, §8.4, §17.2)?"""
    mark, phase = state.uno[seat], state.phase
    if mark is not _NONE:
        return mark is _OPEN
    if phase is _CHOOSE_COLOR or phase is _CHOOSE_TARGET:
        return False
    if len(state.hands[seat]) != 2:
        return state.turn == seat and _could_be_handed_one(state, seat)
    return state.turn == seat or jump_card(state, seat) is not None


def _could_be_handed_one(state: State, seat: int) -> bool:
    """Could a card of this hand, by moving hands, bring its player somebody's only card?"""
    movers = hand_movers(state.options)
    if not movers or 1 not in map(len, state.hands):
        return False
    return any(could_leave_one(state, seat, card) for card in movers.intersection(state.hands[seat]))


def could_leave_one(state: State, seat: int, card: Card, target: int | None = None) -> bool:
    """Could playing this card leave the seat with exactly one card in the end?"""
    options, size = state.options, len(state.hands[seat])
    if size == 1 or card not in hand_movers(options):
        return size == 2
    if card.kind is Kind.ZERO:
        givers = tuple([giver for giver in state.in_play if state.next_seat(giver) == seat])
    else:
        givers = state.others(seat) if target is None else (target,)
    may_stay = size == 2 and target is None and may_decline(options, card)
    return may_stay or any(len(state.hands[giver]) == 1 for giver in givers)


def say_uno(draft: Draft, seat: int) -> None:
    """Call UNO, late or before the play."""
    draft.add(Marked(seat, Uno.SAFE if draft.state.uno[seat] is Uno.OPEN else Uno.ANNOUNCED))


def suspects(state: State, by: int) -> tuple[int, ...]:
    """The seats that `by` may point at: the open ones, and where a false catch costs, all others (RULES §8.8, §17.4).

    Only once in a turn: it is no way to draw cards at will (CASES 1-40).
    """
    options, status = state.options, state.status
    if options.uno_enforcement == "automatic":
        return ()
    if options.false_catch_penalty and status[by] is _IN and by not in state.accused:
        return tuple([seat for seat in state.seated if seat != by])
    return tuple([seat for seat, mark in enumerate(state.uno) if mark is _OPEN and seat != by])


def catch(draft: Draft, by: int, seat: int) -> None:
    """Point at a seat: it draws if it is open; a false catch costs the accuser where a table says so (RULES §8.5, §8.8)."""
    options = draft.state.options
    if draft.state.uno[seat] is Uno.OPEN:
        draft.add(Caught(seat, by))
        give(draft, seat, options.uno_penalty, Why.UNO)
    else:
        draft.add(FalselyCaught(seat, by))
        give(draft, by, options.false_catch_penalty, Why.UNO)
