"""Logins in a worker: they are proved here, and judged in the lobby's process, which sends away whom it does not want."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import asyncssh

from server.bridge import up
from server.bridge.up import Up
from server.doors.door import Door, Port, Visit
from server.lobby.people import Person
from server.ssh.berth import unheld
from server.ssh.doorman import Doorman
from server.ssh.penalties import Offence

Receive = Callable[[int, Visit, Port], Door]
"""The door for a visit on the connection of this number."""


class RemotePlace:
    """A connection's place (`Berth`) at a gate that is elsewhere."""

    def __init__(self, line: int, source: str, is_spared: bool, send: Callable[[Up], None], left: Callable[[], object]) -> None:
        """`left` is called once, at the end."""
        self.line, self.source, self.is_spared = line, source, is_spared
        self.end: Callable[[str], None] = unheld
        self._conn: asyncssh.SSHServerConnection | None = None
        self._is_cut = False
        self._send, self._left = send, left

    def serve(self, conn: asyncssh.SSHServerConnection) -> None:
        """This is the connection."""
        self._conn = conn
        if self._is_cut:
            asyncio.get_running_loop().call_soon(conn.abort)

    def log_in(self, key: str) -> None:
        """See `Berth`: nobody is refused here. The doorman says next who it is."""

    def introduce(self, person: Person) -> None:
        """This is who it is."""
        self._send(up.LoggedIn(self.line, person.id, person.name, person.guest, person.kind))

    def refuse(self, reason: str) -> None:
        """See `Berth`: that is counted over there."""

    def blame(self, offence: Offence) -> None:
        """See `Berth`."""
        self._send(up.Blamed(self.line, offence.value))

    def leave(self) -> None:
        """See `Berth`."""
        self.end, self._conn = unheld, None
        self._send(up.Left(self.line))
        self._left()

    def send_away(self, code: int, sentence: str) -> None:
        """Disconnect whoever this is, for a reason of RFC 4253 §11.1."""
        if self._conn is not None:
            self._conn.disconnect(code, sentence)

    def cut(self) -> None:
        """Cut the connection, also one that is only just being taken over."""
        self._is_cut = True
        if self._conn is not None:
            self._conn.abort()


class Porter(Doorman):
    """A doorman who asks for everything elsewhere."""

    def __init__(self, receive: Receive) -> None:
        super().__init__(lambda visit, port: receive(self._place.line, visit, port), self._introduce)

    @property
    def _place(self) -> RemotePlace:
        place = self._guard.place
        assert isinstance(place, RemotePlace)
        return place

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """See `Doorman`."""
        super().connection_made(conn)
        self._place.serve(conn)

    def connection_lost(self, exc: Exception | None) -> None:
        """See `Doorman`. Who is asked refers to who asks; asyncssh has nothing more to ask."""
        super().connection_lost(exc)
        del self._choose, self._banned

    def _introduce(self, person: Person) -> str:
        self._place.introduce(person)
        return ""
