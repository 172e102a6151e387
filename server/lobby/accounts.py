"""The accounts: who comes here with a key, under which name, with which other keys and what settings; and where that is kept.

All of it is in memory, loaded at the start, and written behind: `Lobby.connect` is a plain function that answers at once, so
it can wait for no disk. An account takes some 0.8 kB, 100 000 of them 80 MB. What is lost with the last moments before a
crash is a name or a setting, and no seat: the journal's rows go to the disk behind the account they speak of.
"""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from hashlib import sha256
from typing import Final, Protocol

from server.lobby import settings
from server.lobby.clock import Clock
from server.lobby.codes import ALPHABET
from server.lobby.conduct import NEWCOMER, Conduct
from server.lobby.journal import DONE, Durable
from server.lobby.names import Names
from server.lobby.ration import Ration

DAY: Final = 86400
EPOCH: Final = date(1970, 1, 1).toordinal()
SECRET_BYTES: Final = 32
IDLE_DAYS: Final = 180
FEW_GAMES: Final = 5
"""A name is let go of when it was not used for so long, by somebody who finished fewer games than this (SECURITY I3)."""
NEWCOMERS: Final = (2, 600.0)
"""So many accounts are made for one network address in so many seconds."""
TAG: Final = 4


@dataclass(frozen=True, slots=True)
class Key:
    """One key of an account. The key itself is not kept, nor its fingerprint."""

    mark: str
    """HMAC-SHA256 of the fingerprint under the server's secret, in hexadecimal."""
    kind: str
    """`ssh-ed25519`."""
    added: int
    """The day, counted from 1970-01-01 UTC."""


@dataclass(frozen=True, slots=True)
class Account:
    """What is stored about one person, games aside. Days are counted from 1970-01-01 UTC."""

    id: str
    """Random; it outlives names and keys."""
    name: str
    """Empty when another has taken over a name that lay idle; the next visit gives a new one."""
    created: int
    seen: int
    games: int = 0
    """Finished ones."""
    keys: tuple[Key, ...] = ()
    """Oldest first."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Those that differ from what holds anyway."""
    muted: tuple[str, ...] = ()
    """Whom its person does not hear, by the ids of their accounts."""
    is_kept: bool = True
    """False: made too soon after others from the same address; it is forgotten when its person has gone."""
    conduct: Conduct = NEWCOMER
    """In its person's last matches with strangers."""

    @property
    def called(self) -> str:
        """What people are told it is: its name, or its tag while it has none."""
        return self.name or self.tag

    @property
    def tag(self) -> str:
        """Four characters that tell this account from another one that had its name before."""
        digits = int.from_bytes(sha256(f"tag {self.id}".encode()).digest())
        return "".join(ALPHABET[digits // len(ALPHABET) ** place % len(ALPHABET)] for place in range(TAG))


def iso(day: int) -> str:
    """`2026-11-30`."""
    return date.fromordinal(EPOCH + day).isoformat()


def moment(seconds: int) -> str:
    """`2026-11-30 14:56`, UTC."""
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"


class Shelf(Protocol):
    """Where accounts are kept; what is put there later is there later."""

    def put(self, account: Account) -> Durable:
        """Keep an account in place of what was kept under its id."""

    def drop(self, account: Account) -> Durable:
        """Keep nothing of an account, and see that nothing of it can be read any more."""

    def bans(self, account: Account, told: Callable[[Sequence[dict[str, object]]], None]) -> None:
        """Tell every ban that an account was under, also those that are over, ready for JSON."""


class NullShelf:
    """Keeps nothing: accounts end with the server."""

    def put(self, account: Account) -> Durable:
        """Nothing to wait for."""
        return DONE

    def drop(self, account: Account) -> Durable:
        """Nothing to wait for."""
        return DONE

    def bans(self, account: Account, told: Callable[[Sequence[dict[str, object]]], None]) -> None:
        """There are none."""
        told(())


class Accounts:
    """Every account, by its id and by its keys, and the names they hold."""

    def __init__(
        self,
        clock: Clock,
        secret: bytes = b"",
        shelf: Shelf | None = None,
        kept: Iterable[Account] = (),
        fresh_id: Callable[[], str] = lambda: secrets.token_hex(8),
    ) -> None:
        """`secret` turns fingerprints into marks (empty: one for this run); `kept` is what the shelf had at the start."""
        self._clock, self._shelf, self._fresh_id = clock, shelf or NullShelf(), fresh_id
        self._secret = secret or secrets.token_bytes(SECRET_BYTES)
        self._accounts: dict[str, Account] = {}
        self._by_mark: dict[str, str] = {}
        self._names = Names(gives_up=self._gives_up)
        self._newcomers = Ration(clock, *NEWCOMERS)
        for account in kept:
            self._remember(replace(account, settings=settings.known(account.settings)) if account.settings else account)
            if account.name:
                self._names.hold(account.name, account.id)

    def __len__(self) -> int:
        return len(self._accounts)

    # ── who is who ───────────────────────────────────────────────────────────────────────────────────────

    def mark(self, fingerprint: str) -> str:
        """What stands for a key, here and on the disk."""
        return hmac.new(self._secret, fingerprint.encode(), sha256).hexdigest()

    def __getitem__(self, id: str) -> Account:
        return self._accounts[id]

    def get(self, id: str) -> Account | None:
        """The account with this id."""
        return self._accounts.get(id)

    def of(self, mark: str) -> Account | None:
        """The account that a key belongs to."""
        return self._accounts.get(self._by_mark.get(mark, ""))

    def named(self, name: str) -> Account | None:
        """The account that has this name, or one that reads like it."""
        return self._accounts.get(self._names.holder(name) or "")

    def admit(self, mark: str, kind: str, wish: str, source: str) -> Account:
        """Somebody with this key is here: his account, made if he has none, with a name.

        `wish` is what a newcomer would like to be called. `source` is the network address he comes from; empty: not counted.
        """
        today = self.today
        passing = f"passing-{self.mark(mark)[:16]}"  # it follows from the key, so that his seat is found after a restart
        account = self.of(mark) or self._accounts.get(passing)
        if account is None:
            is_kept = not source or self._newcomers.admits(source)
            account = Account(self._fresh_id() if is_kept else passing, "", today, today, is_kept=is_kept)
        elif not account.is_kept and (not source or self._newcomers.admits(source)):
            account = replace(account, is_kept=True)
        if not account.keys:
            account = replace(account, keys=(Key(mark, kind, today),))
        name = account.name
        if not name or not self._names.hold(name, account.id):
            name = self._names.give(name or wish, account.id, mark)
        account = replace(account, name=name, seen=today)
        if account != self._accounts.get(account.id):
            self._save(account)
        return account

    def recall(self, id: str, name: str) -> Account:
        """Somebody has a seat from before a restart: his account; one that was not kept is there again until he has gone."""
        account = self._accounts.get(id)
        if account is None:
            account = Account(id, self._names.give_back(name, id), self.today, self.today, is_kept=False)
            self._remember(account)
        return account

    def part(self, id: str) -> None:
        """Somebody has gone, and left no seat: an account that is not kept goes with him."""
        account = self._accounts.get(id)
        if account is not None and not account.is_kept:
            self._forget(account)

    @property
    def today(self) -> int:
        """The day, counted from 1970-01-01 UTC."""
        return int(self._clock.wall() // DAY)

    # ── what changes ─────────────────────────────────────────────────────────────────────────────────────

    def rename(self, id: str, wish: str) -> str:
        """Another name for somebody; the one he has from now on. Raises `Refused`: `bad_name`, `name_taken`."""
        account = self._accounts[id]
        name = self._names.change(account.name, wish, id)
        self._save(replace(account, name=name))
        return name

    def set(self, id: str, values: Mapping[str, str]) -> None:
        """Keep somebody's settings."""
        self._save(replace(self._accounts[id], settings=values))

    def mute(self, id: str, muted: tuple[str, ...]) -> None:
        """Keep whom somebody does not hear."""
        if muted != self._accounts[id].muted:
            self._save(replace(self._accounts[id], muted=muted))

    def behaved(self, id: str, conduct: Conduct) -> None:
        """Keep how somebody behaved."""
        self._save(replace(self._accounts[id], conduct=conduct))

    def holder(self, name: str) -> str | None:
        """The id of the account with exactly this name."""
        account = self.named(name)
        return account.id if account is not None and account.name == name else None

    def is_kept(self, id: str) -> bool:
        """Is there an account with this id, and is it one that stays?"""
        account = self._accounts.get(id)
        return account is not None and account.is_kept

    def played(self, id: str) -> None:
        """Somebody finished a game; whoever has no account is not counted."""
        account = self._accounts.get(id)
        if account is not None:
            self._save(replace(account, games=account.games + 1))

    def add_key(self, id: str, mark: str, kind: str) -> Durable:
        """A key that belongs to nobody is somebody's from now on."""
        account = self._accounts[id]
        return self._save(replace(account, keys=(*account.keys, Key(mark, kind, self.today))))

    def remove_key(self, mark: str) -> Durable:
        """A key is nobody's from now on. An account without a key is nobody's, too: it must have another."""
        account = self._accounts[self._by_mark.pop(mark)]
        return self._save(replace(account, keys=tuple(key for key in account.keys if key.mark != mark)))

    def delete(self, account: Account) -> Durable:
        """Forget somebody: done when nothing of him can be read any more. One that was not kept may be gone already."""
        if account.id in self._accounts:
            self._forget(account)
        for other in [one for one in self._accounts.values() if account.id in one.muted]:
            self.mute(other.id, tuple([one for one in other.muted if one != account.id]))
        return self._shelf.drop(account)

    def bans(self, account: Account, told: Callable[[Sequence[dict[str, object]]], None]) -> None:
        """Tell every ban that somebody was under, ready for JSON."""
        self._shelf.bans(account, told)

    # ── inside ───────────────────────────────────────────────────────────────────────────────────────────

    def _save(self, account: Account) -> Durable:
        self._remember(account)
        return self._shelf.put(account) if account.is_kept else DONE

    def _remember(self, account: Account) -> None:
        self._accounts[account.id] = account
        self._by_mark.update((key.mark, account.id) for key in account.keys)

    def _forget(self, account: Account) -> None:
        del self._accounts[account.id]
        for key in account.keys:
            self._by_mark.pop(key.mark, None)
        self._names.free(account.name, account.id)

    def _gives_up(self, id: str) -> bool:
        """Somebody else would like this account's name: is it let go of?"""
        account = self._accounts[id]
        if account.games >= FEW_GAMES or self.today - account.seen < IDLE_DAYS:
            return False
        self._names.free(account.name, id)
        self._save(replace(account, name=""))
        return True
