"""Wild Draw Four: lawful or bluffed, accepted or challenged (RULES §9)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.events import Challenged
from engine.game import decide
from engine.moves import Accept, Catch, Challenge, ChooseColor, Draw
from engine.observe import observe, observe_event
from engine.state import State
from engine.view import SPECTATOR, Phase, Reveal
from tests.engine.playing import (
    BLUE,
    CHANCE,
    CLASSIC,
    GREEN,
    OFFICIAL,
    A,
    B,
    C,
    after,
    cards,
    play,
    refused,
    sizes,
    table,
    turn_moves,
)

BLUFF, HONEST = "W+4 R7 G1", "W+4 B7 G5"


def struck(hand: str, top: str = "R5") -> State:
    """A played its Wild Draw Four on red and named blue; B must answer; C looks on."""
    return after(table(hand, "Y1 Y2", "B1 B2", top=top), (A, play("W+4", BLUE)))


def verdict(state: State) -> Challenged:
    """How B's challenge is judged."""
    told = decide(state, B, Challenge(), CHANCE)[0]
    assert isinstance(told, Challenged)
    return told


def test_the_victim_answers_knowing_the_color() -> None:
    state = struck(BLUFF)
    assert (state.turn, state.phase, state.color) == (B, Phase.RESPOND, BLUE)
    assert turn_moves(state, B) == {Accept(), Challenge()}
    assert refused(state, B, Draw()) == "wrong_phase"
    assert refused(state, B, play("Y1")) == "not_stackable"
    assert refused(state, C, Challenge()) == "not_your_turn"


def test_accepting_costs_four_and_the_turn() -> None:
    state = after(struck(BLUFF), (B, Accept()))
    assert (sizes(state), state.turn, state.pending) == ((2, 6, 2), C, None)
    assert refused(state, B, Challenge()) == "not_your_turn"


def test_a_bluff_found_out_costs_its_player_four_and_the_challenger_plays() -> None:
    state = after(struck(BLUFF), (B, Challenge()))
    assert (sizes(state), state.turn, state.phase, state.color) == ((6, 2, 2), B, Phase.AWAIT_PLAY, BLUE)
    assert Draw() in turn_moves(state, B)


def test_a_wrong_challenge_costs_six_and_the_turn() -> None:
    state = after(struck(HONEST), (B, Challenge()))
    assert (sizes(state), state.turn) == ((2, 8, 2), C)


@pytest.mark.parametrize(
    ("hand", "top", "guilty"),
    [
        ("W+4 B5 G5", "R5", False),
        ("W+4 W G5", "R5", False),
        ("W+4 W+4 G5", "R5", False),
        ("W+4 RS G5", "R5", True),
        ("W+4 R0 G5", "R5", True),
        ("W+4 R7 W", "B7", False),
    ],
)
def test_only_another_card_of_the_color_makes_it_a_bluff(hand: str, top: str, guilty: bool) -> None:
    assert verdict(struck(hand, top)).guilty == guilty


def test_on_a_wild_the_named_color_counts() -> None:
    state = table("W+4 B3", "Y1 Y2", top="R5 W+4", color=GREEN)
    assert not verdict(after(state, (A, play("W+4", BLUE)))).guilty


def test_the_hand_is_shown_to_the_challenger_alone_until_the_next_move() -> None:
    state = after(struck(BLUFF), (B, Challenge()))
    assert observe(state, B).reveal == Reveal(A, cards("R7 G1"))
    assert observe(state, A).reveal is observe(state, C).reveal is observe(state, SPECTATOR).reveal is None
    told = verdict(struck(BLUFF))
    assert observe_event(told, B) == told
    assert observe_event(told, C) == replace(told, cards=None)
    assert observe(after(state, (B, Draw())), B).reveal is None


def test_the_hand_is_judged_and_shown_as_it_was_at_the_play() -> None:
    state = table("W+4 R7", "Y1 Y2", "B1 B2", draw="R1 R2 R3 R4 Y4 Y5 Y6 Y7 Y8 Y9")
    state = after(state, (A, play("W+4", BLUE)), (C, Catch(A)), (B, Challenge()))
    assert observe(state, B).reveal == Reveal(A, cards("R7"))
    assert sizes(state) == (9, 2, 2)


def test_a_catch_while_the_color_is_chosen_does_not_make_an_honest_card_a_bluff() -> None:
    state = table("W+4 G7", "Y1 Y2", "B1 B2", draw="R1 R2 R3 R4 Y4 Y5 Y6 Y7 Y8 Y9")
    state = after(state, (A, play("W+4")), (C, Catch(A)), (A, ChooseColor(BLUE)))
    assert not verdict(state).guilty


def test_as_a_last_card_it_cannot_be_challenged_and_is_counted() -> None:
    state = after(table("W+4", "Y1 Y2", "B1 B2", draw="R1 R2 R3 R4"), (A, play("W+4")))
    assert state.phase is Phase.ROUND_OVER
    assert sizes(state) == (0, 6, 2)
    assert state.scores == (1 + 2 + 1 + 2 + 10, 0, 0)


def test_where_it_is_enforced_it_is_playable_only_without_the_color_and_drawn_at_once() -> None:
    assert refused(table("W+4 R1", "Y1 Y2", options=OFFICIAL), A, play("W+4")) == "not_playable"
    state = after(table("W+4 B1 G1", "Y1 Y2", "B2 B3", options=OFFICIAL), (A, play("W+4", BLUE)))
    assert (sizes(state), state.turn) == ((2, 6, 2), C)


def test_no_bluffing_enforces_the_color_and_ends_challenges() -> None:
    options = replace(CLASSIC, no_bluffing=True)
    assert refused(table("W+4 R1", "Y1 Y2", options=options), A, play("W+4")) == "not_playable"
    assert after(table("W+4 B1 G1", "Y1 Y2", options=options), (A, play("W+4", BLUE))).turn == A
