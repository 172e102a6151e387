"""What is logged about peers: a few lines a minute, and how many were left out."""

from __future__ import annotations

import asyncio
import logging
from typing import Final

from server.ssh.limits import LOG_BURST, LOG_RATE, Quiet

log = logging.getLogger("unotty.ssh")

PAUSE: Final = 60.0
"""Seconds after which the log is told at the latest that lines were left out of it."""


class Notes:
    """One for all that happens at a port."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._quiet = Quiet(LOG_RATE, LOG_BURST, loop.time)
        self._timer: asyncio.TimerHandle | None = None

    def write(self, line: str, fault: Exception | None = None) -> None:
        """A line; with a fault of ours, where that happened."""
        admitted = self._quiet.admit(line)
        if admitted is not None and fault is not None:
            log.error("%s", admitted, exc_info=fault)
        elif admitted is not None:
            log.info("%s", admitted)
        if self._timer is None:
            self._timer = self._loop.call_later(PAUSE, self._tell_rest)

    def close(self) -> None:
        """No more lines."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _tell_rest(self) -> None:
        self._timer = None
        if (line := self._quiet.rest()) is not None:
            log.info("%s", line)
