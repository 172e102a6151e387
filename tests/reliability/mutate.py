"""`mutated`: bytes that are almost right, for parsers that strangers speak to."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final

ODD: Final = (
    b"\x00", b"\xff", b"\x7f", b"\x80", b"\x1b", b"\x9b", b"\r", b"\n",
    b"\xff\xff\xff\xff", b"\x00\x00\x00\x00", b"\x80\x00\x00\x00", b"\xcf" + b"\xff" * 8,
    b"\xdd\xff\xff\xff\xff", b"\xdf\xff\xff\xff\xff", b"\xc1", b"\xca\x7f\xc0\x00\x00",
    b"NaN", b"1e999", b"-1", b"\\ud800", b'"', b"[[[[", b"{", b"null",
    b"\xe2\x80\xae", b"\xed\xa0\x80", b"\xf4\x90\x80\x80", b"\x1b[", b"\x1b]", b"\x1bP", b"\x1b[<", b";" * 40,
)  # fmt: skip
"""Pieces that parsers trip over."""
MOST: Final = 6
"""Changes to one input."""
LONGEST: Final = 8192
"""Bytes of one input."""


def mutated(random: Random, corpus: Sequence[bytes]) -> bytes:
    """One of the corpus with a few changes; now and then noise."""
    if random.random() < 0.03:
        return random.randbytes(random.randrange(300))
    data = bytearray(random.choice(corpus))
    for _ in range(random.randrange(MOST + 1)):
        _change(random, data, corpus)
    return bytes(data[:LONGEST])


def _change(random: Random, data: bytearray, corpus: Sequence[bytes]) -> None:
    at = random.randrange(len(data) + 1)
    end = min(len(data), at + random.randrange(1, 12))
    match random.randrange(7):
        case 0 if at < len(data):
            data[at] ^= 1 << random.randrange(8)
        case 1 if at < len(data):
            data[at] = random.randrange(256)
        case 2:
            del data[at:end]
        case 3:
            data[at:at] = random.choice(ODD)
        case 4:
            data[at:at] = data[at:end] * random.choice((1, 2, 30))
        case 5:
            other = random.choice(corpus)
            data[at:] = other[random.randrange(len(other) + 1) :]
        case _:
            del data[at:]


def pieces(random: Random, data: bytes) -> list[bytes]:
    """The same in packets, split anywhere."""
    found = []
    while data:
        size = random.choice((1, 2, 3, 7, 40, len(data)))
        found.append(data[:size])
        data = data[size:]
    return found
