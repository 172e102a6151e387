"""The crowd that a server bears: how many connections, from where, and how fast they may come (SECURITY §2.3)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from server.ssh.addresses import LOOPBACK, Network, is_within

DESCRIPTORS_KEPT: Final = 256
"""Open files that no connection has: our own, and of peers who are being turned away or whose proxy has not spoken yet."""


@dataclass(frozen=True, slots=True)
class Crowd:
    """How many connections there may be. A source is an IPv4 address or an IPv6 /64."""

    per_address: int = 10
    """At once from one source."""
    guests_per_address: int = 4
    """Of these, logged in without a key."""
    per_key: int = 3
    """At once with one key: somebody's few terminals. The newest is let in, and the oldest ends."""
    burst: int = 8
    """New ones from one source at once."""
    rate: float = 3.0
    """New ones from one source a second, lasting: a house full of people who all come back needs a few seconds."""
    strangers: int = 128
    """Not logged in yet, from anywhere but a spared network; from a quarter of them on some are dropped by chance."""
    people: int = 500
    """Logged in."""
    spared: tuple[Network, ...] = LOOPBACK
    """What comes from here is not counted by its source or key, slowed down or punished.

    These are this machine's own users, or a network that is behind one address.

    An address that a proxy tells of is never among them.
    """

    @property
    def descriptors(self) -> int:
        """Open files that such a crowd needs."""
        return self.strangers + self.people + DESCRIPTORS_KEPT

    def within(self, descriptors: int) -> Crowd:
        """The same for a process that may open no more files than this: a smaller one, if need be."""
        if descriptors >= self.descriptors:
            return self
        room = max(2, descriptors - DESCRIPTORS_KEPT)
        strangers = min(self.strangers, max(1, room // 4))
        return replace(self, strangers=strangers, people=min(self.people, room - strangers))

    def spares(self, address: str) -> bool:
        """Is it an address of a spared network?"""
        return is_within(address, self.spared)


CROWD: Final = Crowd()
"""What a small server bears."""
