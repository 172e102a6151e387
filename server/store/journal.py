"""The journal in the database: a chain of rows for every match, a record for every live table, and what is damaged, apart."""

from __future__ import annotations

import asyncio
import logging
import sqlite3
import time
from typing import Final, NamedTuple

from engine.codec import events_from_bytes, events_to_bytes
from engine.events import Event
from server.store.chain import checksum, link, rows
from server.store.database import Database
from server.store.errors import Damaged, OutOfStep, StoreError

BEGIN: Final = """
INSERT INTO journals (match, "end", chain) SELECT :match, :count, journal_link(:match, 0, :payload, NULL)
WHERE :version = 0 AND NOT EXISTS (SELECT * FROM journals WHERE match = :match)
"""
EXTEND: Final = """
UPDATE journals SET "end" = "end" + :count, chain = journal_link(:match, :version, :payload, chain)
WHERE match = :match AND "end" = :version AND :version > 0
"""
ADD: Final = (
    "INSERT INTO events (match, seq, payload, chain) SELECT id, :version, :payload, chain FROM journals WHERE match = :match"
)
NOTE: Final = "INSERT OR REPLACE INTO tables (code, record, sum) VALUES (?, ?, ?)"
"""A new row each time: their order is that in which they were written."""
SET_APART: Final = """
INSERT INTO quarantine (code, why, at, record) SELECT code, ?, ?, record FROM tables WHERE code = ?
"""
log = logging.getLogger(__name__)


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
        assert events, "nothing happened"
        row = {"match": match, "version": version, "count": len(events), "payload": events_to_bytes(events)}
        fence = EXTEND if version else BEGIN

        def job(connection: sqlite3.Connection) -> None:
            if connection.execute(fence, row).rowcount != 1:
                raise OutOfStep(f"match {match}: event {version} is not the next one")
            connection.execute(ADD, row)

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
        """Every event of a match, from its beginning. Only before the start.

        Raises `Damaged` if the chain is broken, or holds an event that this server does not know.
        """
        return self._database.read(lambda connection: events_of(connection, match))

    def tables(self) -> tuple[tuple[str, bytes], ...]:
        """The live tables' codes and records, the newest record last; a damaged one goes into quarantine instead."""
        query = "SELECT code, record, sum FROM tables ORDER BY id"
        kept: list[tuple[str, bytes, bytes]] = self._database.read(lambda connection: connection.execute(query).fetchall())
        sound = []
        for code, record, found in kept:
            if checksum(code, record) == found:
                sound.append((code, record))
            else:
                self.quarantine(code, "the table's own record is damaged")
        return tuple(sound)

    def quarantine(self, table: str, why: str) -> None:
        """Keep a table's record, but apart: it is offered no more. Its events stay where they are. Only before the start.

        On a disk that refuses even this the table is offered at the next start again.
        """
        log.error("table %s goes into quarantine: %s", table, why)

        def job(connection: sqlite3.Connection) -> None:
            connection.execute(SET_APART, (why, int(time.time()), table))
            connection.execute("DELETE FROM tables WHERE code = ?", (table,))

        try:
            self._database.prepare(job)
        except StoreError as error:
            log.error("table %s could not be set apart: %s", table, error)

    def quarantined(self) -> asyncio.Future[tuple[Quarantined, ...]]:
        """What is kept apart, oldest first: for the operator."""
        query = "SELECT code, why, at FROM quarantine ORDER BY id"
        return self._database.ask(lambda connection: tuple([Quarantined(*row) for row in connection.execute(query)]))


def events_of(connection: sqlite3.Connection, match: str) -> tuple[Event, ...]:
    """Every event of a match, checked; none if nothing is known of it. Raises `Damaged`."""
    events: list[Event] = []
    for seq, payload in rows(connection, match):
        if seq != len(events):
            raise Damaged(f"match {match} does not fit together at event {len(events)}")
        try:
            events += events_from_bytes(payload)
        except ValueError as error:
            raise Damaged(f"match {match} cannot be understood at event {seq}: {error}") from None
    return tuple(events)
