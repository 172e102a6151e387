"""The gate: who may connect, and how many at once, from one address, before the login, and in all (SECURITY §2.3)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from ipaddress import IPv6Address, ip_address
from typing import Final

from server.ssh.limits import Crowd

FULL: Final = "unotty is full: please try again in a few minutes."
CROWDED: Final = "unotty has {count} connections from your address already: close one, then try again."
IPV6_HOST: Final = 64
"""The bits that one IPv6 customer chooses himself."""


class TurnedAway(Exception):
    """There is no place; the message is one sentence for whoever knocks, and `reason` a word for who counts them."""

    def __init__(self, sentence: str, reason: str = "full") -> None:
        super().__init__(sentence)
        self.reason = reason


def nobody(address: str) -> str:
    """The ban that no address is under."""
    return ""


class Gate:
    """Counts who is in. It knows addresses only, and nothing of SSH."""

    def __init__(self, crowd: Crowd, banned: Callable[[str], str] = nobody) -> None:
        """`banned` is asked for the sentence that an address is turned away with; empty: it may come in."""
        self._crowd, self._banned = crowd, banned
        self.entered = 0
        """Connections that were given a place, since the start."""
        self.turned_away: Counter[str] = Counter()
        """Those that were not, by reason: `banned`, `crowded`, `full`."""
        self._sources: Counter[str] = Counter()
        self._strangers = 0
        """Those from elsewhere who have not logged in."""
        self._people = 0
        self._all = 0

    def enter(self, address: str) -> Place:
        """A place for a connection from this address. Raises TurnedAway."""
        try:
            place = self._enter(address)
        except TurnedAway as no:
            self.turned_away[no.reason] += 1
            raise
        self.entered += 1
        return place

    def _enter(self, address: str) -> Place:
        crowd = self._crowd
        if sentence := self._banned(address):
            raise TurnedAway(sentence, "banned")
        source, is_local = source_of(address)
        allowed = crowd.per_local_address if is_local else crowd.per_address
        if self._sources[source] >= allowed:
            raise TurnedAway(CROWDED.format(count=allowed), "crowded")
        if self._all >= crowd.strangers + crowd.people or (not is_local and self._strangers >= crowd.strangers):
            raise TurnedAway(FULL)
        return Place(self, source, is_local)

    def count(self, source: str, *, entering: int = 0, strangers: int = 0, people: int = 0) -> None:
        """A place is taken, changes or is given back; called by `Place`. Raises TurnedAway when there are people enough."""
        if people > 0 and self._people >= self._crowd.people:
            self.turned_away["full"] += 1
            raise TurnedAway(FULL)
        self._all += entering
        self._strangers += strangers
        self._people += people
        self._sources[source] += entering
        if not self._sources[source]:
            del self._sources[source]


class Place:
    """One connection's place: a stranger's, then a person's."""

    def __init__(self, gate: Gate, source: str, is_local: bool) -> None:
        self._gate, self.source = gate, source
        self.is_local = is_local
        """Is it this machine's own?"""
        self._as_stranger = 0 if is_local else 1
        self._as_person = 0
        gate.count(source, entering=1, strangers=self._as_stranger)

    def log_in(self) -> None:
        """The stranger is a person now. Raises TurnedAway when there are enough of them."""
        self._gate.count(self.source, strangers=-self._as_stranger, people=1)
        self._as_stranger, self._as_person = 0, 1

    def leave(self) -> None:
        """Give the place back, once."""
        self._gate.count(self.source, entering=-1, strangers=-self._as_stranger, people=-self._as_person)


def source_of(address: str) -> tuple[str, bool]:
    """Who is counted together under an address: an IPv4 host, an IPv6 /64. Is it this machine itself?"""
    try:
        ip = ip_address(address.partition("%")[0])
    except ValueError:
        return address, False
    if isinstance(ip, IPv6Address):
        if ip.ipv4_mapped is None:
            return f"{IPv6Address(int(ip) >> IPV6_HOST << IPV6_HOST)}/{IPV6_HOST}", ip.is_loopback
        ip = ip.ipv4_mapped
    return str(ip), ip.is_loopback
