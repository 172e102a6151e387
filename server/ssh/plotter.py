"""Plotter: the cursor and the pen of one terminal, and the fewest bytes to write cells with them.

Changing colours costs two or three times as much as moving, so cells are written pen by pen and not row by row; a
terminal draws a packet at once, so nobody sees in which order.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from server.ssh.cursor import travel
from server.ssh.glyphs import TAIL
from server.ssh.ink import Ink, Row
from server.ssh.terminal import Terminal

_GAP: Final = 4
"""Unchanged cells that are cheaper to write again than to jump over."""
_IDEOGRAPHS: Final = (range(0x1100, 0x1160), range(0x2E80, 0xA4D0), range(0xAC00, 0xD7A4), range(0xFF01, 0xFF61))


class Change(NamedTuple):
    """A row that must look different: which of its columns do, and what all of it is going to be."""

    y: int
    columns: list[int]
    text: Row
    pens: str


Stroke = tuple[int, int, int]
"""Row, first column and the column behind the last one of neighbouring cells that one pen writes."""


class Plotter:
    """Where the cursor is and which pen is set; None: unknown."""

    def __init__(self, terminal: Terminal, ink: Ink, width: int) -> None:
        self._palette = ink.palette
        self._ansi = terminal.ansi
        self._wraps_late = terminal.wraps_late
        self._width = width
        self._x: int | None = None
        self._y: int | None = None
        self._pen: str | None = None
        self._out: list[str] = []

    def take(self) -> str:
        """What was written since the last call."""
        text = "".join(self._out)
        self._out.clear()
        return text

    def clear(self, pen: str) -> None:
        """Erase the screen with a pen, from any state of the terminal."""
        self._out += (self._palette.change(None, pen), "\x1b[2J")
        self._pen = pen
        self._x = self._y = None

    def erase(self, x: int, y: int, blank: str) -> None:
        """Erase a row from a column to the end of the line."""
        self._move(x, y)
        self._use_for_blanks(blank)
        self._out.append("\x1b[K")

    def write(self, changes: list[Change]) -> None:
        """Make rows look as they should."""
        inked: dict[str, list[Stroke]] = {}
        blank: dict[str, list[Stroke]] = {}
        for change in changes:
            for pen, is_blank, stroke in self._strokes(change):
                (blank if is_blank else inked).setdefault(pen, []).append(stroke)
        for pen in inked:
            inked[pen] += blank.pop(self._palette.blank(pen), ())
        rows = {change.y: change for change in changes}
        while inked:
            pen = min(inked, key=lambda pen: len(self._palette.change(self._pen, pen)))
            self._use(pen)
            for y, start, end in sorted(inked.pop(pen)):
                self._stroke(y, start, end, rows[y])
        for pen, strokes in blank.items():
            self._use_for_blanks(pen)
            for y, start, end in strokes:
                self._stroke(y, start, end, rows[y])

    # ── cutting rows up ──────────────────────────────────────────────────────────────────────────────────

    def _strokes(self, change: Change) -> Iterator[tuple[str, bool, Stroke]]:
        """What to write, as (pen, only blanks?, stroke). Blanks go with a neighbour that looks the same on them."""
        y, _, text, pens = change
        for start, end in self._runs(change):
            first, pen, only_blanks = start, "", True
            while start < end:
                here = pens[start]
                stop = end - len(pens[start:end].lstrip(here))
                cells = text[start:stop]
                is_blank = cells.isspace() if isinstance(cells, str) else all(cell == " " for cell in cells)
                if first == start:
                    pen, only_blanks = here, is_blank
                elif here == pen:
                    only_blanks = only_blanks and is_blank
                elif only_blanks and not is_blank and self._palette.blank(here) == pen:
                    pen, only_blanks = here, False
                elif not is_blank or only_blanks or self._palette.blank(pen) != here:
                    yield pen, only_blanks, (y, first, start)
                    first, pen, only_blanks = start, here, is_blank
                start = stop
            yield pen, only_blanks, (y, first, end)

    def _runs(self, change: Change) -> Iterator[tuple[int, int]]:
        """Neighbouring columns together, wide characters whole."""
        columns, text = change.columns, change.text
        start = last = columns[0]
        for x in (*columns[1:], self._width + 1):
            if x - last > 1:
                end = last + 1
                yield start - (text[start] == TAIL), end + (end < self._width and text[end] == TAIL)
                start = x
            last = x

    # ── writing ──────────────────────────────────────────────────────────────────────────────────────────

    def _stroke(self, y: int, start: int, end: int, row: Change) -> None:
        if self._y != y or self._x != start:
            if self._y == y and self._x is not None and 0 < start - self._x <= _GAP and self._is_cheap(start, row):
                self._out.append("".join(row.text[self._x : start]))
            else:
                self._out.append(travel(self._x, self._y, start, y, self._ansi))
            self._y = y
        cells = row.text[start:end]
        if isinstance(cells, str) and TAIL not in cells:
            self._out.append(cells)
            self._x = end
        else:
            self._spell(start, y, cells)
        if end >= self._width:
            self._x = None
            if not self._wraps_late:
                self._y = None

    def _is_cheap(self, end: int, row: Change) -> bool:
        """Are the cells from the cursor up to a column sooner written again, with this pen, than jumped over?"""
        assert self._x is not None
        assert self._pen is not None
        pen, blank = self._pen, self._palette.blank(self._pen)
        for cell, wanted in zip(row.text[self._x : end], row.pens[self._x : end], strict=True):
            if not cell.isascii() or cell == TAIL or (wanted != pen and (cell != " " or wanted != blank)):
                return False
        return True

    def _spell(self, x: int, y: int, cells: Row) -> None:
        """Write cells some of which may leave the cursor where only this terminal knows."""
        self._x = x
        for at, cell in enumerate(cells):
            if cell == TAIL:
                continue
            self._move(x + at, y)
            self._out.append(cell)
            wide = cells[at + 1 : at + 2] in (TAIL, (TAIL,))
            self._x = x + at + 1 + wide if _is_certain(cell, wide) else None

    def _move(self, x: int, y: int) -> None:
        if self._x != x or self._y != y:
            self._out.append(travel(self._x, self._y, x, y, self._ansi))
            self._x, self._y = x, y

    def _use(self, pen: str) -> None:
        if pen != self._pen:
            self._out.append(self._palette.change(self._pen, pen))
            self._pen = pen

    def _use_for_blanks(self, blank: str) -> None:
        """Any pen will do that looks like this one on blanks."""
        if self._pen is None or self._palette.blank(self._pen) != blank:
            self._use(self._palette.over(self._pen, blank))


def _is_certain(cell: str, wide: bool) -> bool:
    """Do all terminals agree where the cursor is after this cell? They differ on emoji and on combining marks."""
    return len(cell) == 1 and (not wide or any(ord(cell) in block for block in _IDEOGRAPHS))
