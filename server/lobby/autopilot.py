"""The autopilot: plays a seat whose person is not there, as a bot would on that seat's own view, and goes when he is back."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Final

from client.protocol import Notice, Noticed
from server.lobby.bots import Bot
from server.lobby.clock import Clock
from server.lobby.people import Session
from server.lobby.seats import Seat

LEVEL: Final = "normal"
AWAY: Final = 60
"""Seconds without a connection after which it boards."""
MISSED: Final = 2
"""Turns in a row whose time ran out, after which it does."""
EARLY: Final = 0.01
"""Seconds by which a timer may be early."""


class Autopilot:
    """Comes and goes at one table. `hire` gives a bot for a seat and the session it speaks through."""

    def __init__(self, clock: Clock, hire: Callable[[Seat], tuple[Bot, Session]], look: Callable[[], None]) -> None:
        """`look` is called when somebody has been away long enough: it ends in `mind` for every seat."""
        self._clock, self._hire, self._look = clock, hire, look
        self._boarded: list[Seat] = []

    def mind(self, seat: Seat, is_playing: bool) -> list[Noticed]:
        """Board the seat, if it is time; go, or never come, if its holder is not in a match that goes on."""
        if seat.member is None or not is_playing:
            seat.take_back()
            seat.missed, seat.is_missed = 0, False
            return []
        left = self._left(seat)
        if seat.pilot is None and (seat.missed >= MISSED or (left is not None and left <= EARLY)):
            seat.board(*self._hire(seat))
            self._boarded.append(seat)
            return [Noticed(seat.name, Notice.PILOT)]
        if left is None or seat.pilot is not None:
            seat.expect_no_pilot()
        elif seat.boarding is None:
            seat.boarding = self._clock.call_later(left, partial(self._wake, seat))
        return []

    def take_boarded(self) -> list[Seat]:
        """The seats it boarded since the last call: it has seen nothing of the table yet."""
        taken, self._boarded = self._boarded, []
        return [seat for seat in taken if seat.pilot is not None]

    def _left(self, seat: Seat) -> float | None:
        """Seconds until the holder has been away long enough; None: he is there."""
        return None if seat.away_since is None else seat.away_since + AWAY - self._clock.now()

    def _wake(self, seat: Seat) -> None:
        seat.boarding = None
        self._look()
