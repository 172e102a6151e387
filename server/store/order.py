"""One thing the writer is to do, what came of it, and who waits for it."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from server.store.errors import StoreError

T = TypeVar("T")
Job = Callable[[sqlite3.Connection], T]
"""Runs in the writer's thread. It reads its rows to the end, opens and ends no transaction, and may be run again."""
REFUSALS: Final = frozenset(
    {
        sqlite3.SQLITE_FULL,
        sqlite3.SQLITE_IOERR,
        sqlite3.SQLITE_BUSY,
        sqlite3.SQLITE_READONLY,
        sqlite3.SQLITE_CANTOPEN,
        sqlite3.SQLITE_NOMEM,
        sqlite3.SQLITE_PROTOCOL,
    }
)
"""Primary codes that speak of the disk and not of the job."""
UNREADABLE: Final = frozenset(
    {
        sqlite3.SQLITE_IOERR_READ,
        sqlite3.SQLITE_IOERR_SHORT_READ,
        sqlite3.SQLITE_IOERR_DATA,
        sqlite3.SQLITE_IOERR_CORRUPTFS,
    }
)
"""Extended codes that speak of one place of the file: whoever asks for it fails, and the others go on."""


class Order(Generic[T]):
    """A job on its way."""

    __slots__ = ("_error", "_future", "_job", "_result", "is_alone")

    def __init__(self, job: Job[T], future: asyncio.Future[T], is_alone: bool) -> None:
        self._job = job
        self.is_alone = is_alone
        self._future = future
        self._result: T
        self._error: Exception | None = None

    def run(self, connection: sqlite3.Connection) -> None:
        """Do it within a savepoint. Raises `Refused` if the disk did; the job's own error is kept for who waits."""
        self._error = None
        connection.execute("SAVEPOINT job")
        try:
            self._result = self._job(connection)
        except Exception as error:
            # A job's own fault is told to who waits for it and hurts no other.
            if not connection.in_transaction or _is_refusal(error):
                raise Refused(str(error)) from error
            self._error = error
            connection.execute("ROLLBACK TO job")
        if not connection.in_transaction:
            raise Refused("the transaction ended early")
        connection.execute("RELEASE job")

    def run_alone(self, connection: sqlite3.Connection) -> None:
        """Do it outside of any transaction; whatever goes wrong is told to who waits for it."""
        try:
            self._result = self._job(connection)
        except Exception as error:  # noqa: BLE001 - see `run`
            self._error = error

    def fail(self, error: Exception) -> None:
        """It will not be done."""
        self._error = error

    def tell(self) -> None:
        """In the loop: say what came of it."""
        if self._future.done():
            return
        if self._error is None:
            self._future.set_result(self._result)
        else:
            self._future.set_exception(self._error)
            if isinstance(self._error, StoreError):
                self._future.exception()  # the writer has said it: whoever does not wait need not hear of it


class Refused(Exception):
    """The disk did not take the group; its words."""


def _is_refusal(error: Exception) -> bool:
    code: int = getattr(error, "sqlite_errorcode", 0)
    return isinstance(error, sqlite3.Error) and code & 0xFF in REFUSALS and code not in UNREADABLE
