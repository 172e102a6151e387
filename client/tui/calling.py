"""Calling a person whose turn begins while he looks elsewhere: by the bell, the window's title, a notice on his desktop.

The operator's words, which everybody is to hear, are told here, too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client.protocol import TableView

if TYPE_CHECKING:
    from client.tui.app import UnoApp

ELSEWHERE: Final = 10.0
"""Seconds without a key after which somebody with his cards before him is taken to look elsewhere."""


def is_on_turn(table: TableView | None) -> bool:
    """Is it for the viewer to decide?"""
    if table is None or table.you is None or table.game is None or table.chairs[table.you].pilot:
        return False
    return table.game.is_playing and table.game.turn == table.game.viewer


class Calling:
    """Watches the turn of one person."""

    def __init__(self, app: UnoApp) -> None:
        self._app = app
        self._was_on_turn = False
        self._key_at = app.now()
        self._title = ""
        self._notice = ""
        """The operator's words that were told last."""

    def proclaim(self) -> None:
        """Tell the operator's words once, after whatever else there is to tell."""
        notice = self._app.link.lobby.notice if self._app.link.lobby is not None else ""
        if notice != self._notice:
            self._notice = notice
            if notice:
                self._app.tell(notice)

    def is_here(self) -> None:
        """A key was pressed."""
        self._key_at = self._app.now()

    @property
    def _looks_elsewhere(self) -> bool:
        return self._app.top is not self._app.base or self._app.now() - self._key_at >= ELSEWHERE

    def mind(self) -> None:
        """Follow the table's newest view."""
        app, table = self._app, self._app.link.table
        surface, like, on_turn = app.canvas.surface, app.liking.of, is_on_turn(table)
        begins, self._was_on_turn = on_turn and not self._was_on_turn, on_turn
        if surface is None:
            return
        if like("notify") in ("title", "osc") and app.look.titles:
            self._entitle(table, on_turn)
        elif self._title:
            self._title = ""
            surface.title("")
        if begins and self._looks_elsewhere:
            if like("bell") == "on":
                surface.ring()
            if like("notify") == "osc" and app.look.notices:
                surface.notify(app.text("UNO: it is your turn."))

    def _entitle(self, table: TableView | None, on_turn: bool) -> None:
        text = self._app.text
        if table is None:
            title = text("UNO")
        else:
            title = text("Your turn: UNO {code}", code=table.code) if on_turn else text("UNO {code}", code=table.code)
        if title != self._title and self._app.canvas.surface is not None:
            self._title = title
            self._app.canvas.surface.title(title)
