"""`Burden`: how much of a core this process uses, so that what is only for show can be left out while many play."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

BUSY: Final = 0.4
"""Share of a core from which on nothing is done that is only for show: what is left is for the moment when all move at once."""
SPAN: Final = 1.0
"""Seconds over which it is looked at."""


class Burden:
    """Looked at when asked, at most once in `SPAN`: nothing runs while nobody asks."""

    def __init__(self, wall: Callable[[], float] = time.monotonic, cpu: Callable[[], float] = time.process_time) -> None:
        """`cpu` is the processor time of the process, `wall` any clock that never jumps, both in seconds."""
        self._wall, self._cpu = wall, cpu
        self._at, self._spent = wall(), cpu()
        self._share = 0.0

    @property
    def is_heavy(self) -> bool:
        """Was the process busy when last looked at?"""
        now = self._wall()
        if now - self._at >= SPAN:
            spent = self._cpu()
            self._share = (spent - self._spent) / (now - self._at)
            self._at, self._spent = now, spent
        return self._share >= BUSY


PROCESS: Final = Burden()
"""Of this process."""
