"""The table at 60×16 and more: seats as lines in two columns, the pile and the log beside each other, small cards."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client.protocol import TableView
from client.tui.paint import Row

if TYPE_CHECKING:
    from client.tui.screens.table.page import TablePage
from engine.view import PlayerView

WIDTH: Final = 60
HEIGHT: Final = 16


def paint(page: TablePage, table: TableView, game: PlayerView, width: int, height: int) -> list[Row]:
    """Every row of the screen."""
    raise NotImplementedError
