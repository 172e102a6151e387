"""The waiting room: who sits at a table before the first deal."""

from __future__ import annotations

from client.tui.chrome import framed
from client.tui.page import Page
from client.tui.paint import Row


class WaitingPage(Page):
    """A table whose match has not begun."""

    name = "waiting"

    def paint(self, width: int, height: int) -> list[Row]:
        """The chairs."""
        code = self.table.code if self.table else ""
        return framed(self, width, height, self.text("Table {code}", code=code), [])
