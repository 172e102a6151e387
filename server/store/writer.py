"""The thread that owns the connection: it gathers jobs into groups, commits each group once, and keeps trying."""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final

from server.store.errors import StoreError
from server.store.order import Job, Order, Refused, T

MOST: Final = 512
"""Jobs after which a group takes no more."""
PATIENCE: Final = 5.0
"""Seconds without an answer of the disk until people are told."""
PAUSE: Final = 0.25
"""Seconds between two tries to write."""
LAST_TRIES: Final = 2.0
"""Seconds that `stop` waits for a disk that refuses, or does not answer."""
IDLE: Final = 0.5
"""Seconds of silence after which the write-ahead log is moved into the file."""
MUCH: Final = 4000
"""Changed rows after which that is done without silence."""
log = logging.getLogger(__name__)


class Writer:
    """Takes jobs in the loop's thread and tells, in the loop's thread, when they are on the disk."""

    def __init__(self, connection: sqlite3.Connection, stalled: Callable[[str], None], resumed: Callable[[], None]) -> None:
        """Within the running loop. `stalled(reason)` and `resumed()` are called in turns."""
        self._connection = connection
        self._loop = asyncio.get_running_loop()
        self._stalled = stalled
        self._resumed = resumed
        self._turn: list[Order[Any]] = []
        """What this turn of the loop has ordered so far: it is handed over, and written, as one."""
        self._orders: queue.SimpleQueue[list[Order[Any]] | None] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self._run, name="store", daemon=True)
        self._waiting = 0
        self._is_stalled = False
        self._watch: asyncio.TimerHandle | None = None
        self._moved = 0
        """The connection's count of changed rows when the write-ahead log was last moved into the file."""
        self._later: list[Order[Any]] = []
        """Jobs to be done alone, whose turn it is once what was ordered with them is written."""
        self._thread.start()

    def take(self, job: Job[T], is_alone: bool = False) -> asyncio.Future[T]:
        """Do it with the next group. What is taken in one turn of the loop is in one group: safe together or not at all."""
        future: asyncio.Future[T] = self._loop.create_future()
        if self._stopping.is_set():
            future.set_exception(StoreError("the store is closed"))
            return future
        if not is_alone:
            self._waiting += 1
            if self._watch is None:
                self._watch = self._loop.call_later(PATIENCE, self._lose_patience)
        if not self._turn:
            self._loop.call_soon(self._hand_over)
        self._turn.append(Order(job, future, is_alone))
        return future

    def stop(self) -> bool:
        """Do what was taken, or give up after `LAST_TRIES`. Blocks, three seconds at most. Is the connection free again?"""
        self._stopping.set()
        self._hand_over()
        self._orders.put(None)
        self._thread.join(LAST_TRIES + 4 * PAUSE)
        if self._watch is not None:
            self._watch.cancel()
        return not self._thread.is_alive()

    def breathe(self) -> None:
        """In the writer's thread, by a job that runs alone and long: write what was ordered meanwhile, and come back.

        Raises `StoreError` if the store is to stop.
        """
        group = self._gather(wait=False)
        if group is None:
            self._orders.put(None)
            raise StoreError("the store is closed")
        self._write(group)

    # In the loop's thread:

    def _hand_over(self) -> None:
        if self._turn:
            self._orders.put(self._turn)
            self._turn = []

    def _settle(self, group: list[Order[Any]]) -> None:
        for order in group:
            order.tell()
            self._waiting -= not order.is_alone  # which may take long without being stuck
        if self._watch is not None:
            self._watch.cancel()
            self._watch = self._loop.call_later(PATIENCE, self._lose_patience) if self._waiting else None
        if self._is_stalled and not self._stopping.is_set():
            self._is_stalled = False
            self._loop.call_soon(self._resumed)  # after whoever waited has heard

    def _lose_patience(self) -> None:
        self._stall(f"the disk has not answered for {PATIENCE:.0f} seconds")

    def _stall(self, reason: str) -> None:
        if not self._is_stalled:
            self._is_stalled = True
            log.error("nothing can be saved just now: %s", reason)
            self._stalled(reason)

    # In the writer's thread:

    def _run(self) -> None:
        while (group := self._gather()) is not None:
            self._write(group)
            while self._later:
                self._do_alone(self._later.pop(0))
            if self._connection.total_changes - self._moved >= (MUCH if group else 1):
                self._checkpoint()

    def _gather(self, wait: bool = True) -> list[Order[Any]] | None:
        """Everything that was ordered while the group before was written; none after a silence; None: it is over."""
        group: list[Order[Any]] = []
        must_move = self._connection.total_changes > self._moved
        try:
            turn = self._orders.get(wait, IDLE if must_move else None)
            while turn is not None:
                group += turn
                if len(group) >= MOST:
                    return group
                turn = self._orders.get_nowait()
        except queue.Empty:
            return group
        if group:
            self._orders.put(None)
            return group
        return None

    def _write(self, group: list[Order[Any]]) -> None:
        """Commit what goes together; what is to be done alone waits.

        It may take long, and let later writes go on meanwhile: none of before may be left behind it.
        """
        self._later += [order for order in group if order.is_alone]
        if together := [order for order in group if not order.is_alone]:
            self._commit(together)

    def _do_alone(self, order: Order[Any]) -> None:
        order.run_alone(self._connection)
        self._call(self._settle, [order])

    def _commit(self, group: list[Order[Any]]) -> None:
        deadline = 0.0
        while True:
            try:
                self._try(group)
                break
            except (sqlite3.Error, Refused) as error:
                reason = str(error)
            self._call(self._stall, reason)
            if self._stopping.wait(PAUSE):
                deadline = deadline or time.monotonic() + LAST_TRIES
                if time.monotonic() > deadline:
                    log.critical("%d writes were not saved: %s", len(group), reason)
                    for order in group:
                        order.fail(StoreError(f"not saved: {reason}"))
                    break
                time.sleep(PAUSE)
            self._checkpoint()  # may make room in the write-ahead log
        self._call(self._settle, group)

    def _try(self, group: list[Order[Any]]) -> None:
        try:
            self._connection.execute("BEGIN")
            for order in group:
                order.run(self._connection)
            self._connection.execute("COMMIT")
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")

    def _checkpoint(self) -> None:
        with suppress(sqlite3.Error):  # nothing is lost if it cannot be done now: the write-ahead log grows
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchall()
        self._moved = self._connection.total_changes

    def _call(self, told: Callable[..., None], *words: object) -> None:
        with suppress(RuntimeError):  # the loop is closed: nobody waits any more
            self._loop.call_soon_threadsafe(told, *words)
