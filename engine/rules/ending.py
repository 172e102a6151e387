"""Going out, and the end of a round and of a match (RULES §10)."""

from __future__ import annotations

from engine.events import MatchEnded, RoundEnded, ScoreLocked
from engine.rules.draft import Draft
from engine.scoring import match_ranks, points, single_ranks
from engine.state import State


def is_going_out_final(state: State, seat: int) -> bool:
    """Does the empty hand of `seat` end the round?"""
    if state.hands[seat]:
        return False
    return not state.options.play_on_until_one_left or len(state.others(seat)) <= 1


def _worth(state: State, winner: int) -> int:
    """What all hands but the winner's count."""
    deck = state.options.deck
    return sum(points(deck, hand) for seat, hand in enumerate(state.hands) if seat != winner)


def lock_score(draft: Draft) -> None:
    """Fix the points of the first one out as soon as nothing is pending (RULES §10.3 `at_out`)."""
    state = draft.state
    if state.out_order and state.locked is None and state.pending is None and state.options.first_out_scoring == "at_out":
        first = state.out_order[0]
        draft.add(ScoreLocked(first, _worth(state, first)))


def end_round(draft: Draft, winner: int) -> None:
    """Count the hands for the winner (with play-on: the first one out); end the match if that decides it."""
    state = draft.state
    winner = state.out_order[0] if state.out_order else winner
    gain = state.locked if state.locked is not None else _worth(state, winner)
    _close(draft, winner, gain)


def block_round(draft: Draft) -> None:
    """Nobody can play or draw: no winner, and no points but those already locked (RULES §10.4, §17.8)."""
    out = draft.state.out_order
    _close(draft, out[0] if out else None, draft.state.locked or 0)


def abandon_round(draft: Draft, last: int) -> None:
    """One seat remains: its round and match, no points for the unfinished round but those already locked (RULES §11)."""
    state = draft.state
    if state.is_playing:
        winner = state.out_order[0] if state.out_order else last
        draft.add(_ended(state, winner, state.locked or 0))
    single = state.options.target_score is None and state.is_playing
    draft.add(MatchEnded(single_ranks(draft.state, last) if single else match_ranks(draft.state)))


def _ended(state: State, winner: int | None, gain: int) -> RoundEnded:
    gains = tuple(gain if seat == winner else 0 for seat in range(len(state.scores)))
    return RoundEnded(winner, gains, state.hands)


def _close(draft: Draft, winner: int | None, gain: int) -> None:
    draft.add(_ended(draft.state, winner, gain))
    state = draft.state
    target = state.options.target_score
    if target is None:
        draft.add(MatchEnded(single_ranks(state, winner)))
    elif max(state.scores) >= target:
        draft.add(MatchEnded(match_ranks(state)))
