"""How long an accepted move waits until it is safe, at 500 moves a second, and how many bytes an event is on the disk.

The moves are those of random matches at 250 tables; the file lies in the folder for temporary files, which must be on a disk.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random

import uvloop

from engine.events import Event
from engine.game import legal, start, step
from engine.options import Options
from server.store.database import NAME, Database
from server.store.journal import StoredJournal
from tests.bench.engine import choose, seed
from tests.bench.report import Row, number, percentile

RATE = 500
"""Moves a second over all tables."""
TABLES = 250
SEATS = (2, 4, 6, 10)
WARM = 1.0
"""Seconds of load before anything is measured."""


def moves(seats: int, random: Random) -> Iterator[tuple[Event, ...]]:
    """What the moves of one match of one round lead to, the first deal first."""
    chance = seed(random)
    state, events = start(replace(Options(), target_score=None), seats, chance)
    yield events
    while state.is_playing:
        state, events = step(state, state.turn, choose(legal(state, state.turn), random), chance)
        yield events


class Load:
    """Tables whose moves come in turns; a match that is over is followed by the next."""

    def __init__(self, journal: StoredJournal) -> None:
        self._journal = journal
        self._random = Random(1)
        self._tables: deque[tuple[str, int, Iterator[tuple[Event, ...]]]] = deque()
        self._matches = 0
        for _ in range(TABLES):
            self._tables.append(self._next_match())
        self.waits_ms: list[float] = []
        self.events = self.rows = 0

    def _next_match(self) -> tuple[str, int, Iterator[tuple[Event, ...]]]:
        self._matches += 1
        return f"ABCD-{self._matches}", 0, moves(SEATS[self._matches % len(SEATS)], self._random)

    def move(self) -> None:
        """One move at the next table."""
        name, version, match = self._tables.popleft()
        events = next(match, None)
        if events is None:
            name, version, match = self._next_match()
            events = next(match)
        begin = time.perf_counter()
        row = self._journal.append(name, version, events)
        row.add_done_callback(lambda row: self._safe(row, begin))
        self._tables.append((name, version + len(events), match))
        self.events += len(events)
        self.rows += 1

    def _safe(self, row: asyncio.Future[None], begin: float) -> None:
        row.result()
        self.waits_ms.append(1000 * (time.perf_counter() - begin))

    async def run(self, seconds: float) -> None:
        """Moves at random moments, `RATE` a second on average."""
        loop = asyncio.get_running_loop()
        due = loop.time()
        end = due + seconds
        while due < end:
            due += self._random.expovariate(RATE)
            await asyncio.sleep(max(0.0, due - loop.time()))
            self.move()


async def measure(folder: Path, seconds: float) -> tuple[list[float], float]:
    """Milliseconds until each move was safe, and bytes of the file for each event."""
    database = Database.open(folder)
    journal = StoredJournal(database)
    database.start(lambda reason: None, lambda: None)
    load = Load(journal)
    try:
        empty = (folder / NAME).stat().st_size
        await load.run(WARM)
        load.waits_ms.clear()
        await load.run(seconds)
        await database.ask(lambda connection: None)
    finally:
        database.stop()
    return load.waits_ms, ((folder / NAME).stat().st_size - empty) / load.events


def disk(folder: Path, count: int = 200) -> list[float]:
    """Milliseconds that the disk takes for one page alone: no journal can be faster."""
    took = []
    with open(folder / "page", "wb", buffering=0) as file:
        for _ in range(count):
            begin = time.perf_counter()
            file.write(bytes(4096))
            os.fdatasync(file.fileno())
            took.append(1000 * (time.perf_counter() - begin))
    return took


def rows(seconds: float) -> list[Row]:
    """Waiting and bytes."""
    with tempfile.TemporaryDirectory() as folder:
        bare = disk(Path(folder))
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            waits, size = runner.run(measure(Path(folder) / "data", seconds))
    group = f"Journal, {RATE} moves a second at {TABLES} tables"
    floor = [f"one page and `fdatasync`, same disk: {number(percentile(bare, part))}" for part in (0.5, 0.99)]
    return [
        Row(group, "accepted → safe, p50", percentile(waits, 0.5), "ms", 5, reference=floor[0]),
        Row(group, "accepted → safe, p99", percentile(waits, 0.99), "ms", 25, reference=floor[1]),
        Row(group, "file, an event", size, "bytes", 60),
    ]
