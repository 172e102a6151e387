"""SQLite's write-ahead log (https://sqlite.org/fileformat2.html#walformat): is a commit in it that SQLite does not read?

SQLite reads the log up to the first frame whose checksum is wrong, and overwrites the rest without a word.
"""

from __future__ import annotations

import struct
from typing import Final

HEAD: Final = 32
"""Bytes before the first frame."""
FRAME_HEAD: Final = 24
PAGE: Final = 4096
_BIG: Final = 0x377F0683
_MASK: Final = 0xFFFFFFFF


def lost_commit(data: bytes, read: float) -> int:
    """The first frame that ends a commit, although SQLite read only the first `read` frames; 0: there is none.

    The last commit of all does not count: it may have been under way when the server was killed, and then nobody was told of
    it. Every one before had reached the disk.
    """
    if len(data) < HEAD + FRAME_HEAD:
        return 0
    # What a log held before it was begun anew stands behind its end, under other salts.
    salts = data[16:24] if _is_sound(data[:HEAD]) else data[HEAD + 8 : HEAD + 16]
    commits = []
    for number, place in enumerate(range(HEAD, len(data) - FRAME_HEAD + 1, FRAME_HEAD + PAGE), 1):
        size, of = struct.unpack_from(">4xI8s", data, place)
        if of == salts and size:
            commits.append(number)
    lost = [number for number in commits[:-1] if number > read]
    return lost[0] if lost else 0


def _is_sound(head: bytes) -> bool:
    magic, _, page = struct.unpack_from(">III", head)
    if magic | 1 != _BIG or page != PAGE:
        return False
    words = struct.unpack(f"{'>' if magic == _BIG else '<'}6I", head[:24])
    one = two = 0
    for first, second in zip(words[::2], words[1::2], strict=True):
        one = (one + first + two) & _MASK
        two = (two + second + one) & _MASK
    return struct.unpack(">II", head[24:]) == (one, two)
