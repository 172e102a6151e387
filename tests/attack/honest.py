"""The honest people: twenty at the table screen over real connections, in a process of their own, told what to do by JSON.

`python -m tests.attack.honest PORT`. Each comes from an address of his own, presses a cursor key now and
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
from contextlib import ExitStack
from functools import partial
from typing import TextIO

import asyncssh

from tests.attack.strict import Strict
from tests.bench.load import Answer, Client
from tests.e2e.look import HandCard, hand

HOPELESS = 1.0
"""Seconds after which a key counts as lost, and as late as that."""
LAST = 3.0
"""Seconds that the keys pressed last are waited for."""


Work = Callable[[], tuple[float, ...]]
"""The seconds for which each process of the server has been running."""


class Honest(Client):
    """A player who reads strictly. `number`, `command`, `key`: where he comes from, what for, and who he is."""

    def __init__(self, number: int, command: str, first: str, key: asyncssh.SSHKey) -> None:
        super().__init__(first)
        self.number, self.command, self.first, self.key = number, command, first, key
        self.strict = Strict()
        self.works: list[float] = []
        """Seconds of the server's processor time between each key and its effect: of the process that had the most."""
        self.work: Work = tuple
        self._worked: tuple[float, ...] = ()
        self._held: list[HandCard] = []

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """See Client."""
        self.strict.feed(data)
        before = len(self.latencies)
        super().data_received(data, datatype)
        if len(self.latencies) > before:
            self._reckon()

    def _reckon(self) -> None:
        now = self.work()
        self.works.append(max((after - before for before, after in zip(self._worked, now, strict=True)), default=0.0))

    @property
    def waits(self) -> float:
        """Seconds since a key was pressed whose effect has not come; 0.0: none was."""
        return time.perf_counter() - self._sent if self._sent else 0.0

    def press(self) -> None:
        """Press a key, unless the last one is still awaited."""
        if self.waits > HOPELESS:
            self.give_up()
        if not self._sent:
            self._worked, self._held = self.work(), hand(self.grid.rows)
            self.select_another()

    def give_up(self) -> None:
        """The last key had no effect. It counts, unless cards came or went meanwhile, and the selection with them."""
        if [card.face for card in hand(self.grid.rows)] == [card.face for card in self._held]:
            self.latencies.append(self.waits)
            self._reckon()
        self._sent = 0.0


def _itself(person: Honest) -> Honest:
    return person


class Company:
    """All of them."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.people: list[Honest] = []
        self._pressing: list[asyncio.Task[None]] = []
        self._files = ExitStack()
        """What tells of the server's work."""

    async def connect(self, commands: list[str], first: list[str]) -> Answer:
        """One after the other."""
        for command, text in zip(commands, first, strict=True):
            key = asyncssh.generate_private_key("ssh-ed25519")
            self.people.append(await self._come(Honest(len(self.people), command, text, key)))
        return {}

    async def back(self) -> Answer:
        """Whoever lost his connection comes again, as the same; how many have cards before them then?"""
        lost = [person for person in self.people if not person.is_open]
        for one in lost:
            self.people[one.number] = await self._come(Honest(one.number, one.command, one.first, one.key))
        mine = [self.people[one.number] for one in lost]
        deadline = time.perf_counter() + LAST
        while not all(hand(one.grid.rows) for one in mine) and time.perf_counter() < deadline:  # noqa: ASYNC110
            await asyncio.sleep(0.01)  # as in `end`
        return {"back": sum(bool(hand(one.grid.rows)) for one in mine)}

    async def _come(self, person: Honest) -> Honest:
        person.connection = await asyncssh.connect(
            "127.0.0.1",
            self._port,
            local_addr=(f"127.1.0.{person.number + 1}", 0),
            username=f"p{person.number:03d}",
            client_keys=[person.key],
            known_hosts=None,
            config=None,
            agent_path=None,
            preferred_auth="publickey",
        )
        await person.connection.create_session(
            partial(_itself, person), person.command, term_type="xterm-256color", term_size=(80, 24), encoding=None
        )
        async with asyncio.timeout(60):
            await person.ready.wait()
        return person

    async def begin(self, every: float, pids: list[int]) -> Answer:
        """Everybody presses a key every so many seconds from now on, each at his own moment; `pids`: the server's."""

        async def one(person: Honest) -> None:
            await asyncio.sleep(random.random() * every)
            while person.is_open:
                person.press()
                await asyncio.sleep(every * random.uniform(0.7, 1.3))

        self._files.close()
        work = work_of(pids, self._files)
        for person in self.people:
            person.latencies, person.works, person.frames, person._sent, person.work = [], [], 0, 0.0, work
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
            if person.waits and person.is_open:
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


def work_of(pids: list[int], opened: ExitStack) -> Work:
    """Asks for the seconds for which the first threads of processes, which their loops run in, have been running.

    It may be asked until `opened` is closed.
    """
    files = [opened.enter_context(open(f"/proc/{pid}/schedstat")) for pid in pids]  # noqa: SIM115 - `opened` closes them

    def one(file: TextIO) -> float:
        try:
            file.seek(0)
            return int(file.read().split()[0]) / 1e9
        except ProcessLookupError:  # it was killed
            return 0.0

    return lambda: tuple(one(file) for file in files)


async def serve(port: int) -> None:
    """Answer requests until the input ends."""
    company = Company(port)
    reader = asyncio.StreamReader(limit=1 << 20)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        request = json.loads(line)
        answer = await getattr(company, request.pop("do"))(**request)
        print(json.dumps(answer), flush=True)  # noqa: T201 - what it is asked for


if __name__ == "__main__":
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    asyncio.run(serve(int(sys.argv[1])))
