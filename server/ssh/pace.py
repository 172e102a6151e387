"""How fast new connections may come from one source."""

from __future__ import annotations

from typing import Final

from server.ssh.limits import Now
from server.ssh.recent import Recent

SOURCES: Final = 65_536
"""Sources that are remembered."""


class Pace:
    """A token bucket for every source. Only the time at which it will be full again is kept (GCRA, ITU-T I.371)."""

    def __init__(self, now: Now, rate: float, burst: int, sources: int = SOURCES) -> None:
        self._now, self._each, self._burst = now, 1 / rate, burst / rate
        self._full: Recent[float] = Recent(sources)

    def take(self, source: str) -> bool:
        """May one more come now? If so, it counts."""
        now = self._now()
        full = max(now, self._full.get(source, now)) + self._each
        if full - now > self._burst + 1e-9:
            return False
        self._full.put(source, full)
        return True
