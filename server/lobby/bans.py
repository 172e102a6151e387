"""Who may not come in: bans of accounts and of networks, until they end; and where they are kept."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from typing import Final, Protocol

from client.usertext import clean
from server.lobby.journal import DONE, Durable

Network = IPv4Network | IPv6Network
LOCAL: Final = (ip_network("127.0.0.0/8"), ip_network("::1/128"))
"""This machine itself: a proxy on it, behind which everybody is, and the operator's own way in."""
MOST: Final = 2_000
"""Bans in force at once: the list of them, reasons and all, fits into one answer to the operator."""
WHY: Final = 200
"""Cells of a reason."""


class BadBan(Exception):
    """It cannot be banned, or there is no such ban; the message is one sentence for the operator."""


class Banned(StrEnum):
    """What a ban is of."""

    KEY = "key"
    """An account, with every key that opened it then."""
    NETWORK = "network"


@dataclass(frozen=True, slots=True)
class Ban:
    """One ban. Times are seconds since the epoch."""

    id: int
    banned: Banned
    target: str
    """The account's id, or the network as `203.0.113.0/24`."""
    name: str
    """What the account was called when it was banned; empty for a network."""
    since: int
    until: int | None
    """None: until it is lifted."""
    who: str
    """Who banned it: the system's name of the operator."""
    why: str
    marks: tuple[str, ...] = ()
    """Of the account's keys (`Accounts.mark`): the ban outlives the account."""

    @property
    def sentence(self) -> str:
        """What is told to whom it concerns."""
        what = "Your account is" if self.banned is Banned.KEY else "Your network is"
        end = "" if self.until is None else f" until {datetime.fromtimestamp(self.until, UTC):%Y-%m-%d %H:%M} UTC"
        return f"{what} banned from this server{end}{': ' if self.why else ''}{self.why or '.'}"


class BanKeeper(Protocol):
    """Where bans outlive the server. Nothing that was written is ever changed or taken away but a ban's end."""

    def bans(self) -> tuple[Ban, ...]:
        """Those not lifted, oldest first. Only at start."""

    def last_id(self) -> int:
        """The highest number a ban ever had; 0: none yet. Only at start."""

    def keep(self, ban: Ban) -> Durable:
        """A new ban."""

    def lift(self, ban: Ban, at: int, who: str) -> Durable:
        """The end of a ban before its time."""

    def audit(self, at: int, who: str, act: str, about: str) -> Durable:
        """What an operator did: a verb of his, and to what."""


class NullKeeper:
    """Keeps nothing: bans end with the server."""

    def bans(self) -> tuple[Ban, ...]:
        """None."""
        return ()

    def last_id(self) -> int:
        """None yet."""
        return 0

    def keep(self, ban: Ban) -> Durable:
        """Nothing to wait for."""
        return DONE

    def lift(self, ban: Ban, at: int, who: str) -> Durable:
        """Nothing to wait for."""
        return DONE

    def audit(self, at: int, who: str, act: str, about: str) -> Durable:
        """Nothing to wait for."""
        return DONE


class Bans:
    """Every ban in force. A look-up costs as many steps as there are lengths of prefixes, however many bans there are."""

    def __init__(self, wall: Callable[[], float], keeper: BanKeeper | None = None) -> None:
        """`wall`: seconds since the epoch."""
        self._wall, self._keeper = wall, keeper or NullKeeper()
        self._all = {ban.id: ban for ban in self._keeper.bans()}
        self._last = self._keeper.last_id()
        self._accounts: dict[str, Ban] = {}
        """By the account's id, and by the marks of its keys."""
        self._networks: dict[tuple[int, int], dict[int, Ban]] = {}
        """By version and length of the prefix, then by the network's number."""
        self._index()

    @property
    def active(self) -> tuple[Ban, ...]:
        """Those in force, oldest first."""
        self._expire()
        return tuple(self._all.values())

    def of_account(self, *known: str) -> Ban | None:
        """The ban that somebody is under of whom the account's id, or marks of keys, are known."""
        return next((ban for ban in map(self._valid, map(self._accounts.get, known)) if ban is not None), None)

    def of_address(self, address: str) -> Ban | None:
        """The ban the network of an address is under; None also for what is no address."""
        try:
            ip = ip_address(address.partition("%")[0])
        except ValueError:
            return None
        if isinstance(ip, IPv6Address) and ip.ipv4_mapped is not None:
            ip = ip.ipv4_mapped
        found = (
            nets.get(int(ip) >> (ip.max_prefixlen - length))
            for (version, length), nets in self._networks.items()
            if version == ip.version
        )
        return next((ban for ban in map(self._valid, found) if ban is not None), None)

    def ban_account(
        self, id: str, marks: tuple[str, ...], name: str, seconds: int | None, who: str, why: str
    ) -> tuple[Ban, Durable]:
        """No key of this account comes in any more. Raises BadBan."""
        return self._add(Banned.KEY, id, name, seconds, who, why, marks)

    def ban_network(self, text: str, seconds: int | None, who: str, why: str) -> tuple[Ban, Durable]:
        """Nobody from these addresses comes in any more. Raises BadBan."""
        return self._add(Banned.NETWORK, str(network_of(text)), "", seconds, who, why)

    def lift(self, id: int, who: str) -> tuple[Ban, Durable]:
        """End a ban. Raises BadBan."""
        self._expire()
        ban = self._all.pop(id, None)
        if ban is None:
            raise BadBan(f"There is no ban {id} in force: `unotty admin bans` lists those that are.")
        self._index()
        return ban, self._keeper.lift(ban, int(self._wall()), who)

    def audit(self, who: str, act: str, about: str) -> Durable:
        """Write down what an operator did."""
        return self._keeper.audit(int(self._wall()), who, act, about)

    def _add(
        self, banned: Banned, target: str, name: str, seconds: int | None, who: str, why: str, marks: tuple[str, ...] = ()
    ) -> tuple[Ban, Durable]:
        self._expire()
        if len(self._all) >= MOST:
            raise BadBan(f"{MOST} bans are in force, which is as many as there may be: lift some, or ban a wider network.")
        now = int(self._wall())
        self._last += 1
        until = None if seconds is None else now + seconds
        ban = Ban(self._last, banned, target, name, now, until, who, clean(why, WHY), marks)
        self._all[ban.id] = ban
        self._index()
        return ban, self._keeper.keep(ban)

    def _valid(self, ban: Ban | None) -> Ban | None:
        return ban if ban is not None and (ban.until is None or ban.until > self._wall()) else None

    def _expire(self) -> None:
        over = [ban for ban in self._all.values() if self._valid(ban) is None]
        for ban in over:
            del self._all[ban.id]
        if over:
            self._index()

    def _index(self) -> None:
        """Of two bans of one target, that which lasts longer counts."""
        self._accounts, self._networks = {}, {}
        for ban in _by_end(self._all.values()):
            if ban.banned is Banned.KEY:
                self._accounts.update((known, ban) for known in (ban.target, *ban.marks))
            else:
                net = ip_network(ban.target)
                number = int(net.network_address) >> (net.max_prefixlen - net.prefixlen)
                self._networks.setdefault((net.version, net.prefixlen), {})[number] = ban


def network_of(text: str) -> Network:
    """The network an operator means; bits behind the prefix do not count. Raises BadBan: no network, or this machine's own."""
    try:
        net = ip_network(text.strip(), strict=False)
    except ValueError:
        raise BadBan(f"{text!r} is not a network: write one like 203.0.113.0/24, 203.0.113.7 or 2001:db8:1:2::/64.") from None
    if isinstance(net, IPv6Network) and net.prefixlen >= 96 and net.network_address.ipv4_mapped is not None:
        net = ip_network(f"{net.network_address.ipv4_mapped}/{net.prefixlen - 96}")
    if any(local.version == net.version and local.overlaps(net) for local in LOCAL):
        raise BadBan(f"{net} holds this machine itself, and with it every proxy on it: ban a network without it.")
    return net


def _by_end(bans: Iterable[Ban]) -> list[Ban]:
    return sorted(bans, key=lambda ban: (ban.until is None, ban.until or 0))
