"""What hands are worth, and who is first, second, third (RULES §10.3, §10.6, §10.7)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from engine.cards import DECKS, Card
from engine.state import Cards, State


@cache
def _values(deck: str) -> dict[Card, int]:
    return {line.card: line.points for line in DECKS[deck].stock}


def points(deck: str, hand: Cards) -> int:
    """What the cards of a hand count in the named deck."""
    values = _values(deck)
    return sum(values[card] for card in hand)


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
    """Ranks of a finished match: by total score, leavers last, the earliest lowest (RULES §10.6)."""
    losses = [-score for score in state.scores]
    groups = tied(state.seated, losses)
    return standing([*groups, *([seat] for seat in reversed(state.left_order))], len(state.scores))


def single_ranks(state: State, winner: int | None) -> tuple[int, ...]:
    """Ranks after one round: who went out, in order; the others by points left; leavers last (RULES §10.7, §17.6)."""
    first = state.out_order or (() if winner is None else (winner,))
    worth = [points(state.options.deck, hand) for hand in state.hands]
    rest = [seat for seat in state.seated if seat not in first]
    gone = [seat for seat in reversed(state.left_order) if seat not in first]
    return standing([*([seat] for seat in first), *tied(rest, worth), *([seat] for seat in gone)], len(state.scores))
