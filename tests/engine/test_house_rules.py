"""House rules, each on its own (RULES §10.8, §12, §17.10, §17.11)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.bench import EVERY_RULE
from engine.game import legal, timeout_move
from engine.moves import Accept, Catch, ChooseColor, ChooseTarget, Draw, Keep, NextRound, Pass, Resign, SayUno
from engine.options import OPTIONS, Options, problems
from engine.view import Phase, Status, Uno
from tests.engine.playing import (
    CLASSIC,
    GREEN,
    OFFICIAL,
    RED,
    STACKING,
    A,
    B,
    C,
    D,
    after,
    cards,
    play,
    refused,
    sizes,
    table,
    turn_moves,
    walk,
)

TO_MATCH = replace(CLASSIC, draw_to_match=True)
FORCE = replace(CLASSIC, force_play=True)
SEVEN_ZERO = replace(CLASSIC, seven_zero=True)
JUMP = replace(CLASSIC, jump_in=True)
TEAMS = replace(CLASSIC, teams_2v2=True)
LOWEST = replace(CLASSIC, score_mode="lowest_wins", target_score=100)
CHALLENGE = replace(CLASSIC, score_mode="challenge_uno", target_score=100)
HOUSES = [TO_MATCH, FORCE, SEVEN_ZERO, JUMP, TEAMS, LOWEST, CHALLENGE, replace(STACKING, seven_zero=True, jump_in=True)]


@pytest.mark.parametrize("options", HOUSES)
def test_random_rounds_end(options: Options) -> None:
    rounds = [made.after.round for made in walk(options, 4, 3, leaving=0.001, cap=8000) if not made.after.is_playing]
    assert rounds


def test_draw_to_match_draws_on_until_a_card_fits() -> None:
    state = after(table("G7 G1", "B1 B2", options=TO_MATCH, draw="Y3 B4 R6 G9"), (A, Draw()))
    assert (state.phase, turn_moves(state, A)) == (Phase.DRAWN_CARD, {Draw(), Keep()})
    assert timeout_move(state) == Keep()
    assert after(state, (A, Keep())).turn == B
    assert refused(state, A, play("Y3")) == "not_playable"
    assert refused(state, A, play("G7")) == "must_draw_drawn_only"
    state = after(state, (A, Draw()), (A, Draw()))
    assert turn_moves(state, A) == {play("R6"), Keep()}
    assert refused(state, A, Draw()) == "wrong_phase"


def test_draw_to_match_ends_with_the_cards() -> None:
    state = table("G7 G1", "B1 B2", options=TO_MATCH, top="R5", draw="Y3 Y4", loose=True)
    state = after(state, (A, Draw()), (A, Draw()))
    assert (state.turn, state.phase) == (B, Phase.AWAIT_PLAY)
    assert turn_moves(after(state, (B, Pass())), A) == {Pass()}


def test_where_a_match_must_be_played_drawing_to_match_obliges_only_to_that_one() -> None:
    options = replace(STACKING, draw_to_match=True)
    state = after(table("G7 G1", "B1 B2", options=options, draw="Y3 R4 G9"), (A, Draw()))
    assert turn_moves(state, A) == {Draw(), Keep()}
    assert turn_moves(after(state, (A, Draw())), A) == {play("R4")}


def test_force_play_plays_the_drawn_card_and_asks_for_a_wilds_color() -> None:
    state = after(table("G7 G1", "B1 B2", options=FORCE, draw="R3 G9"), (A, Draw()))
    assert (state.top, sizes(state), state.turn) == (play("R3").card, (2, 2), B)
    state = after(table("G7 G1", "B1 B2", options=FORCE, draw="W G9"), (A, Draw()))
    assert (state.phase, state.turn) == (Phase.CHOOSE_COLOR, A)
    assert after(table("G7 G1", "B1 B2", options=FORCE, draw="Y3 G9"), (A, Draw())).turn == B


def test_force_play_never_forces_a_bluff() -> None:
    state = after(table("R7 G1", "B1 B2", options=FORCE, draw="W+4 G9"), (A, Draw()))
    assert turn_moves(state, A) == {play("W+4"), Keep()}
    state = after(table("G7 G1", "B1 B2", options=FORCE, draw="W+4 G9"), (A, Draw()))
    assert state.phase is Phase.CHOOSE_COLOR


def test_a_seven_swaps_with_a_seat_of_choice() -> None:
    state = after(table("R7 G1", "B1 B2 B3", "Y1 Y2", options=SEVEN_ZERO), (A, play("R7")))
    assert turn_moves(state, A) == {ChooseTarget(B), ChooseTarget(C)}
    state = after(state, (A, ChooseTarget(B)))
    assert (sizes(state), state.turn, state.uno) == ((3, 1, 2), B, (Uno.NONE, Uno.OPEN, Uno.NONE))
    two = after(table("R7 G1", "B1 B2 B3", options=SEVEN_ZERO), (A, play("R7")))
    assert two.hands == (cards("B1 B2 B3"), cards("G1"))


def test_a_zero_passes_every_hand_on_in_the_direction_of_play() -> None:
    hands = ("R0 G1", "B1 B2 B3", "Y1")
    state = after(table(*hands, options=SEVEN_ZERO, uno=(Uno.NONE, Uno.NONE, Uno.SAFE)), (A, play("R0")))
    assert state.hands == (cards("Y1"), cards("G1"), cards("B1 B2 B3"))
    assert state.uno == (Uno.OPEN, Uno.OPEN, Uno.NONE)
    back = after(table(*hands, options=SEVEN_ZERO, direction=-1), (A, play("R0")))
    assert back.hands == (cards("B1 B2 B3"), cards("Y1"), cards("G1"))


def test_a_zero_that_brings_one_card_may_be_announced() -> None:
    state = table("R0 G1 G2", "B1 B2 B3", "Y1", options=SEVEN_ZERO)
    assert SayUno() in legal(state, A)
    assert after(state, (A, play("R0", uno=True))).uno[A] is Uno.SAFE
    assert refused(state._replace(direction=-1), A, play("R0", uno=True)) == "no_uno_due"


@pytest.mark.parametrize("card", ["R7", "R0"])
def test_a_last_seven_or_zero_wins_and_moves_nothing(card: str) -> None:
    state = after(table(card, "B1 B2", "Y1", options=SEVEN_ZERO), (A, play(card)))
    assert (state.phase, state.hands) == (Phase.ROUND_OVER, ((), cards("B1 B2"), cards("Y1")))


def test_whoever_holds_the_very_card_may_jump_in_and_play_goes_on_from_there() -> None:
    state = after(table("R7 G1 G2", "B1 B2 B3", "R7 Y1 Y2", "G3 G4", options=JUMP), (A, play("R7")))
    assert turn_moves(state, C) == {play("R7")}
    assert refused(state, D, play("G3")) == "not_your_turn"
    state = after(state, (C, play("R7")))
    assert (state.turn, sizes(state)) == (D, (2, 3, 2, 2))


def test_only_a_jump_that_leaves_one_card_is_announced() -> None:
    state = after(table("R7 G1 G2", "B1 B2 B3", "R7 Y1 Y2", options=JUMP), (A, play("R7")))
    assert SayUno() not in legal(state, C)
    assert refused(state, C, SayUno()) == "no_uno_due"
    assert SayUno() in legal(after(table("R7 G1 G2", "B1 B2 B3", "R7 Y1", options=JUMP), (A, play("R7"))), C)


def test_one_may_jump_in_on_ones_own_card_and_on_the_opening_card() -> None:
    state = after(table("R7 R7 G2", "B1 B2 B3", "Y1 Y2", options=JUMP), (A, play("R7")), (A, play("R7")))
    assert (state.turn, sizes(state)) == (B, (1, 3, 2))
    opening = table("B1 B2", "R5 G1", "Y1 Y2", options=JUMP, turn=C)
    assert after(opening, (B, play("R5"))).turn == C


def test_nobody_jumps_in_on_a_wild_on_a_penalty_or_where_it_is_not_played() -> None:
    state = after(table("W G1 G2", "B1 B2", "W Y1", options=JUMP), (A, play("W", GREEN)))
    assert refused(state, C, play("W")) == "not_your_turn"
    stacks = replace(STACKING, jump_in=True)
    state = after(table("R+2 G1 G2", "B1 B2", "R+2 Y1", options=stacks), (A, play("R+2")))
    assert refused(state, C, play("R+2")) == "not_your_turn"
    assert refused(after(table("R7 G1 G2", "B1 B2", "R7 Y1"), (A, play("R7"))), C, play("R7")) == "not_your_turn"


def test_a_jump_closes_windows_may_win_and_may_be_announced() -> None:
    state = after(table("R7 G1", "B1 B2", "R7 Y1", options=JUMP), (A, play("R7")))
    assert Catch(A) in legal(state, C)
    state = after(state, (C, SayUno()), (C, play("R7")))
    assert state.uno == (Uno.NONE, Uno.NONE, Uno.SAFE)
    last = after(table("R7 G1 G2", "B1 B2", "R7", options=JUMP), (A, play("R7")), (C, play("R7")))
    assert (last.phase, last.gains) == (Phase.ROUND_OVER, (0, 0, 1 + 2 + 1 + 2))


def test_a_jumpers_call_lapses_with_the_turn() -> None:
    state = after(table("R7 G1 G2", "B1 B2", "R7 Y1", options=JUMP, draw="G3 G4"), (A, play("R7")), (C, SayUno()), (B, Draw()))
    assert (state.turn, state.uno[C]) == (C, Uno.NONE)


def test_a_jumped_seven_asks_for_its_target() -> None:
    options = replace(JUMP, seven_zero=True)
    state = after(table("R7 G1 G2", "B1 B2", "R7 Y1", options=options), (A, play("R7", target=B)))
    assert (state.turn, state.hands[B]) == (B, cards("G1 G2"))
    state = after(state, (C, play("R7")))
    assert (state.phase, state.turn) == (Phase.CHOOSE_TARGET, C)


def test_partners_win_the_points_of_both_opponents_and_rank_together() -> None:
    single = replace(TEAMS, target_score=None)
    state = after(table("R7", "B1", "Y9", "G4", options=single), (A, play("R7")))
    assert (state.gains, state.ranks) == ((5, 0, 5, 0), (1, 3, 1, 3))
    state = after(table("R7", "B1", "Y9", "G4", options=TEAMS, scores=(495, 20, 495, 20)), (A, play("R7")))
    assert (state.scores, state.ranks) == ((500, 20, 500, 20), (1, 3, 1, 3))


def test_a_team_that_has_left_has_lost() -> None:
    state = after(table("R7", "B1", "Y9", "G4", options=TEAMS), (B, Resign()))
    assert state.phase is Phase.AWAIT_PLAY
    state = after(state, (D, Resign()))
    assert (state.phase, state.ranks) == (Phase.MATCH_OVER, (1, 4, 1, 3))


def test_points_may_count_against_whoever_holds_them() -> None:
    state = after(table("R7", "B1", "Y9", options=LOWEST, scores=(30, 20, 20)), (A, play("R7")))
    assert (state.phase, state.scores) == (Phase.ROUND_OVER, (30, 21, 29))
    state = after(table("R7", "W W", "Y9", options=LOWEST, scores=(30, 0, 21)), (A, play("R7")))
    assert (state.phase, state.scores, state.ranks) == (Phase.MATCH_OVER, (30, 100, 30), (1, 3, 1))


def test_who_reaches_the_limit_is_eliminated_and_the_last_one_wins() -> None:
    state = after(table("R7", "W W", "Y9", "BS", options=CHALLENGE, scores=(30, 0, 21, 90)), (A, play("R7")))
    assert (state.phase, state.scores) == (Phase.ROUND_OVER, (30, 100, 30, 110))
    assert (state.status[B], state.status[D], state.ranks) == (Status.OUT, Status.OUT, None)
    state = after(state, (B, NextRound()))
    assert (sizes(state)[B], sizes(state)[D], state.in_play) == (0, 0, (A, C))
    assert state.turn in (A, C)
    state = state._replace(hands=(cards("R7"), (), cards("W W"), ()), turn=A, phase=Phase.AWAIT_PLAY, color=RED)
    state = after(state, (A, play("R7")))
    assert (state.phase, state.ranks) == (Phase.MATCH_OVER, (1, 3, 2, 4))


def test_an_eliminated_player_who_leaves_ranks_with_the_leavers() -> None:
    state = after(table("R7", "W W", "Y9", "BS", options=CHALLENGE, scores=(30, 0, 21, 0)), (A, play("R7")), (B, Resign()))
    state = after(state, (A, NextRound()))
    state = after(state, (C, Resign()), (D, Resign()))
    assert (state.phase, state.ranks) == (Phase.MATCH_OVER, (1, 4, 3, 2))


def test_answers_to_a_stack_of_any_draw_cards_keep_their_own_colors() -> None:
    options = replace(OFFICIAL, stacking="any_draw")
    state = after(table("R+2 G1 G2", "W+4 R3 B1", "Y1 Y2", options=options), (A, play("R+2")), (B, play("W+4")))
    state = after(state, (B, ChooseColor(GREEN)), (C, Accept()))
    assert (sizes(state), state.color, state.turn) == ((2, 2, 8), GREEN, A)


def test_a_jumpers_call_lapses_when_a_draw_card_must_be_answered() -> None:
    options = replace(STACKING, jump_in=True)
    state = after(table("R7 G1 G2", "R+2 B1 B2", "R7 Y1", "G3 G4", options=options), (A, play("R7")), (C, SayUno()))
    assert state.uno[C] is Uno.ANNOUNCED
    state = after(state, (B, play("R+2")))
    assert (state.phase, state.uno[C]) == (Phase.RESPOND, Uno.NONE)


def test_the_other_of_a_swap_keeps_no_call_of_its_own() -> None:
    options = replace(JUMP, seven_zero=True)
    state = after(table("R7 G1", "R5 B1", "Y1 Y2", options=options), (B, SayUno()))
    state = after(state, (A, play("R7", target=B)))
    assert (sizes(state), state.uno[B]) == ((2, 1, 2), Uno.OPEN)


def test_the_bench_plays_every_house_rule_that_goes_with_the_others() -> None:
    assert not [problem for seats in (2, 4, 10) for problem in problems(EVERY_RULE, seats)]
    for option in OPTIONS:
        if option.house and option.name != "no_bluffing":  # it takes bluffs and challenges away
            change: dict[str, Any] = {option.name: option.choices[-1]}
            assert replace(EVERY_RULE, **change) == EVERY_RULE or problems(replace(EVERY_RULE, **change), 4), option.name
