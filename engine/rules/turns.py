"""Whose turn comes next (RULES §6.2, §7)."""

from __future__ import annotations

from typing import Final

from engine.events import Repaid, skipped, turn_moved
from engine.rules.draft import Draft
from engine.rules.ending import lock_score
from engine.rules.uno import lapse
from engine.state import State
from engine.view import Phase, Uno

_ANNOUNCED: Final = Uno.ANNOUNCED
_AWAIT_PLAY: Final = Phase.AWAIT_PLAY


def start_turn(draft: Draft, seat: int) -> None:
    """Give the turn to a seat in play, or past it to the first that owes no turn."""
    _start(draft, seat, draft.state)


def skip(draft: Draft, seat: int) -> None:
    """A seat loses its turn; the one after it is next."""
    state = draft.state
    draft.add(skipped(seat))
    _start(draft, state.next_seat(seat), state)


def _start(draft: Draft, seat: int, state: State) -> None:
    if _ANNOUNCED in state.uno:
        lapse(draft)
    if state.out_order:
        lock_score(draft)
    if state.owed:
        while seat in draft.state.owed:
            draft.add(Repaid(seat))
            draft.add(skipped(seat))
            seat = draft.state.next_seat(seat)
    draft.add(turn_moved(seat, _AWAIT_PLAY))
