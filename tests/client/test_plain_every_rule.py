"""Every rule set and every house rule, played to the end on the real lobby by lines alone."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from client.plain.opening import MORE
from client.play.fields import TABLE
from client.protocol import Stage
from engine.options import Value
from engine.rules.presets import PRESETS
from server.lobby.lobby import Lobby
from tests.client.reader import Reader
from tests.client.test_every_rule import HOUSE
from tests.clock import Seeds, VirtualClock

LABELS = {field.label for field in MORE}


def opened(rules: str, seats: int, changes: Mapping[str, Value], seed: int = 3) -> Reader:
    """Open a table by questions, and have it dealt."""
    clock = VirtualClock()
    reader = Reader(Lobby(clock, Seeds(seed)), clock, seed=seed)
    target = changes.get("Match to", PRESETS[rules].target_score)
    reader.type("new", rules, str(seats), str(seats - 1), "one" if target is None else str(target))
    wanted = {label: value for label, value in changes.items() if label in LABELS}
    if wanted:
        reader.type("more")
    for label, value in wanted.items():
        field = next(field for field in MORE if field.label == label)
        reader.type(label.casefold())
        reader.type(field.word(reader.client.text, value))
        assert f"{label}: " in reader.fresh[0]
    reader.type("") if wanted else None
    reader.type("")
    assert reader.table.stage is Stage.WAITING, reader.told[-4:]
    reader.type("start")
    assert (reader.table.stage, len(reader.table.chairs)) == (Stage.PLAYING, seats)
    return reader


@pytest.mark.parametrize("seats", [2, 4, 10])
@pytest.mark.parametrize("name", PRESETS)
def test_a_round_of_every_rule_set_is_played_by_lines(name: str, seats: int) -> None:
    reader = opened(name, seats, {})
    assert reader.table.options == PRESETS[name]
    reader.play()
    reader.check()
    assert reader.table.stage in (Stage.ROUND_OVER, Stage.MATCH_OVER)


@pytest.mark.parametrize("name", HOUSE)
def test_a_round_with_every_house_rule_is_played_by_lines(name: str) -> None:
    rules, seats, chosen, options = HOUSE[name]
    reader = opened(rules, seats, chosen)
    for option, value in options.items():
        assert getattr(reader.table.options, option) == value
    reader.play()
    reader.check()
    assert reader.guest.seen["RoundEnded"] == 1


@pytest.mark.parametrize("name", PRESETS)
def test_a_whole_match_of_every_rule_set_ends_with_placings_and_a_rematch(name: str) -> None:
    reader = opened(name, 3, {"Match to": 200})
    reader.play(rounds=99)
    reader.check()
    assert reader.table.stage is Stage.MATCH_OVER
    placings = next(line for line in reversed(reader.told) if line.startswith("1st "))
    assert placings.count(";") == 2
    assert "you" in placings
    assert "Type rematch to play again" in reader.told[-1]
    reader.type("rematch")
    reader.wait()
    assert "Round 1:" in " ".join(reader.told[-3:])


def test_nothing_is_asked_of_the_table_but_by_words_of_its_form() -> None:
    assert LABELS.isdisjoint({field.label for field in (TABLE[0], TABLE[1], TABLE[3], TABLE[4])})
