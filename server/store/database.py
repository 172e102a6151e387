"""The one database of a server: opened and checked at start, written in groups by one thread, closed at the end."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from collections.abc import Callable
from math import inf
from pathlib import Path
from typing import Final, NoReturn

from server.store.check import damaged
from server.store.errors import StoreError
from server.store.lock import Lock
from server.store.log import lost_commit
from server.store.order import Job, T
from server.store.rescue import keep_log, rescue
from server.store.schema import Migration, migrate, migrations, refuse_strangers
from server.store.writer import Writer

__all__ = ["Database", "StoreError"]

NAME: Final = "unotty.db"
BUSY: Final = 1.0
"""Seconds that another program may take to let go of the file."""
CARE: Final = (
    "PRAGMA locking_mode = EXCLUSIVE",  # no second connection of whatever program; and no shared memory file
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",
    "PRAGMA wal_autocheckpoint = 0",  # the writer does it between two groups
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",  # who asks to be forgotten is not left in free pages,
    "PRAGMA temp_store = MEMORY",  # nor in a file in /tmp, which would stay open, too
    "PRAGMA trusted_schema = OFF",
)
LEFT: Final = "It was left as it is: move it away with {name}-wal, and restore a backup"
log = logging.getLogger(__name__)


class _Connection(sqlite3.Connection):
    """Only the store ends a transaction: jobs share one."""

    def commit(self) -> None:
        """Not in a job."""
        _refuse()

    def rollback(self) -> None:
        """Not in a job."""
        _refuse()

    def executescript(self, script: str, /) -> sqlite3.Cursor:
        """Not in a job: it would commit first."""
        _refuse()

    def __enter__(self) -> NoReturn:
        _refuse()


def _refuse() -> NoReturn:
    raise RuntimeError("a job of the store must leave its transaction alone")


class Database:
    """One file, one connection. First `read` and `prepare`, in the caller's thread; from `start` on `write` and `ask`."""

    def __init__(self, path: Path, lock: Lock, connection: sqlite3.Connection) -> None:
        """Use `open`."""
        self.path = path
        self._lock = lock
        self._connection = connection
        self._writer: Writer | None = None

    @classmethod
    def open(cls, folder: Path, steps: tuple[Migration, ...] | None = None) -> Database:
        """Lock the folder, make or open its database, bring its schema up to date, check it.

        Raises `StoreError`. `steps`: another history of the schema, for tests.
        """
        try:
            _own(folder)
            lock = Lock(folder)
        except OSError as error:
            raise StoreError(f"the data folder {folder} cannot be used: {error.strerror}") from None
        path = folder / NAME
        try:
            return cls(path, lock, _connect(path, steps or migrations()))
        except BaseException:
            lock.release()
            raise

    def read(self, job: Job[T]) -> T:
        """Ask at once. Only before `start`. Raises `StoreError` if the file cannot be read."""
        assert self._writer is None, "the writer owns the connection"
        try:
            return job(self._connection)
        except sqlite3.Error as error:
            raise StoreError(_advice(self.path, error)) from None

    def prepare(self, job: Job[T]) -> T:
        """Change something at once, durably. Only before `start`. Raises `StoreError` if the disk refuses."""
        assert self._writer is None, "the writer owns the connection"
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            result = job(self._connection)
            self._connection.execute("COMMIT")
        except sqlite3.Error as error:
            raise StoreError(f"{self.path} cannot be changed: {error}") from None
        finally:
            if self._connection.in_transaction:
                self._connection.execute("ROLLBACK")
        return result

    def start(self, stalled: Callable[[str], None], resumed: Callable[[], None]) -> None:
        """Begin to write in a thread. Within the running loop, which calls `stalled(reason)` and `resumed()` in turns."""
        assert self._writer is None, "started twice"
        self._writer = Writer(self._connection, stalled, resumed)

    def write(self, job: Job[T]) -> asyncio.Future[T]:
        """Do this with the next group; done once it is on the disk. An error of the job's own fails this future only."""
        assert self._writer is not None, "not started"
        return self._writer.take(job)

    def ask(self, job: Job[T]) -> asyncio.Future[T]:
        """Read in order with the writes: what was written before is seen, and durable when this is done."""
        return self.write(job)

    def alone(self, job: Job[T]) -> asyncio.Future[T]:
        """Do, after the writes of before, what cannot be part of a transaction; an error of whatever kind fails this future."""
        assert self._writer is not None, "not started"
        return self._writer.take(job, is_alone=True)

    def breathe(self) -> None:
        """For a job that runs `alone` and long, between two steps: let the writes go on. Raises `StoreError` to end it."""
        if self._writer is not None:
            self._writer.breathe()

    def stop(self) -> None:
        """Write everything that was given, close. Blocks for some seconds at most. May be called twice."""
        if self._writer is not None and not self._writer.stop():
            log.critical("the disk does not answer: %s is left as it is", self.path)
            return
        self._connection.close()
        self._lock.release()


def _own(folder: Path) -> None:
    """Make the folder, or see that it is for nobody else's eyes."""
    folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    mode = folder.stat().st_mode & 0o777
    if not mode & 0o077:
        return
    if any(folder.iterdir()) and not (folder / NAME).exists():
        raise StoreError(f"the data folder {folder} is open to others (mode {mode:04o}): chmod 700 {folder}")
    folder.chmod(0o700)


def _connect(path: Path, steps: tuple[Migration, ...]) -> sqlite3.Connection:
    try:
        _refuse_lone_log(path)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NOFOLLOW, 0o600))
        path.chmod(0o600)
    except OSError as error:
        raise StoreError(f"{path} cannot be opened: {error.strerror}") from None
    try:
        beside = path.with_name(path.name + "-wal")
        found = beside.read_bytes() if beside.is_file() else b""
        connection = _careful(path)
        try:
            refuse_strangers(connection, path, steps)
            if lost := lost_commit(found, _frames(connection)):
                keep_log(path, found, lost)
            damage = damaged(connection)
            if damage:
                connection.close()
                rescue(path, damage, steps)
                connection = _careful(path)
            migrate(connection, path, steps)
        except BaseException:
            connection.close()
            raise
    except OSError as error:
        raise StoreError(f"{path} cannot be used: {error.strerror}") from None
    except UnicodeDecodeError:  # of SQLite's words about a damaged schema, which it quotes
        raise StoreError(f"{path} cannot be read: its schema is damaged. {LEFT.format(name=path.name)}") from None
    except sqlite3.Error as error:
        raise StoreError(_advice(path, error)) from None
    _warn_of_reset_bug()
    return connection


def _refuse_lone_log(path: Path) -> None:
    """SQLite deletes a write-ahead log whose database is empty, and everything may be in it. Raises `StoreError`."""
    beside = path.with_name(path.name + "-wal")
    if beside.is_file() and beside.stat().st_size and not (path.exists() and path.stat().st_size):
        raise StoreError(
            f"{path} is gone or empty, and {beside.name} beside it is not: move that away, and restore a backup or begin anew"
        )


def _text(raw: bytes) -> str:
    """What stands in the file may be damaged, and one bad letter must not keep everything else from being read."""
    return raw.decode(errors="replace")


def _frames(connection: sqlite3.Connection) -> float:
    """How much of the write-ahead log SQLite reads. A disk that is full or failing does not tell."""
    try:
        _, frames, _ = connection.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()
    except sqlite3.OperationalError:
        return inf
    return float(frames)


def _advice(path: Path, error: sqlite3.Error) -> str:
    code, words = getattr(error, "sqlite_errorcode", 0) & 0xFF, " ".join(str(error).split())
    if code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        return f"{path} is open in another program: close that first"
    if code in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
        return f"{path} cannot be read: {words}. {LEFT.format(name=path.name)}"
    return f"{path} cannot be used: {words}"


def _careful(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=BUSY, isolation_level=None, check_same_thread=False, factory=_Connection)
    connection.text_factory = _text
    for care in CARE:
        connection.execute(care).fetchall()
    return connection


def _warn_of_reset_bug() -> None:
    """Two connections can lose a commit in some versions of SQLite (https://sqlite.org/wal.html, WAL-reset bug)."""
    found = sqlite3.sqlite_version_info
    mended = (3, 44, 6) <= found < (3, 45) or (3, 50, 7) <= found < (3, 51) or found > (3, 51, 2)
    if found >= (3, 7) and not mended:
        log.warning(
            "SQLite %s has the WAL-reset bug: let no other program write to the database; 3.51.3 mends it",
            sqlite3.sqlite_version,
        )
