"""Penalties by themselves: floods are shut out, people are not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.ssh.penalties import LONGEST, SECONDS, THRESHOLD, Offence, Penalties
from tests.server.test_limits import Clock

HERE, THERE = "203.0.113.7", "203.0.113.8"


def test_one_source_is_shut_out_until_its_time_is_over_and_no_other_is() -> None:
    clock = Clock()
    penalties = Penalties(clock)
    for _ in range(4):
        penalties.add(HERE, Offence.GARBAGE)
    assert penalties.left(HERE) == 0
    penalties.add(HERE, Offence.GARBAGE)
    assert penalties.left(HERE) == 15
    assert penalties.left(THERE) == 0
    clock.time = 14.5
    assert penalties.left(HERE) == 0.5
    clock.time = 15
    assert penalties.left(HERE) == 0
    penalties.add(HERE, Offence.GARBAGE)
    assert penalties.left(HERE) == 0


def test_once_shut_out_a_source_is_until_all_of_it_is_over() -> None:
    clock = Clock()
    penalties = Penalties(clock)
    for _ in range(4):
        penalties.add(HERE, Offence.LATE)
    clock.time = 18
    assert penalties.left(HERE) == 2
    penalties.add(HERE, Offence.LEFT)
    assert penalties.left(HERE) == 3


@pytest.mark.parametrize(
    "people",
    [
        [(0.0, Offence.LEFT)] * 5,  # ssh-keyscan
        [(0.0, Offence.GARBAGE)] * 4,  # a browser
        [(0.0, Offence.LEFT)] * 10,  # a room of people who left their terminals at the fingerprint
        [(3.0 * n, Offence.FAILED) for n in range(100)],  # somebody who tries the wrong keys for five minutes
        [(1.0 * n, Offence.LEFT) for n in range(1000)],  # a monitor that looks every second
        [(2.0 * n, Offence.LEFT) for n in range(30)] + [(2.0 * n + 1, Offence.FAILED) for n in range(0, 30, 3)],  # both at once
    ],
)
def test_what_people_do_wrong_shuts_nobody_out(people: list[tuple[float, Offence]]) -> None:
    clock = Clock()
    penalties = Penalties(clock)
    for at, offence in sorted(people, key=lambda one: one[0]):
        clock.time = at
        penalties.add(HERE, offence)
        assert penalties.left(HERE) == 0


@pytest.mark.parametrize("offence", Offence)
def test_a_flood_at_the_pace_of_the_gate_is_shut_out_within_seconds(offence: Offence) -> None:
    clock = Clock()
    penalties = Penalties(clock)
    while not penalties.left(HERE):
        clock.time += 1 / 3
        penalties.add(HERE, offence)
        assert clock.time < 10


@given(st.lists(st.tuples(st.floats(0, 40), st.sampled_from(Offence)), max_size=60))
def test_nobody_pays_more_than_he_did_or_longer_than_the_longest(steps: list[tuple[float, Offence]]) -> None:
    clock = Clock()
    penalties, total = Penalties(clock), 0.0
    for pause, offence in steps:
        clock.time += pause
        penalties.add(HERE, offence)
        total += SECONDS[offence]
        assert penalties.left(HERE) <= min(total, LONGEST) + 1e-6
        assert penalties.left(HERE) == 0 or total >= THRESHOLD - 1e-6
    clock.time += LONGEST
    assert penalties.left(HERE) == 0


def test_many_at_once_are_shut_out_for_ten_minutes_at_most() -> None:
    penalties = Penalties(Clock())
    for _ in range(1000):
        penalties.add(HERE, Offence.LATE)
    assert penalties.left(HERE) == LONGEST


def test_only_so_many_sources_are_remembered() -> None:
    penalties = Penalties(Clock(), sources=3)
    for source in "abc":
        for _ in range(4):
            penalties.add(source, Offence.LATE)
    penalties.add("a", Offence.LEFT)
    penalties.add("d", Offence.LEFT)
    assert [bool(penalties.left(source)) for source in "abcd"] == [True, False, True, False]
