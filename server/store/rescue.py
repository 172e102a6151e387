"""What is done with a damaged file: it is kept beside, and whatever of it can be read goes on in a new one.

Nothing is judged here. A match that lost rows does not fit its chain, so the journal finds it when it is read (`chain`).
"""

from __future__ import annotations

import logging
import os
import sqlite3
import time
from contextlib import closing, suppress
from pathlib import Path
from typing import Final

from server.files import sync_folder
from server.store.check import quoted, tables
from server.store.errors import StoreError
from server.store.schema import Migration, apply, version

EVENTS: Final = "events"
"""Rows of a match are worth nothing alone; they are taken match by match."""
log = logging.getLogger(__name__)


def rescue(path: Path, damage: dict[str, str], steps: tuple[Migration, ...]) -> Path:
    """Replace the file by one with everything of it that can be read; where the damaged one is kept.

    `damage`: the tables that are not whole, with SQLite's words. The file is open nowhere else. Raises `StoreError`; then
    it is where it was.
    """
    kept = path.with_name(f"{path.stem}.damaged-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}{path.suffix}")
    draft = path.with_name(f".{path.name}.rescue")
    names = ", ".join(damage)
    try:
        draft.unlink(missing_ok=True)
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        _copy(path, draft, steps)
        if path.with_name(path.name + "-wal").exists():
            raise StoreError(f"{path} is damaged in {names} and cannot be closed cleanly: restore a backup in its place")
        os.link(path, kept)
        os.replace(draft, path)
        sync_folder(path.parent)
    except (OSError, sqlite3.Error, UnicodeDecodeError) as error:
        raise StoreError(
            f"{path} is damaged in {names} and cannot be rescued ({error}): restore a backup in its place"
        ) from None
    for name, words in damage.items():
        log.error(
            "table %s was damaged (%s): what can be read of it goes on; the damaged file is kept as %s", name, words, kept
        )
    return kept


def keep_log(path: Path, found: bytes, lost: int) -> None:
    """A write-ahead log was damaged before its frame `lost`: keep it as it was `found`. Raises `OSError`."""
    kept = path.with_name(f"{path.stem}.damaged-{time.strftime('%Y%m%d-%H%M%S', time.gmtime())}{path.suffix}-wal")
    descriptor = os.open(kept, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    with open(descriptor, "wb") as file:
        file.write(found)
        file.flush()
        os.fsync(descriptor)
    sync_folder(path.parent)
    log.error(
        "%s-wal was damaged before frame %d: moves that were told are lost, and what can be read goes on; it is kept as %s",
        path,
        lost,
        kept,
    )


def _copy(path: Path, draft: Path, steps: tuple[Migration, ...]) -> None:
    with (
        closing(sqlite3.connect(path, isolation_level=None)) as old,
        closing(sqlite3.connect(draft, isolation_level=None)) as new,
    ):
        old.text_factory = lambda raw: raw.decode(errors="replace")
        new.execute("PRAGMA foreign_keys = OFF")
        for step in steps:
            if step.number <= version(old):
                apply(new, draft, step)
        new.execute("BEGIN")
        for name in tables(new):
            before = new.total_changes
            _take_matches(old, new) if name == EVENTS else _take(old, new, name)
            log.info("table %s: %d rows", name, new.total_changes - before)
        new.execute("COMMIT")


def _take(old: sqlite3.Connection, new: sqlite3.Connection, name: str) -> None:
    """From the front until it breaks, then from the back until it breaks."""
    columns = new.execute(f"PRAGMA table_info({quoted(name)})").fetchall()
    key = [quoted(column[1]) for column in sorted(columns, key=lambda column: int(column[5])) if column[5]]
    if new.execute("SELECT wr FROM pragma_table_list(?)", (name,)).fetchone() == (0,):
        key = ["rowid"]
    fields = ", ".join(quoted(column[1]) for column in columns)
    add = f"INSERT OR IGNORE INTO {quoted(name)} ({fields}) VALUES ({', '.join('?' * len(columns))})"
    for way in ("ASC", "DESC"):
        order = ", ".join(f"{column} {way}" for column in key)
        try:
            new.executemany(add, old.execute(f"SELECT {fields} FROM {quoted(name)} NOT INDEXED ORDER BY {order}"))
        except sqlite3.DatabaseError as error:
            log.warning("table %s ends early: %s", name, error)
        else:
            return


def _take_matches(old: sqlite3.Connection, new: sqlite3.Connection) -> None:
    """Every match whose rows can all be read."""
    for (number,) in new.execute("SELECT id FROM journals").fetchall():
        with suppress(sqlite3.DatabaseError):
            rows = old.execute("SELECT match, seq, payload, chain FROM events WHERE match = ?", (number,)).fetchall()
            new.executemany("INSERT INTO events (match, seq, payload, chain) VALUES (?, ?, ?, ?)", rows)
