"""A started store in the test's own loop, made-up events, and files damaged on purpose."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, closing
from pathlib import Path
from threading import Event as Gate
from typing import TypeVar

from engine.cards import CARDS
from engine.events import Event, Kept, Played, TurnMoved
from engine.view import Phase
from server.store.database import NAME, Database
from server.store.journal import StoredJournal

T = TypeVar("T")
PATIENCE = 20.0
"""Seconds anything may take: these machines are shared."""


class Store:
    """A database with its journal, and what it said of the disk."""

    def __init__(self, folder: Path) -> None:
        self.database = Database.open(folder)
        self.journal = StoredJournal(self.database)
        self.said: list[str] = []
        self.heard = asyncio.Event()
        """Set at every word about the disk."""

    def start(self) -> None:
        """Begin to write."""
        self.database.start(lambda reason: self._say(f"stalled: {reason}"), lambda: self._say("resumed"))

    def _say(self, word: str) -> None:
        self.said.append(word)
        self.heard.set()

    async def until_told(self) -> None:
        """Wait for the next word about the disk."""
        await within(self.heard.wait())
        self.heard.clear()

    async def hold(self) -> Gate:
        """Let the disk take its time: the writer waits, from now on, until this is set."""
        gate, begun, loop = Gate(), asyncio.Event(), asyncio.get_running_loop()

        def job(connection: sqlite3.Connection) -> None:
            loop.call_soon_threadsafe(begun.set)
            gate.wait(PATIENCE)

        self.database.write(job)
        await within(begun.wait())
        return gate

    async def keep(self, match: str, size: int) -> None:
        """Write a match of so many events, a row for every three."""
        events = made_up(size)
        rows = [self.journal.append(match, at, events[at : at + 3]) for at in range(0, size, 3)]
        await within(asyncio.gather(*rows))


@asynccontextmanager
async def started(folder: Path) -> AsyncIterator[Store]:
    """A store that is stopped afterwards."""
    store = Store(folder)
    store.start()
    try:
        yield store
    finally:
        store.database.stop()


async def within(what: Awaitable[T]) -> T:
    """Not for ever."""
    return await asyncio.wait_for(what, PATIENCE)


def made_up(size: int, start: int = 0) -> tuple[Event, ...]:
    """Events from `start` on that differ from place to place; the same place always has the same."""
    return tuple([_made_up(at) for at in range(start, start + size)])


def _made_up(at: int) -> Event:
    if at % 3 == 0:
        card = CARDS[at // 3 % 52]
        return Played(at % 10, card, card.color)
    return Kept(at % 7) if at % 3 == 1 else TurnMoved(at % 10, Phase.AWAIT_PLAY)


def read_all(folder: Path, match: str) -> tuple[Event, ...]:
    """A match as a server that starts now would read it."""
    store = Store(folder)
    try:
        return store.journal.read(match)
    finally:
        store.database.stop()


def change(folder: Path, *statements: str) -> None:
    """Change a closed database behind its journal's back."""
    with closing(sqlite3.connect(folder / NAME, isolation_level=None)) as connection:
        for statement in statements:
            assert connection.execute(statement).rowcount != 0, statement


def overwrite(path: Path, place: Callable[[bytes], int], bytes_there: bytes) -> None:
    """Write these bytes over a file, at the place found in what it holds."""
    data = path.read_bytes()
    at = place(data)
    path.write_bytes(data[:at] + bytes_there + data[at + len(bytes_there) :])
