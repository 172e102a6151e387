"""Reads a drawn table as a person does: whose turn, which cards, which of them stand up, what may be pressed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

Rows = Sequence[str]
_LOWER_EDGE = re.compile(r"(?:(?P<heavy>[┗╚#][━═=]+)|[╰└+][─-]+)(?P<number>\d+)[━═─=-]+[╯┘┛╝+#]")
"""A card of the hand is numbered in its lower edge; nothing else on the screen is."""

_FACE = re.compile(r"(?<![\w+])([RYGB](?:\d|S|R|\+2)|W\+4)(?![\w+])")
_WORDS = re.compile(r"\b(red|yellow|green|blue) (\d|Skip|Reverse|Draw Two)\b")
_LETTERS = {"Skip": "S", "Reverse": "R", "Draw Two": "+2"}
_PICKER = re.compile(r"[╭+][─-] (?:[^╭]* whom\?|Who draws two cards\?) [─-]*[╮+]")
_AIM = re.compile(r"(?P<chosen>[▸►>])?(?P<name>[^\s▸►>]+) \((?P<cards>\d+)\)|(?P<nobody_chosen>[▸►>])?nobody\b")
_ROUND = re.compile(r"\bround (\d+)")
_RANK = re.compile(r"^[ ✓+]+(?P<rank>\d+)\. (?P<name>\S+)(?: +(?P<points>\d+)\b(?! [→>]))?")
"""A number before an arrow is a rating."""
_ESCAPE = re.compile(r"\x1b(?:\[[<=>?]?[\d;:]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[ -/]*[0-~])")


class HandCard(NamedTuple):
    """A card as drawn in the hand."""

    number: int
    face: str
    is_up: bool
    is_chosen: bool


class Aim(NamedTuple):
    """One choice of the box that asks for somebody."""

    name: str
    """Empty: nobody."""
    cards: int
    is_chosen: bool


class Place(NamedTuple):
    """A row of the final ranking."""

    rank: int
    name: str
    points: int | None
    """The total of the match, or what a single round left in the hand; None where nothing was left."""


def hand(rows: Rows) -> list[HandCard]:
    """The cards in sight, from the left. A card that can be played stands one row higher."""
    found = []
    lowest = len(rows) - 3
    for bottom in (lowest, lowest - 1):
        for edge in _LOWER_EDGE.finditer(rows[bottom]):
            face = rows[bottom - 1][edge.start() + 1 : edge.end() - 1].strip()
            found.append((edge.start(), HandCard(int(edge["number"]), face, bottom < lowest, edge["heavy"] is not None)))
    return [card for _, card in sorted(found)]


def faces(text: str) -> set[str]:
    """Every card named in a text, as on cards (`R5`) or as in sentences (`red 5`); plain wilds left out."""
    spoken = {color[0].upper() + _LETTERS.get(kind, kind) for color, kind in _WORDS.findall(text)}
    return set(_FACE.findall(text)) | spoken


def letters(raw: bytes) -> str:
    """What a stream writes: a gap where it changes the pen or skips cells of a row, a line's end where it goes elsewhere."""
    return _ESCAPE.sub(lambda code: " " if code[0][-1] in "mC" else "\n", raw.decode("utf-8", "replace"))


def aims(rows: Rows) -> list[Aim]:
    """The choices of the box that asks for somebody, in their order; empty where there is none."""
    found: list[Aim] = []
    box = None
    for row in rows:
        title = _PICKER.search(row) if box is None else None
        if title is not None:
            box = title.span()
        elif box is not None:
            inside = row[slice(*box)]
            if inside[:1] in "╰+":
                break
            for one in _AIM.finditer(inside):
                chosen = (one["chosen"] or one["nobody_chosen"]) is not None
                found.append(Aim(one["name"] or "", int(one["cards"] or 0), chosen))
    return found


def round_number(rows: Rows) -> int:
    """The round that the title names; 0 where it names none."""
    found = _ROUND.search(rows[0])
    return int(found[1]) if found else 0


def ranking(rows: Rows) -> list[Place]:
    """The final ranking from the top; empty on any other screen."""
    if "match is over" not in rows[0]:
        return []
    places = filter(None, map(_RANK.match, rows))
    return [Place(int(one["rank"]), one["name"], int(one["points"]) if one["points"] else None) for one in places]


def selected(rows: Rows) -> int | None:
    """The number of the selected card; None where no hand is shown."""
    return next((card.number for card in hand(rows) if card.is_chosen), None)


def keys(rows: Rows) -> dict[str, str]:
    """What the last row offers: `{"Enter": "play", "d": "draw", …}`."""
    pairs = (words.split(" ", 1) for words in re.split(r"\s{2,}", rows[-1].strip()) if " " in words)
    return {key: label.strip() for key, label in pairs}


def prompt(rows: Rows) -> str:
    """The sentence above the keys."""
    return rows[-2].strip()


def is_my_turn(rows: Rows) -> bool:
    """Does the title say so?"""
    return "Your turn" in rows[0]


def invitation(rows: Rows) -> str:
    """The code in the invite line of a waiting room; empty where there is none."""
    found = re.search(r"join ([A-Z0-9]{4,8})\b", "\n".join(rows))
    return found[1] if found else ""


def bots(rows: Rows) -> list[str]:
    """The names above seats that are marked as bots, by their place."""
    found = []
    for y, row in enumerate(rows[2:], 2):
        for mark in re.finditer(r"\d+ pts bot\b", row):
            name = re.search(r"(\S+)", rows[y - 2][max(0, mark.start() - 2) :])
            found.append(name[1] if name else "")
    return found
