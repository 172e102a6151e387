"""`Idle`: who does nothing in the lobby for half an hour gives his place back, for a screen that nobody looks at costs memory.

Nobody loses a seat by it, and nobody is sent away who watches a table where cards are played: watching needs no keys.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Final

from client.link import Link
from client.protocol import Stage
from client.text import later

SECONDS: Final = 1800.0
FAREWELL: Final = later("You did nothing in the lobby for half an hour, so this session ends. Come back whenever you like.")
RUNNING: Final = (Stage.PLAYING, Stage.ROUND_OVER)


class Idle:
    """Looks after one session, until it is closed."""

    def __init__(self, link: Link, stop: Callable[[str], None]) -> None:
        """`stop` ends the session with a sentence."""
        self._link, self._stop = link, stop
        self._loop = asyncio.get_running_loop()
        self._heard_at = 0.0
        self._timer: asyncio.TimerHandle | None = None
        self.heard()
        self._look_in(SECONDS)

    def heard(self) -> None:
        """Something was typed."""
        self._heard_at = self._loop.time()

    def close(self) -> None:
        """The session is over."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look_in(self, seconds: float) -> None:
        self._timer = self._loop.call_later(seconds, self._look, context=Context())

    def _look(self) -> None:
        left = self._heard_at + SECONDS - self._loop.time()
        if left > 0:
            self._look_in(left)
        elif is_occupied(self._link):
            self._look_in(SECONDS)
        else:
            self._timer = None
            self._stop(FAREWELL)


def is_occupied(link: Link) -> bool:
    """Is there something to wait for, or to look at?"""
    if link.lobby is None or link.lobby.seat is not None:
        return True
    return link.table is not None and link.table.stage in RUNNING
