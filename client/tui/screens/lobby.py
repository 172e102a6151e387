"""The lobby: the tables that are open, and the ways to one."""

from __future__ import annotations

from client.tui.chrome import framed
from client.tui.page import Page
from client.tui.paint import Row


class LobbyPage(Page):
    """What a person sees who sits at no table."""

    name = "lobby"

    def paint(self, width: int, height: int) -> list[Row]:
        """The list of tables."""
        return framed(self, width, height, self.text("Lobby"), [])
