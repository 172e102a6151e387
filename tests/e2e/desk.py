"""One place that reads every open terminal, so that waiting for one person never stalls another."""

from __future__ import annotations

import os
import select
import selectors
import time
from collections.abc import Callable
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 30.0
"""Seconds a condition may take: these machines are shared, and a slow one must not look like a broken one."""
_TICK = 0.05
_CHUNK = 65536

_SETTLED = 0.008
"""Seconds without a byte after which a frame counts as drawn: a terminal takes it in several bites."""


def read(fd: int) -> tuple[bytes, bool]:
    """What there is to read until nothing comes for a moment, and whether that was the end."""
    data = b""
    while True:
        try:
            bite = os.read(fd, _CHUNK)
        except OSError:  # a pty whose other end is closed
            bite = b""
        data += bite
        if not bite:
            return data, True
        if not select.select([fd], [], [], _SETTLED)[0]:
            return data, False


class Desk:
    """The terminals under test."""

    def __init__(self) -> None:
        self._selector = selectors.DefaultSelector()

    def add(self, fd: int, hear: Callable[[bytes], None]) -> None:
        """Hand whatever arrives at `fd` to `hear`; an empty text once, at its end."""
        self._selector.register(fd, selectors.EVENT_READ, hear)

    def remove(self, fd: int) -> None:
        """Read `fd` no more."""
        if fd in self._selector.get_map():
            self._selector.unregister(fd)

    def pump(self, seconds: float = 0.0) -> None:
        """Wait at most `seconds` for anything to arrive and hand it on."""
        if not self._selector.get_map():
            time.sleep(seconds)
            return
        for key, _ in self._selector.select(seconds):
            data, is_over = read(key.fd)
            if data:
                key.data(data)
            if is_over:
                self.remove(key.fd)
                key.data(b"")

    def until(self, ask: Callable[[], T], seconds: float = PATIENCE, why: Callable[[], str] = lambda: "") -> T:
        """What `ask` answers as soon as that is true-ish; AssertionError with `why()` after `seconds`."""
        end = time.monotonic() + seconds
        while not (answer := ask()):
            left = end - time.monotonic()
            assert left > 0, f"not within {seconds:g} s: {why()}"
            self.pump(min(left, _TICK))
        return answer
