"""The All Wild rule set: its eight kinds, two players, and last cards (RULES §6.3, §14)."""

from __future__ import annotations

from dataclasses import replace
from functools import partial

import pytest

from engine.moves import ChooseTarget, Decline, Draw, Keep
from engine.view import Phase
from tests.engine.playing import ALL_WILD, A, B, C, D, after, cards, play, refused, sizes, table, turn_moves

wild = partial(table, options=ALL_WILD, top="W")
LOSE_TWO = replace(ALL_WILD, skip_two_two_players="lose_two")
MAY = replace(ALL_WILD, forced_swap="may")


def test_every_card_fits_and_no_color_is_asked() -> None:
    state = wild("W WR WS", "W W", "W W")
    assert turn_moves(state, A) == {play("W"), play("WR"), play("WS"), Draw()}
    state = after(state, (A, play("W")))
    assert (state.turn, state.phase, state.color) == (B, Phase.AWAIT_PLAY, None)


def test_every_drawn_card_may_be_played_or_kept() -> None:
    state = after(wild("W W", "W W", draw="WS W"), (A, Draw()))
    assert turn_moves(state, A) == {play("WS"), Keep()}


@pytest.mark.parametrize(
    ("seats", "card", "turn"),
    [
        (2, "WS", A),
        (2, "WR", A),
        (2, "WSS", A),
        (2, "W+2", A),
        (3, "WS", C),
        (3, "WR", C),
        (3, "WSS", A),
        (3, "W+4", C),
        (4, "WSS", D),
        (5, "WSS", D),
    ],
)
def test_who_is_next(seats: int, card: str, turn: int) -> None:
    state = wild(f"{card} W W", *["W W"] * (seats - 1))
    assert after(state, (A, play(card))).turn == turn


@pytest.mark.parametrize(("card", "count"), [("W+2", 2), ("W+4", 4)])
def test_a_draw_card_is_drawn_at_once_and_costs_the_turn(card: str, count: int) -> None:
    state = after(wild(f"{card} W W", "W W", "W W"), (A, play(card)))
    assert (sizes(state), state.turn) == ((2, 2 + count, 2), C)


def test_skip_two_among_two_costs_one_turn_or_two() -> None:
    once = after(wild("WSS W W W", "W W W"), (A, play("WSS")), (A, play("W")))
    assert once.turn == B
    twice = after(table("WSS W W W", "W W W", options=LOSE_TWO, top="W"), (A, play("WSS")), (A, play("W")))
    assert (twice.turn, twice.owed) == (A, ())
    assert after(twice, (A, play("W"))).turn == B


def test_a_targeted_draw_two_hits_whom_it_is_aimed_at_and_nobody_loses_a_turn() -> None:
    state = after(wild("WT W W", "W W", "W W"), (A, play("WT")))
    assert turn_moves(state, A) == {ChooseTarget(B), ChooseTarget(C)}
    for target in (A, 3, -1):
        assert refused(state, A, ChooseTarget(target)) == "bad_target"
    assert refused(state, A, Draw()) == "wrong_phase"
    state = after(state, (A, ChooseTarget(B)))
    assert (sizes(state), state.turn) == ((2, 4, 2), B)


def test_a_target_may_ride_along_and_must_be_lawful() -> None:
    state = wild("WT W W", "W W", "W W")
    assert sizes(after(state, (A, play("WT", target=C)))) == (2, 2, 4)
    assert refused(state, A, play("WT", target=A)) == "bad_target"
    assert after(state, (A, play("W", target=A))).turn == B


def test_the_only_target_needs_no_question() -> None:
    assert sizes(after(wild("WT W W", "W W"), (A, play("WT")))) == (2, 4)
    state = after(wild("WX W W", "WS WS WS WS"), (A, play("WX")))
    assert state.hands == (cards("WS WS WS WS"), cards("W W"))
    assert state.turn == B


def test_a_swap_exchanges_what_is_left_after_the_card() -> None:
    state = after(wild("WX W WR", "WS WS WS", "W+2"), (A, play("WX", target=C)))
    assert state.hands == (cards("W+2"), cards("WS WS WS"), cards("W WR"))
    assert state.turn == B


def test_a_swap_may_be_declined_where_the_table_says_so() -> None:
    state = after(table("WX W W", "WS", options=MAY, top="W"), (A, play("WX")))
    assert turn_moves(state, A) == {ChooseTarget(B), Decline()}
    assert after(state, (A, Decline())).hands == (cards("W W"), cards("WS"))
    must = after(wild("WX W W", "WS", "W"), (A, play("WX")))
    assert refused(must, A, Decline()) == "wrong_phase"


@pytest.mark.parametrize(("card", "drawn"), [("W+2", 2), ("W+4", 4), ("WX", 0), ("WS", 0), ("WR", 0), ("WSS", 0)])
def test_a_last_card_wins_after_its_draw(card: str, drawn: int) -> None:
    state = after(wild(card, "W W", "WS WS", draw="W W W W W"), (A, play(card)))
    assert state.phase is Phase.MATCH_OVER
    assert sizes(state) == (0, 2 + drawn, 2)
    assert state.scores == (2 * 20 + 2 * 50 + 20 * drawn, 0, 0)


def test_a_last_targeted_draw_two_is_aimed_drawn_and_counted() -> None:
    state = after(wild("WT", "W W", "W W", draw="W W W"), (A, play("WT")))
    assert (state.phase, state.turn) == (Phase.CHOOSE_TARGET, A)
    state = after(state, (A, ChooseTarget(C)))
    assert (state.phase, sizes(state), state.scores[A]) == (Phase.MATCH_OVER, (0, 2, 4), 120)
