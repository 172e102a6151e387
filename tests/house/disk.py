"""A disk in virtual time: the real store's jobs on a real SQLite database in memory, committed in groups, late, or not yet.

`Disk` outlives a crash with what was committed; `Writer` belongs to one life of the server and does what
`server.store.writer` does with a thread.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections import deque
from collections.abc import Callable
from enum import StrEnum
from functools import cache, partial
from pathlib import Path
from random import Random
from typing import Any, Final

from server.store.database import Database
from server.store.order import Job, Order, T
from server.store.schema import apply, migrations
from server.store.writer import MOST, PATIENCE, PAUSE
from tests.clock import Call
from tests.house.time import LifeClock, Loop, Time

MEMORY: Final = Path(":memory:")


class Mood(StrEnum):
    """How a disk is just now."""

    QUICK = "quick"
    SLOW = "slow"
    STUCK = "stuck"
    """It answers after seconds."""
    FULL = "full"
    """It refuses."""


PACES: Final = {Mood.QUICK: (0.0005, 0.008), Mood.SLOW: (0.05, 2.0), Mood.STUCK: (3.0, 20.0), Mood.FULL: (0.001, 0.1)}
"""Seconds that a commit takes."""


class Disk:
    """What was committed, and the mood it is in."""

    def __init__(self, chance: Random) -> None:
        self.mood = Mood.QUICK
        self.connection = sqlite3.connect(":memory:", isolation_level=None)
        self.connection.deserialize(_empty())
        self.connection.execute("PRAGMA foreign_keys = ON")
        self._chance = chance

    @property
    def answers(self) -> bool:
        """Does it do what it is asked for within the time a server has for its end?"""
        return self.mood in (Mood.QUICK, Mood.SLOW)

    def pace(self) -> tuple[float, float]:
        """Seconds until the next group is committed, and from then until that is known."""
        low, high = PACES[self.mood]
        took = self._chance.uniform(low, high)
        done = self._chance.random()
        return took * done, took * (1 - done)


@cache
def _empty() -> bytes:
    connection = sqlite3.connect(":memory:", isolation_level=None)
    for step in migrations():
        apply(connection, MEMORY, step)
    return connection.serialize()


class Writer(Database):
    """`Database` as one life of the server has it: what is not committed when that ends is gone."""

    def __init__(self, disk: Disk, time: Time, clock: LifeClock) -> None:
        self.path = MEMORY
        self._connection = disk.connection
        self._writer = None
        self._disk, self._time, self._clock, self._loop = disk, time, clock, Loop(time)
        self._told: tuple[Callable[[str], None], Callable[[], None]] = (lambda reason: None, lambda: None)
        self._turn: list[Order[Any]] = []
        self._orders: deque[Order[Any]] = deque()
        self._flying: list[Order[Any]] = []
        """What is being written."""
        self._written: deque[list[Order[Any]]] = deque()
        self._is_busy = self._is_stalled = False
        self._watch: Call | None = None
        self.waiting = 0
        """How many jobs nobody was told of yet."""

    def start(self, stalled: Callable[[str], None], resumed: Callable[[], None]) -> None:
        """See `Database`."""
        self._told = stalled, resumed

    def write(self, job: Job[T]) -> asyncio.Future[T]:
        """See `Database`."""
        return self._take(job, is_alone=False)

    def alone(self, job: Job[T]) -> asyncio.Future[T]:
        """See `Database`."""
        return self._take(job, is_alone=True)

    def stop(self) -> None:
        """The end that was asked for: a disk that takes anything has it all, and nobody is told."""
        self._clock.is_alive = False
        if self._disk.answers:
            self._try([*self._flying, *self._orders, *self._turn])

    def _take(self, job: Job[T], is_alone: bool) -> asyncio.Future[T]:
        future: asyncio.Future[T] = asyncio.Future(loop=self._loop.itself)
        if not self._turn:
            self._time.soon(self._hand_over)
        self._turn.append(Order(job, future, is_alone))
        self.waiting += 1
        if self._watch is None:
            self._watch = self._clock.call_later(PATIENCE, self._lose_patience)
        return future

    def _hand_over(self) -> None:
        self._orders += self._turn
        self._turn = []
        if not self._is_busy:
            self._begin()

    def _begin(self) -> None:
        self._is_busy = bool(self._orders) and self._clock.is_alive
        if self._is_busy:
            group = self._flying = [self._orders.popleft() for _ in range(min(MOST, len(self._orders)))]
            took, gap = self._disk.pace()
            self._clock.call_later(took, partial(self._commit, group, gap))

    def _commit(self, group: list[Order[Any]], gap: float) -> None:
        if self._disk.mood is Mood.FULL:
            self._stall("database or disk is full")
            self._clock.call_later(PAUSE, partial(self._commit, group, gap))
            return
        self._try(group)
        self._flying = []
        self._written.append(group)
        self._clock.call_later(gap, self._settle)

    def _try(self, group: list[Order[Any]]) -> None:
        connection = self._connection
        together = [order for order in group if not order.is_alone]
        if together:
            connection.execute("BEGIN")
            for order in together:
                order.run(connection)
            connection.execute("COMMIT")
        for order in group:
            if order.is_alone:
                order.run_alone(connection)

    def _settle(self) -> None:
        group = self._written.popleft()
        for order in group:
            order.tell()
        self.waiting -= len(group)
        if self._watch is not None:
            self._watch.cancel()
        self._watch = self._clock.call_later(PATIENCE, self._lose_patience) if self.waiting else None
        if self._is_stalled:
            self._is_stalled = False
            self._time.soon(self._told[1])
        self._begin()

    def _lose_patience(self) -> None:
        self._stall(f"the disk has not answered for {PATIENCE:.0f} seconds")

    def _stall(self, reason: str) -> None:
        if not self._is_stalled:
            self._is_stalled = True
            self._told[0](reason)
