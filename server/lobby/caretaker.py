"""Patience with absence: how long a chair waits for its holder, and a table for anybody at all."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from client.protocol import Kind, Stage
from server.lobby.clock import Clock, Timer
from server.lobby.seats import Seat

AWAY: Final = 60
"""Seconds a chair is kept outside a match for somebody who is away."""
GRACE: Final = 300
"""Seconds a guest who is away keeps his seat in a match, and can come back with his code."""
EMPTY: Final = 60
"""Seconds a match goes on when only bots are left; and those after which a table without people makes room for another."""
EXPECTING: Final = 900
"""Seconds a table waits for people who have a seat in its match to come back, if there is room."""


class Caretaker:
    """The timers of one table's absent people. `guard` runs what a timer calls."""

    def __init__(self, clock: Clock, guard: Callable[[Callable[[], None]], None]) -> None:
        self._clock = clock
        self._guard = guard
        self._emptiness: tuple[int, Timer] | None = None
        self.deserted_at: float | None = None
        """Since when, on the lobby's clock, nobody is there; None: somebody is."""

    def mind_seat(self, seat: Seat, stage: Stage, give_up: Callable[[Seat], None]) -> None:
        """Give up an absent holder in time: a guest, whose code grows old, and anybody while no match is running."""
        patience = 0
        if seat.is_away:
            in_match = GRACE if seat.kind is Kind.GUEST else 0
            patience = AWAY if stage in (Stage.WAITING, Stage.MATCH_OVER) else in_match
        if seat.absence is not None and patience != seat.patience:
            seat.absence.cancel()
            seat.absence = None
        if patience and seat.absence is None:
            seat.patience = patience
            seat.absence = self._clock.call_later(patience, partial(self._guard, partial(give_up, seat)))

    def mind_table(self, patience: int | None, close: Callable[[], None]) -> None:
        """Close a table that has been without people for `patience` seconds; None: somebody is there."""
        if patience is None:
            self.deserted_at = None
        elif self.deserted_at is None:
            self.deserted_at = self._clock.now()
        if self._emptiness is not None and self._emptiness[0] != patience:
            self.stop()
        if patience == 0:
            close()
        elif patience is not None and self._emptiness is None:
            self._emptiness = patience, self._clock.call_later(patience, close)

    def stop(self) -> None:
        """End the waiting for people."""
        if self._emptiness is not None:
            self._emptiness[1].cancel()
            self._emptiness = None
