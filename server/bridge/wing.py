"""`Wing`: one worker, as the lobby's process sees it: the connections it serves, and what is said to and fro."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable
from typing import Any, Final, NamedTuple

from server.bridge import down, up
from server.bridge.down import Down
from server.bridge.frames import Garbled, Pipe
from server.bridge.line import Banned, Line
from server.bridge.messages import handed_over, row_of, up_in
from server.ssh.gate import Place
from server.ssh.session import Choose

log = logging.getLogger("unotty.bridge")

HANGS: Final = 10.0
"""Seconds without an answer after which a worker counts as dead,"""
OWED: Final = 8
"""if it was asked so often meanwhile: this process may have stood still itself."""


class Manners(NamedTuple):
    """How whoever comes is received."""

    choose: Choose
    """The door for a visit, whose port is a far one."""
    banned: Banned


class Watch(NamedTuple):
    """Who is told of a worker."""

    ready: Callable[[Wing], None]
    """It takes connections."""
    gone: Callable[[Wing, str], None]
    """It is no more, and why; called once."""
    answered: Callable[[float], None]
    """So many seconds after a ping."""


class Wing:
    """One worker, which somebody else has started."""

    def __init__(self, manners: Manners, watch: Watch, hatch: socket.socket, now: Callable[[], float]) -> None:
        """`hatch`: where sockets are handed over; it does not block, and keeps one message apart from the next."""
        self._manners, self._watch, self._hatch, self._now = manners, watch, hatch, now
        self.pipe = Pipe(self._hear, self._end)
        self.is_ready = False
        """Does it take connections?"""
        self.lines: dict[int, Line] = {}
        self._visits: dict[int, Line] = {}
        self._last_visit = 0
        self.past = 0
        """Sessions that have ended on connections that are over; one without any counts as one."""
        self.memory = self.tasks = 0
        """Bytes it has, and tasks, as it said last."""
        self._pings: dict[int, float] = {}

    def send(self, message: Down) -> None:
        """Say this, soon."""
        self.pipe.send(row_of(message))

    def take(self, number: int, peer: socket.socket, place: Place, address: str) -> bool:
        """Hand a connection over, and close it here. False: that is not possible just now, and nothing was done."""
        about = handed_over(down.Handed(number, address, place.source, place.is_spared))
        try:
            socket.send_fds(self._hatch, [about], [peer.fileno()])
        except OSError:
            return False
        peer.close()
        self.lines[number] = Line(number, place, address, self.send)
        return True

    def ping(self, number: int) -> None:
        """Ask for a sign of life; a worker that owes one for too long is given up."""
        if len(self._pings) >= OWED and self._now() - next(iter(self._pings.values())) > HANGS:
            self.pipe.abort("it hangs")
            return
        self._pings[number] = self._now()
        self.send(down.Ping(number))

    def _hear(self, row: list[Any]) -> None:
        message = up_in(row)
        match message:
            case up.Ready():
                self.is_ready = True
                self._watch.ready(self)
            case up.Pong(number, memory, tasks):
                if number not in self._pings:
                    raise Garbled("it answers what nobody asked")
                self.memory, self.tasks = memory, tasks
                self._watch.answered(self._now() - self._pings.pop(number))
            case up.LoggedIn() | up.Blamed() | up.Left() | up.Visited():
                self._about_line(message)
            case _:
                self._about_visit(message)

    def _about_line(self, message: up.OfLine) -> None:
        line = self.lines.get(message.line)
        if line is None:
            raise Garbled("there is no such connection")
        match message:
            case up.LoggedIn():
                line.log_in(message, self._manners.banned)
            case up.Blamed(_, offence):
                line.blame(offence)
            case up.Left(number):
                self._leave(number)
            case up.Visited(_, visit):
                if visit <= self._last_visit:
                    raise Garbled("a visit has the number of another")
                self._last_visit = visit
                if line.receive(message, self._manners.choose):
                    self._visits[visit] = line

    def _about_visit(self, message: up.OfVisit) -> None:
        line = self._visits.get(message.visit)
        if line is None:
            return  # of somebody who was sent away, and does not know yet
        if isinstance(message, up.Lost):
            del self._visits[message.visit]
            line.lose()
        else:
            line.hear(message)

    def _leave(self, number: int) -> None:
        line = self.lines.pop(number)
        if line.port is not None:
            self._visits.pop(line.port.visit, None)
        line.leave()
        self.past += max(1, line.sessions)

    def _end(self, reason: str) -> None:
        """Everybody it served is gone with it."""
        self.is_ready = False
        self._hatch.close()
        for number, line in tuple(self.lines.items()):
            line.forgive()
            self._leave(number)
        self._watch.gone(self, reason)
