"""Who scores what when a round is over, and who has won the match (RULES §10.3, §10.5, §10.8)."""

from __future__ import annotations

from engine.rules.teams import allies
from engine.scoring import points
from engine.state import State


def worth(state: State, winner: int) -> int:
    """What the cards count that are held against the winner: all but those of its own side."""
    ours = allies(state.options, winner)
    return sum(points(state.options.deck, hand) for seat, hand in enumerate(state.hands) if seat not in ours)


def gains(state: State, winner: int) -> tuple[int, ...]:
    """What each seat scores for a round somebody won: the winner's side all, or each its own cards."""
    if state.options.score_mode != "winner_takes":
        return tuple([points(state.options.deck, hand) for hand in state.hands])
    return paid(state, winner, worth(state, winner) if state.locked is None else state.locked)


def paid(state: State, winner: int | None, points_won: int) -> tuple[int, ...]:
    """These points for the winner's side, nothing for the others."""
    ours = () if winner is None else allies(state.options, winner)
    return tuple([points_won if seat in ours else 0 for seat in range(len(state.scores))])


def newly_eliminated(state: State) -> tuple[int, ...]:
    """The contenders that have reached the target where that eliminates them."""
    target = state.options.target_score
    if state.options.score_mode != "challenge_uno" or target is None:
        return ()
    return tuple([seat for seat in state.contenders if state.scores[seat] >= target])


def is_decided(state: State) -> bool:
    """Has the match been won with the round that just ended?"""
    target = state.options.target_score
    if target is None or is_one_side_left(state):
        return True
    return state.options.score_mode != "challenge_uno" and max(state.scores) >= target


def is_one_side_left(state: State) -> bool:
    """Is there nobody left to play against?"""
    contenders = state.contenders
    return all(seat in allies(state.options, contenders[0]) for seat in contenders)
