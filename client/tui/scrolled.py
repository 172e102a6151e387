"""`Scrolled`: a page that is longer than the screen."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from client.tui.page import Page

if TYPE_CHECKING:
    from client.tui.app import UnoApp


class Scrolled(Page):
    """Subclasses say in `paint` how many rows there is room for, and which row is the last that may stand on top."""

    def __init__(self, app: UnoApp) -> None:
        super().__init__(app)
        self._last = 0
        self._room = 1

    def actions(self) -> Sequence[str]:
        """Its keys."""
        return ("back", "up", "down", "page_up", "page_down") if self._last else ("back",)

    def step(self, action: str) -> int | None:
        """By how many rows an action scrolls; None: it is another action."""
        page = max(1, self._room - 1)
        steps = {"up": -1, "down": 1, "page_up": -page, "page_down": page, "top": -self._last, "bottom": self._last}
        return steps.get(action)

    def scroll(self, step: int) -> bool:
        """The wheel scrolls, too."""
        return self.act("up" if step < 0 else "down")
