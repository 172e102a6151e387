"""Going out, and the end of a round and of a match (RULES §10)."""

from __future__ import annotations

from engine.events import Eliminated, MatchEnded, RoundEnded, ScoreLocked
from engine.rules.draft import Draft
from engine.rules.score_modes import gains, is_decided, newly_eliminated, paid, worth
from engine.scoring import match_ranks, single_ranks
from engine.state import State


def is_going_out_final(state: State, seat: int) -> bool:
    """Does the empty hand of `seat` end the round?"""
    if state.hands[seat]:
        return False
    return not state.options.play_on_until_one_left or len(state.others(seat)) <= 1


def lock_score(draft: Draft) -> None:
    """Fix the points of the first one out as soon as nothing is pending (RULES §10.3 `at_out`)."""
    state = draft.state
    if state.out_order and state.locked is None and state.pending is None and state.options.first_out_scoring == "at_out":
        first = state.out_order[0]
        draft.add(ScoreLocked(first, worth(state, first)))


def end_round(draft: Draft, winner: int) -> None:
    """Count the hands for the winner (with play-on: the first one out); end the match if that decides it."""
    state = draft.state
    winner = state.out_order[0] if state.out_order else winner
    draft.add(RoundEnded(winner, gains(state, winner), state.hands))
    for seat in newly_eliminated(draft.state):
        draft.add(Eliminated(seat))
    _end_match_if_decided(draft, winner)


def block_round(draft: Draft) -> None:
    """Nobody can play or draw: no winner, and no points but those already locked (RULES §10.4, §17.8)."""
    state = draft.state
    first = state.out_order[0] if state.out_order else None
    draft.add(RoundEnded(first, paid(state, first, state.locked or 0), state.hands))
    _end_match_if_decided(draft, first)


def _end_match_if_decided(draft: Draft, winner: int | None) -> None:
    state = draft.state
    if is_decided(state):
        single = state.options.target_score is None
        draft.add(MatchEnded(single_ranks(state, winner) if single else match_ranks(state)))


def abandon_match(draft: Draft) -> None:
    """One side remains: its round and match, no points for the unfinished round but those already locked (RULES §11)."""
    state = draft.state
    last = state.contenders[0]
    single = state.options.target_score is None and state.is_playing
    if state.is_playing:
        winner = state.out_order[0] if state.out_order else last
        draft.add(RoundEnded(winner, paid(state, winner, state.locked or 0), state.hands))
    draft.add(MatchEnded(single_ranks(draft.state, last) if single else match_ranks(draft.state)))
