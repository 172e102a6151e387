"""`Havoc`: people at tables, a server that is killed under them at random instants, and the oracle asked after each kill."""

from __future__ import annotations

import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

from server.store.database import NAME
from tests.e2e.house import House
from tests.kills.oracle import Oracle
from tests.kills.witness import Witness

CLOCKLESS = {"seats": 2, "clock": None, "spectators": False}
BACK = 20.0
"""Seconds in which everybody must be at his table again: generous, these machines are shared. The bench measures."""


@dataclass
class Count:
    """What was seen so far."""

    kills: int = 0
    views: int = 0
    plays: int = 0
    slowest: float = 0.0
    """Seconds from the start of a new server until the last person was back at his cards."""


class Havoc:
    """`tables` of two people each."""

    def __init__(self, folder: Path, tables: int, seed: int) -> None:
        self.count = Count()
        self._random = Random(seed)
        self._house = House(folder)
        self._database = folder / "data" / NAME
        self._ends: dict[str, int] = {}
        self._people = [Witness(self._house, f"p{number}", Random(seed * 1000 + number)) for number in range(2 * tables)]
        for host, other in zip(self._people[::2], self._people[1::2], strict=True):
            code = host.program.send("create", about=CLOCKLESS)["table"]
            other.program.send("join", table=code)
            host.program.send("start", table=code)

    def strike(self) -> None:
        """Let them play for a moment, kill the server, look, start it again, and let everybody come back."""
        end = time.monotonic() + self._random.random() * 1.2
        while time.monotonic() < end:
            self._glance(0.005)
        self._house.process.kill()
        self._house.process.wait()
        for one in self._people:
            one.program.drain()
            one.glance()
        oracle = Oracle(self._database)
        self.count.views += sum([oracle.check(one, self._ends) for one in self._people])
        self.count.plays += sum(len(one.played) for one in self._people)
        self.count.kills += 1
        self._ends = oracle.ends
        self._house.see_everybody_off()
        self._return()

    def _return(self) -> None:
        begin = time.monotonic()
        self._house.start(self._house.port)
        for one in self._people:
            one.come()
        while not all(one.told for one in self._people):
            assert time.monotonic() - begin < BACK, f"not everybody is back:\n{self._house.log}"
            self._glance(0.005)
        self.count.slowest = max(self.count.slowest, time.monotonic() - begin)
        assert " ERROR " not in self._house.log, self._house.log

    def _glance(self, seconds: float) -> None:
        self._house.desk.pump(seconds)
        for one in self._people:
            one.glance()

    def close(self) -> None:
        """End it all."""
        self._house.close()
