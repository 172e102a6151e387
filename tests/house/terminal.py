"""`Terminal`: one connection of somebody. Everything it is told is traced, and held against the laws of being told."""

from __future__ import annotations

from collections import Counter, deque
from random import Random
from typing import Final, Protocol

from client import wire
from client.link import Link
from client.protocol import (
    LOBBY,
    Body,
    Command,
    Leave,
    Message,
    Mute,
    Noticed,
    Past,
    Patch,
    Rename,
    Replay,
    Reply,
    Said,
    Seek,
    Set,
    Snapshot,
    Stage,
    Sync,
    TableView,
    Top,
)
from client.refusals import SENTENCES
from engine.events import Dealt, Event
from engine.moves import Move, Resign
from engine.observe import observe_event
from engine.refusal import SENTENCES as OF_MOVES
from engine.view import SPECTATOR
from server.lobby.codes import LENGTH
from server.lobby.people import Person, Session
from tests.house.ledger import Ledger
from tests.house.life import Life
from tests.server.peeking import leak
from tests.sim.laws import check

AT_ONCE: Final = (Rename, Set, Mute, Replay, Seek, Top, Past)
"""What is answered without waiting for the disk."""
GOING: Final = (Leave, Resign)
"""The table may be over then: that it does not come back is not waited for."""
IS_OVER: Final = (Stage.ROUND_OVER, Stage.MATCH_OVER)


class Desk(Protocol):
    """What a terminal needs of the game."""

    ledger: Ledger
    look: Random
    counts: Counter[str]

    broken: Exception | None

    def trace(self, terminal: int, message: bytes) -> None:
        """Write down what a terminal was told."""

    def soon(self, terminal: Terminal) -> None:
        """The server has ended this terminal's session."""


class Terminal:
    """`link` is what its owner sees; he takes from `inbox` when he looks (`pump`)."""

    def __init__(self, desk: Desk, life: Life, person: Person, number: int) -> None:
        self.number = number
        self.inbox: deque[tuple[Message, int]] = deque()
        """Messages, and how much of the journal was acknowledged when each came."""
        self.asked: Counter[int] = Counter()
        """How many answers are due to each command."""
        self.is_over = False
        self.link = Link(self.send)
        self.was_deaf = False
        """Did its owner ever mute anybody? What they said meanwhile he never heard."""
        self.versions: dict[str, int] = {}
        self._asking = ""
        self._desk, self._life = desk, life
        self._bodies: dict[int, Body] = {}
        self._floors: dict[int, int] = {}
        """What must be acknowledged before an answer may be good news."""
        self._match, self._places = "", frozenset[int]()
        """The match that is shown, and how many of its events were told."""
        self._is_following = False
        self.session: Session = life.lobby.connect(person, self._deliver, lambda sentence: desk.soon(self))

    # ── up ───────────────────────────────────────────────────────────────────────────────────────────────────

    def send(self, command: Command) -> None:
        """Ask for something."""
        if self.is_over:
            return
        self.asked[command.id] += 1
        self._bodies[command.id] = command.body
        self._desk.counts["moves" if isinstance(command.body, Move) else "commands"] += 1
        table = self._asking = command.table or self.session.at or ""
        self._life.lobby.handle(self.session, command)
        if self.asked[command.id] and command.id not in self._floors:
            self._floors[command.id] = self._desk.ledger.newest.get(table, 0)

    # ── down ─────────────────────────────────────────────────────────────────────────────────────────────────

    def _deliver(self, message: Message) -> None:
        try:
            self._take(message)
        except Exception as broken:
            self._desk.broken = broken  # the lobby would only write it to its log
            raise

    def _take(self, message: Message) -> None:
        check(not self.is_over, "nobody is told anything after the end", message)
        packed = wire.pack(message)
        self._desk.trace(self.number, packed)
        if self._desk.look.random() < 0.05:
            check(wire.unpack_message(packed) == message, "a message comes out of the wire as it went in", message)
        if isinstance(message, Reply):
            self._answered(message)
        self.inbox.append((message, self._desk.ledger.acked))

    def _answered(self, reply: Reply) -> None:
        refusal = reply.refusal
        if refusal is not None:
            known = SENTENCES.get(refusal.code) or OF_MOVES.get(refusal.code)
            check(known is not None, "refusals have known codes", refusal)
            assert known is not None
            check(known.format_map(refusal.facts) == refusal.sentence, "a refusal says what its template does", refusal)
            self._desk.counts[f"refused {refusal.code}"] += 1
            check(refusal.code not in ("fault", "broken"), "nothing goes wrong on our side", reply)
        if not reply.id:
            return
        check(self.asked[reply.id] > 0, "every command is answered once", reply)
        self.asked[reply.id] -= 1
        body = self._bodies[reply.id]
        if refusal is None and not isinstance(body, AT_ONCE):
            table = reply.table or self._asking
            floor = self._floors.get(reply.id, self._desk.ledger.newest.get(table, 0))
            is_safe = isinstance(body, GOING) or (isinstance(body, Sync) and table in ("", LOBBY))
            check(is_safe or floor <= self._desk.ledger.acked, "nothing is acknowledged before it is durable", (body, reply))

    def check_answered(self) -> None:
        """Once there was time for it: every command has its answer."""
        check(not +self.asked, "every command is answered", [self._bodies[number] for number in +self.asked])

    def pump(self, most: int = 1_000_000) -> None:
        """Look at what has arrived."""
        while self.inbox and most:
            self._hear(*self.inbox.popleft())
            most -= 1

    def _hear(self, message: Message, acked: int) -> None:
        if isinstance(message, Patch):
            check(message.version > message.base, "versions rise", message)
            check(self.versions.get(message.topic) == message.base, "patches follow each other", (self.versions, message))
        if not isinstance(message, Reply):
            self.versions[message.topic] = message.version
        self.link.deliver(message)
        self.was_deaf |= self.link.lobby is not None and bool(self.link.lobby.muted)
        table = self.link.table
        if isinstance(message, Reply) or len(message.topic) != LENGTH:
            return
        if table is None or table.code != message.topic:
            self._is_following = False
            return
        if self._desk.look.random() < 0.25:
            check(not (told := leak(message, table.you, table.stage in IS_OVER)), "nothing hidden gets out", told)
        self._follow(message, table, acked)

    def _follow(self, message: Snapshot | Patch, table: TableView, acked: int) -> None:
        """What was told of the match is what the journal has."""
        match, game = _match_of(table), table.game
        if not match or game is None:
            self._is_following = False
            return
        ledger = self._desk.ledger
        if isinstance(message, Snapshot):
            self._match, self._places = match, ledger.find(match, game, table.options)
        else:
            told: list[Event] = [one for one in message.happened if not isinstance(one, Said | Noticed)]
            first = next((at for at, one in enumerate(told) if isinstance(one, Dealt) and one.round == 1), None)
            if first is not None:
                told, self._match, self._places, self._is_following = told[first:], match, frozenset({0}), True
            if not self._is_following:
                return
            viewer = SPECTATOR if table.you is None else table.you
            log, length = ledger.matches[self._match].events, len(told)
            self._places = frozenset(
                [at + length for at in self._places if [observe_event(one, viewer) for one in log[at : at + length]] == told]
            )
        self._is_following = True
        check(bool(self._places), "what is told is what the journal was given", message)
        rows = [ledger.number(self._match, place) for place in self._places]
        check(any(0 < row <= acked for row in rows), "nothing is told before it is durable", (rows, acked, message))


def _match_of(table: TableView) -> str:
    if table.lesson or table.seal is None:
        return ""
    if table.stage is Stage.MATCH_OVER:
        return table.proof.match if table.proof else ""
    return table.seal.match
