"""The list of a leaderboard: rank, name, rating, matches; the viewer's own line marked and in sight."""

from __future__ import annotations

from typing import Final

from rich.style import Style

from client.protocol import TopLine, TopView
from client.text import Text
from client.tui.paint import Line, Row, blank, cells, clip
from client.tui.palette import Palette

WIDEST: Final = 72
"""A list wider than that is hard to read across."""
NAME: Final = 10
"""The column where names begin."""


class Ladder:
    """The part of it that is on the screen; at first the one around the viewer's own line."""

    def __init__(self) -> None:
        self.first: int = 0
        """The line at the top."""
        self.room = 1
        """Lines on the screen."""
        self.last = 0
        """How far it can be scrolled."""
        self._is_placed = False

    def scroll(self, lines: int) -> None:
        """Up (negative) or down."""
        self.first = max(0, min(self.first + lines, self.last))

    def rows(self, text: Text, palette: Palette, view: TopView, width: int, height: int) -> list[Row]:
        """At most `height` rows; the viewer's own line stands below the list if it is not in it."""
        lines, you = view.lines, view.you
        below = [you] if you is not None and you not in lines else []
        self.room = height - 1 - 2 * len(below)
        self.last = max(0, len(lines) - self.room)
        if not self._is_placed:
            self.first = lines.index(you) - self.room // 2 if you is not None and you in lines else 0
            self._is_placed = True
        self.scroll(0)
        rows = [_heading(text, palette, width)]
        rows += [_line(text, palette, one, width, one == you) for one in lines[self.first : self.first + self.room]]
        if below:
            rows.append(Line(width, palette.faint).to(NAME - 3).add("…").row())
            rows += [_line(text, palette, one, width, True) for one in below]
        return rows


def _end_of_names(width: int) -> int:
    return min(width, WIDEST) - (20 if width >= 60 else 14)


def _heading(text: Text, palette: Palette, width: int) -> Row:
    line = Line(width, palette.dim).to(4).add(f"{text('Rank'):>4}").to(NAME).add(text("Name")).to(_end_of_names(width))
    line.add(f"{text('Rating'):>6} ")
    return line.add(f"{text('Matches'):>9}" if width >= 60 else f"{text('Games'):>6}").row()


def _line(text: Text, palette: Palette, one: TopLine, width: int, own: bool) -> Row:
    line = Line(width - 1, palette.chosen if own else palette.base).add(" ▸  " if own else "    ")

    def add(words: str, style: Style) -> None:
        line.add(words, None if own else style)

    first = one.place == 1
    add(text.number(f"{one.place or '–':>4}"), palette.accent if first else palette.dim)
    line.to(NAME)
    you = f" {text('(you)')}" if own else ""
    add(clip(one.name, _end_of_names(width) - NAME - cells(you) - 1), palette.accent if first else palette.bright)
    add(you, palette.dim)
    line.to(_end_of_names(width))
    add(text.number(f"{one.rating:>6}{' ' if one.place else '?'}"), palette.bright if one.place else palette.dim)
    add(text.number(f"{one.games:>9}" if width >= 60 else f"{one.games:>6}"), palette.dim)
    return (*line.row(), *blank(1, palette.base))
