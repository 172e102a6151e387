"""The desk: what somebody may do about his own account from the door: see it, add and remove keys, take all of it, go."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from client.text import later
from server.lobby.accounts import Account, Accounts, iso, moment
from server.lobby.clock import Clock
from server.lobby.codes import ALPHABET
from server.lobby.history import History
from server.lobby.journal import Durable
from server.lobby.people import Member, Person, Session
from server.lobby.ration import Ration
from server.lobby.table import Table

CODE: Final = 8
CODE_SECONDS: Final = 600.0
"""How long the code for another key may be used, once."""
GUESSES: Final = (5, 600.0)
"""So many wrong codes are heard from one network address in so many seconds."""
KEYS: Final = 10
"""Of one account."""

GUEST: Final = later(
    "You are a guest: of guests nothing is stored but the name in the games they played. "
    "Come with an SSH key (make one with `ssh-keygen`)."
)
NOTHING: Final = later("Nothing is stored about your key: it has no account until you come to play with `ssh -t {host}`.")
PASSING: Final = later("Your account lasts for this visit only: come back in 10 minutes to have one that is kept.")
SEATED: Final = later("You have a seat at table {code}: go there with `ssh -t {host}`, leave it, and then do this again.")
BAD_CODE: Final = later(
    "That code is wrong, used or too old: type `ssh {host} key` with the key that has the account for a new one."
)
TOO_MANY_CODES: Final = later("Too many wrong codes came from your address: wait 10 minutes.")
SAME: Final = later("This key already opens that account.")
FULL: Final = later(
    "That account has {count} keys, which is as many as it may: remove one with `ssh {host} key remove NUMBER`."
)
HAS_GAMES: Final = later(
    "This key has an account of its own, {name}, with games that cannot be carried over: "
    "if you can do without them, type `ssh {host} me delete {name}` with this key first."
)
NO_SUCH_KEY: Final = later("There is no key of that number: type `ssh {host} me` to see them.")
LAST_KEY: Final = later("That is the only key of your account: add another one first, or type `ssh {host} me delete` to go.")
MOVED: Final = later("Your key opens another account now: connect again.")
REMOVED: Final = later("This key was removed from its account.")
DELETED: Final = later("Your account was deleted. Goodbye.")


class Declined(Exception):
    """It is not done; the template is one sentence with `{host}` where that is what people type after `ssh`."""

    def __init__(self, template: str, **facts: object) -> None:
        self.template, self.facts = template, facts
        super().__init__(template.format_map({"host": "{host}", **facts}))


@dataclass(frozen=True, slots=True)
class Ticket:
    """What lets another key into an account, once."""

    account: str
    until: float
    """On the lobby's clock."""


class Changed(NamedTuple):
    """An account that was given a key, or had one taken away; certain when it is durable."""

    name: str
    durable: Durable


class Desk:
    """Answers whoever proved his key at the door. Nobody gets an account here who has none."""

    def __init__(
        self,
        clock: Clock,
        accounts: Accounts,
        history: History,
        member: Callable[[str], Member | None],
        disconnect: Callable[[Session], None],
        tables: Callable[[], Iterable[Table]],
    ) -> None:
        """`member` knows who is here or has a seat, by account; `disconnect` takes a session out of the lobby."""
        self._clock, self._accounts, self._history = clock, accounts, history
        self._member, self._disconnect, self._tables = member, disconnect, tables
        self._tickets: dict[str, Ticket] = {}
        """By code; at most one an account."""
        self._guesses = Ration(clock, *GUESSES)

    def account(self, person: Person) -> Account:
        """What is stored about somebody. Raises `Declined`."""
        if person.guest:
            raise Declined(GUEST)
        account = self._accounts.of(self._accounts.mark(person.id))
        if account is None:
            raise Declined(NOTHING)
        return account

    def key_number(self, person: Person) -> int:
        """Which of his account's keys somebody came with, from 1."""
        mark = self._accounts.mark(person.id)
        return 1 + [key.mark for key in self.account(person).keys].index(mark)

    def export(self, person: Person, told: Callable[[dict[str, object]], None]) -> None:
        """Tell everything that is stored about somebody, ready for JSON. Raises `Declined`."""
        account = self.account(person)

        def found(bans: Sequence[dict[str, object]]) -> None:
            record = {"account": self.record(account), "bans": list(bans)}
            self._history.of_person(account.id, lambda games: told({**record, **games}))

        self._accounts.bans(account, found)

    def is_paused(self, account: Account) -> bool:
        """Are public tables closed to somebody for a while?"""
        return account.conduct.left(self._clock.wall()) > 0

    def record(self, account: Account) -> dict[str, object]:
        """What is stored of an account, ready for JSON."""
        keys = [{"kind": key.kind, "added": iso(key.added), "mark": key.mark} for key in account.keys]
        muted = [other.called for one in account.muted if (other := self._accounts.get(one)) is not None]
        return {
            "id": account.id,
            "name": account.name,
            "tag": account.tag,
            "created": iso(account.created),
            "seen": iso(account.seen),
            "games": account.games,
            "kept": account.is_kept,
            "settings": dict(account.settings),
            "muted": muted,
            "conduct": [outcome.word for outcome in account.conduct.outcomes],
            "pause_until": moment(account.conduct.until) if self.is_paused(account) else None,
            "keys": keys,
        }

    # ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────

    def ticket(self, person: Person) -> str:
        """A new code for another key; the one before is worth nothing any more. Raises `Declined`."""
        account = self.account(person)
        if not account.is_kept:
            raise Declined(PASSING)
        self._check_room(account)
        now = self._clock.now()
        self._tickets = {
            code: ticket for code, ticket in self._tickets.items() if ticket.until > now and ticket.account != account.id
        }
        code = "".join(secrets.choice(ALPHABET) for _ in range(CODE))
        self._tickets[code] = Ticket(account.id, now + CODE_SECONDS)
        return code

    def link(self, person: Person, code: str) -> Changed:
        """Let the key that somebody came with open the account of the code. Raises `Declined`; then the code is still good.

        A key that opened another account leaves it; if that has no other key, it is gone. One with games has to be deleted by
        its owner first, and nobody moves away from a seat.
        """
        if person.guest:
            raise Declined(GUEST)
        mark, code = self._accounts.mark(person.id), code.replace("-", "").upper()
        if person.source and self._guesses.is_used_up(person.source):  # empty: this machine, or everybody behind a proxy on it
            raise Declined(TOO_MANY_CODES)
        ticket = self._tickets.get(code)
        target = self._accounts.get(ticket.account) if ticket and ticket.until > self._clock.now() else None
        if target is None:
            self._guesses.admits(person.source)
            raise Declined(BAD_CODE)
        old = self._accounts.of(mark)
        if old is target:
            raise Declined(SAME)
        self._check_room(target)
        if old is not None:
            self._check_leaving(old)
            self._close(old.id, MOVED, mark)
            self._erase(old) if len(old.keys) == 1 else self._accounts.remove_key(mark)
        del self._tickets[code]
        return Changed(target.called, self._accounts.add_key(target.id, mark, person.kind))

    def remove(self, person: Person, number: int) -> Changed:
        """Let one of somebody's keys open his account no longer; what is open with it ends. Raises `Declined`."""
        account = self.account(person)
        if not 1 <= number <= len(account.keys):
            raise Declined(NO_SUCH_KEY)
        if len(account.keys) == 1:
            raise Declined(LAST_KEY)
        mark = account.keys[number - 1].mark
        durable = self._accounts.remove_key(mark)
        self._forget_tickets(account)  # whoever has that key may have made one
        self._close(account.id, REMOVED, mark)
        return Changed(account.called, durable)

    # ── going ────────────────────────────────────────────────────────────────────────────────────────────────

    def delete(self, person: Person) -> tuple[Durable, Durable]:
        """Forget somebody: certain when both are done, the last of them last. Raises `Declined`.

        His matches stay, under a name that says nothing.
        """
        account = self.account(person)
        self._check_seat(account)
        self._close(account.id, DELETED)
        return self._erase(account)

    # ── inside ───────────────────────────────────────────────────────────────────────────────────────────────

    def _erase(self, account: Account) -> tuple[Durable, Durable]:
        pseudonym = "player-" + secrets.token_hex(2)
        for table in tuple(self._tables()):
            table.disown(account.id, account.name, pseudonym)
        forgotten = self._history.forget(account.id, pseudonym)
        self._forget_tickets(account)
        return forgotten, self._accounts.delete(account)

    def _forget_tickets(self, account: Account) -> None:
        self._tickets = {code: ticket for code, ticket in self._tickets.items() if ticket.account != account.id}

    def _check_leaving(self, old: Account) -> None:
        """May a key leave this account? If it is the only one, that is the end of it."""
        self._check_seat(old)
        if len(old.keys) == 1 and old.games:
            raise Declined(HAS_GAMES, name=old.called)

    def _check_seat(self, account: Account) -> None:
        member = self._member(account.id)
        if member is not None and member.seat_at is not None:
            raise Declined(SEATED, code=member.seat_at)

    def _check_room(self, account: Account) -> None:
        if len(account.keys) >= KEYS:
            raise Declined(FULL, count=KEYS)

    def _close(self, account: str, sentence: str, mark: str = "") -> None:
        """End what is open of somebody, or only what was opened with one key."""
        member = self._member(account)
        for session in tuple(member.sessions) if member else ():
            if not mark or session.key == mark:
                session.close(sentence)
                self._disconnect(session)
