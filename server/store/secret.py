"""The server's secret, which turns fingerprints of keys into marks: made at the first start, never replaced in silence.

Without it nobody is known again, so a backup of the database is worth nothing without a copy of it.
"""

from __future__ import annotations

import os
import secrets
import sqlite3
import stat
from hashlib import blake2b
from pathlib import Path
from typing import Final

from server.files import sync_folder, write_whole
from server.store.database import Database
from server.store.errors import StoreError

NAME: Final = "secret"
BYTES: Final = 32


def the_secret(folder: Path, database: Database) -> bytes:
    """The secret kept in `folder`; a first start makes it. Before the database is started.

    Raises StoreError: it is unreadable, readable by others, damaged, not the one the accounts were made with, gone although
    there are accounts, or there although the database has never held anything.
    """
    path = folder / NAME
    is_needed, is_new, proof = database.read(_asked)
    try:
        secret = _read(path)
    except FileNotFoundError:
        if is_needed:
            raise StoreError(
                f"{path} is gone, and without it nobody in table accounts would be known again: restore it from a backup"
            ) from None
        secret = secrets.token_bytes(BYTES)
        database.prepare(lambda connection: _note(connection, proof_of(secret)))  # first: a new database knows no old secret
        _keep(path, secret)
        return secret
    if is_new:
        raise StoreError(
            f"{path} is of another database than {database.path}, which is new or was emptied: "
            f"restore a backup in its place, or move {NAME} away to begin anew"
        )
    if proof is not None and proof != proof_of(secret):
        if is_needed:
            raise StoreError(f"{path} is not the one that table accounts was made with: restore it from a backup")
        proof = None
    if proof is None:
        database.prepare(lambda connection: _note(connection, proof_of(secret)))
    return secret


def proof_of(secret: bytes) -> str:
    """Tells this secret from every other, and nothing about it."""
    return blake2b(key=secret, digest_size=16, person=b"unotty secret").hexdigest()


def _asked(connection: sqlite3.Connection) -> tuple[bool, bool, str | None]:
    """Is a secret needed, has nothing ever been kept, and the proof."""
    (is_needed,) = connection.execute("SELECT EXISTS (SELECT 1 FROM keys)").fetchone()
    row = connection.execute("SELECT proof FROM secret").fetchone()
    held = "SELECT EXISTS (SELECT 1 FROM accounts UNION ALL SELECT 1 FROM journals UNION ALL SELECT 1 FROM ban)"
    (is_used,) = connection.execute(held).fetchone()
    return bool(is_needed), row is None and not is_used, None if row is None else str(row[0])


def _note(connection: sqlite3.Connection, proof: str) -> None:
    connection.execute("DELETE FROM secret")
    connection.execute("INSERT INTO secret (proof) VALUES (?)", (proof,))


def _read(path: Path) -> bytes:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW | os.O_NONBLOCK)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise StoreError(f"{path} cannot be read: {error.strerror}") from None
    facts = os.fstat(descriptor)
    if not stat.S_ISREG(facts.st_mode):
        os.close(descriptor)
        raise StoreError(f"{path} is not a file: restore it from a backup")
    with open(descriptor, "rb") as file:
        if facts.st_mode & 0o077:
            raise StoreError(f"{path} is open to others (mode {facts.st_mode & 0o777:04o}): chmod 600 {path}")
        data = file.read(1024)
    try:
        secret = bytes.fromhex(data.decode("ascii").strip())
    except ValueError:
        secret = b""
    if len(secret) != BYTES:
        raise StoreError(f"{path} is damaged: restore it from a backup")
    return secret


def _keep(path: Path, secret: bytes) -> None:
    try:
        write_whole(path, f"{secret.hex()}\n".encode(), 0o600)
        sync_folder(path.parent)
    except OSError as error:
        raise StoreError(f"no secret can be made as {path}: {error.strerror}") from None
