"""Sessions that take much of the core wait for each other, and others never for them (SECURITY D1)."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from contextvars import Context, ContextVar
from functools import partial
from weakref import ref

import pytest

from server.ssh.lane import Lane, Left, lane_of
from server.ssh.meter import DEAR as LIMITS
from server.ssh.meter import SPAN
from server.ssh.toll import Toll
from tests.server.rig import until

DEAR = LIMITS[0]


class Session:
    """Takes this much of the core, and a few turns of the loop to handle what it is given."""

    def __init__(self, share: float, cost: float = 0.0) -> None:
        self.now = self.cpu = 0.0
        self.toll = Toll(lambda: self.now, lambda: self.cpu)
        self._cost = cost
        self.unhandled = 0
        self._work(share * SPAN)

    def _work(self, seconds: float) -> None:
        with self.toll:
            self.cpu += seconds

    def handle(self) -> None:
        self.unhandled = 0
        self._work(self._cost)

    def turn(self, log: list[str], name: str, has_input: bool = True) -> Callable[[], Left | None]:
        def act() -> Left | None:
            log.append(name)
            if not has_input:
                return None
            self.unhandled = 1
            return lambda: self.unhandled

        return act


async def test_who_takes_little_has_his_turn_at_once_whoever_else_waits() -> None:
    lane, log = Lane(), list[str]()
    dear, modest = Session(2 * DEAR), Session(LIMITS[1] / SPAN / 2)
    lane.ask(dear.toll, dear.turn(log, "dear"))
    lane.ask(modest.toll, modest.turn(log, "modest"))
    assert log == ["dear", "modest"]
    assert dear.unhandled == 1


async def test_the_dear_wait_for_each_other_and_who_took_least_comes_first(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.ssh.lane.PATIENCE", 20.0)  # a machine that stands still takes nobody his turn
    lane, log = Lane(), list[str]()
    sessions = {name: Session(share * DEAR) for name, share in {"a": 9, "b": 5, "c": 3}.items()}
    for name, one in sessions.items():
        lane.ask(one.toll, one.turn(log, name))
    for expected in (["a"], ["a", "c"], ["a", "c", "b"]):
        await until(partial(list.__eq__, log, expected))
        await asyncio.sleep(0)
        assert log == expected, "the next one waits until this one's input is handled"
        sessions[expected[-1]].handle()


async def test_newcomers_wait_for_each_other_and_leave_a_turn_of_the_loop_to_others_but_no_more() -> None:
    loop = asyncio.get_running_loop()
    lane, log = Lane(), list[str]()
    for name in "abc":
        one = Session(0.0)
        lane.ask(one.toll, one.turn(log, name, has_input=False), is_newcomer=True)
        log.append("+") if name == "a" else None
    assert log == ["a", "+"]
    loop.call_soon(log.append, "other")
    await until(lambda: log[-1] == "c")
    assert log == ["a", "+", "b", "other", "c"]


async def test_the_core_is_left_free_for_as_long_as_a_turn_took() -> None:
    loop = asyncio.get_running_loop()
    lane, log, at = Lane(), list[str](), list[float]()
    first, second = Session(2 * DEAR, cost=0.03), Session(3 * DEAR)
    lane.ask(first.toll, first.turn(log, "first"))
    act = second.turn(log, "second")

    def later() -> Left | None:
        at.append(loop.time())
        return act()

    lane.ask(second.toll, later)
    handled = loop.time()
    first.handle()
    await until(lambda: at)
    assert at[0] - handled >= 0.03


async def test_a_session_that_never_handles_its_input_holds_up_nobody_for_long() -> None:
    lane, log = Lane(), list[str]()
    stuck, next_one = Session(2 * DEAR), Session(3 * DEAR)
    lane.ask(stuck.toll, stuck.turn(log, "stuck"))
    lane.ask(next_one.toll, next_one.turn(log, "next"))
    await until(lambda: log == ["stuck", "next"], seconds=2)


async def test_a_turn_that_is_not_wanted_any_more_is_skipped_and_one_without_input_ends_at_once() -> None:
    lane, log = Lane(), list[str]()
    sessions = [Session(2 * DEAR) for _ in range(4)]
    turns = [one.turn(log, name, has_input=name != "b") for one, name in zip(sessions, "abcd", strict=True)]
    for one, turn in zip(sessions, turns, strict=True):
        lane.ask(one.toll, turn)
    lane.leave(turns[2])
    sessions[0].handle()
    await until(lambda: len(log) == 3)
    assert log == ["a", "b", "d"]


async def test_a_turn_that_fails_does_not_close_the_lane() -> None:
    lane, log = Lane(), list[str]()
    broken, sound = Session(2 * DEAR), Session(3 * DEAR)

    def fail() -> Left | None:
        raise ValueError

    try:
        lane.ask(broken.toll, fail)
    except ValueError:
        log.append("failed")
    lane.ask(sound.toll, sound.turn(log, "sound"))
    await until(lambda: log == ["failed", "sound"])


async def test_a_turn_runs_in_nobody_elses_context() -> None:
    whose: ContextVar[str] = ContextVar("whose", default="nobody")
    lane, seen = Lane(), list[str]()

    def look() -> Left | None:
        seen.append(whose.get())
        return None

    for name in ("ann", "bo"):
        context = Context()
        context.run(whose.set, name)
        context.run(lane.ask, Session(2 * DEAR).toll, partial(look))
    await until(lambda: len(seen) == 2)
    assert seen == ["ann", "nobody"]


def test_a_loop_that_is_over_is_not_kept() -> None:
    loop = asyncio.new_event_loop()
    lane_of(loop)
    loop.close()
    kept = ref(loop)
    del loop
    gc.collect()
    assert kept() is None
