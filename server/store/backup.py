"""A copy of the database while it is being written, proved readable before it is called one."""

from __future__ import annotations

import asyncio
import os
import sqlite3
import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from functools import partial
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
STEPS: Final = 10_000
"""Of SQLite's work, after which the proof of a table looks whether it is still wanted."""


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
    something already, no room, the store stops, or the proof failed; then, as when this is cancelled, nothing is left of it.
    It has its name from when it is proved: who is killed before leaves an empty file that nobody
    takes for a copy, and may be a draft beside it.
    """
    off = threading.Event()

    def breathe() -> None:
        if off.is_set():
            raise StoreError("it is not wanted any more")
        database.breathe()

    written = database.alone(lambda connection: write(connection, target, breathe))
    try:
        draft = await asyncio.shield(written)  # cancelled or not, the writer tells whether there are files
        copy = await asyncio.get_running_loop().run_in_executor(None, prove, draft, off)
        _give_name(draft, target)
    except BaseException:
        if written.done():
            _discard(target, written)
        else:
            written.add_done_callback(partial(_discard, target))
        raise
    finally:
        off.set()
    return copy._replace(path=target)


def write(connection: sqlite3.Connection, target: Path, breathe: Callable[[], None]) -> Path:
    """Write the copy to a draft beside `target`, which is an empty file meanwhile, and see it on the disk; the draft.

    `breathe` is called between two steps. Raises `StoreError`; then nothing is left of it.
    """
    try:
        draft = target.with_name(f".{target.name}.part")
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
    except (OSError, sqlite3.Error, StoreError) as error:
        target.unlink(missing_ok=True)
        with suppress(OSError):
            draft.unlink(missing_ok=True)
        raise StoreError(f"no copy can be written to {target}: {error}") from None
    return draft


def _give_name(draft: Path, target: Path) -> None:
    try:
        os.replace(draft, target)
    except OSError as error:
        raise StoreError(f"no copy can be written to {target}: {error.strerror}") from None


def _discard(target: Path, written: asyncio.Future[Path]) -> None:
    """Nothing stays of a copy that is not wanted; who could not write it left nothing, and may have met another's file."""
    if not written.cancelled() and written.exception() is None:
        for file in (target, written.result()):
            with suppress(OSError):
                file.unlink()


def prove(path: Path, off: threading.Event) -> Copy:
    """Read a copy from end to end: every table, the chain of every match.

    Raises `StoreError` if a table is damaged, and soon after `off` was set.
    """
    with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro&immutable=1", uri=True)) as connection:
        connection.set_progress_handler(off.is_set, STEPS)
        try:
            wrong = damaged(connection)
            names = [str(name) for (name,) in connection.execute("SELECT match FROM journals ORDER BY id")]
        except sqlite3.Error as error:
            raise StoreError(f"the copy cannot be read: {error}") from None
        if wrong and not off.is_set():
            raise StoreError(f"the copy is damaged in {', '.join(wrong)}: take another, and look at the disk")
        broken = []
        for name in names:
            if off.is_set():
                raise StoreError("the copy is not wanted any more")
            try:
                for _ in rows(connection, name):
                    pass
            except Damaged as error:
                broken.append(str(error))
            time.sleep(BREATH)
    return Copy(path, path.stat().st_size, len(names), tuple(broken))
