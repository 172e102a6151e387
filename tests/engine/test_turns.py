"""The ordinary turn: what may be played, drawn, kept and passed, and who is next (RULES §6, §7)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.events import Drew, Played, TurnMoved
from engine.game import decide, timeout_move
from engine.moves import Accept, Challenge, ChooseColor, ChooseTarget, Decline, Draw, Keep, Move, NextRound, Pass, Play
from engine.view import Phase
from tests.engine.playing import (
    BLUE,
    CHANCE,
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
)


@pytest.mark.parametrize(
    ("top", "hand", "playable"),
    [
        ("R5", "R7 Y5 G7 RS BS W W+4", "R7 Y5 RS W W+4"),
        ("YS", "BS Y1 R1 GR", "BS Y1"),
        ("B+2", "R+2 R2 B0", "R+2 B0"),
    ],
)
def test_a_card_matches_by_color_number_or_symbol(top: str, hand: str, playable: str) -> None:
    state = table(hand, "G1", top=top)
    assert turn_moves(state, A) == {*map(Play, cards(playable)), Draw()}


def test_a_named_wild_is_matched_by_its_color_only() -> None:
    state = table("G7 R7 W W+4", "G1", top="R7 W", color=GREEN)
    assert turn_moves(state, A) == {play("G7"), play("W"), play("W+4"), Draw()}


def test_an_ordinary_play_is_two_events() -> None:
    state = table("R7 G1 G2", "B1 B2")
    assert decide(state, A, play("R7"), CHANCE) == (Played(A, play("R7").card, RED), TurnMoved(B, Phase.AWAIT_PLAY))


def test_only_the_seat_on_turn_acts() -> None:
    state = table("R7 G1 G2", "R1 R2", "R3 R4")
    assert refused(state, B, play("R1")) == "not_your_turn"
    assert refused(state, C, Draw()) == "not_your_turn"
    assert refused(state, 3, Draw()) == "not_seated"
    assert refused(state, -1, Draw()) == "not_seated"


@pytest.mark.parametrize("move", [Keep(), Accept(), Challenge(), ChooseColor(RED), ChooseTarget(B), Decline(), NextRound()])
def test_answers_to_no_question_are_refused(move: Move) -> None:
    assert refused(table("R7 G1 G2", "R1 R2"), A, move) == "wrong_phase"


def test_the_drawn_card_alone_may_be_played_or_kept() -> None:
    state = after(table("R7 G1", "B1 B2", draw="R3 G4"), (A, Draw()))
    assert state.phase is Phase.DRAWN_CARD
    assert turn_moves(state, A) == {play("R3"), Keep()}
    assert refused(state, A, play("R7")) == "must_draw_drawn_only"
    assert refused(state, A, Draw()) == "wrong_phase"
    assert after(state, (A, Keep())).turn == B


def test_a_drawn_card_that_fits_nothing_ends_the_turn() -> None:
    state = after(table("R7 G1", "B1 B2", draw="G3 G4"), (A, Draw()))
    assert (state.turn, state.phase, sizes(state)) == (B, Phase.AWAIT_PLAY, (3, 2))


def test_the_last_card_of_the_pile_ends_the_turn_like_any_other_when_it_fits_nothing() -> None:
    state = after(table("R7 G1", "B1 B2", draw="G3"), (A, Draw()))
    assert (state.turn, state.phase) == (B, Phase.AWAIT_PLAY)
    assert state.draw_pile


def test_the_pile_is_refilled_at_once_before_the_drawn_card_is_decided_on() -> None:
    state = after(table("R7 G1", "B1 B2", draw="R3"), (A, Draw()))
    assert state.phase is Phase.DRAWN_CARD
    assert len(state.discard) == 1
    assert len(state.draw_pile) == 108 - 6


def test_the_chosen_color_outlives_a_reshuffle() -> None:
    state = table("G7 R3", "R1 R2", top="R5 B5 W", color=RED, draw="G9", loose=True)
    state = after(state, (A, Draw()))
    assert (state.discard, state.color) == (cards("W"), RED)
    assert refused(after(state, (B, Draw())), A, play("G7")) == "not_playable"


def test_a_penalty_larger_than_what_exists_is_forgiven() -> None:
    state = table("R+2 G1", "B1 B2", top="R4 R5", draw="G9", loose=True)
    state = after(state._replace(discard=cards("R5")), (A, play("R+2")))
    assert sizes(state) == (1, 4)
    state = table("W+4 G1", "B1 B2", top="R4 R5", draw="G9", loose=True, options=OFFICIAL, color=BLUE)
    state = after(state, (A, play("W+4", RED)))
    assert sizes(state) == (1, 5)
    assert (state.turn, state.draw_pile, state.discard) == (A, (), cards("W+4"))


def test_a_penalty_is_drawn_through_a_reshuffle() -> None:
    state = table("W+4 G1", "B1 B2", top="Y4 Y5 Y6 Y7 R5", draw="G9", loose=True, options=OFFICIAL, color=BLUE)
    events = decide(state, A, play("W+4", RED), CHANCE)
    assert [event.count for event in events if isinstance(event, Drew)] == [1, 3]
    assert len(after(state, (A, play("W+4", RED))).draw_pile) == 2


def test_passing_needs_an_empty_pile_and_nothing_to_play() -> None:
    blocked = table("G7 B1", "G1 B2", top="R5", draw="", loose=True)
    assert turn_moves(blocked, A) == {Pass()}
    assert refused(blocked, A, Draw()) == "nothing_to_draw"
    assert turn_moves(table("R7 B1", "G1", top="R5", draw="", loose=True), A) == {play("R7")}
    assert refused(table("R7 B1", "G1", top="R5", draw="", loose=True), A, Pass()) == "must_play"
    assert refused(table("G7 B1", "G1"), A, Pass()) == "can_draw"


def test_a_full_circle_of_passes_blocks_the_round_without_points() -> None:
    blocked = table("G7 B1", "G1 B2", "Y1 Y2", top="R5", draw="", loose=True)
    state = after(blocked, (A, Pass()), (B, Pass()))
    assert state.phase is Phase.AWAIT_PLAY
    state = after(state, (C, Pass()))
    assert (state.phase, state.gains, state.scores) == (Phase.ROUND_OVER, (0, 0, 0), (0, 0, 0))


@pytest.mark.parametrize("card", ["RS", "RR", "R+2"])
def test_with_two_players_the_same_one_goes_on(card: str) -> None:
    state = after(table(f"{card} G1 G2", "B1 B2"), (A, play(card)))
    assert state.turn == A
    assert sizes(state) == (2, 4 if card == "R+2" else 2)


def test_a_reverse_may_be_set_to_do_nothing_with_two_players() -> None:
    state = table("RR G1 G2", "B1 B2", options=replace(CLASSIC, reverse_two_players="none"))
    assert after(state, (A, play("RR"))).turn == B


def test_with_three_players_a_reverse_turns_the_direction() -> None:
    state = after(table("RR G1 G2", "B1 B2", "BR R1 R2"), (A, play("RR")))
    assert (state.turn, state.direction) == (C, -1)
    state = after(state, (C, play("BR")))
    assert (state.turn, state.direction) == (A, 1)


@pytest.mark.parametrize("seats", range(3, 11))
@pytest.mark.parametrize("direction", [1, -1])
def test_skip_and_draw_two_pass_over_exactly_one_seat(seats: int, direction: int) -> None:
    for card in ("RS", "R+2"):
        state = table(f"{card} G1 G2", *(f"B{n} Y{n}" for n in range(1, seats)), direction=direction)
        assert after(state, (A, play(card))).turn == 2 * direction % seats


def test_while_a_color_is_asked_nothing_else_is_heard() -> None:
    state = after(table("W G1 G2", "B1 B2"), (A, play("W")))
    assert (state.phase, state.color, state.turn) == (Phase.CHOOSE_COLOR, RED, A)
    for move in (Pass(), Draw(), play("G1"), Keep(), ChooseTarget(B)):
        assert refused(state, A, move) == "must_choose_color"
    assert refused(state, B, ChooseColor(RED)) == "not_your_turn"
    state = after(state, (A, ChooseColor(BLUE)))
    assert (state.color, state.turn) == (BLUE, B)


@pytest.mark.parametrize("word", ["wild", "black", "", 7, "RED ", "red"])
def test_only_the_four_colors_are_colors(word: object) -> None:
    """CASES 1-27."""
    asked = after(table("W G1 G2", "B1 B2"), (A, play("W")))
    assert refused(asked, A, ChooseColor(word)) == "bad_color"  # type: ignore[arg-type]  # what a client might send
    state = table("W G1 G2", "B1 B2")
    assert refused(state, A, Play(play("W").card, word)) == "bad_color"  # type: ignore[arg-type]  # as above
    assert refused(asked, A, ChooseColor(None)) == "bad_color"  # type: ignore[arg-type]  # as above


def test_a_color_given_to_a_colored_card_is_ignored() -> None:
    assert after(table("R7 G1 G2", "B1 B2"), (A, play("R7", BLUE))).color == RED


def test_where_drawing_needs_a_reason_a_colored_match_forbids_it_and_a_wild_does_not() -> None:
    assert refused(table("R3 G1", "B1", options=STACKING), A, Draw()) == "must_play"
    assert turn_moves(table("W G1", "B1", options=STACKING), A) == {play("W"), Draw()}


def test_where_a_drawn_match_must_be_played_a_wild_may_still_be_kept() -> None:
    state = after(table("G7 G1", "B1", options=STACKING, draw="R3 G4"), (A, Draw()))
    assert turn_moves(state, A) == {play("R3")}
    assert refused(state, A, Keep()) == "must_play"
    state = after(table("G7 G1", "B1", options=STACKING, draw="W G4"), (A, Draw()))
    assert turn_moves(state, A) == {play("W"), Keep()}


def test_the_clock_does_the_least() -> None:
    assert timeout_move(table("R7 G1", "B1")) == Draw()
    assert timeout_move(table("R7 G1", "B1", options=STACKING)) == play("R7")
    assert timeout_move(table("G7 B1", "G1", draw="", loose=True)) == Pass()
    assert timeout_move(after(table("R7 G1", "B1 B2", draw="R3"), (A, Draw()))) == Keep()
    assert timeout_move(after(table("G7 G1", "B1", options=STACKING, draw="R3 G4"), (A, Draw()))) == play("R3")
    asked = after(table("W G1 B2 B3 G7", "B1 B4"), (A, play("W")))
    assert timeout_move(asked) == ChooseColor(GREEN)
    assert timeout_move(after(table("W+4 G1 G2", "B1"), (A, play("W+4", RED)))) == Accept()
    assert timeout_move(table("G1", "B1", phase=Phase.ROUND_OVER)) == NextRound()
    with pytest.raises(ValueError, match="over"):
        timeout_move(table("G1", "B1", phase=Phase.MATCH_OVER))


def test_turns_go_round_every_seat_in_play() -> None:
    state = table(*["B1 B2"] * 2, *["Y1 Y2"] * 2, draw="G1 G2 G3 G4 G6 G7 G8 G9")
    order = []
    for _ in range(5):
        order.append(state.turn)
        state = after(state, (state.turn, Draw()))
    assert order == [A, B, C, D, A]
