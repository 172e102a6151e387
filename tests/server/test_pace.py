"""How fast newcomers may come, who of them is dropped by chance, and what is remembered of them."""

from __future__ import annotations

from collections import OrderedDict

from hypothesis import given
from hypothesis import strategies as st

from server.ssh.pace import Pace
from server.ssh.recent import Recent
from server.ssh.startups import Startups
from tests.server.test_limits import Clock

HERE, THERE = "203.0.113.7", "203.0.113.8"


def test_a_source_has_its_burst_and_then_its_rate_and_no_other_feels_it() -> None:
    clock = Clock()
    pace = Pace(clock, rate=3, burst=8)
    assert [pace.take(HERE) for _ in range(10)] == [True] * 8 + [False] * 2
    assert pace.take(THERE)
    clock.time = 1
    assert [pace.take(HERE) for _ in range(4)] == [True] * 3 + [False]
    clock.time = 100
    assert [pace.take(HERE) for _ in range(9)] == [True] * 8 + [False]


@given(st.lists(st.tuples(st.floats(0, 3), st.sampled_from("ab")), max_size=80))
def test_in_no_span_of_time_come_more_than_burst_and_rate_allow(steps: list[tuple[float, str]]) -> None:
    clock = Clock()
    pace = Pace(clock, rate=2, burst=4)
    taken: dict[str, list[float]] = {"a": [], "b": []}
    for pause, source in steps:
        clock.time += pause
        if pace.take(source):
            taken[source].append(clock.time)
        else:
            recent = [at for at in taken[source] if clock.time - at <= 2]
            assert recent, "refused although nothing came for as long as a burst takes to come back"
    for times in taken.values():
        for first, start in enumerate(times):
            for count, end in enumerate(times[first:], 1):
                assert count <= 4 + 2 * (end - start) + 1e-6


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.integers()), max_size=60), st.integers(1, 5))
def test_what_was_not_written_for_longest_is_forgotten(steps: list[tuple[str, int]], most: int) -> None:
    memory: Recent[int] = Recent(most)
    model: OrderedDict[str, int] = OrderedDict()
    for key, value in steps:
        memory.put(key, value)
        model[key] = value
        model.move_to_end(key)
        if len(model) > most:
            model.popitem(last=False)
        assert len(memory) == len(model) <= most
        assert {key: memory.get(key, -(10**9)) for key in "abcdef"} == {key: model.get(key, -(10**9)) for key in "abcdef"}


def test_nobody_is_dropped_while_there_is_room_and_everybody_when_there_is_none() -> None:
    lucky, unlucky = Startups(128, lambda: 0.999999), Startups(128, lambda: 0.0)
    assert [waiting for waiting in range(200) if not unlucky.is_dropped(waiting)] == list(range(32))
    assert [waiting for waiting in range(200) if lucky.is_dropped(waiting)] == list(range(128, 200))


def test_the_risk_grows_evenly_as_with_maxstartups_32_30_128() -> None:
    def risk(waiting: int) -> float:
        throws = iter([throw / 1000 for throw in range(1000)])
        startups = Startups(128, lambda: next(throws))
        return sum(startups.is_dropped(waiting) for _ in range(1000)) / 1000

    assert [round(risk(waiting), 2) for waiting in (31, 32, 80, 127)] == [0.0, 0.3, 0.65, 0.99]


@given(st.integers(1, 300), st.integers(0, 400), st.floats(0, 1, exclude_max=True))
def test_more_strangers_never_lower_the_risk(most: int, waiting: int, throw: float) -> None:
    startups = Startups(most, lambda: throw)
    assert startups.is_dropped(waiting) <= startups.is_dropped(waiting + 1)
    assert not startups.is_dropped(0)
    assert startups.is_dropped(most)
