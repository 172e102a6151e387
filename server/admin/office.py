"""The office: does what the operator asks for. Every command is a method, in the table at the end of `Office`."""

from __future__ import annotations

import logging
import os
from collections import Counter
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final, NamedTuple, Protocol

from client.text import later
from client.usertext import clean
from engine.refusal import Refused
from server.admin.barrier import Barrier, known
from server.admin.drain import Drain
from server.admin.facts import ban_facts, conduct_facts, person_facts, session_facts, table_facts
from server.admin.people import find_member, find_person, find_seat, is_same
from server.admin.spans import seconds_in, span_of
from server.admin.speech import Answer, Mistake, Plain, Request
from server.admin.waiting import is_kept
from server.config import VERSION
from server.health import Health
from server.lobby.bans import BadBan, Ban, Bans
from server.lobby.board import NOTICE_CELLS
from server.lobby.clock import Clock
from server.lobby.lobby import Lobby
from server.lobby.people import Person
from server.logs import facts
from server.metrics import resident
from server.ssh.toll import LEDGER

log = logging.getLogger("unotty.admin")

KICKED: Final = later("The operator of this server ended your session.")
DRAIN: Final = "5m"
DEAREST: Final = 3
"""Sessions whose cost is told."""
SHOWN: Final = 200
"""Cells of an operator's words in the audit trail."""


class Connections(Protocol):
    """The listener, as the office needs it."""

    @property
    def connections(self) -> int:
        """How many are open, logged in or not."""

    def expel(self, concerns: Callable[[str, Person | None], bool], sentence: str) -> int:
        """End every connection this is true of, by its address and who it is (None: not known yet)."""


class Isolated(Protocol):
    """A table that could not be read at the start."""

    @property
    def code(self) -> str:
        """Its code."""

    @property
    def why(self) -> str:
        """What is wrong with it."""

    @property
    def at(self) -> int:
        """When that was found, in seconds since the epoch."""


@dataclass(frozen=True, slots=True)
class Rooms:
    """What the office reaches into."""

    lobby: Lobby
    connections: Connections
    bans: Bans
    backup: Callable[[Path], Awaitable[dict[str, Plain]]]
    """Write a whole and proved copy to a new file; its `bytes`, how many `matches`, and what is `broken`. Raises Mistake."""
    quarantined: Callable[[], Awaitable[Sequence[Isolated]]]
    health: Health
    clock: Clock
    stop: Callable[[], None]
    """Ask the server to end."""
    turned_away: Callable[[], Mapping[str, int]] = dict
    """Who was not let in since the start, by reason."""
    workers: Callable[[], Mapping[str, int] | None] = lambda: None
    """The `count` of worker processes and their `memory` together, in bytes; None: there are none."""


class Office:
    """One running server's."""

    def __init__(self, rooms: Rooms) -> None:
        self._lobby, self._connections, self._bans = rooms.lobby, rooms.connections, rooms.bans
        self._rooms, self._health, self._clock = rooms, rooms.health, rooms.clock
        self.barrier = Barrier(rooms.bans, rooms.lobby.accounts)
        self.drain = Drain(rooms.lobby, rooms.clock, rooms.stop)
        self._opened = rooms.clock.wall()

    async def serve(self, request: Request, who: str) -> Answer:
        """Do what the operator called `who` asks for. Raises Mistake."""
        act = COMMANDS.get(request.command)
        if act is None:
            raise Mistake(f"There is no command {clean(request.command, 32)!r}: `unotty admin --help` has those there are.")
        if wrong := set(request.words) - set(act.words):
            raise Mistake(f"The command {request.command} takes no {clean(min(wrong), 32)!r}.")
        try:
            return Answer(True, await act.do(self, request.words, who))
        except (BadBan, Refused) as no:
            raise Mistake(no.sentence if isinstance(no, Refused) else str(no)) from None

    # ── looking ──────────────────────────────────────────────────────────────────────────────────────────────

    async def _tables(self, words: Mapping[str, str], who: str) -> dict[str, Plain]:
        return {"tables": [table_facts(table) for table in self._lobby.tables]}

    async def _people(self, words: Mapping[str, str], who: str) -> dict[str, Plain]:
        people: list[Plain] = [person_facts(member) for member in self._lobby.members]
        return {"people": people}

    async def _status(self, words: Mapping[str, str], who: str) -> dict[str, Plain]:
        stages = Counter(table.stage.value for table in self._lobby.tables)
        workers = self._rooms.workers()
        return {
            "version": VERSION,
            "pid": os.getpid(),
            "up": int(self._clock.wall() - self._opened),
            "people": len(self._lobby.members),
            "connections": self._connections.connections,
            "tables": {stage: stages[stage] for stage in sorted(stages)},
            "bans": len(self._bans.active),
            "stalled": self._health.stalled or None,
            "draining": self.drain.left,
            "rounds": self.drain.rounds,
            "memory": resident(),
            "workers": dict(workers) if workers is not None else None,
            "turned_away": dict(self._rooms.turned_away()),
            "dearest": [session_facts(toll) for toll in LEDGER.dearest(DEAREST)],
            "slowed": LEDGER.slowed,
        }

    async def _quarantine(self, words: Mapping[str, str], who: str) -> dict[str, Plain]:
        found = await self._rooms.quarantined()
        return {"tables": [{"code": one.code, "why": one.why, "at": one.at} for one in found]}

    # ── acting ───────────────────────────────────────────────────────────────────────────────────────────────

    async def _kick(self, words: Mapping[str, str], who: str) -> dict[str, Plain]:
        target = _needed(words, "who")
        if ":" in target:
            table, chair = find_seat(self._lobby.tables, target)
            name = table.seats[chair].name
            table.evict(chair)
            return await self._noted(
                who, "kick", f"{name} from {table.code}", {"kicked": name, "table": table.code, "ended": 0}
            )
        member = find_member(self._lobby.members, target)
        code, sessions = member.seat_at, tuple(member.sessions)
        self._unseat(code, member.person.id)
        for session in sessions:
            session.close(KICKED)
        accounts = self._lobby.accounts
        self._connections.expel(lambda address, person: is_same(person, member.person, accounts), KICKED)
        told: dict[str, Plain] = {"kicked": member.name, "table": code, "ended": len(sessions)}
        return await self._noted(who, "kick", member.name, told)

    async def _conduct(self, words: Mapping[str, str], who: str) -> dict[str, Plain]:
        person = find_person(self._lobby.members, self._lobby.accounts, _needed(words, "name"))
        return conduct_facts(person.name, self._lobby.reputation.of(person), self._clock.wall())

    async def _forgive(self, words: Mapping[str, str], who: str) -> dict[str, Plain]:
        person = find_person(self._lobby.members, self._lobby.accounts, _needed(words, "name"))
        self._lobby.reputation.forgive(person)
        return await self._noted(who, "forgive", person.name, {"forgiven": person.name})

    async def _ban_key(self, words: Mapping[str, str], who: str) -> dict[str, Plain]:
        name = _needed(words, "name")
        if name.startswith("~"):
            raise Mistake(f"{clean(name, 20)} is a guest, who has no key: ban the network that `unotty admin people` shows.")
        account = self._lobby.accounts.named(name)
        if account is None:
            raise Mistake(f"Nobody who has an account here is called {clean(name, 20)!r}.")
        marks = known(account)[1:]
        ban, kept = self._bans.ban_account(account.id, marks, account.name, _span(words, "for"), who, words.get("reason", ""))
        self._unseat(next((one.seat_at for one in self._lobby.members if one.person.id == account.id), None), account.id)
        ended = self._enforce(ban)
        return await self._noted(
            who, "ban", f"{ban.id}: key {account.name}", {"ban": ban_facts(ban), "ended": ended}, await is_kept(kept)
        )

    async def _ban_network(self, words: Mapping[str, str], who: str) -> dict[str, Plain]:
        cidr, reason = _needed(words, "network"), words.get("reason", "")
        ban, kept = self._bans.ban_network(cidr, _span(words, "for"), who, reason)
        ended = self._enforce(ban)
        return await self._noted(
            who, "ban", f"{ban.id}: {ban.target}", {"ban": ban_facts(ban), "ended": ended}, await is_kept(kept)
        )

    async def _bans_listed(self, words: Mapping[str, str], who: str) -> dict[str, Plain]:
        return {"bans": [ban_facts(ban) for ban in self._bans.active]}

    async def _unban(self, words: Mapping[str, str], who: str) -> dict[str, Plain]:
        number = _needed(words, "id")
        if not (number.isascii() and number.isdecimal() and len(number) < 16):
            raise Mistake(f"{clean(number, 20)!r} is not the number of a ban: `unotty admin bans` lists them.")
        ban, kept = self._bans.lift(int(number), who)
        return await self._noted(
            who, "unban", f"{ban.id}: {ban.name or ban.target}", {"ban": ban_facts(ban)}, await is_kept(kept)
        )

    async def _broadcast(self, words: Mapping[str, str], who: str) -> dict[str, Plain]:
        text = clean(words.get("text", ""), NOTICE_CELLS)
        self._lobby.board.announce(text)
        told: dict[str, Plain] = {"text": text, "people": sum(bool(one.sessions) for one in self._lobby.members)}
        return await self._noted(who, "broadcast", text, told)

    async def _drain(self, words: Mapping[str, str], who: str) -> dict[str, Plain]:
        seconds = _span(words, "in") or seconds_in(DRAIN)
        self._health.is_draining = True
        self.drain.begin(seconds, span_of(seconds))
        return await self._noted(who, "drain", span_of(seconds), {"seconds": seconds, "rounds": self.drain.rounds})

    async def _backup(self, words: Mapping[str, str], who: str) -> dict[str, Plain]:
        path = Path(_needed(words, "path"))
        if not path.is_absolute():
            raise Mistake("A backup needs a whole path, as seen by the server: one that begins with a slash.")
        return await self._noted(who, "backup", str(path), {"path": str(path), **await self._rooms.backup(path)})

    # ── inside ───────────────────────────────────────────────────────────────────────────────────────────────

    def _unseat(self, code: str | None, id: str) -> None:
        for table in self._lobby.tables:
            for chair, seat in enumerate(table.seats):
                if table.code == code and seat.member is not None and seat.member.person.id == id:
                    table.evict(chair)
                    return

    def _enforce(self, ban: Ban) -> int:
        """End what is open against a ban; how many connections that was."""
        barrier = self.barrier

        def concerns(address: str, person: Person | None) -> bool:
            return bool(barrier.of_address(address) or (person is not None and barrier.of_person(person)))

        return self._connections.expel(concerns, ban.sentence)

    async def _noted(self, who: str, act: str, about: str, told: dict[str, Plain], was_kept: bool = True) -> dict[str, Plain]:
        """Write an act down, in the log and in the trail; what is told of it."""
        about = clean(about, SHOWN)
        log.info("%s by %s: %s", act, who, about, extra=facts(act=act, who=who, about=about))
        return {**told, "kept": await is_kept(self._bans.audit(who, act, about)) and was_kept}


def _needed(words: Mapping[str, str], name: str) -> str:
    if not (text := words.get(name, "").strip()):
        raise Mistake(f"That needs `{name}`.")
    return text


def _span(words: Mapping[str, str], name: str) -> int | None:
    if name not in words:
        return None
    try:
        return seconds_in(words[name])
    except ValueError as error:
        raise Mistake(str(error)) from None


class Act(NamedTuple):
    """A command: the words it takes, and what does it."""

    words: tuple[str, ...]
    do: Callable[[Office, Mapping[str, str], str], Awaitable[dict[str, Plain]]]


COMMANDS: Final = {
    "status": Act((), Office._status),
    "tables": Act((), Office._tables),
    "people": Act((), Office._people),
    "quarantine": Act((), Office._quarantine),
    "kick": Act(("who",), Office._kick),
    "conduct": Act(("name",), Office._conduct),
    "forgive": Act(("name",), Office._forgive),
    "ban-key": Act(("name", "for", "reason"), Office._ban_key),
    "ban-network": Act(("network", "for", "reason"), Office._ban_network),
    "bans": Act((), Office._bans_listed),
    "unban": Act(("id",), Office._unban),
    "broadcast": Act(("text",), Office._broadcast),
    "drain": Act(("in",), Office._drain),
    "backup": Act(("path",), Office._backup),
}
