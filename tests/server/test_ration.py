"""The ration of one network address: so many times in so many seconds, and nothing is remembered for longer."""

from __future__ import annotations

from server.lobby.ration import Ration
from tests.clock import VirtualClock


def test_a_source_has_its_count_in_any_such_span_and_others_have_theirs() -> None:
    clock = VirtualClock()
    ration = Ration(clock, 2, 10.0)
    assert [ration.admits("10.0.0.1") for _ in range(3)] == [True, True, False]
    assert ration.admits("10.0.0.2")
    clock.advance(9.9)
    assert ration.is_used_up("10.0.0.1")
    clock.advance(0.1)
    assert not ration.is_used_up("10.0.0.1")


def test_asking_whether_it_is_used_up_uses_nothing() -> None:
    ration = Ration(VirtualClock(), 1, 10.0)
    assert not any(ration.is_used_up("10.0.0.1") for _ in range(5))


def test_who_was_refused_waits_no_longer_for_it() -> None:
    clock = VirtualClock()
    ration = Ration(clock, 1, 10.0)
    assert ration.admits("10.0.0.1")
    clock.advance(5)
    assert not ration.admits("10.0.0.1")
    clock.advance(5)
    assert ration.admits("10.0.0.1")


def test_no_source_is_remembered_longer_than_it_counts() -> None:
    clock = VirtualClock()
    ration = Ration(clock, 2, 10.0)
    for number in range(100):
        ration.admits(f"10.0.0.{number}")
    clock.advance(10)
    assert not ration.is_used_up("10.0.1.1")
    assert (len(ration._times), len(ration._counts)) == (0, 0)
