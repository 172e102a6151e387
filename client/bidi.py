"""Right-to-left words for terminals that draw letter by letter: joined letters, in the order the cells have.

Everything before this keeps the order in which a sentence is read, and every letter keeps its one cell: letters are
joined by their presentation forms and never by ligatures, so what was measured and wrapped stays so. A text is put in order
once: letters that have no such forms, as those of Hebrew, a second time would turn round again.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from functools import cache
from typing import Final

from client.ordering import CLOSE as CLOSE
from client.ordering import JOIN as JOIN
from client.ordering import OPEN as OPEN
from client.ordering import ZWNJ, Drawn, first_strong, in_order


class Bidi(StrEnum):
    """Who puts right-to-left words in order: we, or the terminal; `OFF` leaves the letters as they are written."""

    OURS = "ours"
    TERMINAL = "terminal"
    OFF = "off"


_MARKS: Final = {ord(mark): None for mark in (OPEN, CLOSE, JOIN)}
_RTL: Final = "\u05d0-\u05f4\u0620-\u064a\u066e-\u066f\u0671-\u06d5\u06e5\u06e6\u06ee\u06ef\u06fa-\u08c9\ufb1d\ufb1f-\ufb4f"
_LETTER: Final = re.compile(f"[{_RTL}\U00010800-\U00010fff\U0001e800-\U0001efff]")
"""Letters that are not in order yet; digits and punctuation alone need no order."""
_SHIELD: Final = re.compile(f"[^{_RTL} {ZWNJ}]")
_ART: Final = re.compile(f"^[\u2190-\u22ff ]+|[\u2190-\u22ff ]+$| {{2,}}|[\u00b7\u2300-\u2bff]+|{OPEN}|{CLOSE}")
"""What parts a line that is no sentence: columns, frames, dots, and arrows at its ends."""


def is_rtl(text: str) -> bool:
    """Has it right-to-left letters still to be put in order?"""
    return not text.isascii() and _LETTER.search(text) is not None


def stripped(text: str) -> str:
    """Without our marks: for a place that needs the words as they are read."""
    return text if text.isascii() else text.translate(_MARKS)


def quoted(text: str, rtl: bool) -> str:
    """What a sentence quotes, kept apart from it where its direction could mingle with the sentence's (`rtl`)."""
    apart = _SHIELD.search(text) if rtl else not text.isascii() and _LETTER.search(text)
    return f"{OPEN}{text}{CLOSE}" if apart else text


def shown(text: str, mode: Bidi, rtl: bool) -> str:
    """A line as the terminal gets it. `rtl`: is it said in a language written from right to left?"""
    if text.isascii():
        return text
    if mode is not Bidi.OURS or not is_rtl(text):
        return stripped(text)
    return "".join(character for character, _ in ordered(text, rtl))


def ordered(text: str, rtl: bool, *, whole: bool = False) -> list[Drawn]:
    """The characters of a line from left to right, shaped; our marks are gone, and so is what only parts letters.

    Columns, frames and the spaces at both ends stay in place, unless the text is `whole`: all one sentence.
    """
    letters = [Drawn(character, index) for index, character in enumerate(_shaped(text))]
    pieces = [letters] if whole else _pieces(text, letters)
    return [one for piece in pieces for one in in_order(piece, rtl) if one.character not in (OPEN, CLOSE, JOIN, ZWNJ)]


def _pieces(text: str, letters: list[Drawn]) -> list[list[Drawn]]:
    """The parts of a line that are put in order by themselves."""
    body = text.strip(" ")
    first = len(text) - len(text.lstrip(" ")) if body else len(text)
    end = first + len(body)
    pieces = [[one] for one in letters[:first]]
    at, depth = first, 0
    for found in _ART.finditer(body):
        if found[0] in (OPEN, CLOSE):
            depth += 1 if found[0] == OPEN else -1
        elif depth <= 0 and first + found.end() > at:
            start, stop = max(at, first + found.start()), first + found.end()
            start = max(at, len(text[:start].rstrip(" ")))
            stop = end - len(text[stop:end].lstrip(" "))
            pieces += [letters[at:start], *([one] for one in letters[start:stop])]
            at = stop
    return [*pieces, letters[at:end], *([one] for one in letters[end:])]


def reads_rtl(text: str) -> bool:
    """Does it read from right to left, judged by itself?"""
    return is_rtl(text) and first_strong([Drawn(character, at) for at, character in enumerate(text)])


def rejoined(lines: Sequence[str]) -> list[str]:
    """The lines of one sentence, where what is quoted stays quoted on every line it reaches."""
    whole, depth = [], 0
    for line in lines:
        whole.append(OPEN * depth + line)
        depth = max(0, depth + line.count(OPEN) - line.count(CLOSE))
    return whole


@cache
def _shaper() -> Callable[[str], str]:
    from arabic_reshaper import ArabicReshaper  # type: ignore[import-untyped]  # ships no types

    reshape: Callable[[str], str] = ArabicReshaper({"delete_harakat": False, "support_ligatures": False}).reshape
    return reshape


def _shaped(text: str) -> str:
    """The text with its letters joined, each where it was."""
    joined = text.replace(JOIN, "")
    found = _shaper()(joined)
    if len(found) != len(joined):
        return text
    letters = iter(found)
    return "".join(JOIN if one == JOIN else next(letters) for one in text)
