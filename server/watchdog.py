"""The watchdog: when the loop stands still, a thread beside it writes down where (CASES 3-30).

It tells files, lines and functions, and never what is in a variable: hands and keys are in some.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import threading
import time
from collections.abc import Callable
from contextvars import Context
from pathlib import Path
from typing import Final

BEAT: Final = 0.25
"""Seconds between two signs of life of the loop, and between two looks at them."""
STANDSTILL: Final = 1.0
"""Seconds without one that are worth a line: everybody's keys go unanswered for as long."""
PAUSE: Final = 10.0
"""Seconds from one line to the next, if the loop stands still again and again."""
DEPTH: Final = 8
"""Calls that are told of, from the innermost outwards."""
ROOT: Final = Path(__file__).parent.parent
log = logging.getLogger("unotty.watchdog")


def warn(line: str) -> None:
    """Write a line into the log."""
    log.warning("%s", line)


class Watchdog:
    """Watches the running loop, whose thread this is, until `stop`. `report` is called from another thread."""

    def __init__(
        self, report: Callable[[str], None] = warn, *, standstill: float = STANDSTILL, beat: float = BEAT, pause: float = PAUSE
    ) -> None:
        self._report, self._standstill, self._beat, self._pause = report, standstill, beat, pause
        self._loop = asyncio.get_running_loop()
        self._watched = threading.get_ident()
        self._stopped = threading.Event()
        self._live()
        self._thread = threading.Thread(target=self._watch, name="watchdog", daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Watch no more."""
        self._timer.cancel()
        self._stopped.set()
        self._thread.join()

    def _live(self) -> None:
        self._seen = time.monotonic()
        self._timer = self._loop.call_later(self._beat, self._live, context=Context())

    def _watch(self) -> None:
        looked, worked = time.monotonic(), time.process_time()
        reported, quiet_until = 0.0, 0.0
        while not self._stopped.wait(self._beat):
            now, work = time.monotonic(), time.process_time()
            was_asleep = now - looked > self._beat + self._standstill / 2 and work - worked < (now - looked) / 4
            looked, worked = now, work
            still = now - self._seen
            if was_asleep or still < self._standstill:  # asleep: the machine had no time for us, or none at all
                continue
            if reported == self._seen or now < quiet_until:
                continue
            reported, quiet_until = self._seen, now + self._pause
            self._report(f"the loop has stood still for {still:.1f} s at {self._where()}")

    def _where(self) -> str:
        frame = sys._current_frames().get(self._watched)
        calls: list[str] = []
        while frame is not None and len(calls) < DEPTH:
            calls.append(f"{short(frame.f_code.co_filename)}:{frame.f_lineno} {frame.f_code.co_name}")
            frame = frame.f_back
        return " < ".join(calls) or "its end"


def short(file: str) -> str:
    """A source file as it is called here; of a library, its last two names."""
    path = Path(file)
    return str(path.relative_to(ROOT)) if path.is_relative_to(ROOT) else "/".join(path.parts[-2:])
