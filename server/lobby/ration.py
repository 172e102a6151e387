"""How often a thing that costs others something may be done from one network address."""

from __future__ import annotations

from collections import Counter, deque

from server.lobby.clock import Clock


class Ration:
    """At most `count` times in any `seconds` from one source. It remembers no source for longer than that."""

    def __init__(self, clock: Clock, count: int, seconds: float) -> None:
        self._clock, self._count, self._seconds = clock, count, seconds
        self._times: deque[tuple[float, str]] = deque()
        self._counts: Counter[str] = Counter()

    def admits(self, source: str) -> bool:
        """May it be done from there now? If so, this counts as done."""
        if self.is_used_up(source):
            return False
        self._times.append((self._clock.now(), source))
        self._counts[source] += 1
        return True

    def is_used_up(self, source: str) -> bool:
        """Has it been done from there as often as it may be?"""
        now = self._clock.now()
        while self._times and self._times[0][0] <= now - self._seconds:
            _, old = self._times.popleft()
            self._counts[old] -= 1
            if not self._counts[old]:
                del self._counts[old]
        return self._counts[source] >= self._count
