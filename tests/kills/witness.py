"""`Witness`: plays at random through a real ssh connection, as fast as it is let, and remembers all that it was told."""

from __future__ import annotations

import json
from random import Random

from client import wire
from client.link import Link
from client.protocol import Command, Ready, Rematch, Reply, Stage, TableView
from engine.cards import Card
from engine.moves import Move, NextRound, Play, Resign
from engine.view import PlayerView
from tests.e2e.house import House
from tests.e2e.program import Program


class Witness:
    """One person with a key. `told` are the games he was shown in this life of the server, oldest first."""

    def __init__(self, house: House, name: str, random: Random) -> None:
        self.name = name
        self.told: list[PlayerView] = []
        self.played: list[Card] = []
        """Cards whose play was acknowledged, in the whole match."""
        self.match = ""
        self._house, self._random = house, random
        self.come()

    def come(self) -> None:
        """Connect, for the first time or again."""
        self.program: Program = self._house.program(self.name)
        self.link = Link(self._send)
        self.told = []
        self._asked: dict[int, Move] = {}
        self._taken = 0
        self._decided: object = None

    def _send(self, command: Command) -> None:
        pipe = self.program.process.stdin
        assert pipe is not None
        try:
            pipe.write(wire.command_to_json(command) + b"\n")
            pipe.flush()
        except BrokenPipeError:
            pass  # the server was killed: what was asked for is not acknowledged

    def glance(self) -> None:
        """Take in what has arrived, and do what there is to do."""
        for raw in self.program.messages[self._taken :]:
            self._taken += 1
            self._hear(json.dumps(raw).encode())
        table = self.link.table
        if table is not None and table.you is not None:
            self._act(table)

    def _hear(self, line: bytes) -> None:
        message = wire.message_from_json(line)
        self.link.deliver(message)
        table = self.link.table
        if isinstance(message, Reply):
            move = self._asked.pop(message.id, None)
            if message.refusal is None and isinstance(move, Play):
                self.played.append(move.card)
            elif message.refusal is not None:
                self._decided = None
            return
        if table is None or table.game is None:
            return
        assert table.seal is not None
        if table.seal.match != self.match and table.stage is Stage.PLAYING:
            self.match, self.played, self.told = table.seal.match, [], []
        if not self.told or self.told[-1] != table.game:
            self.told.append(table.game)

    def _act(self, table: TableView) -> None:
        decision = (self.link.version, table.stage)
        if decision == self._decided or self._asked:
            return
        self._decided = decision
        if table.stage is Stage.ROUND_OVER:
            self.link.request(Ready())
        elif table.stage is Stage.MATCH_OVER:
            self.link.request(Rematch())
        elif table.stage is Stage.PLAYING and table.game is not None:
            moves = [move for move in table.game.legal if not isinstance(move, Resign | NextRound)]
            if moves:
                move = self._random.choice([one for one in moves if isinstance(one, Play)] or moves)
                self._asked[self.link.request(move)] = move
