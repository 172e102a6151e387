"""The table at 60×16 and more: seats as lines in two columns, the middle as a ring or a line, small cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from client.play.middle import middle_of
from client.protocol import TableView
from client.tui.chrome import footer, status_line
from client.tui.page import Hit
from client.tui.paint import Line, Row, beside, blank
from client.tui.parts.around import around
from client.tui.parts.board import middle_line, ring
from client.tui.parts.fan import paint_fan
from client.tui.parts.panels import answer_panel, jump_panel, reveal_panel
from client.tui.parts.seats import seat_face, seat_line
from client.tui.screens.table.common import lay_panels, own_line, title
from client.tui.screens.table.prompt import prompt
from engine.view import PlayerView

if TYPE_CHECKING:
    from client.tui.screens.table.page import TablePage

WIDTH: Final = 60
HEIGHT: Final = 16
RING: Final = 9
"""Rows of a ring in which boxes leave the piles in sight."""
BOX: Final = 7
"""Rows of the largest box."""


class Plan(NamedTuple):
    """How many rows each part gets; `middle` 1 is a line, more a ring."""

    seats: int
    middle: int
    log: int
    fan: int


def plan(seats: int, height: int, watching: bool) -> Plan:
    """Title, seats, middle, log, own line, hand, status, footer."""
    lines = seats // 2
    free = height - 4 - lines
    if free >= 13:
        fan = 6 if free >= 16 else 5
        middle = min(RING, free - fan - 2)
    else:
        fan = 5 if free >= 9 else 4
        middle = 1
    if watching:
        fan = 0
    return Plan(lines, middle, free - fan - middle, fan)


def paint(page: TablePage, table: TableView, game: PlayerView, width: int, height: int) -> list[Row]:
    """Every row of the screen."""
    layout = plan(game.seats, height, game.viewer < 0)
    if 1 < layout.middle < RING and _is_asked(page, table, game, width):  # a box would hide what lies in so low a ring
        layout = layout._replace(middle=1, log=layout.log + layout.middle - 1)
    own, *sides = around(game)
    others = [seat for side in sides for seat in side]
    rows = _seats(page, table, game, others, layout.seats, width)
    middle = middle_of(game, table.options)
    page.hits.append(Hit(0, 1 + len(rows), width, layout.middle, "pile"))
    clear = range(len(rows), len(rows) + 1) if layout.middle == 1 and layout.log < BOX else range(0)
    if layout.middle == 1:
        rows.append(middle_line(page.palette, page.text, middle, width))
    else:
        rows += ring(page.palette, page.text, middle, width, layout.middle)
    page.told = range(1 + len(rows), 1 + len(rows) + layout.log)
    rows += page.log.rows(table, width, layout.log, page.me)
    rows.append(own_line(page, table, game, seat_face(page.text, table, game, own), width))
    y = len(rows) + 1
    rows += paint_fan(page, width, layout.fan, y)
    lay_panels(page, table, game, rows, y - 2, 1, clear)
    status = status_line(page, width, prompt(page, table, game))
    return [title(page, table, game, width), *rows, status, footer(page, width, height - 1, page.actions())]


def _is_asked(page: TablePage, table: TableView, game: PlayerView, width: int) -> bool:
    """Will a box be laid over the table?"""
    answer, reveal = answer_panel(page, table, game, width, True), reveal_panel(page, table, game, width - 4, True)
    boxes = answer, reveal, jump_panel(page, game, width)
    return any(box is not None for box in boxes)


def _seats(page: TablePage, table: TableView, game: PlayerView, seats: list[int], height: int, width: int) -> list[Row]:
    """Two columns, in the order of play from the top left down, then the right column down."""
    size = width // 2
    lines = [seat_line(page.palette, seat_face(page.text, table, game, seat, page.aimed), size, page.text) for seat in seats]
    lines += [blank(size, page.palette.base)] * (2 * height - len(lines))
    rows = beside(lines[:height], lines[height:])
    if 2 * size < width:
        rows = [Line(width, page.palette.base).put(row, 2 * size).row() for row in rows]
    return rows
