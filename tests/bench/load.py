"""The load: many asyncssh clients in one process of their own, told what to do by lines of JSON.

`python -m tests.bench.load` reads one request a line from its standard input and answers each with one line: `connect`,
`watch`, `play`, `paste`, `drop`. All figures are the clients': nothing the server says about itself is used here.
"""

from __future__ import annotations

import asyncio
import gc
import json
import random
import socket
import sys
import time
from typing import Any

import asyncssh

from tests.bench.grid import Grid
from tests.e2e.look import selected

RIGHT, LEFT, REDRAW = b"\x1b[C", b"\x1b[D", b"\x0c"
Answer = dict[str, Any]


class Client(asyncssh.SSHClientSession[bytes]):
    """One player at a terminal of 80×24. `first` is the text that tells a whole first frame."""

    def __init__(self, first: str) -> None:
        self.grid = Grid()
        self.bytes = self.frames = 0
        self.latencies: list[float] = []
        self.unseen = 0
        """Keys whose effect never came."""
        self.ready = asyncio.Event()
        self.ready_at = 0.0
        self.is_open = True
        self._first = first
        self._sent = 0.0
        self._before: object = None
        self._step = RIGHT
        self.channel: asyncssh.SSHClientChannel[bytes]
        self.connection: asyncssh.SSHClientConnection

    def connection_made(self, chan: asyncssh.SSHClientChannel[bytes]) -> None:
        """The channel is there."""
        self.channel = chan

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Draw a frame; see whether it is the first, or shows the effect of a key."""
        now = time.perf_counter()
        self.bytes += len(data)
        self.frames += 1
        self.grid.feed(data)
        if not self.ready_at:
            if self._first in self.grid.text:
                self.ready_at = now
                self.ready.set()
        elif self._sent and selected(self.grid.rows) not in (None, self._before):
            self.latencies.append(now - self._sent)
            self._sent = 0.0

    def connection_lost(self, exc: Exception | None) -> None:
        """The server ended it, or we did."""
        self.is_open = False
        self.ready.set()

    def select_another(self) -> None:
        """Press a cursor key, one step there and one step back."""
        if self._sent:
            self.unseen += 1
        self._before = selected(self.grid.rows)
        if self._before is None:
            self._sent = 0.0
            return
        self._sent = time.perf_counter()
        self.channel.write(self._step)
        self._step = LEFT if self._step == RIGHT else RIGHT


async def _redraw(client: Client) -> None:
    while client.is_open:
        client.channel.write(REDRAW)
        await asyncio.sleep(0.2)


class Crowd:
    """All the clients."""

    def __init__(self, port: int) -> None:
        self._port = port
        self.clients: list[Client] = []
        self._keys: list[asyncssh.SSHKey] = []
        """Of the first, the second …: after a `drop` the same people come again."""
        self._stalled: list[tuple[Client, asyncio.Task[None]]] = []

    async def _connect(self, command: str, first: str, keyless: bool) -> float:
        number = len(self.clients)
        if number == len(self._keys):
            self._keys.append(asyncssh.generate_private_key("ssh-ed25519"))
        key = [] if keyless else [self._keys[number]]
        client = Client(first)
        begin = time.perf_counter()
        client.connection = await asyncssh.connect(
            "127.0.0.1",
            self._port,
            username=f"p{number:03d}",
            client_keys=key or None,
            known_hosts=None,
            config=None,
            agent_path=None,
            preferred_auth="publickey,keyboard-interactive",
        )
        await client.connection.create_session(
            lambda: client, command or None, term_type="xterm-256color", term_size=(80, 24), encoding=None
        )
        async with asyncio.timeout(60):
            await client.ready.wait()
        self.clients.append(client)
        if not client.is_open:
            raise ConnectionError(f"the server closed a client: {client.grid.text.strip()!r}")
        return client.ready_at - begin

    async def connect(self, commands: list[str], first: list[str], keyless: bool = False) -> Answer:
        """One client after the other; milliseconds from the first byte to the first frame of each."""
        began = time.process_time()
        times = [1000 * await self._connect(*pair, keyless) for pair in zip(commands, first, strict=True)]
        return {"first_ms": times, "client_cpu_ms": 1000 * (time.process_time() - began) / max(1, len(commands))}

    async def watch(self, seconds: float) -> Answer:
        """Press nothing; what arrives meanwhile."""
        return await self._measure(asyncio.sleep(seconds), seconds)

    async def play(self, seconds: float, every: float) -> Answer:
        """Every client presses a cursor key every so many seconds, each at its own moment."""
        end = time.perf_counter() + seconds

        async def one(client: Client) -> None:
            await asyncio.sleep(random.random() * every)
            while time.perf_counter() < end and client.is_open:
                client.select_another()
                await asyncio.sleep(every)

        async def everybody() -> None:
            async with asyncio.TaskGroup() as group:
                for client in self.clients:
                    group.create_task(one(client))

        return await self._measure(everybody(), seconds)

    async def paste(self, size: int, seconds: float, every: float) -> Answer:
        """As `play`, while the first client pastes so many bytes at once and presses nothing else."""
        first = next(client for client in self.clients if client.is_open)
        others = [client for client in self.clients if client is not first]
        first.channel.write(b"\x1b[200~" + b"x" * size + b"\x1b[201~")
        self.clients = others
        try:
            return await self.play(seconds, every)
        finally:
            self.clients = [first, *others]

    async def hang(self, count: int) -> Answer:
        """The last clients ask for their screens again five times a second and take nothing more, as a hung terminal does."""
        for client in self.clients[-count:]:
            system: socket.socket = client.connection.get_extra_info("socket")
            system.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            client.connection._transport.pause_reading()  # type: ignore[union-attr]  # nothing public stops a whole connection
            self._stalled.append((client, asyncio.create_task(_redraw(client))))
        del self.clients[-count:]
        return {}

    async def _measure(self, work: Any, seconds: float) -> Answer:
        for client in self.clients:
            client.bytes = client.frames = client.unseen = 0
            client.latencies = []
        wall, cpu = time.perf_counter(), time.process_time()
        await work
        wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
        return {
            "seconds": wall,
            "client_cpu": cpu / wall,
            "bytes": sum(client.bytes for client in self.clients),
            "frames": sum(client.frames for client in self.clients),
            "latencies_ms": [1000 * value for client in self.clients for value in client.latencies],
            "unseen": sum(client.unseen for client in self.clients),
            "closed": sum(not client.is_open for client in self.clients),
        }

    async def drop(self) -> Answer:
        """Cut every connection without a word."""
        for client, redraw in self._stalled:
            redraw.cancel()
            client.connection.abort()
        for client in self.clients:
            client.connection.abort()
        self.clients, self._stalled = [], []
        return {}

    async def screen(self, number: int) -> Answer:
        """What one client sees."""
        return {"rows": self.clients[number].grid.rows}


async def serve(port: int) -> None:
    """Answer requests until the input ends."""
    crowd = Crowd(port)
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=1 << 20)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        request = json.loads(line)
        answer = await getattr(crowd, request.pop("do"))(**request)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    asyncio.run(serve(int(sys.argv[1])))
