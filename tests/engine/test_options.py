"""Options as data: their defaults, their help, and which of them cannot go together."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine.options import OPTIONS, Options, problems
from engine.rules.presets import PRESETS
from tests.engine.playing import ALL_WILD, CLASSIC, MATTEL, OFFICIAL, STACKING, option_names


def test_every_option_is_described_and_its_first_choice_is_the_default() -> None:
    assert {option.name for option in OPTIONS} == option_names() - {"rules"}
    for option in OPTIONS:
        assert option.choices[0] == getattr(Options(), option.name)
        assert len(set(option.choices)) == len(option.choices)
        assert option.help.endswith((".", "?"))
        assert len(option.help) <= 80


def test_every_rule_set_has_a_name_and_can_be_played() -> None:
    assert list(PRESETS) == ["classic", "all_wild", "official", "stacking", "mattel"]
    for name, options in PRESETS.items():
        assert options.rules == name
        assert [problems(options, seats) for seats in range(2, 11)] == [()] * 9


@pytest.mark.parametrize("seats", [-1, 0, 1, 11])
def test_a_table_has_two_to_ten_seats(seats: int) -> None:
    assert problems(CLASSIC, seats) == ("UNO is for 2 to 10 players.",)


@pytest.mark.parametrize(
    ("options", "change"),
    [
        (OFFICIAL, {"challenge": True}),
        (CLASSIC, {"wild4_legality": "enforced"}),
        (CLASSIC, {"first_draw2": "pending"}),
        (CLASSIC, {"hand_size": 0}),
        (CLASSIC, {"hand_size": 11}),
        (CLASSIC, {"uno_penalty": 0}),
        (CLASSIC, {"target_score": 0}),
        (CLASSIC, {"target_score": 10_001}),
        (CLASSIC, {"false_catch_penalty": -1}),
        (CLASSIC, {"uno_enforcement": "automatic", "false_catch_penalty": 1}),
        (CLASSIC, {"score_mode": "lowest_wins", "target_score": None}),
        (STACKING, {"score_mode": "lowest_wins"}),
        (STACKING, {"teams_2v2": True}),
        (ALL_WILD, {"stacking": "same_kind"}),
        (ALL_WILD, {"seven_zero": True}),
        (ALL_WILD, {"jump_in": True}),
        (ALL_WILD, {"first_card": "apply"}),
        (MATTEL, {"deck": "allwild112"}),
    ],
)
def test_what_cannot_go_together_is_said_in_a_sentence(options: Options, change: dict[str, Any]) -> None:
    sentences = problems(replace(options, **change), 4)
    assert sentences
    assert all(sentence[0].isupper() and sentence.endswith(".") for sentence in sentences)


@pytest.mark.parametrize(
    "change",
    [{"deck": "x"}, {"challenge": 1}, {"challenge": "yes"}, {"uno_penalty": True}, {"target_score": "500"}, {"stacking": None}],
)
def test_values_of_the_wrong_kind_are_named(change: dict[str, Any]) -> None:
    (name,) = change
    assert problems(replace(CLASSIC, **change), 4) == (f"The option {name} cannot be {change[name]!r}.",)


def test_teams_are_for_four() -> None:
    assert problems(replace(CLASSIC, teams_2v2=True), 4) == ()
    assert problems(replace(CLASSIC, teams_2v2=True), 3) == ("Teams need exactly four players.",)
