"""The crowd, in two processes, each told what to do by lines of JSON.

`python -m tests.soak.crowd PORT CLIENTS SEED TABLES PART` answers `begin`, `look` and `end`, each with one line. `PART` is
`screens` or `programs`: a change of the lobby reaches all programs at once, and whoever times keys must not read for them.
"""

from __future__ import annotations

import asyncio
import gc
import json
import os
import sys
import time
from random import Random
from typing import Final, Protocol

import asyncssh
import uvloop

from tests.bench.load import Answer
from tests.soak.players import Player, Scout
from tests.soak.screens import Reader, Sitter
from tests.soak.town import Town

SCREENS, LINES, GUESTS = 0.45, 0.05, 0.1
"""Parts of the crowd at screens and at lines; the others are programs. And the part that has no key."""
SCOUTS: Final = 4
"""The first of them tells the people at screens which tables there are."""
PARTS: Final = ("screens", "programs")
ARRIVE: Final = 20.0
"""Most new people a second at the beginning."""
FAREWELL: Final = 30.0


class Living(Protocol):
    """Anybody."""

    async def live(self) -> None: ...


class Crowd:
    """One part of them; `clients` and `tables` are those of all."""

    def __init__(self, port: int, clients: int, seed: int, tables: int, part: str) -> None:
        self._town = Town(port, seed, tables)
        self._clients, self._random, self._part = clients, Random(seed), part
        self._lives: list[asyncio.Task[None]] = []
        self._looked = (time.perf_counter(), time.process_time())

    def _people(self) -> list[Living | None]:
        """Everybody in the order in which they come; None: they are of the other part."""
        scouts = min(SCOUTS, self._clients // 5)
        people: list[Living | None] = []
        for number in range(self._clients):
            seated = number - scouts
            chance = seated / max(1, self._clients)
            is_guest = seated >= 0 and self._random.random() < GUESTS
            kind: type[Scout | Sitter | Reader | Player]
            kind = Scout if seated < 0 else Sitter if chance < SCREENS else Reader if chance < SCREENS + LINES else Player
            is_ours = (kind in (Sitter, Reader) or number == 0) == (self._part == "screens")
            people.append(kind(self._town, number, None if is_guest else _key()) if is_ours else None)
        self._random.shuffle(people)
        return people

    async def begin(self) -> Answer:
        """Let them come."""
        people = self._people()

        async def come(number: int, one: Living) -> None:
            await self._town.rest(self._random, number / ARRIVE, number / ARRIVE)
            await one.live()

        self._lives = [asyncio.ensure_future(come(number, one)) for number, one in enumerate(people) if one is not None]
        return {"people": len(self._lives)}

    async def look(self) -> Answer:
        """What was seen so far. `broken`: people whose life ended by a fault of ours."""
        wall, cpu = time.perf_counter(), time.process_time()
        share = (cpu - self._looked[1]) / max(1e-9, wall - self._looked[0])
        self._looked = (wall, cpu)
        faults = [repr(one.exception()) for one in self._lives if one.done() and not one.cancelled() and one.exception()]
        return {**self._town.take(), "client_cpu": share, "broken": faults[:5]}

    async def end(self) -> Answer:
        """Everybody goes."""
        self._town.ending.set()
        _, late = await asyncio.wait(self._lives, timeout=FAREWELL)
        for task in late:
            task.cancel()
        await asyncio.gather(*self._lives, return_exceptions=True)
        return {**await self.look(), "late": len(late)}


def _key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


async def serve(crowd: Crowd) -> None:
    """Answer requests until the input ends."""
    reader = asyncio.StreamReader(limit=1 << 20)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        answer = await getattr(crowd, json.loads(line)["do"])()
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    os.nice(5)
    port, clients, seed, tables = map(int, sys.argv[1:5])
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(Crowd(port, clients, seed, tables, sys.argv[5])))
