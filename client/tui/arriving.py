"""Arriving: how a session gets to what it was opened for, a table say, without a glimpse of the lobby on the way."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Final

from client.play.wish import quick_game
from client.protocol import Join, Reply, Watch
from client.refusals import refusal_sentence
from client.tui.dialogs import Answer, Question
from client.tui.screens.replay import ReplayPage

if TYPE_CHECKING:
    from client.tui.app import UnoApp

PATIENCE: Final = 0.25
"""Seconds after which the lobby is shown to somebody whose table keeps him waiting."""


class Arriving:
    """`door` is lobby, quick, join, watch or replay; `code` the table or match for the last three."""

    def __init__(self, app: UnoApp, door: str, code: str) -> None:
        self._app, self._door, self._code = app, door, code
        self._asked: int | None = None
        self._timer: asyncio.TimerHandle | None = None

    def walk_in(self) -> None:
        """Ask for the table; until there is an answer, nothing is painted."""
        app = self._app
        match self._door:
            case "quick":
                self._asked = app.send(quick_game())
            case "join":
                self._asked = app.send(Join(), self._code)
            case "watch":
                self._asked = app.send(Watch(), self._code)
            case "replay":
                app.open(ReplayPage(app, self._code))
        if self._asked is not None and app.canvas.surface is not None:
            app.canvas.is_held = True
            self._timer = asyncio.get_running_loop().call_later(PATIENCE, self._lose_patience, context=app.own_context)

    def heard(self, reply: Reply) -> bool:
        """An answer came. Is it said here? At another table than was asked for, why is told until it has been read."""
        if reply.id != self._asked:
            return False
        self.stop()
        app, table = self._app, self._app.link.table
        if reply.refusal is None or table is None:
            return False
        title, why = app.text("Table {code}", code=table.code), refusal_sentence(app.text, reply.refusal)
        app.open(Question(app, title, [why], [Answer(app.text("Close"))]))
        return True

    def stop(self) -> None:
        """Paint from now on."""
        self._asked, self._app.canvas.is_held = None, False
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _lose_patience(self) -> None:
        self.stop()
        self._app.show()
