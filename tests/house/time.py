"""Virtual time: one heap of calls, of which each is a turn of the loop; a wall clock that jumps; a loop for futures."""

from __future__ import annotations

import asyncio
import heapq
from collections import deque
from collections.abc import Callable
from contextvars import Context
from functools import partial
from typing import Any, Final, cast

from tests.clock import Call

START: Final = 1_700_000_000


class Time:
    """Seconds since the game began. Nothing happens but by `turn`."""

    def __init__(self) -> None:
        self.now = 0.0
        self.ahead = 0.0
        """Seconds by which the wall clock was set wrong."""
        self.turns = 0
        self._count = 0
        self._calls: list[tuple[float, int, Call]] = []
        self._soon: deque[Callable[[], object]] = deque()

    def wall(self) -> float:
        """Seconds since the epoch, as far as anybody knows."""
        return START + self.now + self.ahead

    def later(self, seconds: float, callback: Callable[[], None]) -> Call:
        """Order a call."""
        call = Call(callback)
        self._count += 1
        heapq.heappush(self._calls, (self.now + max(0.0, seconds), self._count, call))
        return call

    def soon(self, callback: Callable[[], object]) -> None:
        """Call back at the end of this turn."""
        self._soon.append(callback)

    @property
    def due(self) -> float | None:
        """When the next turn begins; None: never."""
        while self._calls and self._calls[0][2].callback is None:
            heapq.heappop(self._calls)
        return self._calls[0][0] if self._calls else None

    def turn(self) -> None:
        """Make the next call, and those it asks for. There must be one (`due`)."""
        at, _, call = heapq.heappop(self._calls)
        self.now = at
        self.turns += 1
        callback, call.callback = call.callback, None
        if callback is not None:
            callback()
        self.settle()

    def settle(self) -> None:
        """End the turn."""
        while self._soon:
            self._soon.popleft()()


class LifeClock:
    """`server.lobby.clock.Clock` for one life of a server: when that is over its calls are not made any more."""

    def __init__(self, time: Time, origin: float) -> None:
        """`origin`: what its monotonic clock says at the beginning of the game."""
        self._time, self._origin = time, origin
        self.is_alive = True

    def now(self) -> float:
        """See `Clock`."""
        return self._origin + self._time.now

    def wall(self) -> float:
        """See `Clock`."""
        return self._time.wall()

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Call:
        """See `Clock`."""
        return self._time.later(seconds, partial(self._call, callback))

    def _call(self, callback: Callable[[], None]) -> None:
        if self.is_alive:
            callback()


class Loop:
    """As much of a loop as a future needs: its callbacks are called at the end of the turn in which it is done."""

    def __init__(self, time: Time) -> None:
        self._time = time

    def call_soon(self, callback: Callable[..., object], *args: Any, context: Context | None = None) -> asyncio.Handle:
        """See `asyncio`."""
        self._time.soon(partial(callback, *args))
        return asyncio.Handle(callback, args, self.itself, context)

    @property
    def itself(self) -> asyncio.AbstractEventLoop:
        """For whoever wants a whole loop and needs no more than is here."""
        return cast(asyncio.AbstractEventLoop, self)

    def get_debug(self) -> bool:
        """See `asyncio`."""
        return False

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        """A future nobody asked: whoever should have, is found by what he then does not know."""
