"""`Line`: what the lobby's process knows of one connection that a worker serves."""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import partial

from server.bridge import down, up
from server.bridge.down import Down
from server.bridge.far import FarPort
from server.bridge.frames import Garbled
from server.doors.door import Kind, Visit
from server.lobby.people import Person
from server.ssh.gate import Place, TurnedAway
from server.ssh.penalties import Offence
from server.ssh.session import Choose

log = logging.getLogger("unotty.bridge")

Banned = Callable[[Person], str]
"""The sentence that somebody is sent away with; empty: he may come in."""


class Line:
    """Its place at the gate, who is on it, and his visits. Everything raises Garbled where a worker makes no sense."""

    def __init__(self, number: int, place: Place, address: str, send: Callable[[Down], None]) -> None:
        self._number, self._place, self.address, self._send = number, place, address, send
        self.person: Person | None = None
        """Who this is, once that was proven and he was let in."""
        self.port: FarPort | None = None
        """Of the visit that is going on."""
        self.sessions = 0
        """How many have ended."""
        self._has_logged_in = False
        place.end = self.stop

    def log_in(self, told: up.LoggedIn, banned: Banned) -> None:
        """Somebody proved to the worker who he is. He is let in, or told why not."""
        if self._has_logged_in:
            raise Garbled("somebody logs in twice")
        self._has_logged_in = True
        source = "" if self._place.is_spared else self._place.source
        person = Person(told.id, told.name, told.guest, source, told.kind)
        try:
            self._place.log_in("" if person.guest else person.id)
        except TurnedAway as no:
            self._send(down.Away(self._number, str(no), False))
            return
        if sentence := banned(person):
            self._place.refuse("banned")
            self._send(down.Away(self._number, sentence, True))
            return
        self.person = person

    def blame(self, offence: str) -> None:
        """A stranger did something wrong."""
        try:
            self._place.blame(Offence(offence))
        except ValueError:
            raise Garbled("there is no such offence") from None

    def receive(self, told: up.Visited, choose: Choose) -> bool:
        """A visit begins. False: whoever asks was sent away, and does not know yet."""
        if not self._has_logged_in or self.port is not None:
            raise Garbled("a visit begins before the login, or during another")
        if self.person is None:
            return False
        try:
            kind = Kind(told.kind)
        except ValueError:
            raise Garbled("there is no such kind of visit") from None
        size, at = (told.columns, told.rows), (told.host, told.port)
        visit = Visit(self.person, kind, told.words, told.term, size, told.env, at)
        self.port = port = FarPort(told.visit, self._send)
        self._safely(lambda: port.open(choose(visit, port)))
        return True

    def hear(self, told: up.OfVisit) -> None:
        """What the worker says of the visit that is going on."""
        if self.port is not None:
            self._safely(partial(self.port.hear, told))

    def lose(self) -> None:
        """The visit is over."""
        port, self.port = self.port, None
        if port is not None:
            self.sessions += 1
            self._safely(port.lost)

    def stop(self, sentence: str) -> None:
        """End the connection."""
        self._send(down.Stop(self._number, sentence, self.person is None))

    def forgive(self) -> None:
        """Its worker is gone, for which a stranger is not to blame."""
        if not self._has_logged_in:
            self._place.refuse("busy")

    def leave(self) -> None:
        """The connection is gone, or its worker."""
        self.lose()
        self._place.leave()

    def _safely(self, act: Callable[[], None]) -> None:
        """What fails in one visit ends that, and nothing else."""
        try:
            act()
        except Garbled:
            raise
        except Exception:
            log.exception("a visit failed")
            port, self.port = self.port, None
            if port is not None:
                port.abort("its door failed")
                port.lost()
