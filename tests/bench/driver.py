"""Plays for whoever is on turn, so that every table makes one move a second while real clients look on and press keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from random import Random

from client.protocol import LOBBY, Command, Create, Leave, Message, Reply, Snapshot, Start, TableView
from engine.cards import Color
from engine.moves import Move, Play
from engine.view import Phase
from server.lobby.lobby import Lobby
from server.lobby.people import Person, Session
from tests.bench.engine import choose

SEATS = 10
FIELDS = ("turn", "legal", "phase", "counts")
"""What a player must know of the game to move."""
Deliver = Callable[[Message], None]


class Ear:
    """Listens in on what one session is sent about its table, and remembers what a player must know to move."""

    def __init__(self) -> None:
        self.session: Session
        self.table = ""
        """The code that the last `Create` or `Join` led to."""
        self.version = 0
        self.known: dict[str, object] = {}
        """The newest fields of the table's view, named as in a patch."""

    def hear(self, message: Message) -> None:
        """A message on its way to the player."""
        if isinstance(message, Reply):
            self.table = message.table or self.table
        elif message.topic == LOBBY:
            return
        elif isinstance(message, Snapshot):
            assert isinstance(message.view, TableView)
            view, game = message.view, message.view.game
            self.table, self.version = message.topic, message.version
            self.known = {"you": view.you, "host": view.host}
            if game is not None:
                self.known |= {f"game.{name}": getattr(game, name) for name in FIELDS}
        else:
            self.version = message.version
            self.known.update(message.changes)
            first = message.changes.get("game")
            if first is not None:  # the first deal comes as a whole
                self.known |= {f"game.{name}": getattr(first, name) for name in FIELDS}

    @property
    def is_host(self) -> bool:
        """May this player deal?"""
        return self.known.get("you") is not None and self.known["you"] == self.known["host"]

    @property
    def is_on_turn(self) -> bool:
        """Must this player act?"""
        over = self.known.get("game.phase") in (None, Phase.ROUND_OVER, Phase.MATCH_OVER)
        return not over and self.known["you"] is not None and self.known["you"] == self.known["game.turn"]

    @property
    def legal(self) -> tuple[Move, ...]:
        """What this player may do."""
        return self.known.get("game.legal", ())  # type: ignore[return-value]  # a patch's changes have no types


class Driver:
    """Opens tables and moves at them, through the lobby's own calls and with the players' own sessions."""

    def __init__(self, lobby: Lobby) -> None:
        self._lobby = lobby
        self._random = Random(1)
        self._openers: list[Ear] = []
        self._tables: dict[str, list[Ear]] = {}
        self._timers: list[asyncio.TimerHandle] = []
        self._ears: list[Ear] = []
        self._connect, self._disconnect = lobby.connect, lobby.disconnect
        lobby.connect = self._overhear  # type: ignore[method-assign]  # so that every session can be listened in on
        lobby.disconnect = self._forget  # type: ignore[method-assign]  # so that none is kept in memory
        self.moves = 0

    def _overhear(self, person: Person, deliver: Deliver, close: Callable[[str], None] = lambda sentence: None) -> Session:
        ear = Ear()

        def both(message: Message) -> None:
            ear.hear(message)
            deliver(message)

        ear.session = self._connect(person, both, close)
        self._ears.append(ear)
        return ear.session

    def _forget(self, session: Session) -> None:
        self._ears = [ear for ear in self._ears if ear.session is not session]
        self._disconnect(session)

    def open(self, count: int) -> list[str]:
        """Open tables of ten, each held by somebody of ours until `leave`; their codes."""
        for number in range(count):
            self._lobby.connect(Person(f"bench:{number}", "opener", guest=False), lambda _: None)
            opener = self._ears[-1]
            self._lobby.handle(opener.session, Command(1, "", 0, Create(seats=SEATS)))
            self._openers.append(opener)
        return [opener.session.at or "" for opener in self._openers]  # the answer comes once it is on the disk

    def leave(self) -> None:
        """Our people give their chairs up; the first player to have come is the host now, and a lonely table is closed."""
        for opener in self._openers:
            self._lobby.handle(opener.session, Command(2, opener.session.at or "", 0, Leave()))
            self._lobby.disconnect(opener.session)
        self._openers = []

    def start(self) -> None:
        """Deal at every full table."""
        for ear in self._ears:
            if ear.session.is_alive and ear.known.get("you") is not None:
                self._tables.setdefault(ear.table, []).append(ear)
        for players in self._tables.values():
            host = next(ear for ear in players if ear.is_host)
            self._lobby.handle(host.session, Command(0, host.table, host.version, Start()))

    def go(self) -> None:
        """One move a second at every table, the tables spread over the second."""
        loop = asyncio.get_running_loop()
        for number, players in enumerate(self._tables.values()):
            due = loop.time() + 1 + number / len(self._tables)
            self._timers.append(loop.call_at(due, self._step, number, players, due))

    def stop(self) -> None:
        """No more moves."""
        for timer in self._timers:
            timer.cancel()
        self._timers, self._tables, self._ears = [], {}, []

    def _step(self, number: int, players: list[Ear], due: float) -> None:
        self._timers[number] = asyncio.get_running_loop().call_at(due + 1, self._step, number, players, due + 1)
        mover = next((ear for ear in players if ear.is_on_turn), None)
        if mover is not None and mover.session.is_alive:
            self._lobby.handle(mover.session, decision(mover, self._random))
            self.moves += 1


def decision(mover: Ear, random: Random) -> Command:
    """A move for the player on turn; a wild's colour is named with it, as a player's screen does."""
    move = choose(mover.legal, random)
    if isinstance(move, Play) and move.card.is_wild:
        move = replace(move, color=random.choice(list(Color)))
    return Command(0, mover.table, mover.version, move)
