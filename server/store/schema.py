"""The schema's versions: every file `migrations/NNNN_name.sql` is applied once, in order, and never taken back."""

from __future__ import annotations

import logging
import os
import sqlite3
from pathlib import Path
from typing import Final, NamedTuple

from server.store.errors import StoreError

FOLDER: Final = Path(__file__).parent / "migrations"
log = logging.getLogger(__name__)


class Migration(NamedTuple):
    """One step; afterwards `PRAGMA user_version` is its number."""

    number: int
    name: str
    script: str


def migrations(folder: Path = FOLDER) -> tuple[Migration, ...]:
    """All that this program knows, by number."""
    files = sorted(folder.glob("[0-9][0-9][0-9][0-9]_*.sql"))
    return tuple([Migration(int(file.stem[:4]), file.stem[5:], file.read_text(encoding="utf-8")) for file in files])


def version(connection: sqlite3.Connection) -> int:
    """The schema's number; 0: nothing was ever made here."""
    (number,) = connection.execute("PRAGMA user_version").fetchone()
    return int(number)


def refuse_strangers(connection: sqlite3.Connection, path: Path, steps: tuple[Migration, ...]) -> None:
    """Raises `StoreError` if the file is newer than the program, or another program's."""
    found, known = version(connection), steps[-1].number
    if found > known:
        raise StoreError(
            f"{path} has schema version {found} and this server knows versions up to {known}: "
            "start the newer server, or restore a copy made before it"
        )
    if found == 0 and connection.execute("SELECT count(*) FROM sqlite_schema").fetchone() != (0,):
        raise StoreError(f"{path} is a database of another program: move it away, or name another data folder")


def migrate(connection: sqlite3.Connection, path: Path, steps: tuple[Migration, ...]) -> None:
    """Bring the file up to the last step, having copied it first if it held anything.

    Raises `StoreError`: no copy can be made, or a step failed; then the file is as it was before that step.
    """
    found = version(connection)
    due = [step for step in steps if step.number > found]
    if due and found:
        copy = _keep(connection, path, found)
        log.info("schema version %d is kept as %s", found, copy)
    for step in due:
        apply(connection, path, step)
        if found:
            log.info("schema version %d: %s", step.number, step.name)


def _keep(connection: sqlite3.Connection, path: Path, number: int) -> Path:
    # One copy of each version: a step that fails at every start must not fill the disk.
    copy = path.with_name(f"{path.stem}.version-{number}{path.suffix}")
    draft = copy.with_name(f".{copy.name}.{os.getpid()}")
    try:
        os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, 0o600))
        connection.execute("VACUUM INTO ?", (str(draft),))
        os.replace(draft, copy)
    except (OSError, sqlite3.Error) as error:
        draft.unlink(missing_ok=True)
        raise StoreError(f"{path} must be brought to a newer schema, and no copy of it can be made first: {error}") from None
    return copy


def apply(connection: sqlite3.Connection, path: Path, step: Migration) -> None:
    """Take one step, whole or not at all. Raises `StoreError`."""
    script = f"BEGIN IMMEDIATE;\n{step.script}\nPRAGMA user_version = {step.number};\nCOMMIT;"
    try:
        connection.cursor().executescript(script)
    except sqlite3.Error as error:
        if connection.in_transaction:
            connection.execute("ROLLBACK")
        raise StoreError(
            f"{path} cannot be brought to schema version {step.number} ({step.name}), stays at {version(connection)}: {error}"
        ) from None
