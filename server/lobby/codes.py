"""Names for tables: short, easy to read out, no two glyphs alike and no vowels to spell words with."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from engine.shuffle import Stream

ALPHABET: Final = "CDFHJKMNPQRTVWXY34679"
LENGTH: Final = 4


def fresh_code(chance: Stream, taken: Container[str]) -> str:
    """A code that no table has."""
    while True:
        code = "".join(ALPHABET[chance.below(len(ALPHABET))] for _ in range(LENGTH))
        if code not in taken:
            return code
