"""Answering a draw card or an open Skip: accepting it, or challenging a Wild Draw Four (RULES §6.3 RESPOND, §9)."""

from __future__ import annotations

from typing import Final

from engine.cards import Kind
from engine.events import Challenged, Lifted, Threatened, TurnMoved, Why
from engine.rules.draft import Draft
from engine.rules.ending import lock_score
from engine.rules.pile import give
from engine.rules.playable import legality
from engine.rules.skip_answers_skip import is_skip_open
from engine.rules.turns import skip
from engine.rules.uno import lapse
from engine.state import Pending, State
from engine.view import Phase, Status

EXTRA: Final = 2
"""What a wrong challenge costs on top."""


def strike(draft: Draft, source: int, amount: int, lawful: bool = True) -> None:
    """A draw card of `source` hits the next seat, which answers if it can and draws if it cannot."""
    lapse(draft)
    state = draft.state
    total = amount + (state.pending.amount if state.pending else 0)
    victim = state.next_seat(source)
    if state.options.stacking != "none" or _may_challenge(state, Pending(total, source, lawful, state.left_in_hand)):
        draft.add(Threatened(victim, source, total, lawful))
    else:
        hit(draft, victim, total)


def hit(draft: Draft, victim: int, amount: int) -> None:
    """The victim draws, if there is something to draw, and loses its turn."""
    if draft.state.pending:
        draft.add(Lifted())
    if amount:
        give(draft, victim, amount, Why.HIT)
    skip(draft, victim)


def is_challengeable(state: State) -> bool:
    """May the seat in RESPOND challenge? Nothing secret goes into the answer."""
    return state.pending is not None and _may_challenge(state, state.pending)


def _may_challenge(state: State, pending: Pending) -> bool:
    source = pending.source
    return (
        state.options.challenge
        and legality(state.options) == "bluff_allowed"
        and state.discard[-1].kind is Kind.WILD_DRAW_FOUR
        and source is not None
        and bool(pending.snapshot)
        and state.status[source] is not Status.LEFT
    )


def is_answerable(state: State) -> bool:
    """Is there anything the victim could do but draw, whatever it holds (RULES §6.3)?"""
    return state.options.stacking != "none" or is_skip_open(state) or is_challengeable(state)


def accept(draft: Draft, victim: int) -> None:
    """Draw what is pending, and lose the turn."""
    pending = draft.state.pending
    assert pending is not None
    hit(draft, victim, pending.amount)


def challenge(draft: Draft, challenger: int) -> None:
    """Look at the hand the Wild Draw Four came from: its player draws, or the challenger two more (RULES §9.2)."""
    pending = draft.state.pending
    assert pending is not None
    assert pending.source is not None
    draft.add(Challenged(challenger, pending.source, not pending.lawful, pending.snapshot))
    draft.add(Lifted())
    if pending.lawful:
        give(draft, challenger, pending.amount + EXTRA, Why.WRONG)
        skip(draft, challenger)
    else:
        give(draft, pending.source, pending.amount, Why.BLUFF)
        lock_score(draft)
        draft.add(TurnMoved(challenger, Phase.AWAIT_PLAY))
