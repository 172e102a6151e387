"""The accounts in the database: all are read at the start, every change is written behind."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
from asyncio import Future
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from server.lobby.accounts import Account, Accounts, Key
from server.lobby.clock import Clock
from server.lobby.conduct import NEWCOMER, Conduct, packed, unpacked
from server.store.bans import of_account
from server.store.database import Database
from server.store.secret import the_secret

log = logging.getLogger(__name__)

PUT: Final = """
INSERT INTO accounts (id, name, created, seen, games, settings) VALUES (?, ?, ?, ?, ?, ?)
ON CONFLICT (id) DO UPDATE SET name = excluded.name, seen = excluded.seen, games = excluded.games, settings = excluded.settings
"""

MUTED: Final = "muted"
CONDUCT: Final = "conduct"
ADD_KEY: Final = "INSERT OR REPLACE INTO keys (mark, account, place, kind, added) VALUES (?, ?, ?, ?, ?)"


def open_accounts(database: Database, folder: Path, clock: Clock) -> Accounts:
    """Everybody the database knows; the secret is in `folder`. Before the database is started. Raises `StoreError`."""
    shelf = StoredAccounts(database)
    return Accounts(clock, the_secret(folder, database), shelf, shelf.load())


class StoredAccounts:
    """The tables `accounts` and `keys`: implements `server.lobby.accounts.Shelf`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def load(self) -> tuple[Account, ...]:
        """Every account, the oldest first. Only before the database is started."""
        return self._database.read(_load)

    def put(self, account: Account) -> Future[None]:
        """See `Shelf`."""
        settings: dict[str, object] = {**account.settings, **({MUTED: account.muted} if account.muted else {})}
        settings |= {CONDUCT: packed(account.conduct)} if account.conduct != NEWCOMER else {}
        row = (account.id, account.name, account.created, account.seen, account.games, json.dumps(settings))
        keys = [(key.mark, account.id, place, key.kind, key.added) for place, key in enumerate(account.keys)]

        def job(connection: sqlite3.Connection) -> None:
            connection.execute(PUT, row)
            kept = connection.execute("SELECT mark, account, place, kind, added FROM keys WHERE account = ?", row[:1])
            if sorted(kept.fetchall()) != sorted(keys):
                connection.execute("DELETE FROM keys WHERE account = ?", row[:1])
                connection.executemany(ADD_KEY, keys)

        return self._database.write(job)

    def drop(self, account: Account) -> Future[tuple[None, None]]:
        """See `Shelf`."""

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("DELETE FROM accounts WHERE id = ?", (account.id,))

        return asyncio.gather(self._database.write(job), self._database.alone(_empty_log))

    def bans(self, account: Account, told: Callable[[Sequence[dict[str, object]]], None]) -> None:
        """See `Shelf`. Those that cannot be read are not told, which is logged."""
        marks = [key.mark for key in account.keys]

        def done(future: Future[list[dict[str, object]]]) -> None:
            fault = None if future.cancelled() else future.exception()
            if fault is not None:
                log.error("table ban: %s: %s", type(fault).__name__, fault)
            told([] if future.cancelled() or fault is not None else future.result())

        self._database.ask(lambda connection: of_account(connection, account.id, marks)).add_done_callback(done)


def _empty_log(connection: sqlite3.Connection) -> None:
    """What was deleted is overwritten in the file, but pages from before stand in the write-ahead log until it is emptied."""
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()


def _load(connection: sqlite3.Connection) -> tuple[Account, ...]:
    keys: dict[str, list[Key]] = {}
    for account, *key in connection.execute("SELECT account, mark, kind, added FROM keys ORDER BY account, place"):
        keys.setdefault(account, []).append(Key(*key))
    rows = connection.execute("SELECT id, name, created, seen, games, settings FROM accounts ORDER BY created, id")
    return tuple(_account(row, tuple(keys.get(row[0], ()))) for row in rows)


def _account(row: tuple[str, str, int, int, int, str], keys: tuple[Key, ...]) -> Account:
    settings, muted, conduct = _settings(row[0], row[5])
    return Account(*row[:5], keys, settings, muted, conduct=conduct)


def _settings(account: str, kept: str) -> tuple[dict[str, str], tuple[str, ...], Conduct]:
    """The settings, whom its person does not hear, and how he behaved: all stand in one column."""
    if kept == "{}":  # nearly everybody's
        return {}, (), NEWCOMER
    try:
        found = json.loads(kept)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        log.error("table accounts: the settings of account %s cannot be read and are as for a newcomer", account)
        return {}, (), NEWCOMER
    muted = found.get(MUTED)
    ids = tuple([one for one in muted if isinstance(one, str)]) if isinstance(muted, list) else ()
    settings = {name: value for name, value in found.items() if isinstance(value, str)}
    return settings, ids, unpacked(found.get(CONDUCT))
