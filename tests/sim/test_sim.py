"""The first 2 000 games of `make sim`; and what is wrong with a game is found, and told so that it can be seen again."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest

from engine.bots.chance import Chance
from engine.cards import card
from engine.events import Drew, Event, Played, RoundEnded, Why
from engine.game import Entropy, evolve, evolve_all, legal, step
from engine.moves import Draw, Move, Play
from engine.options import OPTIONS, problems
from engine.rules.presets import PRESETS
from engine.scenario import run_text
from engine.state import State
from tests.sim import game
from tests.sim.__main__ import main
from tests.sim.game import play
from tests.sim.laws import Broken
from tests.sim.tables import Table, table

GAMES = 2_000
BATCH = 50
SEED = 1


def tables(count: int) -> list[Table]:
    return [table(SEED, number, Chance((SEED << 32) + number)) for number in range(count)]


@pytest.mark.parametrize("first", range(0, GAMES, BATCH))
def test_no_random_game_breaks_a_law(first: int) -> None:
    counts = sum((play(SEED, number) for number in range(first, first + BATCH)), Counter[str]())
    for what in ("rounds", "refused", "left", "late calls", "caught"):
        assert counts[what] > 0, what


def test_every_rule_set_is_played_by_any_number() -> None:
    played = tables(GAMES)
    assert {(one.options.rules, one.seats) for one in played} == {(rules, seats) for rules in PRESETS for seats in range(2, 11)}
    assert not [one for one in played if problems(one.options, one.seats)]


def test_every_house_rule_is_played_with_every_other_that_it_goes_with() -> None:
    house = [{option.name: choice} for option in OPTIONS if option.house for choice in option.choices[1:]]
    pairs = [one | other for one, other in combinations(house, 2) if len(one | other) == 2]
    played = [{name: getattr(one.options, name) for pair in house for name in pair} for one in tables(GAMES)]
    for pair in pairs:
        tried: list[dict[str, Any]] = [{**pair, "target_score": 200}]
        goes = any(not problems(replace(rules, **change), 4) for rules in PRESETS.values() for change in tried)
        assert goes == any(pair.items() <= options.items() for options in played), pair


def test_every_choice_of_every_option_is_played() -> None:
    played = tables(GAMES)
    for option in OPTIONS:
        if option.name != "target_score":
            assert {getattr(one.options, option.name) for one in played} >= {*option.choices}, option.name


def test_the_same_number_is_the_same_game() -> None:
    assert play(7, 3) == play(7, 3) != play(7, 8)


def play_some() -> None:
    for number in range(10):
        play(SEED, number)


def lose_blue_five(state: State, event: Event) -> State:
    """A faulty `evolve`: the blue five falls off the table when it is played."""
    after = evolve(state, event)
    if isinstance(event, Played) and event.card is card("B5"):
        return after._replace(discard=after.discard[:-1])
    return after


def never_draw(state: State, seat: int) -> tuple[Move, ...]:
    """A faulty `legal`: drawing is not thought of."""
    return tuple(move for move in legal(state, seat) if not isinstance(move, Draw))


def everybody_plays(state: State, seat: int) -> tuple[Move, ...]:
    """A faulty `legal`: turns are not thought of."""
    moves = legal(state, seat)
    return (*moves, Play(state.top)) if state.is_playing and seat != state.turn else moves


def forget_marks(state: State, event: Event) -> State:
    """A faulty `evolve`: it writes more than the event says."""
    return evolve(state, event)._replace(passes=1)


def overpay(state: State, seat: int, move: Move, chance: Entropy) -> tuple[State, tuple[Event, ...]]:
    """A faulty `step`: everybody is given a point at the end of a round."""
    _, events = step(state, seat, move, chance)
    paid = [replace(one, gains=tuple(gain + 1 for gain in one.gains)) if isinstance(one, RoundEnded) else one for one in events]
    return evolve_all(state, paid), tuple(paid)


def draw_nothing(state: State, seat: int, move: Move, chance: Entropy) -> tuple[State, tuple[Event, ...]]:
    """A faulty `step`: cards are drawn where none are due."""
    after, events = step(state, seat, move, chance)
    nothing = Drew(seat, 0, (), Why.HIT)
    return evolve(after, nothing), (*events, nothing)


@pytest.mark.parametrize(
    ("name", "fault", "law"),
    [
        ("evolve", lose_blue_five, "the cards are those of the deck: lost [B5], too many []"),
        ("evolve", forget_marks, "the events lead where the rules went"),
        ("step", overpay, "the round is worth the cards that are held: RoundEnded("),
        ("step", draw_nothing, "whoever draws draws at least one card: ("),
        ("legal", never_draw, "the seat on turn can move, and the clock for it: Draw()"),
        ("legal", everybody_plays, "who is not on turn waits"),
    ],
)
def test_a_fault_of_the_engine_is_found_and_told(name: str, fault: object, law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, name, fault)
    with pytest.raises(Broken) as caught:
        play_some()
    report = str(caught.value)
    assert law in report
    assert "again: python -m tests.sim --seed 1 --only " in report


def test_a_fault_is_told_with_a_scenario_that_leads_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game, "evolve", lose_blue_five)
    with pytest.raises(Broken) as caught:
        play_some()
    head, scenario = str(caught.value).split("\nrules ")
    assert head.startswith("game ")
    report = run_text(f"rules {scenario}\nexpect top B5\n")
    assert (report.passed, report.failures) == (2, ())


def test_the_command_says_how_much_was_played_and_fails_if_a_law_did(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--games", "3", "--seed", "5"]) == 0
    told = capsys.readouterr().out
    assert told.startswith("seed 5: 3 games, ")
    assert " moves/s; " in told
    assert told.endswith("every law held\n")
    monkeypatch.setattr(game, "evolve", forget_marks)
    assert main(["--only", "41"]) == 1
    told = capsys.readouterr().out
    assert told.startswith("game 41 of seed 1, after 0 moves: the events lead where the rules went\n")
    assert told.endswith("1 games with a fault\n")
