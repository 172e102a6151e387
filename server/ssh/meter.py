"""`Meter`: what is done for one session or connection takes so much of the core that all share."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import Final

from server.ssh.limits import Budget, Now

SPAN: Final = 10.0
"""Seconds that are looked at: what is longer ago counts little."""
DEAR: Final = (0.05, 0.02)
"""Seconds a second, and at once, from which on somebody is dear: playing fast at a table of ten takes half of it."""


class Meter:
    """A context manager, to be entered around whatever is done for somebody, also within itself: what that costs."""

    def __init__(self, now: Now = time.monotonic, cpu: Callable[[], float] = time.thread_time) -> None:
        """`now` never jumps; `cpu` is the processor time of the thread that everything runs in. Both in seconds."""
        self.spent = 0.0
        """Seconds of processor time so far."""
        self._now, self._cpu = now, cpu
        self._modest = Budget(*DEAR, now)
        self._depth = 0
        self._began = 0.0
        self._recent, self._at = 0.0, now()

    @property
    def share(self) -> float:
        """The part of a core it took of late: what is longer ago than `SPAN` counts little."""
        return self._faded() / SPAN

    @property
    def is_dear(self) -> bool:
        """Does it take more than somebody who plays? See `server.ssh.lane`."""
        return self._modest.spend(0.0) > 0

    def __enter__(self) -> None:
        self._depth += 1
        if self._depth == 1:
            self._began = self._cpu()

    def __exit__(self, *_: object) -> None:
        self._depth -= 1
        if self._depth:
            return
        taken = self._cpu() - self._began
        self.spent += taken
        self._recent, self._at = self._faded() + taken, self._now()
        self._modest.spend(taken)
        self._took(taken)

    def _took(self, seconds: float) -> None:
        """Something was done that took so much."""

    def _faded(self) -> float:
        return self._recent * math.exp((self._at - self._now()) / SPAN)
