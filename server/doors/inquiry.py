"""The door that answers once, as soon as the answer was looked up, and closes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from server.doors.commands import Answer
from server.doors.door import Port, Visit


class Tell(Protocol):
    """Gives the answer."""

    def __call__(self, text: str, status: int = 0) -> None:
        """The text, and the exit status; one that is not 0 goes to standard error."""


class Inquiry:
    """Asks when it is opened. An answer that comes when nobody is there any more is dropped."""

    def __init__(self, port: Port, visit: Visit, ask: Callable[[Tell], None]) -> None:
        """`ask` calls back once, now or later."""
        self._port, self._visit, self._ask = port, visit, ask
        self._is_over = False

    def open(self) -> None:
        """See `Door`."""
        self._ask(self._tell)

    def _tell(self, text: str, status: int = 0) -> None:
        if not self._is_over:
            self._is_over = True
            Answer(self._port, self._visit, text, status).open()

    def feed(self, data: bytes) -> None:
        """Nothing was asked."""

    def resize(self, columns: int, rows: int) -> None:
        """Nothing is drawn."""

    def end_input(self) -> None:
        """The answer is still wanted."""

    def stop(self, sentence: str) -> None:
        """See `Door`."""
        self._tell(sentence, 1)

    def lost(self) -> None:
        """See `Door`."""
        self._is_over = True
