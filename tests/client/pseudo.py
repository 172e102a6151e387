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
_KEPT: Final = re.compile(r"^[^A-Za-z]*$")


def accented(sentence: str) -> str:
    """`Ýõûŕ` and so on: every vowel and some consonants with an accent, a third longer; fields stay as they are."""
    parts = [part if _FIELD.fullmatch(part) else part.translate(_LETTERS) for part in _FIELD.split(sentence)]
    told = "".join(parts)
    letters = sum(map(str.isalpha, _FIELD.sub("", sentence)))
    if letters < 2 or _KEPT.match(sentence):
        return told
    end = len(told) - len(told.rstrip(".!?: "))
    return told[: len(told) - end] + "ž" * (letters * 3 // 10) + told[len(told) - end :]


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
