"""The journal in the database: a chain of rows for every match, a record for every live table, and what is damaged, apart."""

from __future__ import annotations

import asyncio
import sqlite3
import time
from hashlib import blake2b
from typing import Final, NamedTuple

from engine.codec import events_from_bytes, events_to_bytes
from engine.events import Event
from server.store.database import Database
from server.store.errors import Damaged, OutOfStep

LINK: Final = 12
"""Bytes of a link of the chain: it is there against damage, not against forgers."""
APPEND: Final = """
INSERT INTO events (match, seq, count, payload, chain)
SELECT :match, :version, :count, :payload, journal_link(:match, :version, :payload, (SELECT chain FROM events
    WHERE match = :match ORDER BY seq DESC LIMIT 1))
WHERE :version = coalesce((SELECT seq + count FROM events WHERE match = :match ORDER BY seq DESC LIMIT 1), 0)
"""
NOTE: Final = """
INSERT INTO tables (code, record, sum) VALUES (?, ?, ?)
ON CONFLICT (code) DO UPDATE SET record = excluded.record, sum = excluded.sum
"""


class Quarantined(NamedTuple):
    """A table that could not be brought back."""

    code: str
    why: str
    at: int
    """Seconds since 1970, UTC."""


class StoredJournal:
    """`server.lobby.journal.Journal` in the database."""

    def __init__(self, database: Database) -> None:
        """Before the database is started."""
        self._database = database
        database.read(lambda connection: connection.create_function("journal_link", 4, link, deterministic=True))

    def append(self, match: str, version: int, events: tuple[Event, ...]) -> asyncio.Future[None]:
        """Keep `events` of a match that has had `version` events before; fails with `OutOfStep` if that is not so."""
        row = {"match": match, "version": version, "count": len(events), "payload": events_to_bytes(events)}

        def job(connection: sqlite3.Connection) -> None:
            if connection.execute(APPEND, row).rowcount != 1:
                raise OutOfStep(f"match {match}: event {version} is not the next one")

        return self._database.write(job)

    def note(self, table: str, record: bytes | None) -> asyncio.Future[None]:
        """Keep a table's own record in place of the one before; None: the table is gone."""

        def job(connection: sqlite3.Connection) -> None:
            if record is None:
                connection.execute("DELETE FROM tables WHERE code = ?", (table,))
            else:
                connection.execute(NOTE, (table, record, checksum(table, record)))

        return self._database.write(job)

    def read(self, match: str) -> tuple[Event, ...]:
        """Every event of a match, from its beginning. Only before the start. Raises `Damaged`."""
        return self._database.read(lambda connection: events_of(connection, match))

    def tables(self) -> tuple[tuple[str, bytes], ...]:
        """The live tables' codes and records, oldest first; one whose record is damaged goes into quarantine instead."""
        rows = self._database.read(
            lambda connection: connection.execute("SELECT code, record, sum FROM tables ORDER BY id").fetchall()
        )
        for code, record, kept in rows:
            if checksum(code, record) != kept:
                self.quarantine(code, "its record is damaged")
        return tuple([(code, record) for code, record, kept in rows if checksum(code, record) == kept])

    def quarantine(self, table: str, why: str) -> None:
        """Keep a table's record, but apart: it is offered no more. Its events stay where they are. Only before the start."""

        def job(connection: sqlite3.Connection) -> None:
            kept = "INSERT INTO quarantine (code, why, at, record) SELECT code, ?, ?, record FROM tables WHERE code = ?"
            connection.execute(kept, (why, int(time.time()), table))
            connection.execute("DELETE FROM tables WHERE code = ?", (table,))

        self._database.prepare(job)

    def quarantined(self) -> asyncio.Future[tuple[Quarantined, ...]]:
        """What is kept apart, oldest first: for the operator."""
        query = "SELECT code, why, at FROM quarantine ORDER BY id"
        return self._database.ask(lambda connection: tuple([Quarantined(*row) for row in connection.execute(query)]))


def link(match: str, version: int, payload: bytes, before: bytes | None) -> bytes:
    """The chain's link for a row: hangs on the row before (None: the first) and on all of this one."""
    head = f"{match}\n{version}\n".encode()
    return blake2b((before or b"") + head + payload, digest_size=LINK, person=b"unotty journal").digest()


def checksum(code: str, record: bytes) -> bytes:
    """Tells whether a table's record is as it was written."""
    return blake2b(f"{code}\n".encode() + record, digest_size=LINK, person=b"unotty table").digest()


def events_of(connection: sqlite3.Connection, match: str) -> tuple[Event, ...]:
    """Every event of a match, the chain checked. Raises `Damaged`."""
    events: list[Event] = []
    before: bytes | None = None
    try:
        for seq, count, payload, chain in connection.execute(
            "SELECT seq, count, payload, chain FROM events WHERE match = ? ORDER BY seq", (match,)
        ):
            if seq != len(events):
                raise Damaged(f"match {match} lacks its events from {len(events)} on")
            if chain != link(match, seq, payload, before):
                raise Damaged(f"match {match} is damaged at event {seq}")
            row = events_from_bytes(payload)
            if len(row) != count:
                raise Damaged(f"match {match} is damaged at event {seq}: {len(row)} events and not {count}")
            events += row
            before = chain
    except ValueError as error:
        raise Damaged(f"match {match} cannot be read at event {len(events)}: {error}") from None
    except sqlite3.DatabaseError as error:
        raise Damaged(f"match {match} cannot be read at event {len(events)}: {error}") from None
    return tuple(events)
