"""Bans and the operators' audit trail in the database: implements `server.lobby.bans.BanKeeper`."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Collection
from ipaddress import ip_network
from typing import Any

from server.lobby.accounts import moment
from server.lobby.bans import Ban, Banned
from server.lobby.journal import Durable
from server.store.database import Database

_COLUMNS = "id, banned, target, name, since, until, who, why, marks"
log = logging.getLogger(__name__)


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


def of_account(connection: sqlite3.Connection, id: str, marks: Collection[str]) -> list[dict[str, object]]:
    """Every ban that an account, or a key of it, was ever under, ready for JSON; oldest first."""
    query = f"SELECT {_COLUMNS}, lifted FROM ban WHERE banned = 'key' ORDER BY id"
    return [
        {"name": ban.name, "since": moment(ban.since), "until": _moment(ban.until), "lifted": _moment(row[-1]), "why": ban.why}
        for row in connection.execute(query)
        if (ban := _ban(row[:-1])) is not None and (ban.target == id or not set(ban.marks).isdisjoint(marks))
    ]


def _moment(seconds: int | None) -> str | None:
    return None if seconds is None else moment(seconds)


def _bans(connection: sqlite3.Connection) -> tuple[Ban, ...]:
    rows = connection.execute(f"SELECT {_COLUMNS} FROM ban WHERE lifted IS NULL ORDER BY id").fetchall()
    return tuple([ban for row in rows if (ban := _ban(row)) is not None])


def _ban(row: tuple[Any, ...]) -> Ban | None:
    """The ban in a row of the table; None if that is damaged, which is logged: one that cannot be read cannot be in force."""
    id, banned, target, name, since, until, who, why, marks = row  # noqa: A001
    try:
        if Banned(banned) is Banned.NETWORK:
            ip_network(target)
        return Ban(id, Banned(banned), target, name, since, until, who, why, tuple(marks.split()))
    except ValueError as error:
        log.error("table ban: the ban %d cannot be read and is not in force: %s", id, error)
        return None


def _last_id(connection: sqlite3.Connection) -> int:
    (last,) = connection.execute("SELECT coalesce(max(id), 0) FROM ban").fetchone()
    return int(last)
