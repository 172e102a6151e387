"""Time, as the lobby sees it: a clock that is passed in, and the time a table gives for one decision."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextvars import Context
from math import ceil
from typing import Protocol

from client import protocol


class Timer(Protocol):
    """A call that was ordered for later."""

    def cancel(self) -> None:
        """Do not make the call; no effect once it was made."""


class Clock(Protocol):
    """Where the lobby takes its time from. Tests have their own (`tests/clock.py`)."""

    def now(self) -> float:
        """Seconds on a clock that never jumps."""

    def wall(self) -> float:
        """Seconds since the epoch, UTC: to be shown or stored, never to measure with."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call back once, from the loop, after this many seconds."""


class LoopClock:
    """The clock of a running event loop."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop

    def now(self) -> float:
        """Seconds on the loop's clock."""
        return self._loop.time()

    def wall(self) -> float:
        """Seconds since the epoch, UTC."""
        return time.time()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Call back from the loop, in an empty context: a timer must not keep the app alive that caused it."""
        return self._loop.call_later(seconds, callback, context=Context())


class Deadline:
    """The time that is running for one decision. `end` is called once it is over, unless it was restarted or stopped."""

    def __init__(self, clock: Clock, end: Callable[[], None]) -> None:
        self.seconds: int | None = None
        """What the running decision was given; None while nothing runs."""
        self._clock = clock
        self._end = end
        self._at = 0.0
        self._timer: Timer | None = None
        self._run = 0

    def restart(self, seconds: int | None) -> None:
        """Give a new decision its time; None: all the time in the world."""
        self.stop()
        if seconds is not None:
            self.seconds = seconds
            self._at = self._clock.now() + seconds
            run = self._run
            self._timer = self._clock.call_later(seconds, lambda: self._over(run))

    def stop(self) -> None:
        """Nothing is to be decided."""
        self._run += 1
        self.seconds = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def shown(self, version: int) -> protocol.Clock | None:
        """The running time as a view tells it at this version."""
        if self.seconds is None:
            return None
        left = ceil(self._at - self._clock.now() - 0.001)  # a clock of floats may be a hair off
        return protocol.Clock(self.seconds, max(0, left), version)

    def _over(self, run: int) -> None:
        if run == self._run:
            self.stop()
            self._end()
