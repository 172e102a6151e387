"""The guard between a socket and asyncssh: it bounds what a peer may send, and cuts one that takes nothing.

asyncssh ignores the transport's wish to pause (SECURITY §0.2) and reads as fast as a peer sends. Standing in between as the
transport's protocol works on every event loop, also on those that look up a protocol's methods only once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from typing import Final, cast

import asyncssh

from server.ssh.limits import INGRESS_BURST, INGRESS_RATE, STALL_SECONDS, Budget, Now, Stall

log = logging.getLogger("unotty.ssh")

SLICE: Final = 8 * 1024
"""Bytes given to asyncssh at once: its buffer is copied for every packet it holds."""
LOOK: Final = 1.0
"""Seconds between two looks at a peer that does not read."""


class Guard(asyncio.Protocol):
    """One connection. `gone` is called once, at its end."""

    def __init__(self, connect: Callable[[], asyncssh.SSHServerConnection], gone: Callable[[Guard], None], now: Now) -> None:
        self._connect, self._gone = connect, gone
        self._budget = Budget(INGRESS_RATE, INGRESS_BURST, now)
        self._stall = Stall(STALL_SECONDS, now)
        self._look: asyncio.TimerHandle | None = None
        self._throttle: asyncio.TimerHandle | None = None
        self._transport: asyncio.Transport
        self.conn: asyncssh.SSHServerConnection
        self.address = "?"

    @property
    def unsent(self) -> int:
        """Bytes that the operating system has not taken yet."""
        return self._transport.get_write_buffer_size()

    def abort(self, reason: str) -> None:
        """Cut the connection."""
        log.info("%s is cut: %s", self.address, reason)
        self.conn.abort()

    # ── asyncio's calls ──────────────────────────────────────────────────────────────────────────────────────

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """A peer has connected."""
        self._transport = cast(asyncio.Transport, transport)
        self.address = str((transport.get_extra_info("peername") or ("?",))[0])
        log.debug("%s connects", self.address)
        self.conn = self._connect()
        self.conn.set_extra_info(guard=self)
        self.conn.connection_made(transport)

    def data_received(self, data: bytes) -> None:
        """Bytes came. A peer over its budget is not read again until it has paid."""
        debt = self._budget.spend(len(data))
        if debt and self._throttle is None and not self._transport.is_closing():
            self._transport.pause_reading()
            self._throttle = asyncio.get_running_loop().call_later(debt, self._resume)
        for start in range(0, len(data), SLICE):
            self.conn.data_received(data[start : start + SLICE])

    def _resume(self) -> None:
        self._throttle = None
        if not self._transport.is_closing():
            self._transport.resume_reading()

    def eof_received(self) -> None:
        """The peer will send nothing more; SSH has no use for half a connection."""
        self.conn.eof_received()

    def pause_writing(self) -> None:
        """The transport's buffer is filling up."""
        self._stall.start(self.unsent)
        self._look = asyncio.get_running_loop().call_later(LOOK, self._look_again)

    def resume_writing(self) -> None:
        """The transport's buffer has drained."""
        if self._look is not None:
            self._look.cancel()
            self._look = None

    def _look_again(self) -> None:
        if self._stall.is_stalled(self.unsent):
            self.abort("it stopped reading")
        else:
            self._look = asyncio.get_running_loop().call_later(LOOK, self._look_again)

    def connection_lost(self, exc: Exception | None) -> None:
        """The end, from whichever side."""
        self.resume_writing()
        if self._throttle is not None:
            self._throttle.cancel()
        self.conn.connection_lost(exc)
        self._gone(self)
