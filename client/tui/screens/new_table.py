"""A new table: which rules, how many chairs, bots, clock, who may come."""

from __future__ import annotations

from client.tui.chrome import framed
from client.tui.page import Page
from client.tui.paint import Row


class NewTablePage(Page):
    """The form."""

    name = "new_table"

    def paint(self, width: int, height: int) -> list[Row]:
        """Its fields."""
        return framed(self, width, height, self.text("New table"), [])
