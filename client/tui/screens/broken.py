"""A table that stopped after a fault of ours: one sentence, and the way back."""

from __future__ import annotations

from collections.abc import Sequence

from client.tui.chrome import framed
from client.tui.page import Page
from client.tui.paint import Row, blank
from client.tui.reading import paragraph


class BrokenPage(Page):
    """Nothing can be done here but leave."""

    name = "broken"

    def actions(self) -> Sequence[str]:
        """Back to the lobby."""
        return ("back",)

    def act(self, action: str, argument: int = 0) -> bool:
        """Esc leaves the table."""
        if action != "back":
            return False
        self.app.leave_table()
        return True

    def paint(self, width: int, height: int) -> list[Row]:
        """What happened."""
        code = self.table.code if self.table else ""
        told = self.text("Table {code} had to stop because of a fault in the program.", code=code)
        rows = [blank(width, self.palette.base)]
        rows += paragraph(told, width, self.palette.base, 2, self.text.rtl)
        return framed(self, width, height, code, rows, prompt=self.text("Esc: back to the lobby."))
