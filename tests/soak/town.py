"""`Town`: what all people of the crowd share: where the server is, which tables are open, what was seen."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any, Final

import asyncssh

from client.protocol import LobbyView, Stage, TableLine

GONE: Final = (OSError, asyncssh.Error, EOFError, TimeoutError)
"""What happens to people."""
GUEST: Final = "guest"
"""Who has no key says this for a name, and is let in without a question."""
FIRST: Final = 20.0
"""Seconds for the first sign of life of a session."""


class Town:
    """One for the whole crowd."""

    def __init__(self, port: int, seed: int, tables: int) -> None:
        """`tables`: how many there shall be at once."""
        self.port, self.seed, self.tables = port, seed, tables
        self.counts: Counter[str] = Counter()
        self.latencies: list[float] = []
        """Seconds from a key to the frame that shows its effect, since they were last taken."""
        self.slowest = 0.0
        """Seconds that somebody had to look at a table until something moved there."""
        self.wrong: list[str] = []
        """What must not happen, in words."""
        self.screens: deque[str] = deque(maxlen=5)
        """The last ones on which a key had no effect."""
        self.open: dict[str, TableLine] = {}
        self.ending = asyncio.Event()

    def read(self, lobby: LobbyView) -> None:
        """Somebody was shown the lobby."""
        self.open = {line.code: line for line in lobby.tables}

    def waiting(self) -> list[str]:
        """Tables at which one can sit down."""
        return [code for code, line in self.open.items() if line.stage is Stage.WAITING and line.seated < line.seats]

    def playing(self) -> list[str]:
        """Tables that one can look on at."""
        return [code for code, line in self.open.items() if line.stage is Stage.PLAYING and line.spectators]

    async def again_and_again(
        self, what: str, visit: Callable[[], Awaitable[None]], random: Random, least: float, most: float
    ) -> None:
        """One visit after the other until the end, with a rest between them; `what`: how those that break off are counted."""
        while not self.ending.is_set():
            try:
                await visit()
            except GONE as error:
                self.counts[f"{what} broke off: {type(error).__name__}"] += 1
            await self.rest(random, least, most)

    async def rest(self, random: Random, least: float, most: float) -> None:
        """Do nothing for a while."""
        try:
            async with asyncio.timeout(random.uniform(least, most)):
                await self.ending.wait()
        except TimeoutError:
            pass

    async def connect(self, name: str, key: asyncssh.SSHKey | None) -> asyncssh.SSHClientConnection:
        """A connection that is logged in; a guest's without a key. Raises one of GONE."""
        async with asyncio.timeout(FIRST):
            return await asyncssh.connect(
                "127.0.0.1",
                self.port,
                username=name if key else GUEST,
                client_keys=[key] if key else None,
                known_hosts=None,
                config=None,
                agent_path=None,
            )

    def take(self) -> dict[str, Any]:
        """What was seen; the latencies since the last time."""
        latencies, self.latencies = self.latencies, []
        return {
            "counts": dict(self.counts),
            "latencies_ms": [1000 * value for value in latencies],
            "slowest": self.slowest,
            "wrong": self.wrong[:20],
            "screens": list(self.screens),
            "listed": len(self.open),
        }
