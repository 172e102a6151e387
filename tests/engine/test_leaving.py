"""Leaving the match in every phase (RULES §11, §17.5–7)."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engine.cards import CLASSIC_108
from engine.game import legal
from engine.moves import Accept, Challenge, ChooseColor, Draw, NextRound, Resign
from engine.state import State
from engine.view import Phase, Status, Uno
from tests.engine.playing import (
    ALL_WILD,
    BLUE,
    CLASSIC,
    RED,
    STACKING,
    A,
    B,
    C,
    D,
    after,
    all_cards,
    cards,
    play,
    refused,
    sizes,
    table,
    turn_moves,
)


def gone(state: State, seat: int) -> State:
    return after(state, (seat, Resign()))


@pytest.mark.parametrize("seats", range(3, 11))
@pytest.mark.parametrize("direction", [1, -1])
def test_the_turn_stays_with_another_and_passes_on_from_the_leaver(seats: int, direction: int) -> None:
    hands = [f"B{n} Y{n}" for n in range(seats)]
    for turn in range(seats):
        for leaver in range(seats):
            state = gone(table(*hands, turn=turn, direction=direction), leaver)
            assert state.turn == (turn if leaver != turn else (turn + direction) % seats)
            assert (state.phase, state.direction) == (Phase.AWAIT_PLAY, direction)
            assert state.next_seat((leaver - direction) % seats) == (leaver + direction) % seats


def test_the_cards_go_under_the_discard_pile_and_none_is_lost() -> None:
    state = gone(table("R1 R2", "B1 B2 B3", "Y1 Y2", top="G5 R5"), B)
    assert state.discard == cards("B1 B2 B3 G5 R5")
    assert all_cards(state) == Counter(CLASSIC_108.cards)
    assert legal(state, B) == ()
    assert refused(state, B, Draw()) == "not_seated"
    assert refused(state, B, Resign()) == "not_seated"


def test_a_drawn_card_goes_with_the_hand() -> None:
    state = after(table("R1 R2", "B1 B2", "Y1 Y2", draw="R7 G7"), (A, Draw()), (A, Resign()))
    assert (state.turn, state.phase, state.drawn) == (B, Phase.AWAIT_PLAY, None)


def test_an_open_mark_of_another_stays_open_and_ones_own_ends() -> None:
    state = after(table("R1 R2", "B1 B2", "Y1 Y2"), (A, play("R1")))
    assert gone(state, B).uno == (Uno.OPEN, Uno.NONE, Uno.NONE)
    assert gone(state, A).uno == (Uno.NONE, Uno.NONE, Uno.NONE)


def test_a_wild_left_unnamed_keeps_the_color_before_it() -> None:
    state = after(table("W R2 R3", "B1 B2", "Y1 Y2"), (A, play("W")), (A, Resign()))
    assert (state.color, state.turn, state.phase) == (RED, B, Phase.AWAIT_PLAY)


def test_a_wild_draw_four_left_unnamed_still_hits_without_recourse() -> None:
    state = after(table("W+4 R2 R3", "B1 B2", "Y1 Y2"), (A, play("W+4")), (A, Resign()))
    assert (sizes(state), state.turn, state.color) == ((0, 6, 2), C, RED)


def test_an_opening_wild_left_unnamed_is_named_by_the_next() -> None:
    state = table("R1 R2", "B1 B2", "Y1 Y2", top="W", turn=B, phase=Phase.CHOOSE_COLOR)
    state = gone(state, B)
    assert (state.turn, state.phase, state.color) == (C, Phase.CHOOSE_COLOR, None)
    state = after(state, (C, ChooseColor(BLUE)))
    assert (state.turn, state.phase, state.color) == (C, Phase.AWAIT_PLAY, BLUE)


def test_a_target_left_unchosen_is_nobody() -> None:
    state = after(table("WT W W", "W W", "W W", options=ALL_WILD, top="W"), (A, play("WT")), (A, Resign()))
    assert (sizes(state), state.turn, state.phase) == ((0, 2, 2), B, Phase.AWAIT_PLAY)


def test_when_one_target_remains_it_is_filled_in() -> None:
    state = after(table("WT W W", "W W", "W W", options=ALL_WILD, top="W"), (A, play("WT")), (B, Resign()))
    assert (sizes(state), state.turn) == ((2, 0, 4), C)


def test_a_leaver_with_an_empty_hand_has_not_won() -> None:
    state = after(table("WT", "W W", "W W", options=ALL_WILD, top="W"), (A, play("WT")), (A, Resign()))
    assert (state.phase, state.turn, state.out_order) == (Phase.AWAIT_PLAY, B, ())


def test_a_pending_draw_lapses_with_its_victim() -> None:
    state = after(table("W+4 R2 R3", "B1 B2", "Y1 Y2"), (A, play("W+4", BLUE)), (B, Resign()))
    assert (sizes(state), state.turn, state.phase, state.pending) == ((2, 0, 2), C, Phase.AWAIT_PLAY, None)
    assert state.color is BLUE


def test_when_the_bluffer_leaves_the_victim_draws_without_recourse() -> None:
    state = after(table("W+4 R2 R3", "B1 B2", "Y1 Y2"), (A, play("W+4", BLUE)), (A, Resign()))
    assert (sizes(state), state.turn) == ((0, 6, 2), C)
    with_stacks = after(table("R+2 R2", "B1 B2", "Y1 Y2", options=STACKING), (A, play("R+2")), (A, Resign()))
    assert (with_stacks.phase, turn_moves(with_stacks, B)) == (Phase.RESPOND, {Accept()})


def test_an_onlooker_leaving_changes_nothing_for_the_two_concerned() -> None:
    state = after(table("W+4 R2 R3", "B1 B2", "Y1 Y2"), (A, play("W+4", BLUE)), (C, Resign()))
    assert turn_moves(state, B) == {Accept(), Challenge()}


def test_from_three_to_two_a_reverse_becomes_a_skip() -> None:
    state = after(table("RR R2 R3", "B1 B2", "Y1 Y2"), (C, Resign()), (A, play("RR")))
    assert state.turn == A


def test_passes_start_again() -> None:
    state = table("G7 B1", "G1 B2", "Y1 Y2", top="R5", draw="", loose=True, passes=2)
    state = gone(state, C)
    assert (state.passes, state.turn) == (0, A)
    assert Draw() in turn_moves(state, A)


def test_the_last_one_seated_wins_the_match_whatever_the_score() -> None:
    state = gone(table("R1 R2", "B1 B2", scores=(480, 0)), A)
    assert (state.phase, state.ranks, state.scores) == (Phase.MATCH_OVER, (2, 1), (480, 0))


def test_the_earliest_leaver_is_last() -> None:
    state = after(table("R1", "B1", "Y1", "G1"), (D, Resign()), (C, Resign()), (B, Resign()))
    assert state.ranks == (1, 2, 3, 4)
    assert refused(state, A, Resign()) == "match_over"


def test_between_rounds_a_leaver_is_not_dealt_in_and_the_dealer_moves_past_the_gap() -> None:
    state = table("R1 R2", "B1 B2", "Y1 Y2", "G1 G2", phase=Phase.ROUND_OVER, dealer=A)
    state = after(state, (A, Resign()), (B, Resign()), (D, NextRound()))
    assert (state.dealer, state.round) == (C, 2)
    assert sizes(state)[:2] == (0, 0)
    assert min(sizes(state)[2:]) >= 7
    two = after(table("R1", "B1", phase=Phase.ROUND_OVER), (A, Resign()))
    assert (two.phase, two.ranks) == (Phase.MATCH_OVER, (2, 1))


def test_a_leavers_cards_are_not_scored() -> None:
    state = after(table("R7", "B1 B2", "W W W+4"), (C, Resign()), (A, play("R7")))
    assert state.scores == (3, 0, 0)


def test_whoever_was_out_keeps_the_place_of_a_single_round() -> None:
    single = replace(STACKING, target_score=None)
    state = table("W", "R1", "Y1 Y2", "B1 B2", options=single)
    state = after(state, (A, play("W")), (A, Resign()))
    assert (state.status[A], state.color, state.turn) == (Status.LEFT, RED, B)
    state = after(state, (B, play("R1")), (D, Resign()))
    assert (state.phase, state.ranks) == (Phase.MATCH_OVER, (1, 2, 3, 4))


def test_when_one_with_cards_remains_it_draws_what_it_owes_and_the_round_is_over() -> None:
    state = table("R+2", "R1 R2", "Y1 Y2", options=STACKING, draw="G9 G8 G7")
    state = after(state, (A, play("R+2")), (C, Resign()))
    assert (state.phase, sizes(state)) == (Phase.ROUND_OVER, (0, 4, 0))
    assert state.scores == (1 + 2 + 9 + 8, 0, 0)
    spared = after(table("R+2", "R1 R2", "Y1 Y2", options=STACKING), (A, play("R+2")), (B, Resign()))
    assert (spared.phase, sizes(spared), spared.scores) == (Phase.ROUND_OVER, (0, 0, 2), (3, 0, 0))


def test_what_was_locked_is_paid_although_the_match_ends() -> None:
    state = after(table("R7", "R1 R2", "Y1 Y2", options=STACKING), (A, play("R7")), (B, Resign()))
    assert (state.phase, state.scores) == (Phase.ROUND_OVER, (6, 0, 0))
    assert CLASSIC.target_score == 500


def test_a_wild_draw_four_left_unnamed_by_the_last_but_one_is_drawn_before_the_round_is_over() -> None:
    state = table("R7", "W+4 R1 R2", "Y1 Y2", options=replace(STACKING, wild4_legality="none"), draw="G9 G8 G7 G6 G5")
    state = after(state, (A, play("R7")), (B, play("W+4")), (B, Resign()))
    assert (state.phase, sizes(state), state.scores) == (Phase.ROUND_OVER, (0, 0, 6), (1 + 2 + 1 + 2 + 50, 0, 0))


def test_who_was_out_and_left_is_paid_what_was_locked_when_the_match_ends() -> None:
    state = after(table("R7", "R1 R2", "Y1 Y2", options=STACKING), (A, play("R7")), (A, Resign()), (B, Resign()))
    assert (state.phase, state.scores, state.ranks) == (Phase.MATCH_OVER, (6, 0, 0), (3, 2, 1))
