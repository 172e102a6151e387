"""The book of rules as rows: headings, sentences, points, and cards drawn as on the table."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from rich.style import Style

from client.rulebook.blocks import Block, Explain, Point, Say, Section, Show
from client.rulebook.book import book
from client.rulebook.house import house_book
from client.text import Text
from client.tui.keys import action
from client.tui.paint import Line, Row, blank, cells, wrap
from client.tui.palette import Palette
from client.tui.parts.cards import face
from client.tui.reading import marked, write
from engine.cards import Card
from engine.options import Options

BIG: Final = (7, 5)
SMALL: Final = (5, 3)
"""Width and height of a card: on ordinary screens, and on narrow or low ones."""


class Chapter(NamedTuple):
    """A section of the book and the row it starts at."""

    section: Section
    start: int


class Book(NamedTuple):
    """All its rows and where its chapters begin."""

    rows: tuple[Row, ...]
    chapters: tuple[Chapter, ...]

    def chapter_at(self, first: int) -> int:
        """Which chapter a reader is in whose screen begins with this row."""
        return max(index for index, chapter in enumerate(self.chapters) if chapter.start <= max(first, 0))


@lru_cache(maxsize=24)
def _cached(palette: Palette, text: Text, options: Options | None, width: int, card: tuple[int, int]) -> Book:
    binder = _Binder(palette, width, card, text.rtl)
    chapters = []
    for number, section in enumerate(house_book(text) if options is None else book(text, options), 1):
        chapters.append(Chapter(section, len(binder.rows)))
        binder.heading(chapter_key(number, section), section.title)
        for _, group in groupby(section.blocks, lambda block: isinstance(block, Point)):
            binder.group(list(group))
        binder.gap()
    return Book(tuple(binder.rows), tuple(chapters))


def chapter_key(number: int, section: Section) -> str:
    """The key that opens a chapter; empty if it has none."""
    if section.name == "tips":
        return action("tips").shown
    return str(number) if number < 10 else ""


def bound(palette: Palette, text: Text, options: Options | None, width: int, low: bool) -> Book:
    """The book for a table, or (None) that of all house rules, `width` cells wide; `low`: with small cards."""
    return _cached(palette, text, options, width, SMALL if low else BIG)


class _Binder:
    """Rows in the making."""

    def __init__(self, palette: Palette, width: int, card: tuple[int, int], rtl: bool) -> None:
        self.palette = palette
        self.rtl = rtl
        self.width = width
        self.card = card
        self.rows: list[Row] = []

    def heading(self, key: str, title: str) -> None:
        """`4 Your turn ─────`."""
        line = Line(self.width, self.palette.faint)
        if self.rtl:
            line.add("─" * max(0, line.room - cells(title) - (len(key) + 2 if key else 1))).add(" ")
            line.add(title, self.palette.bright).add(f" {key}" if key else "", self.palette.key)
        else:
            line.add(f"{key} " if key else "", self.palette.key).add(title, self.palette.bright).add(" ")
            line.add("─" * line.room)
        self.rows.append(line.row())
        self.gap()

    def gap(self) -> None:
        """One empty row, never two."""
        empty = blank(self.width, self.palette.base)
        if self.rows and self.rows[-1] is not empty:
            self.rows.append(empty)

    def group(self, blocks: list[Block]) -> None:
        """Blocks that belong together; the points of a list keep a distance if some of them are long."""
        start = len(self.rows)
        for block in blocks:
            self._block(block)
        if all(isinstance(block, Point) for block in blocks) and len(self.rows) - start > 2 * len(blocks):
            del self.rows[start:]
            for block in blocks:
                self._block(block)
                self.gap()

    def _block(self, block: Block) -> None:
        match block:
            case Say(sentence):
                self.gap()
                self._lines(sentence, self.palette.base, 0)
                self.gap()
            case Point(sentence, lead):
                self._point(sentence, lead)
            case Show(cards, caption):
                self.gap()
                self._beside(cards, [(caption, self.palette.base)], "", "")
                self.gap()
            case Explain(card, title, note, sentences):
                self.gap()
                self._beside((card,), [(sentence, self.palette.base) for sentence in sentences], title, note)
                self.gap()

    def _lines(self, sentence: str, style: Style, indent: int) -> None:
        for part in wrap(sentence, self.width - indent):
            line = Line(self.width, self.palette.base).to(indent)
            self.rows.append(write(line, (part, style), to=self.width, rtl=self.rtl).row())

    def _point(self, sentence: str, lead: str) -> None:
        palette = self.palette
        room = self.width - 4
        head = f"{lead}: " if lead else ""
        for index, part in enumerate(wrap(head + sentence, room)):
            first = len(head.rstrip()) if index == 0 and head and part.startswith(head.rstrip()) else 0
            pieces = (part[:first], palette.accent), (part[first:], palette.base)
            mark = "  · " if index == 0 else "    ", palette.faint
            self.rows.append(marked(Line(self.width, palette.base), mark, *pieces, to=self.width, rtl=self.rtl).row())

    def _beside(self, cards: tuple[Card, ...], sentences: list[tuple[str, Style]], title: str, note: str) -> None:
        """Cards in a row, the words to the right of them where there is room, else below."""
        wide, tall = self.card
        across = min(len(cards), max(1, (self.width + 1) // (wide + 1)))
        for start in range(0, len(cards), across):
            row = cards[start : start + across]
            used = len(row) * (wide + 1) + 2
            last = start + across >= len(cards)
            words = self._words(sentences, title, note, self.width - used) if last and self.width - used >= 20 else None
            faces = [face(self.palette, one, wide, tall) for one in row]
            height = max(tall, len(words or ()))
            above = (height - len(words)) // 2 if words and not title else 0
            for y in range(height):
                line = Line(self.width, self.palette.base)
                for piece in faces:
                    if y < tall:
                        line.put(piece[y], wide).add(" ")
                line.to(used)
                if words and 0 <= y - above < len(words):
                    line.put(words[y - above])
                self.rows.append(line.row())
            if last and words is None:
                self.rows.extend(self._words(sentences, title, note, self.width))

    def _words(self, sentences: list[tuple[str, Style]], title: str, note: str, width: int) -> list[Row]:
        palette = self.palette
        rows: list[Row] = []
        if title:
            line = Line(width, palette.base)
            beside = width - cells(title) >= cells(note) + 3 and bool(note)
            if self.rtl:
                line.to(width - cells(title) - (cells(note) + 2 if beside else 0))
                line.add(f"{note}  " if beside else "", palette.dim).add(title, palette.bright)
            else:
                line.add(title, palette.bright).add(f"  {note}" if beside else "", palette.dim)
            rows.append(line.row())
        for sentence, style in sentences:
            rows += [
                write(Line(width, palette.base), (part, style), to=width, rtl=self.rtl).row() for part in wrap(sentence, width)
            ]
        return rows
