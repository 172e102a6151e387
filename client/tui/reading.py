"""Where rows become cells: right-to-left words are put in order here, last of all, and nowhere before."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby

from rich.segment import Segment
from rich.style import Style

from client.bidi import JOIN, Bidi, is_rtl, ordered, shown, stripped
from client.tui.paint import Line, Row, cells, seg


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


def _row(row: Row, mode: Bidi, rtl: bool) -> Row:
    for segment in row:
        if not segment.text.isascii() and _read(segment.text, mode, rtl) is not None:
            return _new_row(row, mode, rtl)
    return row


def _new_row(row: Row, mode: Bidi, rtl: bool) -> Row:
    drawn: list[Segment] = []
    joined: list[Segment] = []
    for segment in row:
        if joined or segment.text.endswith(JOIN):
            joined.append(segment)
            if not segment.text.endswith(JOIN):
                drawn += _sentence(tuple(joined), mode, rtl)
                joined = []
            continue
        read = None if segment.text.isascii() else _read(segment.text, mode, rtl)
        drawn.append(segment if read is None else seg(read, segment.style or Style.null()))
    if joined:
        drawn += _sentence(tuple(joined), mode, rtl)
    return tuple(drawn)


@lru_cache(maxsize=8192)
def _read(text: str, mode: Bidi, rtl: bool) -> str | None:
    """A piece as the terminal gets it; None if that is as it is."""
    read = shown(text, mode, rtl)
    return None if read == text else read


@lru_cache(maxsize=2048)
def _sentence(pieces: tuple[Segment, ...], mode: Bidi, rtl: bool) -> tuple[Segment, ...]:
    """A sentence of several styles, every letter in its own."""
    text = "".join(piece.text for piece in pieces)
    if mode is not Bidi.OURS or not is_rtl(text):
        return tuple(seg(stripped(piece.text), piece.style or Style.null()) for piece in pieces)
    styles = [piece.style or Style.null() for piece in pieces for _ in piece.text]
    letters = [(one.character, styles[one.at]) for one in ordered(text, rtl, whole=True)]
    return tuple(seg("".join(letter for letter, _ in group), style) for style, group in groupby(letters, lambda one: one[1]))
