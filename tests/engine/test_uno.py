"""Calling UNO, catching, and when the window closes (RULES §8, §17.1–4)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.game import legal
from engine.moves import Accept, Catch, Challenge, ChooseColor, Draw, Keep, Resign, SayUno
from engine.state import State
from engine.view import Phase, Uno
from tests.engine.playing import (
    ALL_WILD,
    BLUE,
    CLASSIC,
    OFFICIAL,
    STACKING,
    A,
    B,
    C,
    D,
    after,
    play,
    refused,
    sizes,
    table,
)

NONE, ANNOUNCED, SAFE, OPEN = Uno


def down_to_one() -> State:
    """A has played its second-to-last card without a word."""
    return after(table("R7 G1", "R1 R2 Y9", "Y1 Y2 B9"), (A, play("R7")))


def test_a_forgotten_call_leaves_the_player_open_and_a_catch_costs_four() -> None:
    state = down_to_one()
    assert state.uno == (OPEN, NONE, NONE)
    state = after(state, (C, Catch(A)))
    assert (sizes(state), state.uno[A], state.turn) == ((5, 3, 3), NONE, B)


def test_the_penalty_is_the_tables() -> None:
    state = table("R7 G1", "R1 R2", options=OFFICIAL)
    assert sizes(after(state, (A, play("R7")), (B, Catch(A)))) == (3, 2)


def test_a_call_with_the_play_before_it_or_after_it_is_in_time() -> None:
    start = table("R7 G1", "R1 R2", "Y1 Y2")
    assert after(start, (A, play("R7", uno=True))).uno[A] is SAFE
    assert after(start, (A, SayUno())).uno[A] is ANNOUNCED
    assert after(start, (A, SayUno()), (A, play("R7"))).uno[A] is SAFE
    assert after(start, (A, play("R7")), (A, SayUno())).uno[A] is SAFE


def test_whoever_is_safe_cannot_be_caught_and_has_nothing_to_call() -> None:
    state = after(table("R7 G1", "R1 R2", "Y1 Y2"), (A, play("R7", uno=True)))
    assert refused(state, B, Catch(A)) == "not_catchable"
    assert refused(state, A, SayUno()) == "no_uno_due"


def test_one_lapse_costs_once() -> None:
    state = after(down_to_one(), (B, Catch(A)))
    assert refused(state, C, Catch(A)) == "not_catchable"


def test_where_a_false_catch_costs_one_may_point_at_anybody_who_has_not_left() -> None:
    state = table("R7 G1", "R1 R2", "Y1 Y2", "B8 B9", options=replace(CLASSIC, false_catch_penalty=1))
    state = after(state, (D, Resign()))
    assert [move.seat for move in legal(state, B) if isinstance(move, Catch)] == [A, C]
    assert refused(state, B, Catch(D)) == "not_catchable"
    assert sizes(after(state, (B, Catch(C)))) == (2, 3, 2, 0)


@pytest.mark.parametrize("seat", [A, 3, -1])
def test_nobody_catches_itself_or_a_seat_that_is_not_there(seat: int) -> None:
    assert refused(down_to_one(), A, Catch(seat)) == "not_catchable"


def test_the_next_turn_action_closes_the_window() -> None:
    for move in (play("R1"), Draw()):
        state = after(down_to_one(), (B, move))
        assert state.uno[A] is NONE
        assert refused(state, C, Catch(A)) == "not_catchable"
        assert refused(state, A, SayUno()) == "no_uno_due"


def test_a_skipped_player_closes_nothing_and_may_catch() -> None:
    state = after(table("RS G1", "R1 R2", "Y1 Y2"), (A, play("RS")))
    assert state.turn == C
    assert sizes(after(state, (B, Catch(A)))) == (5, 2, 2)
    assert after(table("R+2 G1", "R1 R2", "Y1 Y2"), (A, play("R+2"))).uno[A] is OPEN


@pytest.mark.parametrize("answer", [Accept(), Challenge()])
def test_an_answer_to_a_wild_draw_four_closes_nothing(answer: Accept | Challenge) -> None:
    state = after(table("W+4 G1", "R1 R2", "Y1 Y2"), (A, play("W+4")))
    assert state.uno[A] is OPEN
    state = after(state, (A, ChooseColor(BLUE)), (B, answer))
    assert state.uno[A] is OPEN
    assert Catch(A) in legal(state, B)


def test_keeping_closes_nothing_of_its_own_but_the_draw_before_did() -> None:
    state = after(table("R7 G1", "B1 Y2", draw="R3 R4 R5"), (A, play("R7")), (B, Draw()))
    assert state.uno[A] is NONE
    assert after(state, (B, Keep())).turn == A


def test_ones_own_next_move_closes_ones_own_window() -> None:
    state = after(table("RS R1", "B1 B2"), (A, play("RS")))
    assert state.turn == A
    assert Catch(A) in legal(state, B)
    assert after(state, (A, play("R1"))).phase is Phase.ROUND_OVER


def test_a_call_not_followed_by_the_play_lapses() -> None:
    state = after(table("R7 G1", "B1 B2", draw="G3 G4"), (A, SayUno()), (A, Draw()))
    assert state.uno[A] is NONE
    assert state.turn == B


def test_a_call_needs_two_cards_and_the_turn() -> None:
    assert refused(table("R7 G1 G2", "R1 R2"), A, SayUno()) == "no_uno_due"
    assert refused(table("R7 G1", "R1 R2"), B, SayUno()) == "no_uno_due"
    state = table("R7 G1 G2", "R1 R2")
    assert refused(state, A, play("R7", uno=True)) == "no_uno_due"
    assert refused(after(table("W G1", "R1 R2"), (A, play("W", uno=True))), A, SayUno()) == "no_uno_due"


def test_gaining_cards_ends_a_call_for_good() -> None:
    state = after(table("R1 R2", "Y7 Y8 Y9", draw="G4 R3 G5"), (A, play("R1", uno=True)), (B, Draw()), (A, Draw()))
    assert state.uno[A] is NONE
    assert after(state, (A, play("R3"))).uno[A] is OPEN


def test_a_player_is_catchable_while_choosing_a_color() -> None:
    state = after(table("W G1", "R1 R2"), (A, play("W")), (B, Catch(A)))
    assert (sizes(state), state.phase, state.turn) == ((5, 2), Phase.CHOOSE_COLOR, A)


def test_a_penalty_with_nothing_left_to_draw_clears_the_mark() -> None:
    state = after(table("R7 G1", "R1 R2", top="R5", draw="", loose=True), (A, play("R7")))
    state = after(state._replace(discard=state.discard[-1:]), (B, Catch(A)))
    assert (sizes(state), state.uno[A]) == ((1, 2), NONE)


def test_automatic_enforcement_draws_before_the_closing_act_and_refuses_catches() -> None:
    options = replace(CLASSIC, uno_enforcement="automatic")
    state = after(table("R7 G1", "R1 R2 R3", options=options), (A, play("R7")))
    assert refused(state, B, Catch(A)) == "not_catchable"
    state = after(state, (B, play("R1")))
    assert (sizes(state), state.uno) == ((5, 2), (NONE, NONE))
    alone = after(table("RS R1", "B1 B2", options=options), (A, play("RS")), (A, play("R1")))
    assert (sizes(alone), alone.phase) == ((4, 2), Phase.AWAIT_PLAY)


def test_a_false_catch_costs_where_the_table_says_so() -> None:
    options = replace(CLASSIC, false_catch_penalty=2)
    state = after(table("R7 G1 G2", "R1 R2", options=options), (B, Catch(A)))
    assert (sizes(state), state.turn) == ((3, 4), A)
    assert refused(state, B, Catch(B)) == "not_catchable"


def test_a_false_catch_can_be_made_once_in_a_turn() -> None:
    options = replace(CLASSIC, false_catch_penalty=2)
    state = after(table("R7 G1 G2", "R1 R2", "B1 B2", options=options), (B, Catch(A)))
    assert refused(state, B, Catch(C)) == "not_catchable"
    assert not any(isinstance(move, Catch) for move in legal(state, B))
    assert sizes(after(state, (C, Catch(A)))) == (3, 4, 4)
    assert sizes(after(state, (A, play("R7")), (B, Catch(A)))) == (2, 6, 2)


def test_who_caught_falsely_may_still_catch_rightly_in_that_turn() -> None:
    options = replace(CLASSIC, false_catch_penalty=2)
    state = after(table("RS R1", "B1 B2", "Y1 Y2", options=options), (A, play("RS")), (B, Catch(C)))
    assert state.uno[A] is OPEN
    assert sizes(after(state, (B, Catch(A)))) == (5, 4, 2)


def test_stacking_closes_the_window_and_accepting_does_not() -> None:
    state = after(table("R+2 G1", "B+2 B1 B2", "Y1 Y2", options=STACKING), (A, play("R+2")))
    assert after(state, (B, play("B+2"))).uno[A] is NONE
    assert after(state, (B, Accept())).uno[A] is OPEN


def test_after_a_swap_each_of_the_two_is_judged_on_the_new_hand() -> None:
    swap = play("WX", target=B)
    state = after(table("WX W", "WS WS WR", "W W", options=ALL_WILD, top="W"), (A, swap))
    assert (sizes(state), state.uno) == ((3, 1, 2), (NONE, OPEN, NONE))
    state = table("WX W", "WS", "W W", options=ALL_WILD, top="W", uno=(NONE, SAFE, NONE))
    assert after(state, (A, swap)).uno == (OPEN, OPEN, NONE)
    assert after(state, (A, play("WX", target=B, uno=True))).uno == (SAFE, OPEN, NONE)
    assert after(state, (A, SayUno()), (A, swap)).uno == (SAFE, OPEN, NONE)
    assert refused(state, A, play("WX", target=C, uno=True)) == "no_uno_due"


def test_nobody_is_catchable_while_the_target_of_a_swap_is_chosen() -> None:
    state = after(table("WX W", "WS WS WR", "W W", options=ALL_WILD, top="W"), (A, play("WX")))
    assert (state.phase, state.uno[A]) == (Phase.CHOOSE_TARGET, NONE)
    assert refused(state, B, Catch(A)) == "not_catchable"


def test_a_hand_that_a_swap_could_bring_to_one_may_be_announced() -> None:
    state = table("WX W W WR", "WS", "W W", options=ALL_WILD, top="W")
    assert SayUno() in legal(state, A)
    assert SayUno() not in legal(table("WX W W WR", "WS W", "W W", options=ALL_WILD, top="W"), A)
