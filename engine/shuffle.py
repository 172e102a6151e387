"""Chance: one 32-byte seed -> HMAC-SHA256 counter streams -> rejection sampling -> Fisher-Yates (SECURITY H3).

Every use has its own label (the deal of round 3, the second reshuffle of round 3), so what one shuffle used
up never moves another, and the same seed and moves give the same cards for ever.
"""

from __future__ import annotations

import hmac
from struct import unpack
from typing import Final, TypeVar

SEED_BYTES: Final = 32
_WORD: Final = 1 << 16
_BLOCKS: Final = 8
_CEILING: Final = tuple(_WORD - _WORD % n if n else 0 for n in range(257))
"""For n choices: words from here up are thrown away, so that every choice is equally likely."""

T = TypeVar("T")


class Stream:
    """An endless row of uniform 16-bit words, made by HMAC-SHA256(seed, label ‖ counter)."""

    __slots__ = ("_counter", "_label", "_seed", "_words")

    def __init__(self, seed: bytes, label: bytes) -> None:
        self._seed = seed
        self._label = label
        self._counter = 0
        self._words: list[int] = []

    def _refill(self) -> list[int]:
        seed, label, first = self._seed, self._label, self._counter
        blocks = [hmac.digest(seed, label + n.to_bytes(4, "big"), "sha256") for n in range(first, first + _BLOCKS)]
        self._counter = first + _BLOCKS
        self._words = list(unpack(f">{16 * _BLOCKS}H", b"".join(blocks)))
        self._words.reverse()
        return self._words

    def below(self, n: int) -> int:
        """A uniform number from 0 up to, not including, n (1..256)."""
        ceiling = _CEILING[n]
        while True:
            word = (self._words or self._refill()).pop()
            if word < ceiling:
                return word % n

    def shuffled(self, items: tuple[T, ...]) -> tuple[T, ...]:
        """The items (at most 256) in a uniformly random order (Fisher-Yates, last place first)."""
        mixed = list(items)
        words, ceilings = self._words, _CEILING
        for n in range(len(mixed), 1, -1):
            ceiling = ceilings[n]
            while True:
                if not words:
                    words = self._refill()
                word = words.pop()
                if word < ceiling:
                    break
            pick = word % n
            last = n - 1
            mixed[last], mixed[pick] = mixed[pick], mixed[last]
        return tuple(mixed)


class Entropy:
    """All the chance of one match. Holds the seed and nothing that changes: the same label, the same stream."""

    __slots__ = ("_seed",)

    def __init__(self, seed: bytes) -> None:
        if len(seed) != SEED_BYTES:
            raise ValueError(f"a seed has {SEED_BYTES} bytes, not {len(seed)}")
        self._seed = seed

    def stream(self, *label: str | int) -> Stream:
        """A fresh stream for this use, independent of every other label's."""
        return Stream(self._seed, f"unotty 1 {' '.join(map(str, label))}\0".encode())
