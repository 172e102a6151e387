"""The timeline of a replay: how far the match has gone, and where its rounds begin. A click goes there."""

from __future__ import annotations

from typing import Final

from client.protocol import ReplayView
from client.tui.page import Hit, Page
from client.tui.paint import Line, Row, cells

MARGIN: Final = 3
"""Cells on both sides of the line."""


def place_of(position: int, last: int, room: int) -> int:
    """The cell of a position, from 0."""
    return position * (room - 1) // last if last else 0


def timeline(page: Page, position: int, length: int, rounds: tuple[int, ...], playing: bool, width: int, y: int) -> Row:
    """The line itself, on row `y` of the screen."""
    palette, last, room = page.palette, length - 1, width - 2 * MARGIN
    here, starts = place_of(position, last, room), {place_of(start, last, room) for start in rounds[1:]}
    line = Line(width, palette.base).add(" ▸ " if playing else "   ", palette.accent)
    for cell in range(room):
        if cell == here:
            line.add("◉", palette.bright)
        elif cell in starts:
            line.add("┃" if cell < here else "│", palette.accent if cell < here else palette.dim)
        else:
            line.add("━" if cell < here else "─", palette.accent if cell < here else palette.faint)
        page.hits.append(Hit(MARGIN + cell, y, 1, 1, "position", -(-cell * last // max(1, room - 1))))
    return line.row()


def round_labels(page: Page, view: ReplayView, first: int, width: int) -> Row:
    """The rounds' numbers above the places where they begin, as many as stand apart; `first` is that of the first one."""
    palette, room = page.palette, width - 2 * MARGIN
    line = Line(width, palette.base)
    for number, start in enumerate(view.rounds, first):
        x = MARGIN + place_of(start, view.length - 1, room)
        words = page.text("round {number}", number=number) if number == first else page.text.number(number)
        if x >= line.x + (number > first) and cells(words) <= width - x:
            line.to(x).add(words, palette.accent if number == view.game.round else palette.dim)
    return line.row()
