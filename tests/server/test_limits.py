"""Limits by themselves, with a clock the test owns."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from server.ssh.limits import ENV_COUNT, Attempts, Budget, Environment, Quiet, Stall


class Clock:
    """Time that moves when told."""

    def __init__(self) -> None:
        self.time = 0.0

    def __call__(self) -> float:
        return self.time


def test_a_budget_gives_its_burst_and_then_its_rate() -> None:
    clock = Clock()
    budget = Budget(rate=2, burst=4, now=clock)
    assert [budget.take() for _ in range(5)] == [True, True, True, True, False]
    clock.time = 0.5
    assert [budget.take(), budget.take()] == [True, False]


def test_an_idle_budget_never_holds_more_than_its_burst() -> None:
    clock = Clock()
    budget = Budget(rate=100, burst=3, now=clock)
    clock.time = 1000
    assert [budget.take() for _ in range(4)] == [True, True, True, False]


def test_spending_past_a_budget_tells_the_seconds_until_the_debt_is_paid() -> None:
    clock = Clock()
    budget = Budget(rate=10, burst=100, now=clock)
    assert budget.spend(100) == 0.0
    assert budget.spend(50) == 5.0
    clock.time = 5
    assert budget.spend(0) == 0.0


@given(st.lists(st.tuples(st.floats(0, 5), st.integers(0, 400)), max_size=40))
def test_a_peer_that_waits_out_its_debts_never_sends_more_than_burst_and_rate_allow(steps: list[tuple[float, int]]) -> None:
    clock = Clock()
    budget, sent = Budget(rate=10, burst=100, now=clock), 0
    for pause, amount in steps:
        clock.time += pause
        before = clock.time
        clock.time += budget.spend(amount)
        sent += amount
        assert sent <= 100 + 10 * clock.time + 1e-6
        assert clock.time >= before


def test_attempts_end() -> None:
    attempts = Attempts(2)
    assert [attempts.use() for _ in range(4)] == [True, True, False, False]


def test_a_reader_that_takes_a_little_is_slow_and_one_that_takes_nothing_is_stalled() -> None:
    clock = Clock()
    stall = Stall(10, clock)
    stall.start(1000)
    clock.time = 9
    assert not stall.is_stalled(1001)
    clock.time = 18
    assert not stall.is_stalled(1001)
    clock.time = 19
    assert stall.is_stalled(1001)
    assert not stall.is_stalled(1002)


def test_left_out_log_lines_are_counted_on_the_next_one() -> None:
    clock = Clock()
    quiet = Quiet(rate=1, burst=2, now=clock)
    assert [quiet.admit(word) for word in ("a", "b", "c", "d")] == ["a", "b", None, None]
    clock.time = 1
    assert quiet.admit("e") == "e (2 such lines left out before)"
    clock.time = 2
    assert quiet.admit("f") == "f"
    assert quiet.rest() is None
    assert [quiet.admit(word) for word in ("g", "h")] == [None, None]
    assert quiet.rest() == "2 more lines about connections were left out"
    assert quiet.rest() is None


def test_the_environment_takes_what_tells_about_a_terminal_and_nothing_else() -> None:
    env = Environment()
    assert env.offer(b"LANG", b"lt_LT.UTF-8")
    assert env.offer(b"LC_ALL", b"C")
    assert env.offer(b"COLORTERM", b"truecolor")
    refused = [
        (b"PATH", b"/tmp"),
        (b"PYTHONPATH", b"x"),
        (b"TEXTUAL_FPS", b"1"),
        (b"COLUMNS", b"9"),
        (b"LANG", b"\x1b]0;x\x07"),
    ]
    assert not any(env.offer(name, value) for name, value in refused)
    assert not env.offer(b"LC_ALL", b"x" * 257)
    assert not env.offer(b"LC_" + b"A" * 30, b"x")
    assert env.values == {"LANG": "lt_LT.UTF-8", "LC_ALL": "C", "COLORTERM": "truecolor"}


def test_a_flood_of_environment_is_cut_off() -> None:
    env = Environment()
    assert not any(env.offer(b"K%d" % i, b"v") for i in range(ENV_COUNT))
    assert not env.offer(b"LANG", b"C")
