"""asyncssh's side of a connection: it tells the guard before it when a key exchange begins and when it is over."""

from __future__ import annotations

from typing import Final, Protocol

import asyncssh

PACKET_COST: Final = 64
"""Bytes a packet costs besides what it carries."""


class Watcher(Protocol):
    """Who is told; the connection's extra information `guard`."""

    def exchange_begins(self) -> None:
        """Either side asked for new keys: until they are there, asyncssh keeps back everything else it should send."""

    def exchange_ends(self) -> None:
        """New keys are in use."""


class Connection(asyncssh.SSHServerConnection):
    """One connection. asyncssh waits for the end of a key exchange (RFC 4253 §7) as long as the peer likes."""

    @property
    def kept_back(self) -> int:
        """Bytes that wait for the end of a key exchange, or of the login."""
        return sum(PACKET_COST + sum(map(len, parts)) for _, parts in self._deferred_packets)

    def _send_kexinit(self) -> None:
        super()._send_kexinit()
        watcher: Watcher = self.get_extra_info("guard")
        watcher.exchange_begins()

    def send_newkeys(self, k: bytes, h: bytes) -> None:
        """asyncssh: both sides have what the keys are made of."""
        super().send_newkeys(k, h)
        watcher: Watcher = self.get_extra_info("guard")
        watcher.exchange_ends()
