"""Time and chance that tests own: a clock that moves when told to, seeds that come in a fixed order, a lobby on both."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from hashlib import sha256


class Call:
    """A call that was ordered; cancelled ones are skipped."""

    def __init__(self, callback: Callable[[], None]) -> None:
        self.callback: Callable[[], None] | None = callback

    def cancel(self) -> None:
        """Do not call."""
        self.callback = None


class VirtualClock:
    """Implements `server.lobby.clock.Clock`. `advance` makes the calls that fall due, in order, at their own times."""

    START = 1_700_000_000

    def __init__(self) -> None:
        self._now = 0.0
        self._count = 0
        self._calls: list[tuple[float, int, Call]] = []

    def now(self) -> float:
        """Seconds since the test began."""
        return self._now

    def wall(self) -> float:
        """Seconds since the epoch."""
        return self.START + self._now

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Call:
        """Order a call."""
        call = Call(callback)
        self._count += 1
        heapq.heappush(self._calls, (self._now + seconds, self._count, call))
        return call

    @property
    def waiting(self) -> int:
        """How many calls are still to be made."""
        return sum(call.callback is not None for _, _, call in self._calls)

    def advance(self, seconds: float) -> None:
        """Let time pass."""
        end = self._now + seconds
        while self._calls and self._calls[0][0] <= end:
            at, _, call = heapq.heappop(self._calls)
            if call.callback is not None:
                self._now = at
                callback, call.callback = call.callback, None
                callback()
        self._now = end


class Seeds:
    """A source of seeds for tests: the same row for the same number."""

    def __init__(self, number: int = 0) -> None:
        self._number = number
        self._count = 0

    def __call__(self) -> bytes:
        self._count += 1
        return sha256(f"{self._number} {self._count}".encode()).digest()
