"""A seat leaves the match for good, in any phase (RULES §11, §17.5–7)."""

from __future__ import annotations

from engine.events import Lifted, SeatLeft, TurnMoved, Why
from engine.powers import AMOUNTS, may_decline
from engine.rules.challenge import accept, is_answerable
from engine.rules.draft import Draft
from engine.rules.effects import lawful_targets, take_effect
from engine.rules.ending import abandon_match, end_round
from engine.rules.pile import give
from engine.rules.playing import choose_target, is_within_rules
from engine.rules.score_modes import is_one_side_left
from engine.rules.turns import start_turn
from engine.state import State
from engine.view import Phase


def leave(draft: Draft, seat: int) -> None:
    """Take a seat out; the game goes on without it, or ends if one is left."""
    before = draft.state
    draft.add(SeatLeft(seat))
    state = draft.state
    if is_one_side_left(state):
        abandon_match(draft)
    elif before.is_playing and len(state.in_play) == 1:
        _end_play_on(draft, seat)
    elif before.is_playing and before.turn == seat:
        _hand_over(draft, seat, before)
    elif state.phase is Phase.RESPOND and not is_answerable(state):
        accept(draft, state.turn)
    elif state.phase is Phase.CHOOSE_TARGET:
        targets = lawful_targets(state, state.turn, state.top)
        if len(targets) == 1 and not may_decline(state.options, state.top):
            choose_target(draft, state.turn, targets[0])


def _hand_over(draft: Draft, seat: int, before: State) -> None:
    following = draft.state.next_seat(seat)
    if before.phase is Phase.CHOOSE_COLOR:
        if before.color is None:
            draft.add(TurnMoved(following, Phase.CHOOSE_COLOR))
        else:
            take_effect(draft, seat, before.top, None, is_within_rules(before))
        return
    if before.phase is Phase.RESPOND:
        draft.add(Lifted())
    start_turn(draft, following)


def _end_play_on(draft: Draft, seat: int) -> None:
    """One seat with cards remains: it draws what it owes, and the round is over (RULES §17.7)."""
    last, pending = draft.state.in_play[0], draft.state.pending
    due = _owes(draft.state, last, seat)
    if pending:
        draft.add(Lifted())
    if due:
        give(draft, last, due, Why.HIT)
    end_round(draft, last)


def _owes(state: State, last: int, left: int) -> int:
    """How many cards the last in play has to draw, now that a seat has `left`: nobody draws what he played himself, nor what
    the leaver was to draw or to aim (RULES §11).
    """
    due, phase = state.pending.amount if state.pending else 0, state.phase
    if phase is Phase.RESPOND:
        return 0 if state.turn == left else due
    if phase is Phase.CHOOSE_COLOR:
        return 0 if state.turn == last else due + AMOUNTS.get(state.top.kind, 0)
    if phase is Phase.CHOOSE_TARGET:
        return 0 if state.turn in (last, left) else due + AMOUNTS.get(state.top.kind, 0)
    return due
