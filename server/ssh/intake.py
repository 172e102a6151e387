"""Intake: a client's bytes as events, in bites that leave the loop to the others.

A person makes thirty events a second at most. A client that sends far more is slowed down by its own window, and what
it sends beyond all measure is dropped until it falls silent.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable
from functools import partial
from typing import Final, NamedTuple, Protocol

from textual.events import Event

from server.ssh.keyboard import Keyboard
from server.ssh.lane import Left, lane_of
from server.ssh.toll import Toll

RATE: Final = 250.0
"""Events a second, lasting."""
BURST: Final = 500
"""Events after a quiet time: a paste into a terminal that does not bracket it."""
SLICE: Final = 2
"""Events of one turn, handled in one go, and events waiting in the app above which it gets no more. The fewer they are,
the less others wait for a dozen people who all have some."""
STEP: Final = 0.005
LIMIT: Final = 4096
"""Characters waiting above which input counts as a flood."""
HEAP: Final = 64 * 1024
"""Characters that may wait for their turn."""
SILENCE: Final = 0.25
"""Seconds without input after which a flood is over."""
METER: Final = 32 * 1024
"""Bytes after which reading pauses: even deciphering costs the others."""
PAUSE: Final = 0.05


class Valve(Protocol):
    """What stops and starts a client's input."""

    def pause_reading(self) -> None:
        """Let no more input arrive."""

    def resume_reading(self) -> None:
        """Let input arrive again."""


class Taker(NamedTuple):
    """Who gets the events."""

    context: contextvars.Context
    """Where `take` runs."""
    waiting: Callable[[], int]
    """How many events were taken but not handled yet."""
    take: Callable[[list[Event]], None]


class Intake:
    """One client's input."""

    def __init__(self, loop: asyncio.AbstractEventLoop, valve: Valve, toll: Toll) -> None:
        self._loop, self._valve, self._toll = loop, valve, toll
        self._keyboard = Keyboard()
        self._taker: Taker | None = None
        self._allowance = float(BURST)
        self._allowed_at = loop.time()
        self._lane = lane_of(loop)
        self._is_queued = False
        self._pumping: asyncio.TimerHandle | None = None
        self._patience: asyncio.TimerHandle | None = None
        self._flooded = False
        self._fed_at = 0.0
        self._metered = 0
        self._held: asyncio.TimerHandle | None = None

    def open(self, taker: Taker) -> None:
        """Begin to take input."""
        self._taker = taker

    def close(self) -> None:
        """Take no more, and forget what is unfinished."""
        self._taker = None
        self._lane.leave(self._turn)
        for handle in (self._pumping, self._patience):
            if handle is not None:
                handle.cancel()
        self._pumping = self._patience = None
        if self._held is not None:
            self._held.cancel()
            self._release()

    def feed(self, data: bytes) -> None:
        """Bytes, split anywhere."""
        if self._taker is None:
            return
        now = self._loop.time()
        silence, self._fed_at = now - self._fed_at, now
        self._meter(len(data), silence)
        if self._flooded and silence < SILENCE:
            return
        self._flooded = False
        self._keyboard.feed(data)
        if self._keyboard.waiting > HEAP:
            self._keyboard.drop()
        if self._pumping is None and not self._is_queued:
            self._pump()

    def rest(self, seconds: float) -> None:
        """Let what has come, and what comes, wait for so long."""
        if self._taker is not None:
            if self._pumping is not None:
                self._pumping.cancel()
            self._pumping = self._loop.call_later(seconds, self._pump)

    def _meter(self, count: int, silence: float) -> None:
        self._metered = count if silence > PAUSE else self._metered + count
        if self._metered > METER and self._held is None:
            self._valve.pause_reading()
            self._held = self._loop.call_later(PAUSE, self._release)

    def _release(self) -> None:
        self._held, self._metered = None, 0
        self._valve.resume_reading()

    def _pump(self) -> None:
        self._pumping, self._is_queued = None, True
        self._lane.ask(self._toll, self._turn)

    def _turn(self) -> Left | None:
        self._is_queued = False
        if self._taker is None or self._pumping is not None:
            return None
        with self._toll:
            self._take(self._taker)
        return partial(self._left, self._taker)

    def _left(self, taker: Taker) -> int:
        return taker.waiting() if self._taker is taker else 0

    def _take(self, taker: Taker) -> None:
        if self._patience is not None:
            self._patience.cancel()
            self._patience = None
        now = self._loop.time()
        self._allowance = min(float(BURST), self._allowance + (now - self._allowed_at) * RATE)
        self._allowed_at = now
        count = min(SLICE, int(self._allowance)) if taker.waiting() < SLICE else 0
        found = self._keyboard.take(count)
        self._allowance -= len(found)
        if self._keyboard.waiting > LIMIT:
            self._keyboard.drop()
            self._flooded = True
        if self._keyboard.waiting and len(found) == count:
            self._pumping = self._loop.call_later(STEP, self._pump)
        elif (patience := self._keyboard.patience) is not None:
            self._patience = self._loop.call_later(patience, self._doubt)
        if found:
            taker.context.run(taker.take, found)

    def _doubt(self) -> None:
        """Time is up; but if the loop was late, the missing bytes may lie in the socket: let it look once more."""
        self._patience = self._loop.call_later(STEP, self._give_up)

    def _give_up(self) -> None:
        self._patience = None
        if self._taker is not None:
            self._taker.context.run(self._taker.take, self._keyboard.give_up())
