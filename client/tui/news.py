"""News: what came over the link and is not shown yet; all that comes in one turn of the loop is shown at once."""

from __future__ import annotations

import asyncio
from collections import deque
from typing import TYPE_CHECKING, Final

from client.protocol import LOBBY, Message, Patch

if TYPE_CHECKING:
    from client.tui.app import UnoApp

CROWD: Final = frozenset({"tables", "online", "here", "where"})
"""The fields of the lobby that tell of the others."""


class News:
    """The messages of one app."""

    def __init__(self, app: UnoApp) -> None:
        self._app = app
        self._waiting: deque[Message] = deque()

    def deliver(self, message: Message) -> None:
        """A message that the link has applied."""
        self._waiting.append(message)
        if len(self._waiting) == 1 and self._app.own_context is not None:
            asyncio.get_running_loop().call_soon(self._show, context=self._app.own_context)

    def take(self) -> list[Message]:
        """All of them, oldest first."""
        taken = list(self._waiting)
        self._waiting.clear()
        return taken

    def _show(self) -> None:
        if self._waiting and self._is_elsewhere:  # none waiting: an event came between and took them, which paints nothing
            self._waiting.clear()
        else:
            self._app.show()

    @property
    def _is_elsewhere(self) -> bool:
        """Is it all about who came, went and sat down somewhere, and nobody looks at that? In a crowd most of it is."""
        return not any(page.shows_crowd for page in self._app.pages) and all(map(_is_of_the_crowd, self._waiting))


def _is_of_the_crowd(message: Message) -> bool:
    return isinstance(message, Patch) and message.topic == LOBBY and message.changes.keys() <= CROWD
