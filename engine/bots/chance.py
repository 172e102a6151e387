"""A bot's dice: any number of throws from one word of chance, always the same ones for the same word."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeVar

T = TypeVar("T")
_MASK: Final = (1 << 64) - 1


class Chance:
    """Throws made from a word with the mixing steps of SplitMix64."""

    __slots__ = ("_state",)

    def __init__(self, word: int) -> None:
        self._state = word & _MASK

    def below(self, n: int) -> int:
        """A number from 0 up to, not including, n."""
        self._state = (self._state + 0x9E3779B97F4A7C15) & _MASK
        mixed = self._state
        mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & _MASK
        return (mixed ^ (mixed >> 31)) % n

    def happens(self, percent: int) -> bool:
        """True so many times in a hundred."""
        return self.below(100) < percent

    def one_of(self, items: Sequence[T]) -> T:
        """Any of them."""
        return items[self.below(len(items))]
