"""A language for tests, `en-XA`: English with accents and a third longer, so that what was never translated shows."""

from __future__ import annotations

import re
from typing import Final

from client.text import Text

_LETTERS: Final = str.maketrans(
    "AEIOUYaeiouycnsz",
    "ÀÉÎÕÛÝàéîõûýçñšž",
)
_FIELD: Final = re.compile(r"(\{[^{}]*\})")
_LAST_LETTER: Final = re.compile(r".*[^\W\d_]", re.DOTALL)


def accented(sentence: str) -> str:
    """`Ýõûŕ` and so on: every vowel and some consonants with an accent, a third longer; fields stay as they are."""
    parts = [part if _FIELD.fullmatch(part) else part.translate(_LETTERS) for part in _FIELD.split(sentence)]
    longest = max(range(0, len(parts), 2), key=lambda place: len(parts[place]))
    letters = sum(sum(map(str.isalpha, part)) for part in parts[::2])
    if end := _LAST_LETTER.search(parts[longest]):
        place = end.end()
        parts[longest] = parts[longest][:place] + "ž" * (letters * 3 // 10) + parts[longest][place:]
    return "".join(parts)


class Pseudo(Text):
    """What everybody reads in a test of languages."""

    __slots__ = ()

    def __init__(self) -> None:
        super().__init__("en-XA")

    def __call__(self, sentence: str, /, **fields: object) -> str:
        """See `Text`."""
        words = accented(sentence.rpartition("\x04")[2])
        return words.format_map(fields) if fields else words

    def plural(self, one: str, many: str, count: int, /, **fields: object) -> str:
        """See `Text`."""
        return accented(one if count == 1 else many).format_map({"count": count, **fields})
