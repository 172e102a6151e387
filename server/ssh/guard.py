"""The guard between a socket and asyncssh: it bounds what a peer may send, and cuts one that takes nothing.

asyncssh ignores the transport's wish to pause (SECURITY §0.2) and reads as fast as a peer sends. Standing in between as the
transport's protocol works on every event loop, also on those that look up a protocol's methods only once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from contextvars import Context
from typing import Final, cast

from server.ssh.berth import Berth
from server.ssh.connection import Connection
from server.ssh.lane import Left, lane_of, nothing
from server.ssh.limits import (
    EXCHANGE_BURST,
    EXCHANGE_RATE,
    EXCHANGE_SECONDS,
    HANDSHAKE_SECONDS,
    INGRESS_BURST,
    INGRESS_RATE,
    KEPT_BACK,
    STALL_SECONDS,
    Budget,
    Now,
    Stall,
)
from server.ssh.meter import Meter
from server.ssh.notes import Notes
from server.ssh.penalties import Offence

log = logging.getLogger("unotty.ssh")

SLICE: Final = 2 * 1024
"""Bytes given to asyncssh in one turn: each packet costs a tenth of a millisecond, and there are dozens in them if they are of
one byte each."""
LOOK: Final = 1.0
"""Seconds between two looks at a peer that does not read."""


class Guard(asyncio.Protocol):
    """One connection. `gone` is called once, at its end; `notes` is where it is written why it was cut."""

    def __init__(
        self,
        place: Berth,
        address: str,
        connect: Callable[[], Connection],
        gone: Callable[[Guard], None],
        notes: Notes,
        now: Now,
    ) -> None:
        self.place, self.address = place, address
        """Of the peer, which behind a proxy is not the transport's."""
        self._connect, self._gone, self._notes = connect, gone, notes
        self._budget = Budget(INGRESS_RATE, INGRESS_BURST, now)
        self._stall = Stall(STALL_SECONDS, now)
        self._look: asyncio.TimerHandle | None = None
        self._throttle: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._lane, self._meter = lane_of(self._loop), Meter()
        self._arrived = bytearray()
        """Bytes that asyncssh has not been given."""
        self._is_queued = self._is_held = self._has_ended = False
        """Does it want a turn, is nothing read until that is done, and does the peer send no more?"""
        self._exchanges = Budget(EXCHANGE_RATE, EXCHANGE_BURST, now)
        self._exchange: asyncio.TimerHandle | None = None
        """Runs while a key exchange does."""
        self._transport: asyncio.Transport
        self.conn: Connection
        self.is_newcomer = True
        """Has no session begun yet? Newcomers wait for each other: a crowd of them costs more than those who are in."""
        self.is_open = False
        """Is there a transport, and `conn`?"""
        self.sessions = 0
        """How many have ended on this connection."""

    @property
    def unsent(self) -> int:
        """Bytes that the operating system has not taken yet, or that wait for new keys."""
        return self._waiting + (self.conn.kept_back if self._exchange is not None else 0)

    @property
    def _waiting(self) -> int:
        return self._transport.get_write_buffer_size()

    @property
    def _taken(self) -> int:
        return self.conn.written - self._waiting

    def abort(self, reason: str, offence: Offence | None = None) -> None:
        """Cut the connection; `offence`: what a stranger is to blame for."""
        self._notes.write(f"{self.address} is cut: {reason}")
        if offence is not None:
            self.place.blame(offence)
        self.conn.abort()

    # ── asyncssh's calls (`Watcher`) ─────────────────────────────────────────────────────────────────────────

    def exchange_begins(self) -> None:
        """A key exchange begins: it must be over in time, and they must not come one upon another."""
        if not self._exchanges.take():
            self.abort("it asks for new keys all the time", Offence.GARBAGE)
        elif self._exchange is None:
            self._time_exchange(EXCHANGE_SECONDS)

    def exchange_ends(self) -> None:
        """The keys are there."""
        if self._exchange is not None:
            self._exchange.cancel()
            self._exchange = None

    def _time_exchange(self, seconds: float) -> None:
        self._exchange = self._loop.call_later(seconds, self.abort, "it did not finish a key exchange", Offence.LATE)

    # ── asyncio's calls ──────────────────────────────────────────────────────────────────────────────────────

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A peer has connected."""
        self._transport = cast(asyncio.Transport, transport)
        log.debug("%s connects", self.address)
        self.conn = self._connect()
        self.is_open = True
        self.conn.set_extra_info(guard=self)
        self._time_exchange(HANDSHAKE_SECONDS)  # no person is needed for the first keys: those come after them
        self.conn.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Bytes came. A peer over its budget is not read again until it has paid."""
        debt = self._budget.spend(len(data))
        if debt and self._throttle is None and not self._transport.is_closing():
            if not self._is_held:
                self._transport.pause_reading()
            self._throttle = self._loop.call_later(debt, self._paid)
        self._arrived += data
        if len(self._arrived) > SLICE and not self._is_held and not self._transport.is_closing():
            self._is_held = True
            if self._throttle is None:
                self._transport.pause_reading()
        if not self._is_queued:
            self._ask()

    def _ask(self) -> None:
        self._is_queued = True
        self._lane.ask(self._meter, self._turn, is_newcomer=self.is_newcomer)

    def _turn(self) -> Left:
        """Let asyncssh have some of what arrived."""
        self._is_queued = False
        piece = bytes(self._arrived[:SLICE])
        del self._arrived[:SLICE]
        if not piece or self._transport.is_closing():  # asyncssh cannot be given what comes after its own end
            return nothing
        with self._meter:
            self.conn.data_received(piece)
        if self._exchange is not None and self.conn.kept_back > KEPT_BACK:
            self.abort("it asks and asks without finishing a key exchange", Offence.GARBAGE)
        elif self._arrived:
            self._is_queued = True
            self._loop.call_soon(self._ask, context=Context())
        elif self._has_ended:
            self.conn.eof_received()
            self._transport.close()
        elif self._is_held:
            self._is_held = False
            self._resume()
        return nothing

    def _paid(self) -> None:
        self._throttle = None
        self._resume()

    def _resume(self) -> None:
        if self._throttle is None and not self._is_held and not self._transport.is_closing():
            self._transport.resume_reading()

    def eof_received(self) -> bool:
        """The peer will send nothing more; SSH has no use for half a connection, once all that came is heard."""
        self._has_ended = True
        if self._is_queued:
            return True
        self.conn.eof_received()
        return False

    def pause_writing(self) -> None:
        """The transport's buffer is filling up."""
        self._stall.start(self._taken)
        self._look = self._loop.call_later(LOOK, self._look_again)

    def resume_writing(self) -> None:
        """The transport's buffer has drained."""
        if self._look is not None:
            self._look.cancel()
            self._look = None

    def _look_again(self) -> None:
        if self._stall.is_stalled(self._taken):
            self.abort("it stopped reading")
        else:
            self._look = self._loop.call_later(LOOK, self._look_again)

    def connection_lost(self, exc: Exception | None) -> None:
        """The end, from whichever side."""
        self.resume_writing()
        self.exchange_ends()
        if self._throttle is not None:
            self._throttle.cancel()
        self._arrived.clear()
        self._lane.leave(self._turn)
        self.place.leave()
        self.conn.connection_lost(exc)
        self._gone(self)
