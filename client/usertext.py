"""The one door for text that a person typed: `clean` makes it safe to show to everybody (SECURITY E1).

What passes is one line without control, format, bidi, zero-width, private or unassigned characters, with at most two
marks on a letter, cut to a number of terminal cells. Names and chat go through here; nothing else may show them raw.
"""

from __future__ import annotations

import unicodedata
from typing import Final

MARKS: Final = 2
"""Combining marks kept on one base character."""
LONGEST: Final = 4096
"""Characters looked at; what follows is dropped unread."""

_DROPPED: Final = {"Cc", "Cf", "Cs", "Co", "Cn"}
_SPACES: Final = {"Zs", "Zl", "Zp"}
_MARKS: Final = {"Mn", "Mc", "Me"}
_INVISIBLE: Final = frozenset(
    chr(code)
    for first, last in (
        (0x034F, 0x034F),  # combining grapheme joiner
        (0x115F, 0x1160),  # Hangul fillers
        (0x1161, 0x11FF),  # joining Hangul vowels and tails: no width of their own
        (0x17B4, 0x17B5),  # Khmer inherent vowels
        (0x180B, 0x180F),  # Mongolian variation selectors
        (0x2800, 0x2800),  # the empty Braille pattern
        (0x3164, 0x3164),  # Hangul filler
        (0xD7B0, 0xD7FF),  # joining Hangul vowels and tails, extended
        (0xFE00, 0xFE0F),  # variation selectors: they change a width after the fact
        (0xFFA0, 0xFFA0),  # halfwidth Hangul filler
        (0x1F1E6, 0x1F1FF),  # regional indicators: terminals disagree about a pair's width
        (0xE0100, 0xE01EF),  # variation selectors, supplement
    )
    for code in range(first, last + 1)
)


def width(character: str) -> int:
    """The terminal cells one cleaned character takes: 0 (a mark), 1 or 2."""
    if unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def clean(text: str, cells: int) -> str:
    """`text` as one safe line of at most `cells` terminal cells; empty if nothing is left of it.

    `clean(text, n)` of a cleaned text is that text again, for the same or a larger n.
    """
    kept: list[str] = []
    room, marks = cells, 0
    for character in unicodedata.normalize("NFC", text[:LONGEST]):
        category = unicodedata.category(character)
        if category in _SPACES or character in "\t\n\r\v\f":
            character, category = " ", "Zs"
        if category in _DROPPED or character in _INVISIBLE:
            continue
        if character == " " and (not kept or kept[-1] == " "):
            continue
        if category in _MARKS:
            marks += 1
            if not kept or kept[-1] == " " or marks > MARKS:
                continue
        else:
            marks = 0
        room -= width(character)
        if room < 0:
            break
        kept.append(character)
    return "".join(kept).rstrip(" ")
