"""The honest people: twenty at the table screen over real connections, in a process of their own, told what to do by JSON.

`python -m tests.attack.honest PORT PID`, the server's. Each comes from an address of his own, presses a cursor key now and
then, and looks at every byte he is sent.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import sys
import time
from collections.abc import Callable
from functools import partial

import asyncssh

from tests.attack.strict import Strict
from tests.bench.load import Answer, Client
from tests.e2e.look import HandCard, hand

HOPELESS = 1.0
"""Seconds after which a key counts as lost, and as late as that."""
LAST = 3.0
"""Seconds that the keys pressed last are waited for."""


Work = Callable[[], float]
"""The seconds for which the server has been running."""


class Honest(Client):
    """A player who reads strictly."""

    def __init__(self, first: str, work: Work) -> None:
        super().__init__(first)
        self.strict = Strict()
        self.works: list[float] = []
        """Seconds of the server's processor time between each key and its effect."""
        self._work, self._worked = work, 0.0
        self._held: list[HandCard] = []

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """See Client."""
        self.strict.feed(data)
        before = len(self.latencies)
        super().data_received(data, datatype)
        if len(self.latencies) > before:
            self.works.append(self._work() - self._worked)

    @property
    def waits(self) -> float:
        """Seconds since a key was pressed whose effect has not come; 0.0: none was."""
        return time.perf_counter() - self._sent if self._sent else 0.0

    def press(self) -> None:
        """Press a key, unless the last one is still awaited."""
        if self.waits > HOPELESS:
            self.give_up()
        if not self._sent:
            self._worked, self._held = self._work(), hand(self.grid.rows)
            self.select_another()

    def give_up(self) -> None:
        """The last key had no effect. It counts, unless cards came or went meanwhile, and the selection with them."""
        if [card.face for card in hand(self.grid.rows)] == [card.face for card in self._held]:
            self.latencies.append(self.waits)
            self.works.append(self._work() - self._worked)
        self._sent = 0.0


def _itself(person: Honest) -> Honest:
    return person


class Company:
    """All of them."""

    def __init__(self, port: int, work: Work) -> None:
        self._port, self._work = port, work
        self.people: list[Honest] = []
        self._pressing: list[asyncio.Task[None]] = []

    async def connect(self, commands: list[str], first: list[str]) -> Answer:
        """One after the other."""
        for command, text in zip(commands, first, strict=True):
            person = Honest(text, self._work)
            number = len(self.people)
            person.connection = await asyncssh.connect(
                "127.0.0.1",
                self._port,
                local_addr=(f"127.1.0.{number + 1}", 0),
                username=f"p{number:03d}",
                client_keys=[asyncssh.generate_private_key("ssh-ed25519")],
                known_hosts=None,
                config=None,
                agent_path=None,
                preferred_auth="publickey",
            )
            await person.connection.create_session(
                partial(_itself, person), command, term_type="xterm-256color", term_size=(80, 24), encoding=None
            )
            async with asyncio.timeout(60):
                await person.ready.wait()
            self.people.append(person)
        return {}

    async def begin(self, every: float) -> Answer:
        """Everybody presses a key every so many seconds from now on, each at his own moment."""

        async def one(person: Honest) -> None:
            await asyncio.sleep(random.random() * every)
            while person.is_open:
                person.press()
                await asyncio.sleep(every * random.uniform(0.7, 1.3))

        for person in self.people:
            person.latencies, person.works, person.frames, person._sent = [], [], 0, 0.0
        self._pressing = [asyncio.create_task(one(person)) for person in self.people]
        return {}

    async def end(self) -> Answer:
        """Press no more; how long every key took."""
        for task in self._pressing:
            task.cancel()
        deadline = time.perf_counter() + LAST
        while any(person.waits for person in self.people if person.is_open) and time.perf_counter() < deadline:  # noqa: ASYNC110
            await asyncio.sleep(0.01)  # any of twenty streams ends it
        for person in self.people:
            if person.waits:
                person.give_up()
        return {
            "latencies_ms": [1000 * value for person in self.people for value in person.latencies],
            "works_ms": [1000 * value for person in self.people for value in person.works],
            "frames": sum(person.frames for person in self.people),
            "closed": sum(not person.is_open for person in self.people),
            "handless": sum(not hand(person.grid.rows) for person in self.people),
            "idle": sum(not person.latencies for person in self.people),
            "faults": [fault for person in self.people for fault in person.strict.faults],
        }

    async def screen(self, number: int) -> Answer:
        """What one of them sees."""
        return {"rows": self.people[number].grid.rows}


def work_of(pid: int) -> Work:
    """Asks for the seconds for which the first thread of a process, which its loop runs in, has been running."""
    file = open(f"/proc/{pid}/schedstat")  # noqa: SIM115 - open as long as this process is

    def work() -> float:
        file.seek(0)
        return int(file.read().split()[0]) / 1e9

    return work


async def serve(port: int, pid: int) -> None:
    """Answer requests until the input ends."""
    company = Company(port, work_of(pid))
    reader = asyncio.StreamReader(limit=1 << 20)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        request = json.loads(line)
        answer = await getattr(company, request.pop("do"))(**request)
        print(json.dumps(answer), flush=True)  # noqa: T201 - what it is asked for


if __name__ == "__main__":
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    asyncio.run(serve(int(sys.argv[1]), int(sys.argv[2])))
