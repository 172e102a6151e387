"""The turn clock as told: counts down between the server's reports."""

from __future__ import annotations

from client.protocol import Clock


class Countdown:
    """Seconds left of a turn. The server says how many were left; from then on we count ourselves."""

    def __init__(self) -> None:
        self._clock: Clock | None = None
        self._seen = 0.0

    def update(self, clock: Clock | None, now: float) -> None:
        """The newest report, at this time (seconds of any clock that only goes forward)."""
        if clock != self._clock:
            self._clock, self._seen = clock, now

    def left(self, now: float) -> tuple[int, int] | None:
        """(seconds left, of how many); None without a clock."""
        if self._clock is None:
            return None
        return max(0, self._clock.left - int(now - self._seen)), self._clock.limit


def clock_words(left: int) -> str:
    """`0:24`."""
    return f"{left // 60}:{left % 60:02}"
