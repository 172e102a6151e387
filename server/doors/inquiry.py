"""The door that answers once, as soon as the answer was looked up, and closes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextvars import Context
from typing import Final, Protocol

from client.refusals import SENTENCES
from server.doors.commands import REFUSED, Answer
from server.doors.door import Port, Visit
from server.doors.outlet import HIGH_WATER, LOOK
from server.doors.writing import written

SLICE: Final = 0.005
"""Seconds at a time for an answer that is made line by line: everybody else goes on in between."""
log = logging.getLogger("unotty.doors")


class Tell(Protocol):
    """Gives the answer."""

    def __call__(self, text: str | Iterator[str], status: int = 0) -> None:
        """The text, or its lines, and the exit status; a text with one that is not 0 goes to standard error."""


class Inquiry:
    """Asks when it is opened. An answer that comes when nobody is there any more is dropped."""

    def __init__(self, port: Port, visit: Visit, ask: Callable[[Tell], None]) -> None:
        """`ask` calls back once, now or later."""
        self._port, self._visit, self._ask = port, visit, ask
        self._lines: Iterator[str] = iter(())
        self._is_answered = self._is_over = False

    def open(self) -> None:
        """See `Door`."""
        self._ask(self._tell)

    def _tell(self, text: str | Iterator[str], status: int = 0) -> None:
        if self._is_over or self._is_answered:
            return
        self._is_answered = True
        if isinstance(text, str):
            self._is_over = True
            Answer(self._port, self._visit, text, status).open()
        else:
            self._lines = text
            self._pour()

    def _pour(self) -> None:
        """Write as many lines as there is time and room for, and go on later."""
        if self._is_over:
            return
        loop = asyncio.get_running_loop()
        end = loop.time() + SLICE
        while self._port.backlog() < HIGH_WATER:
            try:
                line = next(self._lines, None)
            except Exception:  # nobody above handles it: the client would wait for ever
                log.exception("an answer broke off")
                self._end(SENTENCES["fault"])
                return
            if line is None:
                self._close(0)
                return
            self._port.write(written(self._visit, line + "\n"))
            if loop.time() > end:
                loop.call_soon(self._pour, context=Context())
                return
        loop.call_later(LOOK, self._pour, context=Context())

    def _end(self, sentence: str) -> None:
        self._port.write_error(written(self._visit, self._visit.text(sentence) + "\n"))
        self._close(REFUSED)

    def _close(self, status: int) -> None:
        self._is_over = True
        self._port.exit(status)

    def feed(self, data: bytes) -> None:
        """Nothing was asked."""

    def resize(self, columns: int, rows: int) -> None:
        """Nothing is drawn."""

    def end_input(self) -> None:
        """The answer is still wanted."""

    def stop(self, sentence: str) -> None:
        """See `Door`."""
        if not self._is_over:
            self._end(sentence)

    def lost(self) -> None:
        """See `Door`."""
        self._is_over = True
