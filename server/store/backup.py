"""A copy of the database while it is being written, proved readable before it is called one."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import Final, NamedTuple

from server.store.chain import rows
from server.store.check import damaged
from server.store.database import Database
from server.store.errors import Damaged, StoreError

STEP: Final = 64
"""Pages of 4 KiB that are copied while writes wait."""
BREATH: Final = 0.0005
"""Seconds the proof rests after each match, so that the loop is not kept waiting."""


class Copy(NamedTuple):
    """A copy that was read from end to end."""

    path: Path
    size: int
    """Bytes."""
    matches: int
    broken: tuple[str, ...]
    """What is wrong with matches that are damaged in the copy, as they are in the database itself."""


async def backup(database: Database, target: Path) -> Copy:
    """Copy the started database to `target` (0600), which must not exist, and prove the copy.

    It is written in small steps with the writes of the game between them, and holds these too. Raises `StoreError`: there is
    something already, no room, the store stops, or the proof failed.
    """
    await database.alone(lambda connection: write(connection, target, database.breathe))
    return await asyncio.get_running_loop().run_in_executor(None, prove, target)


def write(connection: sqlite3.Connection, target: Path, breathe: Callable[[], None]) -> None:
    """Write the copy, and see it on the disk; `breathe` between two steps. Raises `StoreError`; then nothing is left of it.

    It has its name from when it is whole: who is killed before leaves an empty file that nobody takes for a copy.
    """
    draft = target.with_name(f".{target.name}.part")
    try:
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    except FileExistsError:
        raise StoreError(f"{target} exists already: name another file") from None
    except OSError as error:
        raise StoreError(f"no copy can be written to {target}: {error.strerror}") from None
    except ValueError:
        raise StoreError(f"no copy can be written to {str(target)!r}: no file can be called that") from None
    try:
        draft.unlink(missing_ok=True)
        descriptor = os.open(draft, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
        try:
            with closing(sqlite3.connect(draft, isolation_level=None)) as copy:
                copy.execute("PRAGMA journal_mode = OFF").fetchall()  # a copy that is not whole is thrown away
                connection.backup(copy, pages=STEP, progress=lambda status, left, whole: breathe())
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(draft, target)
    except (OSError, sqlite3.Error, StoreError) as error:
        target.unlink(missing_ok=True)
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise StoreError(f"no copy can be written to {target}: {error}") from None


def prove(target: Path) -> Copy:
    """Read a copy from end to end: every table, the chain of every match. Raises `StoreError` if a table is damaged."""
    with closing(sqlite3.connect(f"{target.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        try:
            wrong = damaged(connection)
            names = [str(name) for (name,) in connection.execute("SELECT match FROM journals ORDER BY id")]
        except sqlite3.Error as error:
            raise StoreError(f"the copy {target} cannot be read: {error}") from None
        if wrong:
            raise StoreError(f"the copy {target} is damaged in {', '.join(wrong)}: take another, and look at the disk")
        broken = []
        for name in names:
            try:
                for _ in rows(connection, name):
                    pass
            except Damaged as error:
                broken.append(str(error))
            time.sleep(BREATH)
    return Copy(target, target.stat().st_size, len(names), tuple(broken))
