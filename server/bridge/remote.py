"""One visit, in a worker: an `Envoy` where the door should be, and a `RemoteLobby` for the screens that are opened here."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable
from contextvars import Context
from dataclasses import replace
from typing import Final

from client.protocol import Command, Message
from client.text import LANGUAGES, Text
from client.wire import pack
from server.bridge import down, up
from server.bridge.frames import LONGEST_DATA, Garbled
from server.bridge.mail import Mail
from server.bridge.up import Up
from server.doors.door import Door, Port, Visit
from server.doors.screens import Booking, open_here
from server.lobby.people import Person, Session

LOOK: Final = 0.05
"""Seconds between two looks at a client that has not taken all yet."""
log = logging.getLogger("unotty.bridge")
Send = Callable[[Up], None]


class RemoteLobby:
    """The lobby (`Front`) for one visit: says there what its screens ask for, and hands them what comes."""

    def __init__(self, visit: int, send: Send, mail: Mail) -> None:
        self._visit, self._send, self._mail = visit, send, mail
        self._session: Session | None = None
        self._first: list[bytes] = []
        """What the lobby said before anybody here was ready."""

    def connect(
        self, person: Person, deliver: Callable[[Message], None], close: Callable[[str], None] = lambda sentence: None
    ) -> Session:
        """See `Front`. Who this is, the lobby's process knows; there he is connected already."""
        self._session = Session(None, deliver, close=close)
        first, self._first = self._first, []
        for data in first:
            self._session.send(self._mail.read(data))
        return self._session

    def disconnect(self, session: Session) -> None:
        """See `Front`."""
        if session.is_alive:
            session.part()
            self._send(up.Disconnect(self._visit))

    def handle(self, session: Session, command: Command) -> None:
        """See `Front`."""
        if session.is_alive:
            self._send(up.Do(self._visit, pack(command)))

    def wall(self) -> float:
        """See `Front`."""
        return time.time()

    def tell(self, data: bytes) -> None:
        """A message of the protocol came. Raises Malformed."""
        if self._session is None:
            self._first.append(data)
        elif self._session.is_alive:
            self._session.send(self._mail.read(data))

    def close(self, sentence: str) -> None:
        """The lobby ends the session."""
        if self._session is not None:
            self._session.close(sentence)


class Envoy:
    """The door of a session in a worker. Which one it is, is asked of the lobby's process.

    Until that answers, no input is taken and what is known already waits. Then it is either a door here that plays in the
    remote lobby, or one over there, whose port this is.
    """

    def __init__(
        self, line: int, number: int, visit: Visit, port: Port, send: Send, mail: Mail, over: Callable[[], object]
    ) -> None:
        """`over` is called at the end."""
        self._line, self._number, self._visit, self._port, self._send = line, number, visit, port, send
        self._over = over
        self._lobby = RemoteLobby(number, send, mail)
        self._door: Door | None = None
        """A door here, or what speaks for the one over there."""
        self._wish: down.Screens | None = None
        """What is to be opened here."""
        self._early: list[Callable[[Door], None]] = []
        self._written = self._taken = 0
        self._looking: asyncio.Handle | None = None

    # ── the session's calls (`Door`) ─────────────────────────────────────────────────────────────────────────

    def open(self) -> None:
        """See `Door`."""
        self._port.pause_reading()
        visit, (columns, rows) = self._visit, self._visit.size
        self._send(
            up.Visited(
                self._line, self._number, visit.kind.value, visit.words, visit.term, columns, rows, dict(visit.env), *visit.at
            )
        )

    def feed(self, data: bytes) -> None:
        """See `Door`."""
        self._tell(lambda door: door.feed(data))

    def resize(self, columns: int, rows: int) -> None:
        """See `Door`."""
        if self._door is None:
            self._visit = replace(self._visit, size=(columns, rows))
        else:
            self._door.resize(columns, rows)

    def end_input(self) -> None:
        """See `Door`."""
        self._tell(lambda door: door.end_input())

    def stop(self, sentence: str) -> None:
        """See `Door`."""
        self._tell(lambda door: door.stop(sentence))

    def lost(self) -> None:
        """See `Door`."""
        if self._looking is not None:
            self._looking.cancel()
        self._over()
        try:
            if self._door is not None:
                self._door.lost()
        finally:  # the next visit of this connection must not begin during this one
            self._send(up.Lost(self._number))

    def _tell(self, act: Callable[[Door], None]) -> None:
        if self._door is None:
            self._early.append(act)
        else:
            act(self._door)

    def _settle(self, door: Door) -> None:
        """This is the door."""
        if self._door is not None:
            raise Garbled("a visit has one door")
        self._door = door
        door.open()
        early, self._early = self._early, []
        for act in early:
            act(door)
        self._port.resume_reading()

    # ── what the lobby's process says ────────────────────────────────────────────────────────────────────────

    def hear(self, message: down.ToVisit) -> None:
        """One message. Raises Garbled. What fails in this session ends it, and nothing else."""
        try:
            self._do(message)
        except Garbled:
            raise
        except Exception:
            log.exception("a session failed")
            self._port.abort("its door failed")

    def _do(self, message: down.ToVisit) -> None:
        match message:
            case down.Tell(_, data):
                self._lobby.tell(data)
            case down.Write(_, data, is_error):
                self._write(data, is_error)
            case down.Screens():
                self._wish = message
            case down.Begin():
                self._open()
            case down.Here():
                self._settle(Speaker(self._number, self._send))
                self.resize(*self._visit.size)  # it may have changed meanwhile
            case down.Close(_, sentence):
                self._lobby.close(sentence)
            case down.Hold(_, is_held):
                (self._port.pause_reading if is_held else self._port.resume_reading)()
            case down.Exit(_, status):
                self._port.exit(status)
            case down.Abort(_, reason):
                self._port.abort(reason)

    def _open(self) -> None:
        """Open the screens, or the line mode, here."""
        wish = self._wish
        if wish is None or wish.language not in LANGUAGES:
            raise Garbled("there is no such language, or no wish")
        visit = replace(self._visit, text=Text(wish.language), bidi=wish.bidi)
        booking = Booking(wish.door, wish.code, wish.address, wish.plain)
        self._settle(open_here(self._port, self._lobby, visit, booking))

    def _write(self, data: bytes, is_error: bool) -> None:
        """Send this to the client, and tell when it has been taken."""
        self._written += len(data)
        (self._port.write_error if is_error else self._port.write)(data)
        if self._looking is None:
            self._account()

    def orphaned(self, sentence: str) -> None:
        """The lobby's process is gone."""
        if self._door is None or isinstance(self._door, Speaker):
            self._port.write_error(f"{sentence}\r\n".encode())
            self._port.exit(1)
        else:
            self._door.stop(sentence)

    def _account(self) -> None:
        self._looking = None
        backlog = self._port.backlog()
        taken = max(self._taken, self._written - backlog)
        if taken != self._taken:
            self._taken = taken
            self._send(up.Taken(self._number, taken))
        if backlog:
            self._looking = asyncio.get_running_loop().call_later(LOOK, self._account, context=Context())


class Speaker:
    """Tells a door in the lobby's process what happens to its channel."""

    def __init__(self, visit: int, send: Send) -> None:
        self._visit, self._send = visit, send

    def open(self) -> None:
        """It is open already."""

    def feed(self, data: bytes) -> None:
        """See `Door`."""
        for start in range(0, len(data), LONGEST_DATA):
            self._send(up.Input(self._visit, data[start : start + LONGEST_DATA]))

    def resize(self, columns: int, rows: int) -> None:
        """See `Door`."""
        self._send(up.Resize(self._visit, columns, rows))

    def end_input(self) -> None:
        """See `Door`."""
        self._send(up.EndInput(self._visit))

    def stop(self, sentence: str) -> None:
        """See `Door`."""
        self._send(up.StopDoor(self._visit, sentence))

    def lost(self) -> None:
        """The visit's end is told by the envoy."""
