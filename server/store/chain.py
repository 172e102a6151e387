"""The hash chain of a match's rows: each link hangs on the one before, and the match knows its last."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from hashlib import blake2b
from typing import Final

from server.store.errors import Damaged

SIZE: Final = 12
"""Bytes of a link: it is there against damage, not against forgers."""
HEAD: Final = 'SELECT id, "end", chain FROM journals WHERE match = ?'
ROWS: Final = "SELECT seq, payload, chain FROM events WHERE match = ? ORDER BY seq"


def link(match: str, seq: int, payload: bytes, before: bytes | None) -> bytes:
    """The link of a row: over the link before (None: it is the first), the row's place and what it holds."""
    head = f"{match}\n{seq}\n".encode()
    return blake2b((before or b"") + head + payload, digest_size=SIZE, person=b"unotty journal").digest()


def checksum(code: str, record: bytes) -> bytes:
    """Tells whether a table's record is as it was written."""
    return blake2b(f"{code}\n".encode() + record, digest_size=SIZE, person=b"unotty table").digest()


def rows(connection: sqlite3.Connection, match: str) -> Iterator[tuple[int, bytes]]:
    """A match's rows in order, (first event's place, payload), each checked before it is given; none: no such match.

    Raises `Damaged` where the chain breaks, or ends before the match does.
    """
    seq, before = 0, None
    try:
        head = connection.execute(HEAD, (match,)).fetchone()
        if head is None:
            return
        number, _, last = head
        for seq, payload, chain in connection.execute(ROWS, (number,)):
            if chain != link(match, seq, payload, before):
                raise Damaged(f"match {match} is damaged at event {seq}")
            yield seq, payload
            before = chain
    except sqlite3.DatabaseError as error:
        raise Damaged(f"match {match} cannot be read after event {seq}: {error}") from None
    if before != last:
        raise Damaged(f"match {match} has lost its end after event {seq}")
