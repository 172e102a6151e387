"""The server under load: everything `unotty serve` wires together, and a driver of moves beside it.

`python -m tests.bench.server FOLDER` prints its port as a line of JSON, then answers one request a line, as `load` does.
"""

from __future__ import annotations

from server.ssh.environment import scrub

scrub()

import asyncio  # noqa: E402 - what is imported from here on reads the environment, as in server.__main__
import gc  # noqa: E402
import json  # noqa: E402
import sys  # noqa: E402
from pathlib import Path  # noqa: E402

import uvloop  # noqa: E402

from server.bridge.wings import Wings  # noqa: E402
from server.config import Config  # noqa: E402
from server.house import House  # noqa: E402
from server.ssh.crowd import Crowd  # noqa: E402
from tests.bench.driver import Driver  # noqa: E402
from tests.bench.load import Answer  # noqa: E402

TICK = 0.02
"""Seconds between two looks at how late the loop is."""


class Bench:
    """One server and what is measured inside it."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._driver = Driver(house.lobby)
        self._lags: list[float] = []
        self._ticker: asyncio.Task[None] | None = None
        self._trips: list[float] = []
        if isinstance(house.listener, Wings):
            house.listener.trips.observe = self._trips.append  # type: ignore[method-assign, assignment]  # each, no buckets

    async def _tick(self) -> None:
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + TICK
            await asyncio.sleep(TICK)
            self._lags.append(max(0.0, loop.time() - due))
            if isinstance(self._house.listener, Wings):
                self._house.listener.ping()

    def open(self, tables: int) -> Answer:
        """Tables for ten."""
        return {"codes": self._driver.open(tables)}

    def leave(self) -> Answer:
        """The openers go."""
        self._driver.leave()
        return {}

    def start(self) -> Answer:
        """Deal."""
        self._driver.start()
        return {}

    def go(self) -> Answer:
        """Begin to move, and to watch the loop."""
        self._driver.go()
        self._ticker = asyncio.create_task(self._tick())
        return {}

    def stop(self) -> Answer:
        """Stop moving and watching."""
        self._driver.stop()
        if self._ticker:
            self._ticker.cancel()
        return {}

    def look(self) -> Answer:
        """What happened since the last look."""
        lags, self._lags = self._lags, []
        trips = self._trips[:]
        self._trips.clear()
        moves, self._driver.moves = self._driver.moves, 0
        return {
            "lags_ms": [1000 * lag for lag in lags],
            "trips_ms": [1000 * trip for trip in trips],
            "moves": moves,
            "tasks": len(asyncio.all_tasks()),
            "connections": self._house.listener.connections,
        }

    def collect(self) -> Answer:
        """A full collection, so that memory holds what lives."""
        gc.collect()
        return {}


async def serve(folder: Path, workers: int) -> None:
    """Answer requests until the input ends."""
    config = Config("127.0.0.1", 0, folder / "data", folder / "hostkeys", crowd=Crowd(people=5000), workers=workers)
    house = await House.open(config)
    bench = Bench(house)
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=1 << 20)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    sys.stdout.write(json.dumps({"port": house.port}) + "\n")
    sys.stdout.flush()
    while line := await reader.readline():
        request = json.loads(line)
        answer: Answer = getattr(bench, request.pop("do"))(**request)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()
    await house.close("The bench is over.")


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve(Path(sys.argv[1]), int(sys.argv[2]) if sys.argv[2:] else 0))
