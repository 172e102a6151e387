"""Bans and the operators' audit trail in the database: implements `server.lobby.bans.BanKeeper`."""

from __future__ import annotations

import sqlite3

from server.lobby.bans import Ban, Banned
from server.lobby.journal import Durable
from server.store.database import Database

_COLUMNS = "id, banned, target, name, since, until, who, why, marks"


class StoredBans:
    """The tables `ban` and `audit`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def bans(self) -> tuple[Ban, ...]:
        """See `BanKeeper`."""
        return self._database.read(_bans)

    def last_id(self) -> int:
        """See `BanKeeper`."""
        return self._database.read(_last_id)

    def keep(self, ban: Ban) -> Durable:
        """See `BanKeeper`."""
        marks = " ".join(ban.marks)
        row = (ban.id, ban.banned.value, ban.target, ban.name, ban.since, ban.until, ban.who, ban.why, marks)
        return self._run(f"INSERT INTO ban ({_COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", row)

    def lift(self, ban: Ban, at: int, who: str) -> Durable:
        """See `BanKeeper`."""
        return self._run("UPDATE ban SET lifted = ?, lifted_by = ? WHERE id = ? AND lifted IS NULL", (at, who, ban.id))

    def audit(self, at: int, who: str, act: str, about: str) -> Durable:
        """See `BanKeeper`."""
        return self._run("INSERT INTO audit (at, who, act, about) VALUES (?, ?, ?, ?)", (at, who, act, about))

    def _run(self, statement: str, row: tuple[str | int | None, ...]) -> Durable:
        def job(connection: sqlite3.Connection) -> None:
            connection.execute(statement, row)

        return self._database.write(job)


def _bans(connection: sqlite3.Connection) -> tuple[Ban, ...]:
    rows = connection.execute(f"SELECT {_COLUMNS} FROM ban WHERE lifted IS NULL ORDER BY id")
    return tuple(
        Ban(
            id=row[0],
            banned=Banned(row[1]),
            target=row[2],
            name=row[3],
            since=row[4],
            until=row[5],
            who=row[6],
            why=row[7],
            marks=tuple(row[8].split()),
        )
        for row in rows
    )


def _last_id(connection: sqlite3.Connection) -> int:
    (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM ban").fetchone()
    return int(last)
