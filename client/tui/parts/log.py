"""The log: the newest sentences, those that matter marked at the margin."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from rich.style import Style

from client.protocol import Happening, TableView
from client.sentences import Sentence, Weight, sentences
from client.text import Text
from client.tui.paint import Line, Row, blank, wrap
from client.tui.palette import Palette
from client.tui.reading import write

_MARGIN: Final = {
    Weight.PLAIN: " ",
    Weight.UNO: "!",
    Weight.PENALTY: "+",
    Weight.CHALLENGE: "?",
    Weight.SWAP: "%",
    Weight.ROUND: "=",
    Weight.CHAT: '"',
    Weight.PEOPLE: "-",
}


def _style(palette: Palette, weight: Weight) -> Style:
    match weight:
        case Weight.UNO | Weight.CHALLENGE | Weight.SWAP:
            return palette.accent
        case Weight.PENALTY:
            return palette.warn
        case Weight.ROUND:
            return palette.bright
        case Weight.PEOPLE:
            return palette.dim
    return palette.base


ROOMY: Final = 60
"""Columns from which the margin stands as far from the edge as everything else on the screen."""


@lru_cache(maxsize=2048)
def sentence_rows(palette: Palette, sentence: Sentence, width: int, rtl: bool = False) -> tuple[Row, ...]:
    """One sentence, marked at the margin where it begins, on as many rows as it needs."""
    style = _style(palette, sentence.weight)
    rows = []
    edge = 1 if width >= ROOMY else 0
    for index, words in enumerate(wrap(sentence.text, max(1, width - 3 - 2 * edge))):
        mark = _MARGIN[sentence.weight] if index == 0 else " "
        line = Line(width, palette.base).add(" " * edge).add("" if rtl else f"{mark} ", style)
        before, found, after = words.partition(sentence.words) if sentence.words else (words, "", "")
        ink = palette.ink[sentence.color] if sentence.color else palette.bright
        write(line, (before, style), (found, ink), (after, style), to=width - 2 - edge, rtl=rtl)
        rows.append((line.to(width - 2 - edge).add(f" {mark}", style) if rtl else line).row())
    return tuple(rows)


def log_rows(text: Text, palette: Palette, table: TableView, width: int, height: int, me: str = "") -> list[Row]:
    """The newest lines, the latest at the bottom; empty rows above while there is little to tell. `me`: the reader's name."""
    rows: list[Row] = []
    newest = table.log[-height * 4 :] if height else ()
    for sentence in reversed(sentences(text, newest, table.chairs, table.you, table.options, me)):
        if len(rows) >= height:
            break
        rows[:0] = sentence_rows(palette, sentence, width, text.rtl)
    rows = rows[-height:] if height else []
    return [blank(width, palette.base)] * (height - len(rows)) + rows


def whole_log(text: Text, palette: Palette, table: TableView, width: int, me: str = "") -> list[Row]:
    """Every line the table remembers, the latest at the bottom."""
    told = sentences(text, table.log, table.chairs, table.you, table.options, me)
    return [row for sentence in told for row in sentence_rows(palette, sentence, width, text.rtl)]


class Log:
    """The log of one viewer, told anew only when something happened or the room for it changed."""

    def __init__(self, text: Text, palette: Palette) -> None:
        self._text, self._palette = text, palette
        self._seen: tuple[Happening, ...] = ()
        self._size = (-1, -1)
        self._rows: list[Row] = []

    def rows(self, table: TableView, width: int, height: int, me: str = "") -> list[Row]:
        """See `log_rows`."""
        if table.log is not self._seen or self._size != (width, height):
            self._seen, self._size = table.log, (width, height)
            self._rows = log_rows(self._text, self._palette, table, width, height, me)
        return self._rows
