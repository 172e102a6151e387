"""Points, the end of a match, and ranks with ties (RULES §10)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.game import legal
from engine.moves import Draw, NextRound, Resign
from engine.scoring import points
from engine.view import Phase
from tests.engine.playing import CLASSIC, GREEN, OFFICIAL, A, B, C, after, cards, play, refused, sizes, table

SINGLE = replace(CLASSIC, target_score=None)


@pytest.mark.parametrize(
    ("deck", "hand", "worth"),
    [
        ("classic108", "R0 Y9 G5", 14),
        ("classic108", "RS YR B+2", 60),
        ("classic108", "W W+4", 100),
        ("allwild112", "W W WX", 90),
        ("allwild112", "W+4 WT WSS", 150),
        ("classic108", "", 0),
    ],
)
def test_what_cards_count(deck: str, hand: str, worth: int) -> None:
    assert points(deck, cards(hand)) == worth


def test_the_winner_takes_what_the_others_hold() -> None:
    state = after(table("R7", "Y9 W", "BS B0"), (A, play("R7")))
    assert (state.phase, state.scores, state.gains) == (Phase.ROUND_OVER, (79, 0, 0), (79, 0, 0))
    assert set(legal(state, B)) == {NextRound(), Resign()}
    assert refused(state, A, Draw()) == "round_over"


def test_a_last_draw_two_is_drawn_by_the_next_in_the_direction_of_play_and_counted() -> None:
    state = after(table("R+2", "Y1", "Y2", draw="G9 G8 G7", direction=-1), (A, play("R+2")))
    assert (sizes(state), state.scores[A]) == ((0, 1, 3), 1 + 2 + 9 + 8)


def test_the_final_draw_may_be_switched_off() -> None:
    state = after(table("R+2", "Y1", options=replace(CLASSIC, final_draw=False)), (A, play("R+2")))
    assert (sizes(state), state.scores[A]) == ((0, 1), 1)


def test_a_last_wild_asks_for_no_color() -> None:
    state = after(table("W", "Y1"), (A, play("W")))
    assert (state.phase, state.scores[A]) == (Phase.ROUND_OVER, 1)
    assert after(table("W", "Y1"), (A, play("W", GREEN))).phase is Phase.ROUND_OVER


def test_a_match_ends_when_the_target_is_reached() -> None:
    state = after(table("R7", "Y5", scores=(495, 0)), (A, play("R7")))
    assert (state.phase, state.scores, state.ranks) == (Phase.MATCH_OVER, (500, 0), (1, 2))
    assert legal(state, A) == ()
    assert refused(state, A, NextRound()) == "match_over"
    assert after(table("R7", "Y5", scores=(494, 0)), (A, play("R7"))).phase is Phase.ROUND_OVER


def test_equal_totals_share_a_rank_and_the_next_is_skipped() -> None:
    state = after(table("R7", "Y5", "Y6", "Y9", scores=(480, 300, 300, 40)), (A, play("R7")))
    assert (state.scores, state.ranks) == ((500, 300, 300, 40), (1, 2, 2, 4))


def test_a_single_round_ranks_by_points_left_and_the_winner_stands_alone() -> None:
    state = after(table("R7", "Y0", "G0", "Y9", options=SINGLE), (A, play("R7")))
    assert (state.phase, state.ranks, state.scores) == (Phase.MATCH_OVER, (1, 2, 2, 4), (9, 0, 0, 0))


def test_a_blocked_single_round_ranks_by_points_left() -> None:
    hands = ("G7 B1", "G1", "Y1 Y2")
    state = table(*hands, options=SINGLE, top="R5", draw="", loose=True, passes=2)
    state = after(state, (A, next(move for move in legal(state, A))))
    assert (state.phase, state.ranks, state.scores) == (Phase.MATCH_OVER, (3, 1, 2), (0, 0, 0))


def test_the_next_round_may_be_called_by_anybody_seated() -> None:
    state = after(table("R7", "Y9 W", "BS B0"), (A, play("R7")), (C, NextRound()))
    assert (state.round, state.dealer, state.scores, state.gains) == (2, B, (79, 0, 0), None)
    assert OFFICIAL.target_score == 500
