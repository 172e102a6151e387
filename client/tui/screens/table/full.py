"""The table at 80×24 and more: seats around a ring, the piles inside, the hand as cards below.

Seats sit clockwise, the viewer at the bottom: the next player is on the left, so the arrows of the ring really
point from player to player.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from client.play.middle import middle_of
from client.protocol import TableView
from client.tui.chrome import footer, status_line
from client.tui.page import Hit
from client.tui.paint import Row, beside, blank, seg
from client.tui.parts.around import SIDE, around, side_seats, top_seats
from client.tui.parts.board import ring
from client.tui.parts.fan import paint_fan
from client.tui.parts.seats import seat_face
from client.tui.screens.table.common import lay_panels, own_line, title
from client.tui.screens.table.prompt import prompt
from engine.view import PlayerView

if TYPE_CHECKING:
    from client.tui.screens.table.page import TablePage

WIDTH: Final = 80
HEIGHT: Final = 24
PANEL_FROM: Final = 110
"""Columns from which the log has a panel of its own."""


class Plan(NamedTuple):
    """How many rows each part gets, and where the log is."""

    board: int
    """Columns of table and hand."""
    panel: int
    """Columns of the log panel; 0: the log lies below the ring."""
    ring: int
    log: int
    fan: int


def plan(width: int, height: int, watching: bool) -> Plan:
    """Share out the screen: title, three rows of seats, ring, log, own line, hand (not when watching), status, footer."""
    panel = min(44, width // 3) if width >= PANEL_FROM else 0
    spare = height - HEIGHT
    fan = 0 if watching else 6 + min(4, spare // 4)
    free = height - 7 - fan
    if panel:
        return Plan(width - panel, panel, free, 0, fan)
    ring_rows = min(8 + (spare - max(0, fan - 6)) // 2 + (2 if watching else 0), 15)
    return Plan(width, 0, ring_rows, free - ring_rows, fan)


def paint(page: TablePage, table: TableView, game: PlayerView, width: int, height: int) -> list[Row]:
    """Every row of the screen."""
    layout = plan(width, height, game.viewer < 0)
    page.board = layout.board
    own, left, top, right = around(game)
    faces = [seat_face(page.text, table, game, seat, page.aimed) for seat in range(game.seats)]
    rows = top_seats(page, [faces[seat] for seat in top], layout.board)
    rows += beside(
        side_seats(page, [faces[seat] for seat in reversed(left)], layout.ring),
        ring(page.palette, page.text, middle_of(game, table.options), layout.board - 2 * SIDE, layout.ring),
        beside([blank(1, page.palette.base)] * layout.ring, side_seats(page, [faces[seat] for seat in right], layout.ring, 1)),
    )
    page.hits.append(Hit(SIDE, 4, (layout.board - 2 * SIDE) // 2, layout.ring, "pile"))
    if not layout.panel:
        rows += page.log.rows(table, layout.board, layout.log, page.me)
    rows.append(own_line(page, table, game, faces[own], layout.board))
    fan_y = len(rows) + 1
    rows += paint_fan(page, layout.board, layout.fan, fan_y)
    log = 0 if layout.panel else 3 + layout.ring
    page.told = range(1 + log, fan_y - 1) if log else range(0)
    lay_panels(page, table, game, rows, fan_y - 2, 1, log=log, left=SIDE)
    if layout.panel:
        rows = beside(rows, _log_panel(page, table, layout.panel, len(rows)))
    status = status_line(page, width, prompt(page, table, game))
    return [title(page, table, game, width), *rows, status, footer(page, width, height - 1, page.actions())]


def _log_panel(page: TablePage, table: TableView, width: int, height: int) -> list[Row]:
    """The log of a wide screen, behind a line."""
    palette = page.palette
    wall = seg("│ ", palette.faint)
    return [(wall, *row) for row in page.log.rows(table, width - 2, height, page.me)]
