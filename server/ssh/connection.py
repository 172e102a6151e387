"""asyncssh's side of a connection: it tells the guard before it when a key exchange begins and when it is over, and probes
peers that are silent."""

from __future__ import annotations

from contextvars import Context
from typing import Final, Protocol

import asyncssh

PACKET_COST: Final = 64
"""Bytes a packet costs besides what it carries."""

QUIET: Final = 2.5
"""So many times the interval between two probes a peer may be silent before the first."""

REST: Final = 0.5
"""Seconds after the end in which asyncssh's last calls are over."""


def _deaf() -> bool:
    """How a connection that has ended hears."""
    return False


class Watcher(Protocol):
    """Who is told; the connection's extra information `guard`."""

    def exchange_begins(self) -> None:
        """Either side asked for new keys: until they are there, asyncssh keeps back everything else it should send."""

    def exchange_ends(self) -> None:
        """New keys are in use."""


class Connection(asyncssh.SSHServerConnection):
    """One connection. asyncssh waits for the end of a key exchange (RFC 4253 §7) as long as the peer likes."""

    written = 0
    """Bytes given to the operating system, or waiting for it, since the beginning."""

    @property
    def kept_back(self) -> int:
        """Bytes that wait for the end of a key exchange, or of the login."""
        return sum(PACKET_COST + sum(map(len, parts)) for _, parts in self._deferred_packets)

    def _send(self, data: bytes) -> None:
        self.written += len(data)
        super()._send(data)

    async def reload_config(self) -> None:
        """asyncssh: a user name is tried, the first or another. Its own way makes another sheet of options for it, in a thread
        of a pool that stays for ever; ours depend on no name.
        """

    def _send_kexinit(self) -> None:
        super()._send_kexinit()
        watcher: Watcher = self.get_extra_info("guard")
        watcher.exchange_begins()

    def send_newkeys(self, k: bytes, h: bytes) -> None:
        """asyncssh: both sides have what the keys are made of."""
        super().send_newkeys(k, h)
        watcher: Watcher = self.get_extra_info("guard")
        watcher.exchange_ends()

    # ── the end: what refers to itself waits for a full pass of the garbage collector, which stops everybody ──────────────

    def _cleanup(self, exc: Exception | None) -> None:
        """asyncssh: nothing comes any more."""
        super()._cleanup(exc)
        self._loop.call_later(REST, self._let_go, context=Context())

    def _let_go(self) -> None:
        self._recv_handler = _deaf
        self._extra.clear()

    # ── probes: a person who looks at a screen costs one every `QUIET` intervals; one that stays unanswered is soon repeated ──

    def _reset_keepalive_timer(self) -> None:
        """asyncssh: something came, whatever it is: the peer is there."""
        self._keepalive_count = 0
        super()._reset_keepalive_timer()

    def _set_keepalive_timer(self) -> None:
        if self._keepalive_interval:
            delay = self._keepalive_interval * (1.0 if self._keepalive_count else QUIET)
            self._keepalive_timer = self._loop.call_later(delay, self._keepalive_timer_callback)

    def _keepalive_timer_callback(self) -> None:
        if self._keepalive_count >= self._keepalive_count_max:
            super()._keepalive_timer_callback()  # ends the connection
            return
        self._keepalive_count += 1
        self._set_keepalive_timer()
        if self._transport:  # asyncssh's own way makes a task of every probe
            self._global_request_waiters.append(self._loop.create_future())
            self._send_global_request(b"keepalive@openssh.com", want_reply=True)
