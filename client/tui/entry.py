"""A line of text being typed: painted, measured in cells, bounded."""

from __future__ import annotations

import unicodedata
from typing import Final

from client.bidi import OPEN, reads_rtl
from client.tui.paint import Line, cells
from client.tui.palette import Palette
from client.tui.reading import write

ENTER: Final = ("enter", "ctrl+j")
"""The keys that end a line."""
LIMIT: Final = 200
"""Characters, as for a chat line."""


def one_line(text: str) -> str:
    """A paste as one line: line ends and tabs become spaces, other control and format characters go."""
    spaced = "".join(" " if c in "\r\n\t\v\f\x85\u2028\u2029" else c for c in text)
    return "".join(c for c in spaced if unicodedata.category(c) not in ("Cc", "Cf", "Cs", "Co", "Cn"))


class Entry:
    """The text left and right of the cursor."""

    __slots__ = ("after", "before", "limit")

    def __init__(self, text: str = "", limit: int = LIMIT) -> None:
        self.before = text
        self.after = ""
        self.limit = limit

    @property
    def text(self) -> str:
        """All of it."""
        return self.before + self.after

    def insert(self, text: str) -> None:
        """Type or paste at the cursor; what does not fit is dropped."""
        room = self.limit - len(self.before) - len(self.after)
        self.before += one_line(text)[: max(0, room)]

    def key(self, key: str, character: str | None) -> bool:
        """One key; False if it means nothing in a line of text."""
        match key:
            case "backspace" | "ctrl+h":
                self.before = self.before[:-1]
            case "delete":
                self.after = self.after[1:]
            case "left":
                self.before, self.after = self.before[:-1], self.before[-1:] + self.after
            case "right":
                self.before, self.after = self.before + self.after[:1], self.after[1:]
            case "home" | "ctrl+a":
                self.before, self.after = "", self.text
            case "end" | "ctrl+e":
                self.before, self.after = self.text, ""
            case "ctrl+u":
                self.before = ""
            case "ctrl+w":
                self.before = self.before.rstrip().rpartition(" ")[0]
                self.before += " " if self.before else ""
            case _:
                if character is None or not character.isprintable():
                    return False
                self.insert(character)
        return True

    def paint(self, line: Line, palette: Palette, width: int, hint: str = "") -> None:
        """Write `width` cells: the text around the cursor, the cursor itself in reverse; the `hint` while there is no text."""
        under, rest = (self.after[0], self.after[1:]) if self.after else (" ", "")
        head, room = self.before, width - cells(under)
        while cells(head) > room:
            head = head[1:]
        end = line.x + width
        if not self.text:
            line.add(under, palette.chosen).add(" ").add(hint, palette.dim).to(end)
            return
        room -= cells(head)
        while cells(rest) > room:
            rest = rest[:-1]
        rtl = reads_rtl(self.text)
        before = (OPEN if rtl else "") + head, palette.bright
        write(line, before, (under, palette.chosen), (rest, palette.bright), to=end, rtl=rtl).to(end)
