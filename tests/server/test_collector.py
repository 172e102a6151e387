"""Garbage is looked for when nobody is there, or when there is much of it."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from server import collector
from server.collector import MUCH, SOME, VISITS, Collector
from tests.server.rig import until


class House:
    """A house whose visitors the test counts."""

    ended = 0
    closed = 0
    connections = 0


@pytest.fixture
def passes(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The full passes made, counted from the first one."""
    made: list[int] = []
    monkeypatch.setattr(collector, "LOOK", 0.001)
    monkeypatch.setattr(gc, "collect", lambda: made.append(1))
    yield made
    gc.unfreeze()


async def looks(passes: list[int], watched: Collector) -> None:
    """Wait until the collector has looked again."""
    timer = watched._timer
    await until(lambda: watched._timer is not timer)


async def test_an_empty_house_is_swept_once_after_people_left(passes: list[int]) -> None:
    house = House()
    watched = Collector(house)
    await looks(passes, watched)
    assert len(passes) == 1
    house.ended = 1
    await looks(passes, watched)
    await looks(passes, watched)
    assert len(passes) == 2
    watched.stop()


@pytest.mark.parametrize(("seldom", "tables"), [(0.0, SOME), (1e6, MUCH)], ids=["after a while", "soon"])
@pytest.mark.parametrize(("what", "each"), [("closed", 1), ("ended", VISITS)])
async def test_players_are_paused_only_for_much_garbage(
    passes: list[int], monkeypatch: pytest.MonkeyPatch, what: str, each: int, seldom: float, tables: int
) -> None:
    """Tables leave some; whoever comes and goes next to nothing."""
    monkeypatch.setattr(collector, "SELDOM", seldom)
    house = House()
    watched = Collector(house, lambda: house.closed)
    house.connections = 5
    setattr(house, what, tables * each - 1)
    await looks(passes, watched)
    assert len(passes) == 1
    setattr(house, what, tables * each)
    await looks(passes, watched)
    await looks(passes, watched)
    assert len(passes) == 2
    watched.stop()


async def test_stopping_gives_pythons_own_collection_back(passes: list[int]) -> None:
    before = gc.get_threshold()
    watched = Collector(House())
    assert gc.get_threshold() == collector.YOUNG
    watched.stop()
    assert gc.get_threshold() == before
