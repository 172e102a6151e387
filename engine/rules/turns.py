"""The ordinary turn: drawing, keeping, passing, and whose turn comes next (RULES §6.2)."""

from __future__ import annotations

from typing import Final

from engine.events import Kept, Passed, Repaid, Why, skipped, turn_moved
from engine.rules.draft import Draft
from engine.rules.drawing import give
from engine.rules.ending import block_round, lock_score
from engine.rules.playable import playable
from engine.rules.uno import close_windows, lapse
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


def draw(draft: Draft, seat: int) -> None:
    """Draw one card; a playable one may be played at once."""
    close_windows(draft)
    if give(draft, seat, 1, Why.TURN) and draft.state.drawn in playable(draft.state, seat):
        draft.add(turn_moved(seat, Phase.DRAWN_CARD))
    else:
        start_turn(draft, draft.state.next_seat(seat))


def keep(draft: Draft, seat: int) -> None:
    """Keep the drawn card."""
    draft.add(Kept(seat))
    start_turn(draft, draft.state.next_seat(seat))


def pass_turn(draft: Draft, seat: int) -> None:
    """Do nothing; after a full circle of passes the round is blocked (RULES §10.4)."""
    close_windows(draft)
    draft.add(Passed(seat))
    if draft.state.passes >= len(draft.state.in_play):
        block_round(draft)
    else:
        start_turn(draft, draft.state.next_seat(seat))
