"""Help: every key of the page below, printed from the registry."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from client.tui.chrome import framed
from client.tui.keys import actions_of
from client.tui.page import Page
from client.tui.paint import Line, Row, wrap

if TYPE_CHECKING:
    from client.tui.app import UnoApp


class Help(Page):
    """The keys of one page."""

    name = "help"

    def __init__(self, app: UnoApp, about: str) -> None:
        super().__init__(app)
        self.about = about
        self.first = 0
        self._last = 0

    def actions(self) -> Sequence[str]:
        """Its own keys."""
        return ("up", "down", "back") if self._last else ("back",)

    def act(self, action: str, argument: int = 0) -> bool:
        """Scroll."""
        match action:
            case "up":
                self.first = max(0, self.first - 1)
            case "down":
                self.first = min(self._last, self.first + 1)
            case _:
                return False
        return True

    def scroll(self, step: int) -> bool:
        """The wheel scrolls, too."""
        return self.act("up" if step < 0 else "down")

    def paint(self, width: int, height: int) -> list[Row]:
        """Key, then what it does."""
        palette = self.palette
        body: list[Row] = [Line(width, palette.base).row()]
        for action in actions_of(self.about):
            for index, sentence in enumerate(wrap(self.text(action.help), width - 14)):
                line = Line(width, palette.base).add("  ")
                if index == 0:
                    line.add(action.shown, palette.key)
                body.append(line.to(12).add(sentence, palette.base).row())
        self._last = max(0, len(body) - (height - 3))
        self.first = min(self.first, self._last)
        return framed(self, width, height, self.text("Keys"), body[self.first :])
