"""Stacking draw cards, and playing on until one is left (RULES §9.4, §10.2, §10.3)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.game import legal
from engine.moves import Accept, Catch, Challenge, ChooseColor, Draw
from engine.state import State
from engine.view import Phase, Status
from tests.engine.playing import (
    BLUE,
    GREEN,
    MATTEL,
    STACKING,
    YELLOW,
    A,
    B,
    C,
    D,
    after,
    play,
    refused,
    sizes,
    table,
    turn_moves,
)

ONE_HAND = replace(STACKING, target_score=None)
BOTH = replace(MATTEL, stacking="same_kind")


def pending(state: State) -> int:
    assert state.pending is not None
    return state.pending.amount


def test_a_draw_two_is_passed_on_by_one_of_any_color() -> None:
    state = after(table("R+2 G1 G2", "B+2 B1 B2", "Y1 Y2 Y3", options=STACKING), (A, play("R+2")), (B, play("B+2")))
    assert (state.turn, state.phase, pending(state), state.color) == (C, Phase.RESPOND, 4, BLUE)
    assert turn_moves(state, C) == {Accept()}
    state = after(state, (C, Accept()))
    assert (sizes(state), state.turn) == ((2, 2, 7), A)


def test_kinds_do_not_mix() -> None:
    state = after(table("R+2 G1 G2", "W+4 B1 B2", options=STACKING), (A, play("R+2")))
    assert refused(state, B, play("W+4")) == "not_stackable"
    state = after(table("W+4 G1 G2", "R+2 B1 B2", options=STACKING), (A, play("W+4", BLUE)))
    assert refused(state, B, play("R+2")) == "not_stackable"


def test_any_draw_mixes_them_and_waives_the_color() -> None:
    options = replace(STACKING, stacking="any_draw")
    state = after(table("R+2 G1 G2", "W+4 R1 B2", "Y+2 Y1 Y2", options=options), (A, play("R+2")), (B, play("W+4", GREEN)))
    assert pending(state) == 6
    assert (pending(after(state, (C, play("Y+2")))), after(state, (C, play("Y+2"))).color) == (8, YELLOW)


def test_a_stacked_wild_draw_four_needs_no_lawful_hand_and_asks_for_its_color() -> None:
    state = after(table("W+4 G1 G2", "W+4 B1 B2", "Y1 Y2 Y3", options=STACKING), (A, play("W+4", BLUE)), (B, play("W+4")))
    assert (state.turn, state.phase, pending(state)) == (B, Phase.CHOOSE_COLOR, 4)
    state = after(state, (B, ChooseColor(GREEN)))
    assert (state.turn, pending(state), state.color) == (C, 8, GREEN)


def test_where_the_color_applies_to_stacking_too_it_is_enforced() -> None:
    options = replace(STACKING, wild4_legality_when_stacking="applies")
    state = after(table("W+4 G1 G2", "W+4 B1 B2", "Y1 Y2 Y3", options=options), (A, play("W+4", BLUE)))
    assert refused(state, B, play("W+4")) == "not_stackable"


def test_with_two_players_a_stack_comes_back() -> None:
    state = after(table("R+2 G1 G2", "B+2 B1 B2", options=STACKING), (A, play("R+2")), (B, play("B+2")))
    assert state.turn == A
    state = after(state, (A, Accept()))
    assert (sizes(state), state.turn) == ((6, 2), B)


def test_a_challenge_to_a_stack_concerns_its_last_card() -> None:
    hands = ("W+4 R1 G2", "W+4 B1 B2", "Y1 Y2 Y3")
    state = after(table(*hands, options=BOTH), (A, play("W+4", BLUE)), (B, play("W+4", GREEN)))
    assert turn_moves(state, C) == {Accept(), Challenge()}
    assert sizes(after(state, (C, Challenge()))) == (2, 2, 13)
    applies = replace(BOTH, wild4_legality_when_stacking="applies")
    state = after(table(*hands, options=applies), (A, play("W+4", BLUE)), (B, play("W+4", GREEN)), (C, Challenge()))
    assert (sizes(state), state.turn) == ((2, 10, 3), C)


def test_the_first_card_of_a_stack_may_be_a_bluff() -> None:
    state = after(table("W+4 R1 G2", "W+4 B1 B2", "Y1 Y2 Y3", options=BOTH), (A, play("W+4", BLUE)), (B, Challenge()))
    assert (sizes(state), state.turn) == ((6, 3, 3), B)


def test_who_is_out_leaves_the_round_and_the_others_play_on() -> None:
    state = after(table("R7", "R1 R2", "Y1 Y2", options=STACKING), (A, play("R7")))
    assert (state.status, state.out_order, state.turn) == ((Status.OUT, Status.IN, Status.IN), (A,), B)
    assert legal(state, A) != ()
    assert refused(state, A, Accept()) == "not_your_turn"
    assert after(state, (B, play("R1"))).turn == C


@pytest.mark.parametrize(("card", "turn"), [("RR", C), ("RS", C)])
def test_a_last_skip_or_reverse_acts_as_among_three(card: str, turn: int) -> None:
    state = after(table(card, "R1 R2", "Y1 Y2", options=STACKING), (A, play(card)))
    assert state.turn == turn
    assert state.direction == (-1 if card == "RR" else 1)


def test_a_last_wild_is_named_by_the_player_who_is_out() -> None:
    state = after(table("W", "R1 R2", "Y1 Y2", options=STACKING), (A, play("W")))
    assert (state.phase, state.turn, state.status[A]) == (Phase.CHOOSE_COLOR, A, Status.OUT)
    state = after(state, (A, ChooseColor(BLUE)))
    assert (state.turn, state.color) == (B, BLUE)


def test_points_are_locked_once_the_last_card_has_landed() -> None:
    state = after(table("R+2", "R1 R2", "Y1 Y2", options=STACKING, draw="G9 G8 G7 G6"), (A, play("R+2")))
    assert state.locked is None
    state = after(state, (B, Accept()))
    assert state.locked == 1 + 2 + 9 + 8 + 1 + 2
    assert after(state, (C, Draw())).locked == 23


def test_points_may_be_counted_at_the_end_instead() -> None:
    options = replace(STACKING, first_out_scoring="at_round_end")
    state = after(table("R7", "R1", "R2 R3", options=options), (A, play("R7")), (B, play("R1")))
    assert (state.phase, state.gains) == (Phase.ROUND_OVER, (5, 0, 0))


def test_a_second_player_out_on_a_stack_ends_the_round_and_the_last_one_draws_all() -> None:
    state = table("B1 B2", "R+2", "Y+2", turn=B, options=ONE_HAND, draw="G9 G8 G7 G6 G5")
    state = after(state, (B, play("R+2")), (C, play("Y+2")))
    assert (sizes(state), state.phase) == ((6, 0, 0), Phase.MATCH_OVER)
    assert state.gains == (0, 1 + 2 + 9 + 8 + 7 + 6, 0)
    assert state.ranks == (3, 1, 2)


def test_with_two_players_the_first_out_ends_the_round_and_a_stack_is_drawn() -> None:
    state = after(table("R+2 G1 G2", "B+2", options=STACKING, draw="G9 G8 G7 G6 G5"), (A, play("R+2")), (B, play("B+2")))
    assert (sizes(state), state.phase, state.scores) == ((6, 0), Phase.ROUND_OVER, (0, 1 + 2 + 9 + 8 + 7 + 6))


def test_four_play_on_to_the_last_and_rank_by_going_out() -> None:
    state = table("R1", "R2", "R3", "R4 R6", options=ONE_HAND)
    state = after(state, (A, play("R1")), (B, play("R2")), (C, play("R3")))
    assert (state.phase, state.ranks, state.out_order) == (Phase.MATCH_OVER, (1, 2, 3, 4), (A, B, C))
    assert state.gains == (2 + 3 + 4 + 6, 0, 0, 0)
    assert D == 3


def test_points_are_locked_too_when_a_challenge_ends_what_is_pending() -> None:
    options = replace(BOTH, play_on_until_one_left=True, wild4_legality_when_stacking="applies")
    state = table("W+4", "W+4 B1 B2", "Y1 Y2", options=options, draw="G1 " * 2 + "G2 G2 G3 G3 G4 G4 G5")
    state = after(state, (A, play("W+4")), (A, ChooseColor(BLUE)), (B, play("W+4", GREEN)))
    assert (state.locked, pending(state)) == (None, 8)
    state = after(state, (C, Challenge()))
    assert (state.turn, state.locked) == (C, 1 + 2 + 2 * (1 + 2 + 3 + 4) + 1 + 2)


def test_whoever_is_out_cannot_catch_in_vain() -> None:
    options = replace(STACKING, false_catch_penalty=2)
    state = after(table("R7", "R1 R2", "Y1 Y2", options=options), (A, play("R7")))
    assert refused(state, A, Catch(B)) == "not_catchable"
    assert sizes(after(state, (C, Catch(B)))) == (0, 2, 4)
