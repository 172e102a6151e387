"""The server that is attacked: everything `unotty serve` wires together, but this machine's addresses are strangers' too.

`python -m tests.attack.server FOLDER WORKERS` prints its port as a line of JSON, then answers one request a line.
A match lies in its past. Two tables of ten can be opened for honest people, at which somebody of theirs moves every second,
and no hand ever ends.
"""

from __future__ import annotations

from server.ssh.environment import scrub

scrub()

import asyncio  # noqa: E402 - what is imported from here on reads the environment, as in server.__main__
import gc  # noqa: E402
import json  # noqa: E402
import os  # noqa: E402
import signal  # noqa: E402
import sys  # noqa: E402
from collections.abc import Awaitable  # noqa: E402
from pathlib import Path  # noqa: E402
from random import Random  # noqa: E402

import uvloop  # noqa: E402

from client.protocol import Command  # noqa: E402
from engine.moves import Draw, Play  # noqa: E402
from server.bridge.wing import Wing  # noqa: E402
from server.bridge.wings import Wings  # noqa: E402
from server.config import Config  # noqa: E402
from server.house import House  # noqa: E402
from server.logs import configure  # noqa: E402
from server.ssh.crowd import Crowd  # noqa: E402
from tests.attack.past import remember  # noqa: E402
from tests.bench.driver import Driver, Ear, decision  # noqa: E402
from tests.bench.load import Answer  # noqa: E402

FEW = 5
"""Cards with which somebody would rather draw: a hand of one has no other card to select."""
HONEST = "127.1."
"""What the addresses of honest people begin with."""
STRANGERS = Crowd(spared=())
"""The limits as they are delivered, from which no address is spared."""


class Endless(Driver):
    """Moves so that no round ends; listens to nobody who comes after the deal."""

    def start(self) -> None:
        """Deal at every full table."""
        super().start()
        self._lobby.connect = self._connect  # type: ignore[method-assign]  # attackers are not overheard

    def _step(self, number: int, players: list[Ear], due: float) -> None:
        self._timers[number] = asyncio.get_running_loop().call_at(due + 1, self._step, number, players, due + 1)
        mover = next((ear for ear in players if ear.is_on_turn and ear.session.is_alive), None)
        if mover is not None:
            self._lobby.handle(mover.session, reluctant(mover, self._random))
            self.moves += 1


def reluctant(mover: Ear, random: Random) -> Command:
    """A move that keeps the hand from becoming small."""
    counts, turn = mover.known["game.counts"], mover.known["game.turn"]
    assert isinstance(counts, tuple)
    assert isinstance(turn, int)
    draw = next((move for move in mover.legal if isinstance(move, Draw)), None)
    plays = [move for move in mover.legal if isinstance(move, Play)]
    if draw is not None and (counts[turn] <= FEW or not plays):
        return Command(0, mover.table, mover.version, draw)
    return decision(mover, random)


class Target:
    """One server, and what it looks like from inside."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._driver = Endless(house.lobby)

    def open(self, tables: int) -> Answer:
        """Tables for ten."""
        return {"codes": self._driver.open(tables)}

    def leave(self) -> Answer:
        """The openers go."""
        self._driver.leave()
        return {}

    def go(self) -> Answer:
        """Deal, and begin to move."""
        self._driver.start()
        self._driver.go()
        return {}

    async def look(self) -> Answer:
        """What there is at the moment, in all its processes."""
        wings = self._wings
        if wings is not None:
            wings.ping()
            while any(wing._pings for wing in wings._hired):  # noqa: ASYNC110 - nobody else wants to know
                await asyncio.sleep(0.005)
        gate = self._house.entrance.gate
        return {
            "connections": self._house.listener.connections,
            "places": gate._all + gate._people + gate._strangers + len(gate._sources) + len(gate._guests) + len(gate._keys),
            "workers": wings.ready if wings is not None else 0,
            "tasks": len(asyncio.all_tasks()) + (wings.tasks if wings is not None else 0),
            "files": sum(_files(pid) for pid in self._pids) - 1,
            "moves": self._driver.moves,
            "tables": len(self._house.lobby.tables),
            "turned_away": dict(gate.turned_away),
        }

    def kill(self, after: float) -> Answer:
        """Kill the worker that has the most honest people in so many seconds; how many are they?"""
        assert self._wings is not None
        wing, hired = max(self._wings._hired.items(), key=lambda one: _honest(one[0]))
        asyncio.get_running_loop().call_later(after, os.kill, hired.pid, signal.SIGKILL)
        return {"people": _honest(wing)}

    def pids(self) -> Answer:
        """Of all its processes."""
        return {"pids": self._pids}

    @property
    def _wings(self) -> Wings | None:
        return self._house.listener if isinstance(self._house.listener, Wings) else None

    @property
    def _pids(self) -> list[int]:
        hired = self._wings._hired.values() if self._wings is not None else ()
        return [os.getpid(), *(one.pid for one in hired)]

    def pardon(self) -> Answer:
        """Forget what addresses did, and the tables they deserted, so that one attack does not shut the next one out."""
        for table in tuple(self._house.lobby.tables):
            if table.deserted:
                table.close()
        for known in (self._house.entrance.gate.penalties._known, self._house.entrance.gate._pace._full):
            known._known.clear()
        return {}

    def collect(self) -> Answer:
        """A full collection, so that memory holds what lives."""
        gc.collect()
        return {}


def _honest(wing: Wing) -> int:
    return sum(line.address.startswith(HONEST) for line in wing.lines.values())


def _files(pid: int) -> int:
    """How many files a process has open."""
    try:
        return len(os.listdir(f"/proc/{pid}/fd"))
    except FileNotFoundError:
        return 0


async def serve(folder: Path, workers: int) -> None:
    """Answer requests until the input ends."""
    config = Config("127.0.0.1", 0, folder / "data", folder / "hostkeys", crowd=STRANGERS, workers=workers)
    remember(config.data)
    house = await House.open(config)
    target = Target(house)
    reader = asyncio.StreamReader(limit=1 << 20)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    print(json.dumps({"port": house.port}), flush=True)  # noqa: T201 - what it is asked for
    while line := await reader.readline():
        request = json.loads(line)
        answer: Answer | Awaitable[Answer] = getattr(target, request.pop("do"))(**request)
        if isinstance(answer, Awaitable):
            answer = await answer
        print(json.dumps(answer), flush=True)  # noqa: T201
    await house.close("The siege is over.")


if __name__ == "__main__":
    configure()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(Path(sys.argv[1]), int(sys.argv[2])))
