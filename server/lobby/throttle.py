"""How often one person may do a thing that everybody at a table has to look at."""

from __future__ import annotations

from collections import deque

from server.lobby.clock import Clock


class Throttle:
    """At most `count` times in any `seconds`, for each of several such windows."""

    def __init__(self, clock: Clock, *windows: tuple[int, float]) -> None:
        self._clock = clock
        self._windows = windows
        self._times: deque[float] = deque(maxlen=max(count for count, _ in windows))

    def admits(self) -> bool:
        """May it be done now? If so, this counts as done."""
        now = self._clock.now()
        for count, seconds in self._windows:
            if len(self._times) >= count and self._times[-count] > now - seconds:
                return False
        self._times.append(now)
        return True
