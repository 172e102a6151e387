"""When Python looks for garbage: its full passes stop every player at once, so they are made when nobody is there.

Objects of the start are never looked at again. A finished session is taken apart where it ends and leaves nothing; what
young passes miss of tables and of handshakes waits for a moment without connections, or until there is so much of it that
the memory is worth a pause (about 1.5 ms for each open session).
"""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable
from typing import Final, Protocol

YOUNG: Final = (5_000, 10, 20_000)
"""Python's own thresholds: young passes that nobody feels (5 ms, the tenth 15), and practically no full ones."""
LOOK: Final = 5.0
SOME: Final = 100
"""Tables that were closed (each may leave 25 kB) after which a pass is made also while people play,"""
SELDOM: Final = 300.0
"""but only if the last one is so many seconds ago,"""
MUCH: Final = 2_000
"""or if there are so many."""
VISITS: Final = 16
"""So many sessions, or connections that never had one, leave no more than one table: who comes and goes, however often, must
not make the house pause all the time."""


class Coming(Protocol):
    """Who tells how many people come and go."""

    @property
    def ended(self) -> int:
        """Sessions that have ended so far; a connection that never had one counts as one."""

    @property
    def connections(self) -> int:
        """Those open now."""


def _none() -> int:
    return 0


class Collector:
    """Takes Python's garbage collection over until `stop`; to be made once everything is loaded."""

    def __init__(self, coming: Coming, closed: Callable[[], int] = _none) -> None:
        """`closed` tells how many tables have been closed so far."""
        self._coming, self._closed = coming, closed
        self._swept, self._swept_at = self._left, asyncio.get_running_loop().time()
        self._before = gc.get_threshold()
        gc.collect()
        gc.freeze()
        gc.set_threshold(*YOUNG)
        self._timer = asyncio.get_running_loop().call_later(LOOK, self._look)

    def stop(self) -> None:
        """Give everything back as it was."""
        self._timer.cancel()
        gc.set_threshold(*self._before)
        gc.unfreeze()

    @property
    def _left(self) -> float:
        """What was left behind so far, in tables."""
        return self._closed() + self._coming.ended / VISITS

    def _look(self) -> None:
        loop, fresh = asyncio.get_running_loop(), self._left - self._swept
        is_worth_a_pause = fresh >= (SOME if loop.time() - self._swept_at >= SELDOM else MUCH)
        if is_worth_a_pause or (fresh and self._coming.connections == 0):
            self._swept, self._swept_at = self._left, loop.time()
            gc.collect()
        self._timer = loop.call_later(LOOK, self._look)
