"""`Lane`: those who take much of the core wait here for each other, and leave some of it free, whatever they send.

Each key and each new size repaints a screen; each packet is deciphered, and may be of one byte. Were everybody's handled as
they come, a few programs that send them as fast as a line carries them would make the keys of all others wait behind theirs.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextvars import Context
from typing import Final
from weakref import WeakKeyDictionary

from server.ssh.meter import Meter

GLANCES: Final = 3
"""Turns of the loop in which a session's keys are mostly handled; from there on it is only looked at now and then."""
PAUSE: Final = 0.002
PATIENCE: Final = 0.2
"""Seconds after which the next one has its turn, though the keys of the one before are not handled yet."""
REST: Final = 0.05
"""The longest that the core is left free after a turn."""

Left = Callable[[], int]
"""How much of what was let in is not handled yet."""
Turn = Callable[[], Left | None]
"""Lets some input in; None: there was none."""


def nothing() -> int:
    """All was handled at once."""
    return 0


class Lane:
    """The one of a loop, which runs; it keeps neither that loop nor the context of whoever asks."""

    def __init__(self) -> None:
        self._waiting: dict[Turn, Meter] = {}
        self._is_taken = False
        """Has somebody his turn, or must the core be free for a while?"""

    def ask(self, meter: Meter, turn: Turn, *, is_newcomer: bool = False) -> None:
        """Have `turn` called: at once, or when others have had theirs if who wants it is dear, or a newcomer."""
        if not (is_newcomer or meter.is_dear):
            turn()
            return
        self._waiting[turn] = meter
        if not self._is_taken:
            self._next()

    def leave(self, turn: Turn) -> None:
        """This one is not wanted any more."""
        self._waiting.pop(turn, None)

    def _next(self) -> None:
        """Let the one have its turn whose session took least."""
        self._is_taken = bool(self._waiting)
        if not self._waiting:
            return
        turn = min(self._waiting, key=lambda one: self._waiting[one].share)
        meter = self._waiting.pop(turn)
        spent, loop = meter.spent, asyncio.get_running_loop()
        left: Left | None = None
        try:
            left = turn()
        finally:
            if left is None:
                loop.call_soon(self._next, context=Context())
            else:
                loop.call_soon(self._look, meter, left, spent, 0, loop.time() + PATIENCE, context=Context())

    def _look(self, meter: Meter, left: Left, spent: float, glances: int, end: float) -> None:
        """Is it handled? Then, if that was dear, the core is free for about as long as it took."""
        loop = asyncio.get_running_loop()
        if left() and loop.time() < end:
            pause = 0.0 if glances < GLANCES else PAUSE
            loop.call_later(pause, self._look, meter, left, spent, glances + 1, end, context=Context())
        elif meter.is_dear:
            loop.call_later(min(meter.spent - spent, REST), self._next, context=Context())
        else:
            self._next()


_lanes: Final[WeakKeyDictionary[asyncio.AbstractEventLoop, Lane]] = WeakKeyDictionary()


def lane_of(loop: asyncio.AbstractEventLoop) -> Lane:
    """The loop's."""
    return _lanes.setdefault(loop, Lane())
