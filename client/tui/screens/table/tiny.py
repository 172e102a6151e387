"""The table at 40×12 and more: one line per thing."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client.protocol import TableView
from client.tui.paint import Row

if TYPE_CHECKING:
    from client.tui.screens.table.page import TablePage
from engine.view import PlayerView

WIDTH: Final = 40
HEIGHT: Final = 12


def paint(page: TablePage, table: TableView, game: PlayerView, width: int, height: int) -> list[Row]:
    """Every row of the screen."""
    raise NotImplementedError
