"""The rules of a rule set, in our own words."""

from __future__ import annotations

from client.tui.chrome import framed
from client.tui.page import Page
from client.tui.paint import Row


class RulesPage(Page):
    """Pages of rules; the table goes on below."""

    name = "rules"

    def paint(self, width: int, height: int) -> list[Row]:
        """The rules."""
        return framed(self, width, height, self.text("Rules"), [])
