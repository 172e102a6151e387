"""What every page at a table shares: `t` opens a line to type, Enter says it."""

from __future__ import annotations

from client.protocol import Say
from client.tui.entry import Entry
from client.tui.page import Page


class ChatPage(Page):
    """A page with chat. A half-typed line moves on when the table's life changes the page."""

    def act(self, action: str, argument: int = 0) -> bool:
        """Start a line of chat."""
        if action != "chat":
            return False
        self.entry = Entry()
        return True

    def entered(self, text: str) -> None:
        """Say it."""
        self.app.send(Say(text), page=self)
        self.app.said()
