"""`Ledger`: what the lobby gave to the journal, in order, and how much of it was acknowledged; asked by the laws."""

from __future__ import annotations

import asyncio
import json
from collections import deque
from typing import NamedTuple

from engine.codec import events_from_bytes
from engine.events import Event
from engine.observe import observe
from engine.options import Options
from engine.state import State, evolve_all, new_match
from engine.view import PlayerView
from server.store.journal import StoredJournal
from tests.house.disk import Disk, Writer
from tests.sim.laws import Broken, check


class Row(NamedTuple):
    """Events of a match up to `end`; `number` counts everything that was ever given to the journal."""

    end: int
    number: int


class Match:
    """The rows of one match."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.rows: list[Row] = []
        self._states: list[State] = []

    def states(self, options: Options, seats: int) -> list[State]:
        """The match after each row."""
        while len(self._states) < len(self.rows):
            at = len(self._states)
            begin = self.rows[at - 1].end if at else 0
            before = self._states[-1] if at else new_match(options, seats)
            self._states.append(evolve_all(before, self.events[begin : self.rows[at].end]))
        return self._states

    def cut(self, length: int) -> None:
        """Forget what was not kept. Raises `Broken` if that tears a row."""
        check(length == 0 or any(row.end == length for row in self.rows), "a move is kept whole or not at all", length)
        self.rows = [row for row in self.rows if row.end <= length]
        del self.events[length:], self._states[len(self.rows) :]


class Ledger:
    """One for a whole game: it goes on over crashes."""

    def __init__(self, disk: Disk) -> None:
        self.count = 0
        """How many rows and records were given so far."""
        self.matches: dict[str, Match] = {}
        self.newest: dict[str, int] = {}
        """The number of the last row or record of each table."""
        self._disk = disk
        self._acked = 0
        self._pending: deque[tuple[int, asyncio.Future[None]]] = deque()
        self._records: dict[str, list[tuple[int, bytes | None]]] = {}

    def row(self, match: str, version: int, events: tuple[Event, ...], future: asyncio.Future[None]) -> None:
        """Events were given."""
        kept = self.matches.setdefault(match, Match())
        check(version == len(kept.events), "rows of a match follow each other", (match, version, len(kept.events)))
        kept.events += events
        self.newest[match.partition("-")[0]] = self._given(future)
        kept.rows.append(Row(len(kept.events), self.count))

    def record(self, table: str, record: bytes | None, future: asyncio.Future[None]) -> None:
        """A table's record was given."""
        self.newest[table] = self._given(future)
        self._records.setdefault(table, []).append((self.count, record))

    def _given(self, future: asyncio.Future[None]) -> int:
        self.count += 1
        self._pending.append((self.count, future))
        return self.count

    @property
    def acked(self) -> int:
        """So many of all rows and records are acknowledged."""
        while self._pending and self._pending[0][1].done():
            self._acked, future = self._pending.popleft()
            check(future.exception() is None, "the journal takes what it is given", future.exception())
        return self._acked

    def kept(self, table: str) -> dict[str, object] | None:
        """The newest acknowledged record of a table."""
        acked, records = self.acked, self._records.get(table, [])
        while len(records) > 1 and records[1][0] <= acked:
            del records[0]
        sure = records[0][1] if records and records[0][0] <= acked else None
        return None if sure is None else read(sure)

    def find(self, match: str, game: PlayerView, options: Options) -> frozenset[int]:
        """After how many events of a match this is what its viewer sees: usually one number."""
        kept = self.matches.get(match)
        if kept is None:
            return frozenset()
        states = kept.states(options, game.seats)
        return frozenset([row.end for row, state in zip(kept.rows, states, strict=True) if _is_seen(state, game)])

    def number(self, match: str, end: int) -> int:
        """Which row brought a match to so many events; 0: none did."""
        return next((row.number for row in self.matches[match].rows if row.end == end), 0)

    def crash(self) -> None:
        """The server is gone: what it was told is safe must be on the disk, and nothing but what it wrote."""
        acked = self.acked
        self._pending.clear()
        self._acked = self.count
        for name, match in self.matches.items():
            kept = self.on_disk(name)
            sure = max((row.end for row in match.rows if row.number <= acked), default=0)
            check(len(kept) >= sure, "nothing acknowledged is forgotten", (name, len(kept), sure))
            check(kept == match.events[: len(kept)], "the disk has what was written", name)
            match.cut(len(kept))
        tables = dict(self.records())
        for code, records in self._records.items():
            sure_records = [record for number, record in records if number <= acked][-1:]
            allowed = sure_records + [record for number, record in records if number > acked]
            check(tables.get(code) in (allowed if sure_records else [None, *allowed]), "the disk has the newest record", code)
            self._records[code] = [(self.count, tables.get(code))]

    def on_disk(self, match: str) -> list[Event]:
        """The events of a match as the disk has them."""
        rows = self._disk.connection.execute(
            "SELECT payload FROM events JOIN journals ON journals.id = events.match WHERE journals.match = ? ORDER BY seq",
            (match,),
        )
        return [event for (payload,) in rows for event in events_from_bytes(payload)]

    def records(self) -> list[tuple[str, bytes]]:
        """The tables' records as the disk has them."""
        if self._disk.connection.execute("SELECT count(*) FROM quarantine").fetchone() != (0,):
            raise Broken("no table is set apart")
        return self._disk.connection.execute("SELECT code, record FROM tables ORDER BY id").fetchall()


def read(record: bytes) -> dict[str, object]:
    """A table's record, but for its version, which alone makes no new one."""
    fields: dict[str, object] = json.loads(record)
    del fields["version"]
    return fields


def _is_seen(state: State, game: PlayerView) -> bool:
    is_alike = (state.turn, state.phase, len(state.draw_pile), state.round) == (
        game.turn,
        game.phase,
        game.draw_count,
        game.round,
    )
    return is_alike and observe(state, game.viewer) == game


class WatchedJournal(StoredJournal):
    """The store's journal; what it is given is written into the ledger as well."""

    def __init__(self, writer: Writer, ledger: Ledger) -> None:
        super().__init__(writer)
        self._ledger = ledger

    def append(self, match: str, version: int, events: tuple[Event, ...]) -> asyncio.Future[None]:
        """See `Journal`."""
        future = super().append(match, version, events)
        self._ledger.row(match, version, events, future)
        return future

    def note(self, table: str, record: bytes | None) -> asyncio.Future[None]:
        """See `Journal`."""
        future = super().note(table, record)
        self._ledger.record(table, record, future)
        return future
