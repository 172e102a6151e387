"""The ordinary turn: drawing, keeping, passing, and whose turn comes next (RULES §6.2)."""

from __future__ import annotations

from engine.events import Kept, Passed, Repaid, Skipped, TurnMoved, Why
from engine.rules.draft import Draft
from engine.rules.drawing import give
from engine.rules.ending import block_round, lock_score
from engine.rules.playable import playable
from engine.rules.uno import close_windows, lapse
from engine.view import Phase


def start_turn(draft: Draft, seat: int) -> None:
    """Give the turn to a seat in play, or past it to the first that owes no turn."""
    lapse(draft)
    lock_score(draft)
    while seat in draft.state.owed:
        draft.add(Repaid(seat))
        draft.add(Skipped(seat))
        seat = draft.state.next_seat(seat)
    draft.add(TurnMoved(seat, Phase.AWAIT_PLAY))


def skip(draft: Draft, seat: int) -> None:
    """A seat loses its turn; the one after it is next."""
    draft.add(Skipped(seat))
    start_turn(draft, draft.state.next_seat(seat))


def draw(draft: Draft, seat: int) -> None:
    """Draw one card; a playable one may be played at once."""
    close_windows(draft)
    if give(draft, seat, 1, Why.TURN) and draft.state.drawn in playable(draft.state, seat):
        draft.add(TurnMoved(seat, Phase.DRAWN_CARD))
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
