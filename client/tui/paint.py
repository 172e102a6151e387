"""The brush: rows of styled text, measured in terminal cells.

A `Row` is a tuple of segments of one known width; painters return lists of rows, and the canvas shows them. Rows
and the pieces in them are immutable, so any painter may cache what it made, also across sessions.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Final

from rich.cells import cell_len, chop_cells, set_cell_size, split_graphemes
from rich.segment import Segment
from rich.style import Style

from client.bidi import rejoined

Row = tuple[Segment, ...]
CUT: Final = "…"


def cells(text: str) -> int:
    """How many cells a text takes."""
    return len(text) if text.isascii() else cell_len(text)


def clip(text: str, width: int) -> str:
    """At most `width` cells of a text, with a mark where something was cut off."""
    if cells(text) <= width:
        return text
    if width <= 1:
        return CUT[:width]
    if text.isascii():
        return text[: width - 1] + CUT
    return set_cell_size(text, width - 1).rstrip() + CUT


def clip_words(text: str, width: int) -> str:
    """As `clip`, but cut between two words where there are two."""
    if cells(text) <= width:
        return text
    cut = clip(text, width).removesuffix(CUT)
    whole, space, _ = cut.rpartition(" ")
    return (whole.rstrip() if space and whole.strip() and not text.startswith(cut + " ") else cut.rstrip()) + CUT


def fit(text: str, width: int) -> str:
    """Exactly `width` cells: cut or filled up on the right."""
    text = clip(text, width)
    return text + " " * (width - cells(text))


def centre(text: str, width: int) -> str:
    """Exactly `width` cells, the text in the middle."""
    text = clip(text, width)
    left = (width - cells(text)) // 2
    return " " * left + text + " " * (width - left - cells(text))


def wrap(text: str, width: int) -> list[str]:
    """Lines of at most `width` cells, broken between words where that is possible."""
    lines, line = [], ""
    for word in text.split():
        joined = f"{line} {word}" if line else word
        if cells(joined) <= width:
            line = joined
            continue
        if line:
            lines.append(line)
        *full, line = chop_cells(word, max(1, width)) or [word]  # a mark without a letter has no width to cut
        lines += full
    lines.append(line)
    return lines if text.isascii() else rejoined(lines)


@lru_cache(maxsize=4096)
def seg(text: str, style: Style) -> Segment:
    """A segment; equal ones are the same object in every session."""
    return Segment(text, style)


@lru_cache(maxsize=512)
def blank(width: int, style: Style) -> Row:
    """A row of spaces."""
    return (seg(" " * width, style),) if width > 0 else ()


def length(row: Iterable[Segment]) -> int:
    """The width of a row."""
    return sum(cells(segment.text) for segment in row)


class Line:
    """One row under construction, written from left to right."""

    __slots__ = ("parts", "style", "width", "x")

    def __init__(self, width: int, style: Style) -> None:
        self.width = width
        self.style = style
        self.parts: list[Segment] = []
        self.x = 0

    @property
    def room(self) -> int:
        """The cells still free."""
        return self.width - self.x

    def add(self, text: str, style: Style | None = None) -> Line:
        """Write a text here, cut at the row's end."""
        size = cells(text)
        if size > self.room:
            text = clip(text, self.room)
            size = cells(text)
        if size:
            self.parts.append(seg(text, style or self.style))
            self.x += size
        return self

    def put(self, row: Row, size: int | None = None) -> Line:
        """Write a finished piece here, cut at the row's end."""
        size = length(row) if size is None else size
        if size > self.room:
            row, size = crop(row, 0, self.room), self.room
        self.parts.extend(row)
        self.x += size
        return self

    def to(self, x: int) -> Line:
        """Leave the cells up to column `x` empty."""
        if x > self.x:
            self.add(" " * (min(x, self.width) - self.x))
        return self

    def row(self) -> Row:
        """The row, filled up to its width."""
        self.to(self.width)
        return tuple(self.parts)


def crop(row: Row, start: int, stop: int) -> Row:
    """Columns `start` to `stop` of a row; half a wide character becomes a space."""
    out: list[Segment] = []
    x = 0
    for segment in row:
        text = segment.text
        end = x + cells(text)
        if end > start and x < stop:
            left, right = max(start - x, 0), min(stop, end) - x
            text = text[left:right] if text.isascii() else _slice(text, left, right)
            if text:
                out.append(Segment(text, segment.style))
        x = end
    return tuple(out)


def _slice(text: str, left: int, right: int) -> str:
    """Cells `left` to `right` of a text with letters of any width."""
    out, x = [], 0
    for start, end, size in split_graphemes(text)[0]:
        if x >= left and x + size <= right:
            out.append(text[start:end])
        else:
            out.append(" " * max(0, min(x + size, right) - max(x, left)))
        x += size
    return "".join(out)


def beside(*blocks: Sequence[Row]) -> list[Row]:
    """Blocks of equal height put next to each other."""
    return [tuple(segment for row in rows for segment in row) for rows in zip(*blocks, strict=True)]


def overlay(rows: list[Row], block: Sequence[Row], x: int, y: int) -> None:
    """Lay a block over rows, in place; what reaches beyond them is cut off."""
    for index, row in enumerate(block, y):
        if 0 <= index < len(rows):
            below = rows[index]
            size = length(row)
            width = length(below)
            start = max(0, -x)
            top = row if start == 0 and x + size <= width else crop(row, start, width - x)
            rows[index] = (*crop(below, 0, max(0, x)), *top, *crop(below, x + size, width))


def boxed(
    rows: Sequence[Row], width: int, edge: Style, inside: Style, title: str = "", heading: Style | None = None
) -> list[Row]:
    """A rounded frame around rows; `width` is the outer one, `inside` fills what the rows leave empty.

    `heading` is the title's style, where it is not the frame's.
    """
    inner = width - 2
    name = clip(f" {title} ", inner - 2) if title else ""
    left, right = "╭─" if title else "╭", "─" * (inner - 1 - cells(name)) + "╮" if title else "─" * inner + "╮"
    side = seg("│", edge)
    out: list[Row] = [(seg(left, edge), seg(name, heading), seg(right, edge)) if heading else (seg(left + name + right, edge),)]
    for row in rows:
        size = length(row)
        body = row if size == inner else crop(row, 0, inner) if size > inner else (*row, *blank(inner - size, inside))
        out.append((side, *body, side))
    out.append((seg(f"╰{'─' * inner}╯", edge),))
    return out


_REDRAWN: Final = (
    ("─", "-"), ("━═", "="), ("│", "|"), ("┃║█", "#"), ("▓▒", "%"), ("░", ":"), ("▌▐", "|"), ("▀", '"'), ("▄", "_"),
    ("╭╮╰╯┌┐└┘├┤┬┴┼", "+"),
    ("┏┓┗┛┣┫╔╗╚╝", "#"), ("╺╸┻", "="), ("╋", "+"), ("▮", "="), ("▯", "."), ("→▸", ">"), ("←◂", "<"), ("↑▴", "^"), ("↓▾", "v"),
    ("·", "."), ("…", "~"), ("–—", "-"), ("“”„", '"'), ("‘’", "'"), ("×✗", "x"), ("✓", "+"), ("⊘", "/"), ("⇄", "%"), ("◉", "*"),
)  # fmt: skip
_BARE: Final = {"đ": "d", "Đ": "D", "ł": "l", "Ł": "L", "ø": "o", "Ø": "O", "ı": "i"}
"""Letters whose mark is no mark of its own."""
_ASCII: Final = {ord(shape): other for shapes, other in _REDRAWN for shape in shapes}


def to_ascii(row: Row) -> Row:
    """The same row in the same cells in ASCII: our shapes redrawn, letters without their marks, others as `?`."""
    if all(segment.text.isascii() for segment in row):
        return row
    return tuple(segment if segment.text.isascii() else Segment(_ascii(segment.text), segment.style) for segment in row)


@lru_cache(maxsize=2048)
def _ascii(text: str) -> str:
    text = text.translate(_ASCII)
    return text if text.isascii() else "".join(map(_letter, text))


def _letter(character: str) -> str:
    width = cell_len(character)
    bare = _BARE.get(character) or unicodedata.normalize("NFKD", character)[0]
    return bare.ljust(width) if width and bare.isascii() and bare.isprintable() else "?" * width
