"""The part in which connections come and go, of every kind, and nothing may stay behind."""

from __future__ import annotations

import asyncio
import tempfile
from collections import Counter
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Final

import asyncssh
import uvloop

from tests.reliability.part import Outcome, Say, Wish, many
from tests.reliability.record import Row, measured, nothing
from tests.soak.fit import slope
from tests.soak.program import Program
from tests.soak.screens import Terminal
from tests.soak.server import Server
from tests.soak.town import FIRST, GONE, Town

AT_ONCE: Final = 8
WARM: Final = 0.3
"""Part of all connections after which memory is judged."""
SAMPLES: Final = 60
LEAST: Final = 2000
"""Connections below which memory is not judged."""
GROWTH: Final = 0.25
"""MiB that a thousand connections may leave behind: 5 000 left 0.8 MiB when this was first measured (SECURITY §4)."""
EMPTY: Final = 15.0
"""Seconds until nothing may be left of the last."""
KEYS: Final = 40
"""Different people: accounts are kept, so that more of them would be growth of its own."""

Visit = Callable[[], Awaitable[None]]


class Churn:
    """Comes and goes."""

    def __init__(self, server: Server, seed: int, total: int) -> None:
        self._server, self._total = server, total
        self._town = Town(server.port, seed, 0)
        self._random = Random(seed)
        self._keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(KEYS)]
        self.counts: Counter[str] = Counter()
        self.samples: list[tuple[float, float]] = []
        """Connections so far, and MiB."""
        self._visits: dict[str, Visit] = {
            "closed without a word": self._silent,
            "sent what is no SSH": self._garbage,
            "cut before a screen that was drawn": self._screen,
            "left the door for programs politely": self._program,
            "asked for one answer": self._answer,
        }

    async def run(self, say: Say) -> None:
        """All of them, so many at a time."""
        left = iter(range(self._total))
        every = max(1, self._total // SAMPLES)

        async def one() -> None:
            for number in left:
                name = self._random.choice(list(self._visits))
                try:
                    async with asyncio.timeout(FIRST):
                        await self._visits[name]()
                    self.counts[name] += 1
                except GONE as error:
                    self.counts[f"broke off: {type(error).__name__}"] += 1
                if number % every == 0:
                    self.samples.append((number / 1000, self._server.memory))
                    if number % (10 * every) == 0:
                        say(f"{number} connections, {self._server.memory:.1f} MiB, {self._server.files} files")

        await asyncio.gather(*(one() for _ in range(AT_ONCE)))

    async def _silent(self) -> None:
        _, writer = await asyncio.open_connection("127.0.0.1", self._server.port)
        writer.transport.abort()

    async def _garbage(self) -> None:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._server.port)
        writer.write(self._random.randbytes(self._random.randrange(1, 2000)) + b"\r\n")
        await reader.read(100)
        writer.transport.abort()

    async def _connect(self) -> asyncssh.SSHClientConnection:
        number = self._random.randrange(KEYS)
        return await self._town.connect(f"churn{number}", self._keys[number])

    async def _screen(self) -> None:
        conn = await self._connect()
        try:
            terminal = Terminal("UNO")
            await conn.create_session(lambda: terminal, term_type="xterm-256color", term_size=(80, 24), encoding=None)
            await terminal.ready.wait()
        finally:
            conn.abort()

    async def _program(self) -> None:
        conn = await self._connect()
        try:
            program = await Program.open(self._town, conn, frames=self._random.random() < 0.5)
            program.hang_up()
            await program.closed.wait()
        finally:
            conn.abort()

    async def _answer(self) -> None:
        conn = await self._connect()
        async with conn:
            done = await conn.run(self._random.choice(("version", "help", "rules", "top", "tables")))
            if done.exit_status is None:
                raise ConnectionError("no status came")


async def _empty(server: Server, files: int) -> tuple[float, int, int]:
    """How long it took until nothing was left, and what was: connections, and files more than these."""
    loop, began = asyncio.get_running_loop(), asyncio.get_running_loop().time()
    while True:
        open_ = int(server.page()["unotty_connections", ""])
        more = server.files - files  # the connection on which it was just asked may still be one of them
        if (not open_ and more <= 0) or loop.time() - began > EMPTY:
            return loop.time() - began, open_, more
        await asyncio.sleep(0.05)


def churn(wish: Wish, say: Say) -> Outcome:
    """So many connections."""
    total = int(wish.size)
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder)) as server:
        before, files, memory = server.page(), server.files, server.memory
        one = Churn(server, wish.seed, total)

        async def go() -> tuple[float, int, int]:
            await one.run(say)
            return await _empty(server, files)

        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            gone, left, more = runner.run(go())
        after = server.page()
        late = [sample for sample in one.samples if sample[0] * 1000 >= WARM * total]
        grown = slope([at for at, _ in late], [value for _, value in late])
        broke = sum(count for what, count in one.counts.items() if what.startswith("broke off"))
        rows = [
            *(Row(what, count) for what, count in sorted(one.counts.items()) if not what.startswith("broke off")),
            nothing("connections that broke off", broke),
            measured(
                "memory slope after the first third",
                grown.value,
                "MiB per 1 000",
                GROWTH,
                noise=grown.noise,
                ripe=total >= LEAST,
            ),
            Row("memory before", memory, "MiB"),
            Row("memory after", server.memory, "MiB"),
            nothing("connections left", left),
            Row("files more than before", more, most=0),
            Row("tasks more than before", after["unotty_tasks", ""] - before["unotty_tasks", ""], most=0),
            Row("until nothing was left of the last", gone, "s", EMPTY),
            nothing("errors in the log", len(server.errors)),
        ]
        notes = [f"{count} {what}" for what, count in one.counts.items() if what.startswith("broke off")] + server.errors[:5]
    return Outcome(f"{many(wish, 'connection')}, {AT_ONCE} at a time", rows, notes)
