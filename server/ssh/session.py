"""One SSH session: what was asked for, the door that answers, and the port through which the door speaks."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextvars import Context
from typing import Final

import asyncssh
from asyncssh.packet import SSHPacket

from server.doors.door import Door, Kind, Port, Visit
from server.doors.outlet import END_SECONDS, HIGH_WATER
from server.lobby.people import Person
from server.ssh.guard import Guard
from server.ssh.limits import MIN_PACKET, SESSION_WAIT, Environment

log = logging.getLogger("unotty.ssh")

WINDOW: Final = 64 * 1024
"""Bytes of input a client may send ahead."""
PACKET: Final = 32 * 1024
CLOSE_SECONDS: Final = 5.0
"""How long a client may take to close a channel that we closed, counted anew while it takes what is left for it. For a command
without a terminal there is no hurry: OpenSSH closes when all is out of its hands, and its reader may be a pager."""

Choose = Callable[[Visit, Port], Door]


class Channel(asyncssh.SSHServerChannel[bytes]):
    """A session channel that takes no more of a client's environment than tells about its terminal, and forwards nothing."""

    def __init__(self, conn: asyncssh.SSHServerConnection) -> None:
        loop = asyncio.get_running_loop()
        super().__init__(conn, loop, True, False, False, 0, 0, None, "strict", WINDOW, PACKET)
        self.told = Environment()

    @property
    def peer_packet(self) -> int:
        """The largest packet the client takes."""
        return self._send_pktsize

    def _process_env_request(self, packet: SSHPacket) -> bool:
        return self.told.offer(packet.get_string(), packet.get_string())

    def _process_x11_req_request(self, packet: SSHPacket) -> bool:
        return False

    def _process_auth_agent_req_at_openssh_dot_com_request(self, packet: SSHPacket) -> bool:  # type: ignore[override]
        return False  # asyncssh declares None, "answered later"; an answer at once is as good


class Session(asyncssh.SSHServerSession[bytes]):
    """asyncssh's callbacks on one side, a `Door` on the other; it is that door's `Port`."""

    def __init__(self, person: Person, choose: Choose, closed: Callable[[], None]) -> None:
        self._person, self._choose, self._closed = person, choose, closed
        self._chan: Channel | None = None
        self._guard: Guard | None = None
        self._door: Door | None = None
        self._term: str | None = None
        self._kind, self._words = Kind.SHELL, ""
        self._deadline: asyncio.TimerHandle | None = None
        self._give_up_at = 0.0
        """When whoever has not closed the channel by then is cut in any case."""
        self._is_stopped = self._is_held = self.is_closed = False

    def stop(self, sentence: str) -> None:
        """The server ends this session."""
        self._is_stopped = True
        if self._door is not None:
            self._door.stop(sentence)
        else:
            self.exit(1)

    # ── asyncssh's calls ─────────────────────────────────────────────────────────────────────────────────────

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """The channel is open."""
        assert isinstance(chan, Channel)
        self._chan = chan
        self._guard = chan.get_connection().get_extra_info("guard")
        self._deadline = asyncio.get_running_loop().call_later(SESSION_WAIT, self.exit, 1)  # if nothing is asked for
        if chan.peer_packet < MIN_PACKET:
            chan.get_connection().disconnect(asyncssh.DISC_PROTOCOL_ERROR, "Packets that small are not sent here")

    def pty_requested(self, term_type: str, term_size: tuple[int, int, int, int], term_modes: Mapping[int, int]) -> bool:
        """`pty-req`; a second one never comes here."""
        self._term = term_type
        return self._door is None

    def shell_requested(self) -> bool:
        """`shell`."""
        return True

    def exec_requested(self, command: str) -> bool:
        """`exec`: every command is answered, if only by a sentence."""
        self._kind, self._words = Kind.EXEC, command
        return True

    def subsystem_requested(self, subsystem: str) -> bool:
        """`subsystem`: likewise."""
        self._kind, self._words = Kind.SUBSYSTEM, subsystem
        return True

    def session_started(self) -> None:
        """The request was granted."""
        assert self._chan is not None
        self._forget_deadline()
        columns, rows, *_ = self._chan.get_terminal_size()
        size = (columns or 80, rows or 24)
        at = (self._chan.get_extra_info("sockname") or ("localhost", 22))[:2]
        visit = Visit(self._person, self._kind, self._words, self._term, size, self._chan.told.values, at)
        self._door = self._choose(visit, self)
        self._door.open()
        asyncio.get_running_loop().call_soon(self._hold)  # asyncssh takes input after this, whatever the door said of it
        if self._guard is not None:
            self._guard.is_newcomer = False

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Input."""
        if self._door is not None:
            self._door.feed(data)

    def eof_received(self) -> bool:
        """No more input; True keeps our half open."""
        if self._door is not None:
            self._door.end_input()
        return True

    def terminal_size_changed(self, width: int, height: int, pixwidth: int, pixheight: int) -> None:
        """`window-change`."""
        if self._door is not None:
            self._door.resize(width, height)

    def connection_lost(self, exc: Exception | None) -> None:
        """The channel is gone."""
        self.is_closed = True
        self._chan = None
        self._forget_deadline()
        if self._door is not None:
            self._door.lost()
            self._door = None
        self._closed()

    def _hold(self) -> None:
        if self._is_held:
            self.pause_reading()

    def _forget_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    # ── the door's port ──────────────────────────────────────────────────────────────────────────────────────

    def write(self, data: bytes) -> None:
        """See `Port`."""
        if self._chan is not None and not self._chan.is_closing():
            self._chan.write(data)

    def write_error(self, data: bytes) -> None:
        """See `Port`."""
        if self._chan is not None and not self._chan.is_closing():
            self._chan.write_stderr(data)

    def backlog(self) -> int:
        """See `Port`: what waits for the client's window, and what waits for the operating system, whose buffer is small.

        What a client was sent and has not acknowledged tells nothing: some open their windows again at once, many at
        the half, PuTTY after a GiB.
        """
        if self._chan is None or self._guard is None:
            return 0
        return self._chan.get_write_buffer_size() + self._guard.unsent

    def pause_reading(self) -> None:
        """See `Port`."""
        self._is_held = True
        if self._chan is not None:
            self._chan.pause_reading()

    def resume_reading(self) -> None:
        """See `Port`."""
        self._is_held = False
        if self._chan is not None:
            self._chan.resume_reading()

    def exit(self, status: int) -> None:
        """See `Port`."""
        if self._chan is not None and not self._chan.is_closing():
            self._chan.exit(status)
            self._forget_deadline()
            self._give_up_at = asyncio.get_running_loop().time() + END_SECONDS
            self._await_close()

    def _await_close(self) -> None:
        loop = asyncio.get_running_loop()
        self._deadline = loop.call_later(CLOSE_SECONDS, self._look_for_close, self.backlog(), context=Context())

    def _look_for_close(self, before: int) -> None:
        left = self.backlog()
        is_read = self._kind is Kind.EXEC and self._term is None and left <= HIGH_WATER and not self._is_stopped
        if (left < before or is_read) and asyncio.get_running_loop().time() < self._give_up_at:
            self._await_close()
        else:
            self.abort("it did not close its channel")

    def abort(self, reason: str) -> None:
        """See `Port`."""
        if self._guard is not None and not self.is_closed:
            self._guard.abort(reason)
