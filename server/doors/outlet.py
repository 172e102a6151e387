"""`Outlet`: what a door says, on its way to a client that may read slowly: so much waits here, and no more."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextvars import Context
from typing import Final, Generic, TypeVar

from server.doors.door import Port

T = TypeVar("T")

HIGH_WATER: Final = 256 * 1024
"""Bytes under way above which nothing more is sent, nor made to be sent."""
LOOK: Final = 0.05
"""Seconds between two looks at a client that is behind."""
TAKE_SECONDS: Final = 5.0
"""A client that takes none of its last bytes for so long, once all is said, is cut,"""
END_SECONDS: Final = 1800.0
"""and any, so long after that: as long somebody may do nothing in the lobby."""


class Outlet(Generic[T]):
    """Sends everything that was put down in one turn of the loop together."""

    def __init__(self, port: Port, encode: Callable[[Sequence[T]], bytes], most: int) -> None:
        """So many may wait for a client that is behind; with one more it is cut."""
        self._port, self._encode, self._most = port, encode, most
        self._waiting: list[T] = []
        self._timer: asyncio.Handle | None = None
        self._status: int | None = None
        """The exit status, once the door is closing."""
        self._left = 0
        """Bytes under way when the client was last seen to take some of its end;"""
        self._late_at = self._give_up_at = 0.0
        """when it is cut if it takes none, and when in any case."""
        self._is_gone = False
        """Is nobody there any more?"""

    @property
    def is_closing(self) -> bool:
        """Is nothing more to be said?"""
        return self._is_gone or self._status is not None

    def put(self, one: T) -> None:
        """Say this; safe in the middle of a turn of the lobby."""
        if not self._is_gone:
            self._waiting.append(one)
            self._order(0)

    def end(self, status: int) -> None:
        """Exit with this status as soon as everything is sent; a client that does not take it is cut."""
        now = asyncio.get_running_loop().time()
        self._status, self._left = status, self._port.backlog()
        self._late_at, self._give_up_at = now + TAKE_SECONDS, now + END_SECONDS
        self._order(0)

    def drop(self) -> None:
        """The client is gone: send nothing any more."""
        self._is_gone = True
        self._waiting.clear()
        if self._timer is not None:
            self._timer.cancel()

    def _order(self, seconds: float) -> None:
        if self._timer is None and not self._is_gone:
            loop, context = asyncio.get_running_loop(), Context()
            if seconds:
                self._timer = loop.call_later(seconds, self._send, context=context)
            else:
                self._timer = loop.call_soon(self._send, context=context)

    def _send(self) -> None:
        self._timer = None
        if (under_way := self._port.backlog()) > HIGH_WATER:
            if len(self._waiting) > self._most:
                self._waiting.clear()
                self._port.abort("it reads too slowly")
            elif self._status is not None and self._is_late(under_way):
                self._waiting.clear()
                self._port.abort("it does not take its end")
            else:
                self._order(LOOK)
            return
        told, self._waiting = self._waiting, []
        self._port.write(self._encode(told))
        if self._status is not None:
            self._port.exit(self._status)

    def _is_late(self, under_way: int) -> bool:
        """Has a client to whom all is said taken nothing for too long?"""
        now = asyncio.get_running_loop().time()
        if under_way < self._left:
            self._left, self._late_at = under_way, now + TAKE_SECONDS
        return now >= min(self._late_at, self._give_up_at)
