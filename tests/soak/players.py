"""People of the crowd who are programs: they open tables, sit down, look on, play, talk, leave, and are cut and come back."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Final

import asyncssh

from client.protocol import AddBot, Create, Join, Kind, Leave, Ready, Rematch, Say, Stage, Start, TableView, Watch
from engine.cards import Color
from engine.moves import Move, NextRound, Play, Resign
from engine.options import Options
from engine.rules.presets import PRESETS
from tests.soak.program import Program, see_a_move
from tests.soak.town import Town

WORDS: Final = ("hello", "well played", "whose turn is it?", "ساعت چند است؟", "labas vakaras", "dobro veče", "😀 gg", "again?")
SEATS: Final = (2, 3, 4, 4, 6, 10)
CLOCK: Final = 30
"""Seconds a turn, so that no table waits for long."""
AWAY: Final = (0.2, 15.0)
"""Seconds until somebody who was cut is back. His seat is kept for a minute at least."""
REGARD: Final = 25.0
"""Seconds after a match in which nobody asks for the next one, so that whoever was cut is back."""
STAY: Final = (20.0, 150.0)
"""Seconds of a visit."""
PACE: Final = (0.5, 1.6)
"""Seconds between two looks of a player."""
STUCK: Final = 100.0
"""Seconds at a table in play without a move: its turns take CLOCK, and bots a few."""
CHAT, CUT, QUIT = 0.02, 0.5, 0.1
"""Chances: of a line at each look, of a visit that ends with a cut, of one that ends by giving the seat up in a match."""


class Player:
    """One person with a key, for the whole run."""

    def __init__(self, town: Town, number: int, key: asyncssh.SSHKey | None) -> None:
        self._town, self._key = town, key
        self._random = Random(f"{town.seed} player {number}")
        self._name = f"soak{number:03d}"
        self._frames = number % 2 == 0
        self._seat = ""
        """The table at which he was cut off, in the middle of a match."""
        self._over_since = 0.0

    async def live(self) -> None:
        """One visit after the other until the end."""
        await self._town.again_and_again("a visit", self._visit, self._random, *AWAY)

    async def _visit(self) -> None:
        conn = await self._town.connect(self._name, self._key)
        try:
            program = await Program.open(self._town, conn, self._frames)
            self._town.counts["visits of programs"] += 1
            await self._find_a_place(program)
            await self._stay(program)
            await self._go(conn, program)
        finally:
            conn.abort()

    async def _find_a_place(self, program: Program) -> None:
        before, self._seat = self._seat, ""
        if before:
            self._town.counts["came back to a match"] += 1
            if program.lobby.seat != before and before in self._town.playing():
                self._town.wrong.append(f"{self._name} came back to {before} and had no seat there")
        if program.lobby.seat:
            if program.table is None:
                await program.do(Join(), program.lobby.seat)
            return
        waiting, playing, chance = self._town.waiting(), self._town.playing(), self._random.random()
        if waiting and chance < 0.6:
            await program.do(Join(), self._random.choice(waiting))
        elif playing and (len(self._town.open) >= self._town.tables or chance > 0.9):
            await program.do(Watch(), self._random.choice(playing))
            self._town.counts["looked on"] += 1
        else:
            await self._open(program)

    async def _open(self, program: Program) -> None:
        options: Options = PRESETS[self._random.choice(list(PRESETS))]
        if self._random.random() < 0.7:
            options = Options(rules="classic", target_score=None)
        seats = self._random.choice(SEATS)
        bots = ("easy", "normal", "hard")[: self._random.randrange(min(3, seats - 1) + 1)]
        if await program.do(Create(options=options, seats=seats, bots=bots, clock=CLOCK)) is None:
            self._town.counts["tables opened"] += 1
        elif program.table is None:  # whoever left too often may open tables that are not listed
            await program.do(Create(options=options, seats=4, bots=("easy",) * 3, clock=CLOCK, public=False, start=True))

    async def _stay(self, program: Program) -> None:
        loop = asyncio.get_running_loop()
        end = loop.time() + self._random.uniform(*STAY)
        self._over_since = 0.0
        while loop.time() < end and not self._town.ending.is_set() and not program.is_over:
            await self._town.rest(self._random, *PACE)
            table = program.table
            if table is None:
                return
            if self._random.random() < CHAT:
                program.ask(Say(self._random.choice(WORDS)))
                self._town.counts["lines of chat"] += 1
            if table.you is not None:
                self._act(program, table, loop.time())

    def _act(self, program: Program, table: TableView, now: float) -> None:
        if table.stage is Stage.WAITING and table.host == table.you:
            free = [chair for chair in table.chairs if chair.kind is Kind.FREE]
            if not free or (self._random.random() < 0.1 and len(free) < len(table.chairs) - 1):
                program.ask(Start())
            elif self._random.random() < 0.1:
                program.ask(AddBot("normal"))
        elif table.stage is Stage.ROUND_OVER:
            program.ask(Ready())
        elif table.stage is Stage.MATCH_OVER:
            self._over_since = self._over_since or now
            if now - self._over_since > REGARD:
                self._over_since = now
                program.ask(Rematch())
        elif table.stage is Stage.PLAYING and table.game is not None:
            self._over_since = 0.0
            moves = [move for move in table.game.legal if not isinstance(move, Resign | NextRound)]
            if moves:
                program.ask(self._chosen(moves))
                self._town.counts["moves of programs"] += 1

    def _chosen(self, moves: Sequence[Move]) -> Move:
        plays = [move for move in moves if isinstance(move, Play)]
        move = self._random.choice(plays or moves)
        if isinstance(move, Play) and move.card.is_wild and move.color is None:
            return Play(move.card, color=self._random.choice(list(Color)))
        return move

    async def _go(self, conn: asyncssh.SSHClientConnection, program: Program) -> None:
        table = program.table
        in_a_match = table is not None and table.you is not None and table.stage in (Stage.PLAYING, Stage.ROUND_OVER)
        if program.is_over:
            self._town.counts["were let go by the server"] += 1
        elif self._random.random() < CUT or (in_a_match and self._random.random() > QUIT):
            if table is not None and in_a_match and self._key is not None and table.stage is Stage.PLAYING:
                self._seat = table.code
            conn.abort()
            self._town.counts["connections cut"] += 1
        else:
            if table is not None:
                await program.do(Leave())
            program.hang_up()
            self._town.counts["left politely"] += 1


class Scout:
    """Goes from table to table, and sees that something moves at each."""

    def __init__(self, town: Town, number: int, key: asyncssh.SSHKey | None) -> None:
        self._town, self._key, self._name = town, key, f"scout{number}"
        self._random = Random(f"{town.seed} scout {number}")

    async def live(self) -> None:
        """Until the end."""
        await self._town.again_and_again("a scout", self._tour, self._random, 0.5, 1.0)

    async def _tour(self) -> None:
        conn = await self._town.connect(self._name, self._key)
        try:
            program = await Program.open(self._town, conn, frames=True)
            while not self._town.ending.is_set() and not program.is_over:
                playing = self._town.playing()
                if playing:
                    await self._look(program, self._random.choice(playing))
                await self._town.rest(self._random, 0.5, 1.5)
        finally:
            conn.abort()

    async def _look(self, program: Program, code: str) -> None:
        if await program.do(Watch(), code) is not None or program.table is None:
            return
        if program.table.stage is Stage.PLAYING:
            looking = asyncio.ensure_future(see_a_move(self._town, program, STUCK))
            ending = asyncio.ensure_future(self._town.ending.wait())
            await asyncio.wait((looking, ending), return_when=asyncio.FIRST_COMPLETED)
            ending.cancel()
            if not looking.done():
                looking.cancel()
                return
            self._town.counts["looks at tables in play"] += 1
            if not looking.result():
                self._town.counts["stuck tables"] += 1
                self._town.wrong.append(f"nothing moved at {code} for {STUCK:.0f} s: {standing(program.table)}")
        await program.do(Leave())


def standing(table: TableView | None) -> str:
    """What somebody who looks on sees of a table where nothing moves."""
    if table is None or table.game is None:
        return "no cards"
    game, chair = table.game, table.chairs[table.game.turn]
    marks = [name for name, holds in (("away", chair.away), ("flown", chair.pilot), ("on a clock", table.turn_limit)) if holds]
    return f"{game.phase}, turn of {chair.name} ({', '.join([chair.kind, *marks])}), {table.options.rules}"
