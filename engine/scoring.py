"""What hands are worth, and who is first, second, third (RULES §10.3, §10.6–8)."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import POINTS
from engine.state import Cards, State


def points(deck: str, hand: Cards) -> int:
    """What the cards of a hand count in the named deck."""
    values = POINTS[deck]
    return sum([values[card] for card in hand])


def standing(groups: Sequence[Sequence[int]], seats: int) -> tuple[int, ...]:
    """Ranks per seat from groups of equals, best first; the rank after a tie is skipped (1, 2, 2, 4)."""
    ranks = [0] * seats
    rank = 1
    for group in groups:
        for seat in group:
            ranks[seat] = rank
        rank += len(group)
    return tuple(ranks)


def tied(seats: Sequence[int], measure: Sequence[int]) -> list[list[int]]:
    """Seats grouped by equal measure, lowest first."""
    return [[seat for seat in seats if measure[seat] == value] for value in sorted({measure[seat] for seat in seats})]


def match_ranks(state: State) -> tuple[int, ...]:
    """Ranks of a finished match: by total score, leavers last, the earliest lowest (RULES §10.6, §10.8)."""
    sign = -1 if state.options.score_mode == "winner_takes" else 1
    groups = tied(state.contenders, [sign * score for score in state.scores])
    for number in sorted({number for number, _ in state.eliminated}, reverse=True):
        fallen = [seat for when, seat in state.eliminated if when == number and seat in state.seated]
        groups.extend(tied(fallen, state.scores))
    return standing([*groups, *([seat] for seat in reversed(state.left_order))], len(state.scores))


def single_ranks(state: State, winner: int | None) -> tuple[int, ...]:
    """Ranks after one round: who went out, in order; the others by points left; leavers last (RULES §10.7, §17.6)."""
    if state.options.teams_2v2:
        return _single_team_ranks(state, winner)
    first = state.out_order or (() if winner is None else (winner,))
    rest = [seat for seat in state.seated if seat not in first]
    gone = [seat for seat in reversed(state.left_order) if seat not in first]
    held = [points(state.options.deck, hand) for hand in state.hands]
    return standing([*([seat] for seat in first), *tied(rest, held), *([seat] for seat in gone)], len(state.scores))


def _single_team_ranks(state: State, winner: int | None) -> tuple[int, ...]:
    """Partners share a rank: the winner's team before the other; if blocked, the team that holds less (RULES §12)."""
    held = [points(state.options.deck, hand) for hand in state.hands]
    team = [held[seat] + held[(seat + 2) % 4] for seat in range(4)]
    if winner is not None:
        team = [0 if seat % 2 == winner % 2 else 1 for seat in range(4)]
    return standing([*tied(state.seated, team), *([seat] for seat in reversed(state.left_order))], 4)
