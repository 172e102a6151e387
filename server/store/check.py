"""Which tables of a database file are damaged, as far as SQLite itself can tell."""

from __future__ import annotations

import sqlite3
from typing import Final

TABLES: Final = (
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' ORDER BY rootpage"
)


def tables(connection: sqlite3.Connection) -> tuple[str, ...]:
    """The tables' names, as they were made. Raises `sqlite3.Error` if the file's own list of them is damaged."""
    return tuple([name for (name,) in connection.execute(TABLES)])


def damaged(connection: sqlite3.Connection) -> dict[str, str]:
    """What SQLite says against each table that is not whole; empty: all are."""
    found = {}
    for name in tables(connection):
        words = _verdict(connection, name)
        if words != "ok":
            found[name] = words
    return found


def _verdict(connection: sqlite3.Connection, table: str) -> str:
    try:
        rows = connection.execute(f"PRAGMA integrity_check({quoted(table)})").fetchall()
    except sqlite3.DatabaseError as error:
        return str(error)
    return str(rows[0][0]).replace("*** in database main ***\n", "").splitlines()[0]


def quoted(name: str) -> str:
    """A table's or column's name as SQL."""
    return '"' + name.replace('"', '""') + '"'
