"""Frame: what one terminal shows, and the fewest bytes that make it show something else.

Textual repaints whole regions, with a style reset after every segment. A `Frame` takes the strips of its compositor,
compares them cell by cell with what is on the screen and writes the cells that changed, in this terminal's own
colours and characters. Cursor and pen are remembered from frame to frame.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Final

from rich.segment import Segment
from textual._compositor import ChopsUpdate, LayoutUpdate

from server.ssh.cursor import travel
from server.ssh.glyphs import TAIL, cells
from server.ssh.pens import PLAIN, palette
from server.ssh.terminal import Terminal

Row = str | tuple[str, ...]
"""The cells of a row: a tuple only where a letter carries combining marks."""

_GAP: Final = 4
"""Unchanged cells that are cheaper to write again than to jump over."""


class Frame:
    """The screen of one terminal, `width` × `height` cells."""

    def __init__(self, terminal: Terminal, width: int, height: int, *, erases: bool = True) -> None:
        self._glyphs = terminal.glyphs
        self._palette = palette(terminal.depth, terminal.ansi)
        self._in_colour = terminal.erases_in_colour
        self._wraps_late = terminal.wraps_late
        self._ansi = terminal.ansi
        self.resize(width, height, erases=erases)

    def resize(self, width: int, height: int, *, erases: bool = True) -> None:
        """Take a new size; what is on the screen is unknown until the next `render`.

        `erases` false: the terminal is wider than the frame, so nothing may be erased to the end of its line.
        """
        self.width, self.height = width, height
        self._erases = erases
        self.forget()

    def forget(self) -> None:
        """Somebody else wrote on the screen: the next `render` clears it and draws everything it is given."""
        self._known = False
        self._text: list[Row] = [" " * self.width] * self.height
        self._pens = [PLAIN * self.width] * self.height
        self._seen: list[list[Segment] | None] = [None] * self.height
        self._x: int | None = None
        self._y: int | None = None
        self._pen: str | None = None

    def render(self, update: LayoutUpdate | ChopsUpdate) -> str:
        """The codes and text that bring the terminal up to date; empty if it is."""
        rows = self._changed(update)
        out: list[str] = []
        if not self._known:
            self._known = True
            out.append(self._clear(rows))
        for y in sorted(rows):
            self._row(out, y, *rows[y])
        return "".join(out)

    def readable(self, sentence: str) -> str:
        """A sentence in characters this terminal has."""
        return "".join(cells(sentence, self._glyphs)).replace(TAIL, "")

    # ── what the compositor wants on the screen ──────────────────────────────────────────────────────────

    def _changed(self, update: LayoutUpdate | ChopsUpdate) -> dict[int, tuple[Row, str]]:
        rows: dict[int, tuple[Row, str]] = {}
        if isinstance(update, LayoutUpdate):
            for y, line in enumerate(update.strips, update.region.y):
                x = update.region.x
                for strip in line:
                    x = self._lay(rows, x, y, strip._segments)
        else:
            for y, left, right in update.spans:
                for (x, piece), end in zip(update.chops[y].items(), update.chop_ends[y], strict=False):
                    if piece is not None and x < right and end > left:
                        self._lay(rows, x, y, piece._segments if end <= right else piece.crop(0, right - x)._segments)
        return rows

    def _lay(self, rows: dict[int, tuple[Row, str]], x: int, y: int, segments: list[Segment]) -> int:
        """Put segments into the row they belong to; return the column after them."""
        if not 0 <= y < self.height:
            return x
        whole = x == 0
        if whole and self._seen[y] == segments:
            return self.width
        text, pens = self._cells(segments)
        end = x + len(pens)
        if whole and end == self.width:
            self._seen[y] = segments
        else:
            self._seen[y] = None
            under, under_pens = rows.get(y) or (self._text[y], self._pens[y])
            if not isinstance(text, str) or not isinstance(under, str):
                text, under = tuple(text), tuple(under)
            text = (under[:x] + text + under[end:])[: self.width]  # type: ignore[operator]  # both str or both tuple
            pens = (under_pens[:x] + pens + under_pens[end:])[: self.width]
        rows[y] = (_whole_characters(text) if TAIL in text or TAIL in self._text[y] else text), pens
        return end

    def _cells(self, segments: Iterable[Segment]) -> tuple[Row, str]:
        parts: list[Row] = []
        pens: list[str] = []
        plain = True
        find, glyphs = self._palette.pens, self._glyphs
        for text, style, control in segments:
            if control or not text:
                continue
            part: Row = text
            if not (text.isascii() and text.isprintable()):
                part = cells(text, glyphs)
                plain = plain and isinstance(part, str)
            pen, blank = find(style)
            parts.append(part)
            if pen == blank or " " not in part:
                pens.append(pen * len(part))
            else:
                pens.append("".join([blank if cell == " " else pen for cell in part]))
        if plain:
            return "".join(parts), "".join(pens)  # type: ignore[arg-type]  # every part is a str
        return tuple(cell for part in parts for cell in part), "".join(pens)

    # ── what has to be sent for it ───────────────────────────────────────────────────────────────────────

    def _clear(self, rows: dict[int, tuple[Row, str]]) -> str:
        """Erase the screen with the pen most blanks want."""
        pen = PLAIN
        if self._erases and rows:
            blanks: Counter[str] = Counter()
            for _, pens in rows.values():
                blanks.update(pens)
            pens_by_use = [each for each, _ in blanks.most_common() if self._palette.blank(each) == each]
            pen = next((each for each in pens_by_use if self._palette.erasable(each, in_colour=self._in_colour)), PLAIN)
        self._pens = [pen * self.width] * self.height
        self._pen = pen
        return self._palette.change(None, pen) + "\x1b[2J"

    def _row(self, out: list[str], y: int, text: Row, pens: str) -> None:
        old, old_pens = self._text[y], self._pens[y]
        if text == old and pens == old_pens:
            return
        changed = [
            x
            for x, (was, cell, was_pen, pen) in enumerate(zip(old, text, old_pens, pens, strict=True))
            if was != cell or was_pen != pen
        ]
        if not self._wraps_late and y == self.height - 1 and changed[-1] == self.width - 1:
            changed.pop()
        self._text[y], self._pens[y] = text, pens
        erase_from = self._erase_from(text, pens, changed)
        if erase_from is not None:
            while changed and changed[-1] >= erase_from:
                changed.pop()
        start = 0
        for index in range(1, len(changed) + 1):
            if index == len(changed) or not self._worth_writing(text, pens, changed[index - 1], changed[index]):
                self._run(out, y, changed[start], changed[index - 1] + 1, text, pens)
                start = index
        if erase_from is not None:
            self._move(out, erase_from, y)
            self._use(out, pens[-1])
            out.append("\x1b[K")

    def _erase_from(self, text: Row, pens: str, changed: Sequence[int]) -> int | None:
        """The column from which erasing to the end of the line is shorter than writing the blanks that changed."""
        if not self._erases or text[-1] != " " or not self._palette.erasable(pens[-1], in_colour=self._in_colour):
            return None
        x = len(pens.rstrip(pens[-1]))
        if isinstance(text, str):
            x = max(x, len(text.rstrip(" ")))
        else:
            x = next((at + 1 for at in range(len(text) - 1, x - 1, -1) if text[at] != " "), x)
        first = next((at for at in changed if at >= x), None)
        if first is None or changed[-1] - first < 6:
            return None
        return first

    def _worth_writing(self, text: Row, pens: str, left: int, right: int) -> bool:
        """Are the unchanged cells between two changed ones better written again than jumped over?"""
        if right - left == 1:
            return True
        if right - left > _GAP + 1:
            return False
        gap, allowed = pens[left + 1 : right], (pens[left], pens[right])
        return "".join(text[left + 1 : right]).isascii() and all(
            pen in allowed or (cell == " " and pen == self._palette.blank(allowed[0]))
            for cell, pen in zip(text[left + 1 : right], gap, strict=True)
        ) and TAIL not in text[left + 1 : right]

    def _run(self, out: list[str], y: int, start: int, end: int, text: Row, pens: str) -> None:
        if text[start] == TAIL:
            start -= 1
        self._move(out, start, y)
        pen, blank = self._pen, self._palette.blank
        for x in range(start, end):
            cell = text[x]
            if cell == TAIL:
                continue
            if pens[x] != pen and (cell != " " or pen is None or blank(pen) != pens[x]):
                out.append(self._palette.change(pen, pens[x]))
                pen = pens[x]
            if self._x is None and x > start:
                self._pen = pen
                self._move(out, x, y)
            out.append(cell)
            self._x = x + 1
            if not cell.isascii():
                self._after(text, x)
        self._pen = pen
        if end >= self.width:
            self._x = None
            if not self._wraps_late:
                self._y = None

    def _after(self, text: Row, x: int) -> None:
        """Terminals disagree about the widths of a few characters: behind those, say where the cursor is."""
        wide = x + 1 < len(text) and text[x + 1] == TAIL
        certain = len(text[x]) == 1 and (not wide or _is_ideograph(ord(text[x])))
        self._x = x + 1 + wide if certain else None

    def _move(self, out: list[str], x: int, y: int) -> None:
        if self._x != x or self._y != y:
            out.append(travel(self._x, self._y, x, y, self._ansi))
            self._x, self._y = x, y

    def _use(self, out: list[str], pen: str) -> None:
        if self._pen != pen:
            out.append(self._palette.change(self._pen, pen))
            self._pen = pen


def _is_ideograph(code: int) -> bool:
    return 0x1100 <= code <= 0x115F or 0x2E80 <= code <= 0xA4CF or 0xAC00 <= code <= 0xD7A3 or 0xFF01 <= code <= 0xFF60


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
