"""`Toll`: what one session takes of the core that all share, and how long it has to rest when that is too much (SECURITY D1).

Everything that is done for a session here and now runs inside its toll. Sessions in worker processes are counted there.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from heapq import nlargest
from typing import Final

from server.ssh.limits import Budget, Now
from server.ssh.meter import SPAN, Meter

log = logging.getLogger("unotty.app")

SHARE: Final = 0.1
"""Of a core: what a session may take, lasting; one that was quiet may take that of a whole `SPAN` at once."""
SHORTEST: Final = 0.1
LONGEST: Final = 1.0
"""Seconds a session rests at once. It goes on in between, so that nobody is cut off."""


def _nobody(seconds: float) -> None:
    pass


class Toll(Meter):
    """The meter of a session, which has to rest when it takes too much."""

    def __init__(self, now: Now = time.monotonic, cpu: Callable[[], float] = time.thread_time) -> None:
        """See `Meter`."""
        super().__init__(now, cpu)
        self.whose = "a session"
        """How the log and the operator know it."""
        self.is_slowed = False
        """Did it ever take too much?"""
        self.rest: Callable[[float], None] = _nobody
        """Called when it does: let it rest so many seconds."""
        self._budget = Budget(SHARE, SHARE * SPAN, now)

    def _took(self, seconds: float) -> None:
        if debt := self._budget.spend(seconds):
            if not self.is_slowed:
                self.is_slowed = True
                log.warning("%s takes more than a tenth of a core: its keys and its screen are slowed down", self.whose)
            self.rest(min(max(debt, SHORTEST), LONGEST))


class Ledger:
    """The tolls of all sessions of this process."""

    def __init__(self) -> None:
        self._open: set[Toll] = set()
        self._slowed = 0

    @property
    def slowed(self) -> int:
        """How many sessions were slowed down since the start."""
        return self._slowed + sum(toll.is_slowed for toll in self._open)

    def dearest(self, count: int) -> list[Toll]:
        """Those that took most of late, the dearest first."""
        return nlargest(count, self._open, key=lambda toll: toll.share)

    def open(self, toll: Toll) -> None:
        """A session begins."""
        self._open.add(toll)

    def close(self, toll: Toll) -> None:
        """It ends; whoever was told to rest is let go."""
        toll.rest = _nobody
        if toll in self._open:
            self._open.remove(toll)
            self._slowed += toll.is_slowed


LEDGER: Final = Ledger()
"""Of this process."""
