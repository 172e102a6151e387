"""The table: the game itself. `page` knows what keys mean, the other files paint it at three sizes."""

from client.tui.screens.table.page import TablePage

__all__ = ["TablePage"]
