"""Where rows become cells: right-to-left words are put in order here, last of all, and nowhere before."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from rich.segment import Segment
from rich.style import Style

from client.bidi import JOIN, Bidi, is_rtl, ordered, shown, stripped
from client.tui.paint import Line, Row, cells, seg, wrap


def in_order(rows: list[Row], mode: Bidi, rtl: bool) -> list[Row]:
    """The same rows in the same cells, as the terminal gets them. `rtl`: for somebody who reads from right to left."""
    return [_row(row, mode, rtl) for row in rows]


def write(line: Line, *pieces: tuple[str, Style], to: int | None = None, rtl: bool = False) -> Line:
    """Write one sentence in several styles; where it is `rtl`, it ends at the column `to`, as it begins there."""
    told = [piece for piece in pieces if piece[0]]
    if rtl and to is not None:
        line.to(to - sum(cells(text) for text, _ in told))
    mixed = len(told) > 1 and any(is_rtl(text) for text, _ in told)
    for text, style in told[:-1]:
        line.add(text + JOIN if mixed else text, style)
    for text, style in told[-1:]:
        line.add(text, style)
    return line


def paragraph(words: str, width: int, style: Style, margin: int, rtl: bool) -> list[Row]:
    """A sentence on as many rows as it needs, `margin` cells from both edges; it begins at the right where it is `rtl`."""
    lines = wrap(words, width - 2 * margin)
    return [write(Line(width, style).to(margin), (line, style), to=width - margin, rtl=rtl).row() for line in lines]


def marked(line: Line, mark: tuple[str, Style], *pieces: tuple[str, Style], to: int, rtl: bool) -> Line:
    """A sentence with a mark (`· `) where it begins: in front of it, or, where it is `rtl`, behind it and up to `to`."""
    sign, style = mark
    if not rtl:
        return write(line.add(sign, style), *pieces)
    return write(line, *pieces, to=to - cells(sign), rtl=True).to(to - cells(sign)).add(sign[::-1], style)


def _row(row: Row, mode: Bidi, rtl: bool) -> Row:
    drawn: list[Segment] = []
    joined: list[Segment] = []
    same = True
    for segment in row:
        text = segment.text
        if not joined and text.isascii():
            drawn.append(segment)
        elif joined or text.endswith(JOIN):
            joined.append(segment)
            if not text.endswith(JOIN):
                drawn += _sentence(tuple(joined), mode, rtl)
                joined, same = [], False
        else:
            read = _read(segment, mode, rtl)
            same = same and read is segment
            drawn.append(read)
    if joined:
        return (*drawn, *_sentence(tuple(joined), mode, rtl))
    return row if same else tuple(drawn)


@lru_cache(maxsize=2048)
def _read(segment: Segment, mode: Bidi, rtl: bool) -> Segment:
    """A piece as the terminal gets it; the same object if that is as it is."""
    read = shown(segment.text, mode, rtl)
    return segment if read == segment.text else seg(read, segment.style or Style.null())


@lru_cache(maxsize=2048)
def _sentence(pieces: tuple[Segment, ...], mode: Bidi, rtl: bool) -> tuple[Segment, ...]:
    """A sentence of several styles, every letter in its own."""
    text = "".join(piece.text for piece in pieces)
    if mode is not Bidi.OURS or not is_rtl(text):
        return tuple(seg(stripped(piece.text), piece.style or Style.null()) for piece in pieces)
    styles = [piece.style or Style.null() for piece in pieces for _ in piece.text]
    letters = [(one.character, styles[one.at]) for one in ordered(text, rtl, whole=True)]
    return tuple(seg("".join(letter for letter, _ in group), style) for style, group in groupby(letters, lambda one: one[1]))
