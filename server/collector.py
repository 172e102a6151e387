"""When Python looks for garbage: its full passes stop every player at once, so they are made when nobody is there.

Objects of the start are never looked at again. A finished session is taken apart where it ends and leaves nothing; what
young passes miss of tables and of handshakes waits for a moment without connections, or until so many sessions have ended
that the memory is worth a pause (about 1.5 ms for each open session).
"""

from __future__ import annotations

import asyncio
import gc
from typing import Final, Protocol

YOUNG: Final = (5_000, 10, 1_000)
"""Python's own thresholds: young passes that nobody feels (5 ms, the tenth 15), and practically no full ones."""
LOOK: Final = 5.0
WORTH_A_PAUSE: Final = 2_000
"""Ended sessions after which a pass is made also while people play: each may have left a table (25 kB)."""
FRUITLESS: Final = 1 / 16
"""What a connection that never had a session leaves, beside those: next to all of it is found young. Who only knocks, however
often, must not make the house pause."""


class Coming(Protocol):
    """Who tells how many people come and go."""

    @property
    def ended(self) -> float:
        """Sessions that have ended so far; a connection that never had one counts as FRUITLESS."""

    @property
    def connections(self) -> int:
        """Those open now."""


class Collector:
    """Takes Python's garbage collection over until `stop`; to be made once everything is loaded."""

    def __init__(self, coming: Coming) -> None:
        self._coming, self._seen = coming, coming.ended
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

    def _look(self) -> None:
        ended = self._coming.ended - self._seen
        if ended and (self._coming.connections == 0 or ended >= WORTH_A_PAUSE):
            self._seen = self._coming.ended
            gc.collect()
        self._timer = asyncio.get_running_loop().call_later(LOOK, self._look)
