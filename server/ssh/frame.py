"""Frame: what one terminal shows, and the fewest bytes that make it show something else.

Textual repaints whole regions, with a style reset after every segment. A `Frame` compares rows of segments cell by
cell with what is on the screen and writes the cells that changed, in this terminal's own colours and characters.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import compress
from operator import ne, or_
from typing import Final

from rich.segment import Segment
from textual._compositor import ChopsUpdate, LayoutUpdate

from server.ssh.glyphs import TAIL, cells
from server.ssh.ink import Row, ink
from server.ssh.pens import PLAIN
from server.ssh.plotter import Change, Plotter
from server.ssh.terminal import Terminal

Rows = dict[int, tuple[Row, str]]
"""Cells and pens by row."""

_ERASE: Final = 6
"""Changed blanks at the end of a row from which erasing them is shorter."""


class Frame:
    """The screen of one terminal, `width` × `height` cells."""

    def __init__(self, terminal: Terminal, width: int, height: int, *, erases: bool = True) -> None:
        self._terminal = terminal
        self._ink = ink(terminal)
        self._palette = self._ink.palette
        self._in_colour = terminal.erases_in_colour
        self._wraps_late = terminal.wraps_late
        self.resize(width, height, erases=erases)

    def resize(self, width: int, height: int, *, erases: bool = True) -> None:
        """Take a new size; what is on the screen is unknown until the next `render` or `draw`.

        `erases` false: the terminal is wider than the frame, so nothing may be erased to the end of its line.
        """
        self.width, self.height = width, height
        self._erases = erases
        self.forget()

    def forget(self) -> None:
        """Somebody else wrote on the screen: clear it and draw everything that is given next."""
        self._known = False
        self._text: list[Row] = [" " * self.width] * self.height
        self._pens = [PLAIN * self.width] * self.height
        self._plotter = Plotter(self._terminal, self._ink, self.width)

    def draw(self, rows: Iterable[tuple[int, Sequence[Segment]]]) -> str:
        """The codes and text that make the terminal show these whole rows, each given with its number."""
        wanted: Rows = {}
        for y, segments in rows:
            self._place(wanted, 0, y, segments)
        return self._bring(wanted)

    def render(self, update: LayoutUpdate | ChopsUpdate) -> str:
        """The same for what Textual's compositor made."""
        wanted: Rows = {}
        if isinstance(update, LayoutUpdate):
            for y, line in enumerate(update.strips, update.region.y):
                x = update.region.x
                for strip in line:
                    x = self._place(wanted, x, y, strip._segments)
        else:
            for y, left, right in update.spans:
                for (x, piece), end in zip(update.chops[y].items(), update.chop_ends[y], strict=False):
                    if piece is not None and x < right and end > left:
                        self._place(wanted, x, y, piece._segments if end <= right else piece.crop(0, right - x)._segments)
        return self._bring(wanted)

    # ── what is wanted ───────────────────────────────────────────────────────────────────────────────────

    def _place(self, wanted: Rows, x: int, y: int, segments: Sequence[Segment]) -> int:
        """Put segments into the row they belong to; return the column after them."""
        if not 0 <= y < self.height:
            return x
        text, pens = self._ink.lay(segments)
        end = x + len(pens)
        if x or end != self.width:
            under, under_pens = wanted.get(y) or (self._text[y], self._pens[y])
            pens = (under_pens[:x] + pens + under_pens[end:])[: self.width]
            text = _spliced(under, x, text, end)[: self.width]
        wanted[y] = (_whole_characters(text) if TAIL in text or TAIL in self._text[y] else text), pens
        return end

    # ── what has to be sent for it ───────────────────────────────────────────────────────────────────────

    def _bring(self, wanted: Rows) -> str:
        if not self._known:
            self._clear(wanted)
        changes: list[Change] = []
        erasures: list[tuple[int, int, str]] = []
        for y in sorted(wanted):
            text, pens = wanted[y]
            columns = self._columns(y, text, pens)
            if not columns:
                continue
            self._text[y], self._pens[y] = text, pens
            erase = self._erase_from(text, pens, columns)
            if erase is not None:
                erasures.append((erase, y, pens[-1]))
                del columns[bisect_left(columns, erase) :]
            elif not self._wraps_late and y == self.height - 1 and columns[-1] == self.width - 1:
                columns.pop()  # writing the last cell of all would scroll
            if columns:
                changes.append(Change(y, columns, text, pens))
        self._plotter.write(changes)
        for erasure in erasures:
            self._plotter.erase(*erasure)
        return self._plotter.take()

    def _clear(self, wanted: Rows) -> None:
        """Erase the screen with the pen that most blanks want."""
        self._known = True
        pen = PLAIN
        if self._erases:
            used = Counter("".join(pens for _, pens in wanted.values()))
            pen = next((each for each, _ in used.most_common() if self._erasable(each)), PLAIN)
        self._plotter.clear(pen)
        self._pens = [pen * self.width] * self.height

    def _columns(self, y: int, text: Row, pens: str) -> list[int]:
        """The columns whose cell or pen is another than on the screen."""
        old, old_pens = self._text[y], self._pens[y]
        columns = range(self.width)
        if pens == old_pens:
            return [] if text == old else list(compress(columns, map(ne, old, text)))
        if text == old:
            return list(compress(columns, map(ne, old_pens, pens)))
        return list(compress(columns, map(or_, map(ne, old, text), map(ne, old_pens, pens))))

    def _erase_from(self, text: Row, pens: str, columns: list[int]) -> int | None:
        """The column from which erasing to the end of the line is shorter than writing the blanks that changed."""
        pen = pens[-1]
        if not self._erases or text[-1] != " " or columns[-1] - columns[0] < _ERASE or not self._erasable(pen):
            return None
        x = len(pens.rstrip(pen))
        x = max((at + 1 for at in range(x, self.width) if text[at] != " "), default=x)
        at = bisect_left(columns, x)
        return columns[at] if at < len(columns) and columns[-1] - columns[at] >= _ERASE else None

    def _erasable(self, pen: str) -> bool:
        return self._palette.blank(pen) == pen and self._palette.erasable(pen, in_colour=self._in_colour)


def _spliced(under: Row, x: int, text: Row, end: int) -> Row:
    if isinstance(under, str) and isinstance(text, str):
        return under[:x] + text + under[end:]
    return tuple(under[:x]) + tuple(text) + tuple(under[end:])


def _is_wide(cell: str) -> bool:
    return not cell.isascii() and cells(cell[0])[-1] == TAIL


def _whole_characters(text: Row) -> Row:
    """Half a wide character, left by one painted over the other half, becomes a blank, as terminals do it."""
    row = list(text)
    for x, cell in enumerate(row):
        if cell == TAIL:
            if x == 0 or not _is_wide(row[x - 1]):
                row[x] = " "
        elif _is_wide(cell) and (x + 1 == len(row) or row[x + 1] != TAIL):
            row[x] = " "
    return "".join(row) if isinstance(text, str) else tuple(row)
