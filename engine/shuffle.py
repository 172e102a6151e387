"""Chance: one 32-byte seed -> HMAC-SHA256 counter streams -> rejection sampling -> Fisher-Yates (SECURITY H3).

Every use has its own label (the deal of round 3, the second reshuffle of round 3), so what one shuffle used
up never moves another, and the same seed and moves give the same cards for ever.
"""

from __future__ import annotations

import hashlib
from struct import unpack
from typing import Final, TypeVar

SEED_BYTES: Final = 32
_KEY_BYTES: Final = 64
_INNER_PAD: Final = bytes(byte ^ 0x36 for byte in range(256))
_OUTER_PAD: Final = bytes(byte ^ 0x5C for byte in range(256))
_WORD: Final = 1 << 16
_WORDS_A_BLOCK: Final = 16
_CEILING: Final = tuple(_WORD - _WORD % n if n else 0 for n in range(257))
"""For n choices: words from here up are thrown away, so that every choice is equally likely."""

T = TypeVar("T")


class Stream:
    """An endless row of uniform 16-bit words, made by HMAC-SHA256(seed, label ‖ counter)."""

    __slots__ = ("_counter", "_inner", "_outer", "_words")

    def __init__(self, inner: hashlib._Hash, outer: hashlib._Hash, label: bytes) -> None:
        """`inner` and `outer` are the two hashes of an HMAC that have taken in its key (RFC 2104 §4)."""
        self._inner = inner.copy()
        self._inner.update(label)
        self._outer = outer
        self._counter = 0
        self._words: list[int] = []

    def _block(self, number: int) -> bytes:
        inner, outer = self._inner.copy(), self._outer.copy()
        inner.update(number.to_bytes(4, "big"))
        outer.update(inner.digest())
        return outer.digest()

    def _refill(self, wanted: int) -> list[int]:
        """At least `wanted` more words, last first."""
        first = self._counter
        self._counter = first + (wanted + _WORDS_A_BLOCK - 1) // _WORDS_A_BLOCK
        blocks = b"".join(map(self._block, range(first, self._counter)))
        self._words = list(unpack(f">{len(blocks) // 2}H", blocks))
        self._words.reverse()
        return self._words

    def below(self, n: int) -> int:
        """A uniform number from 0 up to, not including, n (1..256)."""
        ceiling = _CEILING[n]
        while True:
            word = (self._words or self._refill(1)).pop()
            if word < ceiling:
                return word % n

    def shuffled(self, items: tuple[T, ...]) -> tuple[T, ...]:
        """The items (at most 256) in a uniformly random order (Fisher-Yates, last place first)."""
        mixed = list(items)
        words, ceilings = self._words, _CEILING
        for last in range(len(mixed) - 1, 0, -1):
            choices = last + 1
            ceiling = ceilings[choices]
            while True:
                words = words or self._refill(last)
                word = words.pop()
                if word < ceiling:
                    break
            pick = word % choices
            mixed[last], mixed[pick] = mixed[pick], mixed[last]
        return tuple(mixed)


class Entropy:
    """All the chance of one match. Holds the seed and nothing that changes: the same label, the same stream."""

    __slots__ = ("_inner", "_outer")

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        key = seed.ljust(_KEY_BYTES, b"\0")
        self._inner = hashlib.sha256(key.translate(_INNER_PAD))
        self._outer = hashlib.sha256(key.translate(_OUTER_PAD))

    def stream(self, *label: str | int) -> Stream:
        """A fresh stream for this use, independent of every other label's."""
        return Stream(self._inner, self._outer, f"unotty 1 {' '.join(map(str, label))}\0".encode())
