"""Draining: nothing new is dealt, and the server stops as soon as no round is played any more, or when time is up."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.protocol import Stage
from server.lobby.clock import Clock, Timer
from server.lobby.lobby import Lobby

LOOK: Final = 1.0
"""Seconds between two looks at the tables."""
SOON: Final = "The server stops within {span}, once no round is played. Nothing new is dealt; seats and hands are kept."


class Drain:
    """Begins when asked to; asked again, it has another end. `stop` is called once."""

    def __init__(self, lobby: Lobby, clock: Clock, stop: Callable[[], None]) -> None:
        self._lobby, self._clock, self._stop = lobby, clock, stop
        self._end = 0.0
        self._timer: Timer | None = None

    @property
    def left(self) -> int | None:
        """Seconds until the server stops at the latest; None: it does not drain."""
        return max(0, round(self._end - self._clock.now())) if self._lobby.is_draining else None

    @property
    def rounds(self) -> int:
        """How many are played just now by somebody who is there: the others go on after the restart."""
        return sum(table.stage is Stage.PLAYING and bool(table.seats.present) for table in self._lobby.tables)

    def begin(self, seconds: int, words: str) -> None:
        """Stop within so many seconds. `words`: how the span is told."""
        self._lobby.is_draining = True
        self._end = self._clock.now() + seconds
        self._lobby.board.announce(SOON.format(span=words))
        if self._timer is None:
            self._timer = self._clock.call_later(LOOK, self._look)

    def close(self) -> None:
        """Look no more."""
        if self._timer is not None:
            self._timer.cancel()

    def _look(self) -> None:
        if self.rounds and self._clock.now() < self._end:
            self._timer = self._clock.call_later(LOOK, self._look)
        else:
            self._stop()
