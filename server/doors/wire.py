"""The doors for programs: the protocol as msgpack frames (`unotty`) or as lines of JSON (`bot`); see PROTOCOL.md."""

from __future__ import annotations

import asyncio
from contextvars import Context
from typing import Final

from client.protocol import Command, Message, Refusal, Reply
from client.wire import Malformed, command_from_json, pack, to_json, unpack_command
from server.doors.door import Port
from server.doors.outlet import Outlet
from server.lobby.lobby import Lobby
from server.lobby.people import Person
from server.ssh.lane import Left, lane_of, nothing
from server.ssh.meter import Meter

LONGEST: Final = 4096
"""Bytes of one command."""
BAD: Final = 8
"""Commands that make no sense; the next one closes the door."""
WAITING: Final = 512
"""Messages that may wait here; one more, and the client is cut."""
SLICE: Final = 8
"""Commands that are heard at once; then others are, before the next ones."""
HEAP: Final = 16 * 1024
"""Bytes of commands that wait to be heard, above which no more are read."""
PREFIX: Final = 4
"""Bytes before a frame: its length, big-endian."""


class WireDoor:
    """A client of the lobby on the other side of a channel. Subclasses say how messages are told apart in a stream."""

    def __init__(self, port: Port, lobby: Lobby, person: Person) -> None:
        self._port, self._lobby, self._person = port, lobby, person
        self._input = bytearray()
        encode = self.encode  # a plain function: the outlet does not hold its door
        self._outlet = Outlet[Message](port, lambda told: b"".join(map(encode, told)), WAITING)
        self._bad = 0
        self._loop = asyncio.get_running_loop()
        self._lane, self._meter = lane_of(self._loop), Meter()
        self._is_queued = self._is_paused = self._has_ended = False

    # ── how a message looks ──────────────────────────────────────────────────────────────────────────────────

    def cut(self, data: bytearray) -> bytes | None:
        """Take one command's bytes off the front of `data`; None when there is no whole one. Raises Oversized."""
        raise NotImplementedError

    def decode(self, data: bytes) -> Command:
        """One command. Raises Malformed."""
        raise NotImplementedError

    @staticmethod
    def encode(message: Message) -> bytes:
        """One message, ready to be sent."""
        raise NotImplementedError

    # ── the door ─────────────────────────────────────────────────────────────────────────────────────────────

    def open(self) -> None:
        """See `Door`."""
        self._session = self._lobby.connect(self._person, self._deliver, self.stop)

    def feed(self, data: bytes) -> None:
        """See `Door`. Nothing is heard, or kept, of who is being seen off."""
        if self._outlet.is_closing:
            return
        self._input += data
        if len(self._input) > HEAP and not self._is_paused:
            self._is_paused = True
            self._port.pause_reading()
        if not self._is_queued:
            self._ask()

    def resize(self, columns: int, rows: int) -> None:
        """Nothing is drawn."""

    def end_input(self) -> None:
        """See `Door`. What was sent before is heard."""
        self._has_ended = True
        if not self._is_queued:
            self._leave(0)

    def stop(self, sentence: str) -> None:
        """See `Door`."""
        self._close(sentence, 0)

    def lost(self) -> None:
        """See `Door`."""
        self._outlet.drop()
        self._lane.leave(self._turn)
        self._lobby.disconnect(self._session)

    def _ask(self) -> None:
        self._is_queued = True
        self._lane.ask(self._meter, self._turn)

    def _turn(self) -> Left:
        self._is_queued = False
        with self._meter:
            has_more = self._take()
        if self._is_paused and (len(self._input) <= LONGEST or not has_more):
            self._is_paused = False
            self._port.resume_reading()
        if has_more:
            self._is_queued = True
            self._loop.call_soon(self._ask, context=Context())
        elif self._has_ended:
            self._leave(0)
        return nothing

    def _take(self) -> bool:
        """Hear some commands. Is there more?"""
        try:
            for _ in range(SLICE):
                if self._outlet.is_closing or (one := self.cut(self._input)) is None:
                    return False
                self._hear(one)
        except Oversized:
            self._close(f"A command has at most {LONGEST} bytes.", 1)
            return False
        return True

    def _hear(self, data: bytes) -> None:
        try:
            command = self.decode(data)
        except Malformed as error:
            self._bad += 1
            self._deliver(Reply(error.id, Refusal("malformed", str(error))))
            if self._bad > BAD:
                self._close("Too many commands made no sense.", 1)
        else:
            self._lobby.handle(self._session, command)

    def _close(self, sentence: str, status: int) -> None:
        self._deliver(Reply(0, Refusal("closed", sentence)))
        self._leave(status)

    def _leave(self, status: int) -> None:
        if not self._outlet.is_closing:
            self._outlet.end(status)
            self._lobby.disconnect(self._session)

    def _deliver(self, message: Message) -> None:
        """Called from inside the lobby: only puts the message down."""
        self._outlet.put(message)


class Oversized(Exception):
    """A command longer than LONGEST."""


class FrameDoor(WireDoor):
    """`ssh -s HOST unotty`: a big-endian 32-bit length, then that many bytes of msgpack."""

    def cut(self, data: bytearray) -> bytes | None:
        """See `WireDoor`."""
        if len(data) < PREFIX:
            return None
        end = PREFIX + int.from_bytes(data[:PREFIX], "big")
        if end > PREFIX + LONGEST:
            raise Oversized
        if len(data) < end:
            return None
        frame = bytes(data[PREFIX:end])
        del data[:end]
        return frame

    def decode(self, data: bytes) -> Command:
        """See `WireDoor`."""
        return unpack_command(data)

    @staticmethod
    def encode(message: Message) -> bytes:
        """See `WireDoor`."""
        packed = pack(message)
        return len(packed).to_bytes(PREFIX, "big") + packed


class LineDoor(WireDoor):
    """`ssh HOST bot`: one JSON value a line."""

    def cut(self, data: bytearray) -> bytes | None:
        """See `WireDoor`; empty lines are skipped."""
        while True:
            end = data.find(b"\n", 0, LONGEST + 1)
            if end < 0:
                if len(data) > LONGEST:
                    raise Oversized
                return None
            line = bytes(data[:end]).strip()
            del data[: end + 1]
            if line:
                return line

    def decode(self, data: bytes) -> Command:
        """See `WireDoor`."""
        return command_from_json(data)

    @staticmethod
    def encode(message: Message) -> bytes:
        """See `WireDoor`."""
        return to_json(message) + b"\n"
