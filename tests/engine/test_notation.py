"""Words of SCENARIOS.md, both ways: cards, seats, moves, and whole positions."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest

from engine.cards import CARDS, Color
from engine.moves import Catch, ChooseColor, ChooseTarget, Move, NextRound, Play, SayUno
from engine.notation import NotationError, card_of, color_of, move_of, move_text, seat_letter, seat_of
from engine.options import OPTIONS, Value, problems
from engine.rules.presets import PRESETS
from engine.scenario import format_position, parse_position
from tests.engine.playing import some_options, walk


def test_every_card_is_read_back_from_its_own_text() -> None:
    assert len({card.text for card in CARDS}) == len(CARDS)
    assert all(card_of(card.text) is card for card in CARDS)


def test_every_seat_is_read_back_from_its_letter() -> None:
    assert [seat_of(seat_letter(seat)) for seat in range(10)] == list(range(10))


@pytest.mark.parametrize("word", ["", "K", "a", "AB", "É"])
def test_no_other_word_is_a_seat(word: str) -> None:
    with pytest.raises(ValueError, match="a seat is a letter from A to J"):
        seat_of(word)


@pytest.mark.parametrize("word", ["", "r5", "R10", "5R", "W+2 ", "W:red", "S"])
def test_no_other_word_is_a_card(word: str) -> None:
    with pytest.raises(ValueError, match="there is no card"):
        card_of(word)


@pytest.mark.parametrize("word", ["", "wild", "black", "RED", "RED ", "7"])
def test_no_other_word_is_a_color(word: str) -> None:
    with pytest.raises(ValueError, match="a color is red, yellow, green or blue"):
        color_of(word)


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("play R5", Play(card_of("R5"))),
        ("play W+4 green uno", Play(card_of("W+4"), Color.GREEN, None, True)),
        ("play WX target B uno", Play(card_of("WX"), None, 1, True)),
        ("play W blue target J", Play(card_of("W"), Color.BLUE, 9)),
        ("color red", ChooseColor(Color.RED)),
        ("target C", ChooseTarget(2)),
        ("catch A", Catch(0)),
        ("uno", SayUno()),
        ("next-round", NextRound()),
    ],
)
def test_a_move_reads_as_in_the_scenarios(text: str, move: Move) -> None:
    assert move_of(text.split()) == move
    assert move_text(move) == text


def test_riders_may_stand_in_any_order() -> None:
    assert move_of(["play", "WX", "uno", "target", "B", "green"]) == Play(card_of("WX"), Color.GREEN, 1, True)


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", 0),
        ("jump", 0),
        ("play", 1),
        ("play R11", 1),
        ("play W red blue", 3),
        ("play W uno uno", 3),
        ("play WX target", 3),
        ("play WX target Z", 3),
        ("draw 2", 1),
        ("catch", 1),
        ("catch A B", 2),
        ("color pink", 1),
    ],
)
def test_a_wrong_move_names_the_word(text: str, place: int) -> None:
    with pytest.raises(NotationError) as caught:
        move_of(text.split())
    assert caught.value.place == place


VARIANTS = [(option.name, choice) for option in OPTIONS for choice in option.choices[1:]]


@pytest.mark.parametrize(("name", "choice"), VARIANTS, ids=lambda value: str(value))
def test_positions_of_every_option_are_read_back(name: str, choice: Value) -> None:
    change: dict[str, Any] = {name: choice}
    tables = [(replace(preset, **change), seats) for preset in PRESETS.values() for seats in (4, 3)]
    options, seats = next((options, seats) for options, seats in tables if not problems(options, seats))
    if options.score_mode != "winner_takes":
        options = replace(options, target_score=60)
    for step in walk(options, seats, 7, cap=600):
        if not step.after.is_playing or step.after.version % 5 == 0:
            assert parse_position(format_position(step.after)) == step.after


@pytest.mark.parametrize("seed", range(40))
def test_every_reachable_position_is_read_back_from_its_text(seed: int) -> None:
    rng = random.Random(seed)
    options, seats = some_options(rng)
    for step in walk(options, seats, seed, leaving=0.03, cap=250):
        assert move_of(move_text(step.move).split()) == step.move
        if rng.random() < 0.25 or not step.after.is_playing or step.after.pending or step.after.shown:
            text = format_position(step.after)
            assert parse_position(text) == step.after, text
