"""The log on a page of its own: everything the table remembers, to scroll through."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from client.tui.chrome import framed
from client.tui.paint import Row
from client.tui.parts.log import whole_log
from client.tui.scrolled import Scrolled

if TYPE_CHECKING:
    from client.tui.app import UnoApp


class LogPage(Scrolled):
    """Opens at the newest line and stays there while the game goes on, until it is scrolled away."""

    name = "log"

    def __init__(self, app: UnoApp) -> None:
        super().__init__(app)
        self.first: int | None = None
        """The row at the top of the screen; None: the newest stay in sight."""

    def act(self, action: str, argument: int = 0) -> bool:
        """Scroll."""
        step = self.step(action)
        if step is None:
            return False
        here = self._last if self.first is None else self.first
        wanted = max(0, here + step)
        self.first = None if wanted >= self._last else wanted
        return True

    def paint(self, width: int, height: int) -> list[Row]:
        """All of it, oldest first."""
        table = self.table
        rows = whole_log(self.text, self.palette, table, width, self.me) if table is not None else []
        self._room = height - 3
        self._last = max(0, len(rows) - self._room)
        first = self._last if self.first is None else min(self.first, self._last)
        part = {"first": first + 1, "last": min(first + self._room, len(rows)), "count": len(rows)}
        right = self.text("{first}–{last} of {count}", **part) if rows else ""
        prompt = self._turn() or (self.text("Esc: back to the table.") if rows else self.text("Nothing has happened yet."),)
        return framed(self, width, height, self.text("What happened"), rows[first:], right=right, prompt=prompt)

    def _turn(self) -> Sequence[str]:
        table = self.table
        game = table.game if table is not None else None
        mine = table is not None and game is not None and game.is_playing and game.turn == table.you
        return (self.text("It is your turn! Esc: back to the table."), self.text("It is your turn! Esc.")) if mine else ()
