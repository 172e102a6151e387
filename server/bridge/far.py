"""One visit, in the lobby's process: the `FarPort` of a door that is here, or a `Lent`, whose door is in the worker."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from typing import Final

from client.protocol import Message, Refusal, Reply
from client.wire import LONGEST_FRAME, Malformed, pack, unpack_command
from server.bridge import down, up
from server.bridge.down import Down
from server.bridge.frames import LONGEST_DATA, Garbled
from server.doors.door import Door, Port, Visit
from server.doors.outlet import HIGH_WATER
from server.doors.screens import Booking
from server.lobby.front import Front
from server.lobby.people import Session

log = logging.getLogger("unotty.bridge")
Send = Callable[[Down], None]
PIECE: Final = LONGEST_DATA // 2
"""Bytes of one `Write`."""
UNDER_WAY: Final = 2 * HIGH_WATER
"""Bytes for one client that may be on their way to the worker and to him: more than doors send without looking."""


class FarPort:
    """A channel (`Port`) whose other end is in a worker, and what a door in this process hears from it."""

    def __init__(self, visit: int, send: Send) -> None:
        self.visit, self.send = visit, send
        self.door: Door | None = None
        self._waiting: deque[down.Write | down.Exit] = deque()
        self._unsent = self._sent = self._taken = 0
        """Bytes that wait here, that went to the worker, and that the client has taken of these."""
        self._is_over = False

    # ── the door's calls (`Port`) ────────────────────────────────────────────────────────────────────────────

    def write(self, data: bytes) -> None:
        """See `Port`."""
        self._write(data, False)

    def write_error(self, data: bytes) -> None:
        """See `Port`."""
        self._write(data, True)

    def backlog(self) -> int:
        """See `Port`: what waits here, and what is on its way."""
        return self._unsent + self._sent - self._taken

    def pause_reading(self) -> None:
        """See `Port`."""
        self._say(down.Hold(self.visit, True))

    def resume_reading(self) -> None:
        """See `Port`."""
        self._say(down.Hold(self.visit, False))

    def exit(self, status: int) -> None:
        """See `Port`."""
        self._waiting.append(down.Exit(self.visit, status))
        self._pump()

    def abort(self, reason: str) -> None:
        """See `Port`."""
        self._say(down.Abort(self.visit, reason))

    def _write(self, data: bytes, is_error: bool) -> None:
        for start in range(0, len(data), PIECE):
            self._waiting.append(down.Write(self.visit, data[start : start + PIECE], is_error))
        self._unsent += len(data)
        self._pump()

    def _pump(self) -> None:
        """Send what may be under way to one client; the rest waits here, where it is in nobody's way."""
        while self._waiting and self._sent - self._taken < UNDER_WAY:
            one = self._waiting.popleft()
            if isinstance(one, down.Write):
                self._unsent -= len(one.data)
                self._sent += len(one.data)
            self._say(one)

    def _say(self, message: Down) -> None:
        if not self._is_over:
            self.send(message)

    # ── the worker's words ───────────────────────────────────────────────────────────────────────────────────

    def open(self, door: Door) -> None:
        """This is the visit's door."""
        self.door = door
        if not isinstance(door, Lent):
            self._say(down.Here(self.visit))
        door.open()

    def hear(self, told: up.OfVisit) -> None:
        """What the worker says. Raises Garbled."""
        door = self.door
        match told:
            case up.Taken(_, total):
                self._account(total)
            case up.Do(_, command) if isinstance(door, Lent):
                door.do(command)
            case up.Disconnect() if isinstance(door, Lent):
                door.lost()
            case up.Input(_, data) if door is not None:
                door.feed(data)
            case up.Resize(_, columns, rows) if door is not None:
                door.resize(columns, rows)
            case up.EndInput() if door is not None:
                door.end_input()
            case up.StopDoor(_, sentence) if door is not None:
                door.stop(sentence)
            case _:
                raise Garbled("that is said of another kind of door")

    def _account(self, total: int) -> None:
        """The client has taken so much of what was written. Raises Garbled."""
        if not self._taken <= total <= self._sent:
            raise Garbled("nobody takes what was not written")
        self._taken = total
        self._pump()

    def lost(self) -> None:
        """The channel is gone, or its worker."""
        self._is_over = True
        self._waiting.clear()
        door, self.door = self.door, None
        if door is not None:
            door.lost()


class Lent:
    """The door of a visit whose screens, or lines, are in the worker: its place in the lobby is here."""

    def __init__(self, port: FarPort, lobby: Front, visit: Visit, booking: Booking) -> None:
        self._port, self._lobby, self._visit, self._booking = port, lobby, visit, booking
        self._session: Session | None = None

    def open(self) -> None:
        """Let the worker open it. It has all that the lobby says at once before it does, as a door here would."""
        wish, visit, number = self._booking, self._visit, self._port.visit
        language = visit.text.language
        self._port.send(down.Screens(number, wish.door, wish.code, wish.address, wish.plain, language, visit.bidi))
        self._session = self._lobby.connect(visit.person, self._deliver, self._close)
        self._port.send(down.Begin(number))

    def do(self, data: bytes) -> None:
        """A command, in its compact form."""
        if self._session is None:
            return
        try:
            command = unpack_command(data)
        except Malformed as error:
            self._deliver(Reply(error.id, Refusal("malformed", str(error))))
        else:
            self._lobby.handle(self._session, command)

    def lost(self) -> None:
        """See `Door`; the worker says it earlier, when the screens are closed before the channel."""
        if self._session is not None:
            self._lobby.disconnect(self._session)
            self._session = None

    def feed(self, data: bytes) -> None:
        """The worker keeps it."""

    def resize(self, columns: int, rows: int) -> None:
        """The worker keeps it."""

    def end_input(self) -> None:
        """The worker keeps it."""

    def stop(self, sentence: str) -> None:
        """The worker does it."""

    def _deliver(self, message: Message) -> None:
        """Called from inside the lobby: only puts the message down."""
        data = pack(message)
        if len(data) > LONGEST_FRAME:
            log.error("a message of %d bytes is too long", len(data))
            self._port.abort("a message to it is too long")
        else:
            self._port.send(down.Tell(self._port.visit, data))

    def _close(self, sentence: str) -> None:
        self._port.send(down.Close(self._port.visit, sentence))


def lend(port: Port, lobby: Front, visit: Visit, booking: Booking) -> Door:
    """Screens in a worker: `OpenScreens` for a reception whose every port is a far one."""
    assert isinstance(port, FarPort)
    return Lent(port, lobby, visit, booking)
