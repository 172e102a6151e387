"""The door that answers once, as soon as the answer was looked up, and closes."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from contextvars import Context
from typing import Final, Protocol

from client.refusals import SENTENCES
from client.usertext import clean
from server.doors.commands import REFUSED, Answer
from server.doors.door import Port, Visit
from server.doors.outlet import END_SECONDS, HIGH_WATER, LOOK
from server.doors.writing import written
from server.ssh.lane import Left, lane_of, nothing
from server.ssh.meter import Meter
from server.ssh.toll import LEDGER, Toll

SLICE: Final = 0.005
"""Seconds at a time for an answer that is made line by line: everybody else goes on in between."""
NAME_CELLS: Final = 16
ANSWERS: Final = Meter()
"""What such answers cost, all together: whoever asks again and again, or from many places, is one of them as before."""
log = logging.getLogger("unotty.doors")


class NoAnswer(Exception):
    """Instead of an answer, or of the rest of it: a sentence for standard error, and the exit status."""

    def __init__(self, sentence: str, status: int = REFUSED) -> None:
        self.sentence, self.status = sentence, status
        super().__init__(sentence)


class Tell(Protocol):
    """Gives the answer."""

    def __call__(self, text: str | Iterator[str], status: int = 0) -> None:
        """The text, or its lines, and the exit status; a text with one that is not 0 goes to standard error.

        Lines are made one by one, between the turns of others; they may end with `NoAnswer`.
        """


class Inquiry:
    """Asks when it is opened. An answer that comes when nobody is there any more is dropped."""

    def __init__(self, port: Port, visit: Visit, ask: Callable[[Tell], None]) -> None:
        """`ask` calls back once, now or later."""
        self._port, self._visit, self._ask = port, visit, ask
        self._lines: Iterator[str] = iter(())
        self._is_answered = self._is_over = False
        self._toll = Toll()
        self._pause = 0.0
        """Seconds until the next lines are made."""
        self._wrote_at = 0.0
        """When lines were made last."""

    def open(self) -> None:
        """See `Door`."""
        self._toll.whose = clean(self._visit.person.name, NAME_CELLS) or self._toll.whose
        self._toll.rest = self._rest
        LEDGER.open(self._toll)
        with self._toll:
            self._ask(self._tell)

    def _tell(self, text: str | Iterator[str], status: int = 0) -> None:
        if self._is_over or self._is_answered:
            return
        self._is_answered = True
        if isinstance(text, str):
            self._finish()
            Answer(self._port, self._visit, text, status).open()
        else:
            self._lines, self._wrote_at = text, asyncio.get_running_loop().time()
            self._queue()

    def _queue(self) -> None:
        """Want a turn. Answers wait for each other, and for whoever took less than they all did, from the first line on."""
        if not self._is_over:
            lane_of(asyncio.get_running_loop()).ask(ANSWERS, self._turn, is_newcomer=True)

    def _turn(self) -> Left | None:
        if self._is_over or self._port.backlog() >= HIGH_WATER:
            self._wait()
            return None
        self._pause = 0.0
        with self._toll, ANSWERS:
            self._pour()
        self._go_on(self._pause)
        return nothing

    def _wait(self) -> None:
        """Look again in a moment: a pager may stand still for long, but nobody for ever."""
        if not self._is_over and asyncio.get_running_loop().time() - self._wrote_at > END_SECONDS:
            self._finish()
            self._port.abort("it does not read its answer")
        self._go_on(LOOK)

    def _go_on(self, seconds: float) -> None:
        if not self._is_over:
            asyncio.get_running_loop().call_later(seconds, self._queue, context=Context())

    def _pour(self) -> None:
        """Write as many lines as there is time and room for."""
        loop = asyncio.get_running_loop()
        self._wrote_at = loop.time()
        end = self._wrote_at + SLICE
        try:
            for line in self._lines:
                self._port.write(written(self._visit, line + "\n"))
                if loop.time() > end or self._port.backlog() >= HIGH_WATER:
                    return
        except NoAnswer as no:
            self._break_off(no.sentence, no.status)
        except Exception:  # nobody above handles it: the client would wait for ever
            log.exception("an answer broke off")
            self._break_off(self._visit.text(SENTENCES["fault"]), REFUSED)
        else:
            self._close(0)

    def _rest(self, seconds: float) -> None:
        self._pause = seconds

    def _break_off(self, sentence: str, status: int) -> None:
        self._port.write_error(written(self._visit, sentence.rstrip("\n") + "\n"))
        self._close(status)

    def _close(self, status: int) -> None:
        self._finish()
        self._port.exit(status)

    def _finish(self) -> None:
        """Nothing more is to be said."""
        self._is_over = True
        LEDGER.close(self._toll)

    def feed(self, data: bytes) -> None:
        """Nothing was asked."""

    def resize(self, columns: int, rows: int) -> None:
        """Nothing is drawn."""

    def end_input(self) -> None:
        """The answer is still wanted."""

    def stop(self, sentence: str) -> None:
        """See `Door`."""
        if not self._is_over:
            self._break_off(self._visit.text(sentence), REFUSED)

    def lost(self) -> None:
        """See `Door`."""
        self._finish()
        lane_of(asyncio.get_running_loop()).leave(self._turn)
