"""A golden playthrough for every rule set and every house rule: a whole round in `tests/golden/playthroughs`.

`UPDATE_GOLDEN=1 pytest tests/engine/test_playthroughs.py` rewrites them, and a person reads the difference: each line
of it is something that a seat may now do, sees, or suffers that it did not before. A new rule set or house rule gets a
file the same way; where chance shows nothing of it, give it a `Show` with another word here. To let the dice play a
round anew, delete its file first.
"""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest

from client.rulebook.sets import RULE_SETS
from engine.notation import seat_letter
from engine.options import OPTIONS, Options, Value, problems
from engine.rules.presets import PRESETS
from engine.view import Phase
from tests.engine.playthrough import Show, acts_of, steps, transcript

FOLDER: Final = Path(__file__).parent.parent / "golden" / "playthroughs"
HEAD: Final = """\
# {name}: {about}
# One round at a table of {seats}; tests/engine/playthrough.py tells how it was chosen. Each move is followed by what
# happened, and by the lines of the position (=), of the views and of the legal moves that it changed.

"""


def of_one_round(seats: int, word: int, **changes: Any) -> Show:
    """A classic table with these options, a single round."""
    return Show(replace(Options(), **{"target_score": None, **changes}), seats, word)


HOUSE: Final = {
    (option.name if option.choices == (False, True) else f"{option.name}-{choice}"): (option.name, choice)
    for option in OPTIONS
    if option.house
    for choice in option.choices[1:]
}
"""Every house rule by the name of its file: the option, and the value it takes."""

SHOWN: Final = {
    "classic": Show(PRESETS["classic"], 3, 1352),
    "all_wild": Show(PRESETS["all_wild"], 3, 96),
    "official": Show(PRESETS["official"], 3, 889),
    "stacking": Show(PRESETS["stacking"], 3, 344),
    "mattel": Show(PRESETS["mattel"], 2, 556),
    "stacking-same_kind": of_one_round(2, 102, stacking="same_kind"),
    "stacking-any_draw": of_one_round(2, 634, stacking="any_draw"),
    "wild4_legality_when_stacking-applies": of_one_round(3, 1378, stacking="same_kind", wild4_legality_when_stacking="applies"),
    "draw_to_match": of_one_round(2, 908, draw_to_match=True),
    "force_play": of_one_round(2, 1333, force_play=True),
    "seven_zero": of_one_round(3, 320, seven_zero=True),
    "jump_in": of_one_round(3, 1003, jump_in=True),
    "skip_answers_skip": of_one_round(2, 542, skip_answers_skip=True),
    "no_bluffing": of_one_round(2, 648, no_bluffing=True),
    "teams_2v2": of_one_round(4, 1352, teams_2v2=True),
    "score_mode-lowest_wins": of_one_round(3, 47, score_mode="lowest_wins", target_score=60),
    "score_mode-challenge_uno": of_one_round(3, 748, score_mode="challenge_uno", target_score=60),
}
"""Tables at which much of the rule is seen within few moves."""

SHOWS: Final = (
    {name: Show(options) for name, options in PRESETS.items()}
    | {name: of_one_round(3, 1, **{option: choice}) for name, (option, choice) in HOUSE.items()}
    | SHOWN
)
"""What is played: a usual table for what has none of its own above."""


def file_of(name: str) -> Path:
    """Where a playthrough is kept."""
    return FOLDER / f"{name}.txt"


def kept(name: str) -> str:
    """The playthrough as it is kept; nothing if there is none yet."""
    return file_of(name).read_text(encoding="utf-8") if file_of(name).exists() else ""


def about(name: str) -> str:
    """What a rule set or house rule is, in its own sentence."""
    if name in RULE_SETS:
        return RULE_SETS[name].sentence
    return next(option.help for option in OPTIONS if option.name == HOUSE[name][0])


@pytest.mark.parametrize("name", SHOWS)
def test_playthrough(name: str) -> None:
    show, golden = SHOWS[name], kept(name)
    text = HEAD.format(name=name, about=about(name), seats=show.seats) + transcript(show, acts_of(golden))
    if os.environ.get("UPDATE_GOLDEN"):
        FOLDER.mkdir(exist_ok=True)
        file_of(name).write_text(text, encoding="utf-8")
        golden = text
    assert golden, f"{name} has no playthrough: run UPDATE_GOLDEN=1 pytest {Path(__file__).name}, and read it"
    assert text == golden


def test_every_file_is_the_playthrough_of_something() -> None:
    assert {path.stem for path in FOLDER.iterdir()} == set(SHOWS)


@pytest.mark.parametrize("name", SHOWS)
def test_a_playthrough_is_a_whole_round_of_a_table_that_can_be_played(name: str) -> None:
    show = SHOWS[name]
    assert problems(show.options, show.seats) == ()
    *_, last = steps(show, acts_of(kept(name)))
    assert last.state.phase in (Phase.ROUND_OVER, Phase.MATCH_OVER)


def without(show: Show, name: str) -> Show:
    """The same table without the house rule."""
    option, _ = HOUSE[name]
    usual: dict[str, Value] = {option: getattr(Options(), option)}
    return show._replace(options=replace(show.options, **usual))  # type: ignore[arg-type]  # a value of its own option


@pytest.mark.parametrize("name", HOUSE)
def test_a_house_rule_makes_a_difference_to_its_playthrough(name: str) -> None:
    show, acts = SHOWS[name], acts_of(kept(name))
    other = without(show, name)
    assert not problems(other.options, other.seats)
    with_it = [(step.events, step.state._replace(options=Options())) for step in steps(show, acts)]
    without_it = [(step.events, step.state._replace(options=Options())) for step in steps(other, acts)]
    assert with_it != without_it, f"nothing of {name} is seen: play another word"


@pytest.mark.parametrize("name", PRESETS)
def test_a_rule_set_is_played_as_it_stands(name: str) -> None:
    assert SHOWS[name].options == PRESETS[name]


def test_the_moves_of_a_playthrough_are_read_from_it_again() -> None:
    show = SHOWS["classic"]
    played = [step.act for step in steps(show)][1:]
    assert acts_of(transcript(show)) == played
    assert {seat_letter(act[0]) for act in played if act} <= {*"ABC"}


def test_a_recorded_move_that_is_no_longer_allowed_is_replaced_by_the_dice() -> None:
    show = SHOWS["classic"]
    acts = acts_of(transcript(show))
    text = transcript(show, [acts[0], acts[0], *acts[2:]])
    assert acts_of(text)[0] == acts[0]
    assert acts_of(text)[1:] != acts[1:]
    assert text.splitlines()[-1]
