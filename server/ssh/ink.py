"""Ink: segments as cells and pens, for one kind of terminal and shared by all sessions that have such a terminal."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

from rich.segment import Segment

from client.tui.theme import Depth
from server.ssh.glyphs import cells
from server.ssh.pens import Palette
from server.ssh.terminal import Glyphs, Terminal

Row = str | tuple[str, ...]
"""Cells, one item each: a tuple only where a letter carries combining marks."""

_LIMIT: Final = 8192


class Ink:
    """Translates segments, remembering those that screens paint again and again."""

    def __init__(self, depth: Depth, glyphs: Glyphs, *, ansi: bool) -> None:
        self.palette = Palette(depth, ansi=ansi)
        self.glyphs = glyphs
        self._known: dict[int, tuple[Segment, Row, str]] = {}
        """By identity, which is several times faster than by value; holding the segment keeps its identity its own."""

    def lay(self, segments: Iterable[Segment]) -> tuple[Row, str]:
        """The cells of a row of segments, and as many pens."""
        texts: list[Row] = []
        pens: list[str] = []
        known = self._known
        plain = True
        for segment in segments:
            entry = known.get(id(segment))
            if entry is None:
                entry = self._learn(segment)
            text = entry[1]
            if type(text) is not str:
                plain = False
            texts.append(text)
            pens.append(entry[2])
        if plain:
            return "".join(texts), "".join(pens)  # type: ignore[arg-type]  # every text is a str
        return tuple(cell for text in texts for cell in text), "".join(pens)

    def _learn(self, segment: Segment) -> tuple[Segment, Row, str]:
        if len(self._known) >= _LIMIT:
            self._known.clear()
        text = "" if segment.control else cells(segment.text, self.glyphs)
        pen, blank = self.palette.pens(segment.style)
        pens = pen * len(text) if pen == blank else "".join([blank if cell == " " else pen for cell in text])
        entry = self._known[id(segment)] = (segment, text, pens)
        return entry


@cache
def _ink(depth: Depth, glyphs: Glyphs, ansi: bool) -> Ink:
    return Ink(depth, glyphs, ansi=ansi)


def ink(terminal: Terminal) -> Ink:
    """The ink of a terminal's kind."""
    return _ink(terminal.depth, terminal.glyphs, terminal.ansi)
