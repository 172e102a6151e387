"""`Field`: what an attack works with: a port, addresses to come from, keys, chance, and the time that it has."""

from __future__ import annotations

import asyncio
import socket
import struct
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import Any, Final

import asyncssh

from tests.bench.load import Answer

GONE: Final = (OSError, asyncssh.Error, EOFError, asyncio.IncompleteReadError)
"""What a peer meets that the server cuts."""
CLOSE: Final = 2.0
"""Seconds that connections may take to close at the end of an attack."""


class Field:
    """For one run of one attack. All connections that it made are cut when it ends."""

    def __init__(self, port: int, seed: str, seconds: float) -> None:
        self.port, self.random = port, Random(seed)
        self._loop = asyncio.get_running_loop()
        self._end = self._loop.time() + seconds
        self._addresses = self.random.randrange(1 << 16)
        self._open: list[asyncssh.SSHClientConnection] = []
        self._writers: list[asyncio.StreamWriter] = []
        self.counts: dict[str, int] = {}

    @property
    def left(self) -> float:
        """Seconds left."""
        return max(0.0, self._end - self._loop.time())

    def count(self, what: str, number: int = 1) -> None:
        """Something was done so often."""
        self.counts[what] = self.counts.get(what, 0) + number

    def address(self) -> str:
        """An address that nobody came from yet: whoever has a botnet has thousands."""
        self._addresses += 1
        return f"127.{2 + self._addresses // 62500 % 250}.{self._addresses // 250 % 250}.{1 + self._addresses % 250}"

    async def raw(self, said: bytes = b"", address: str = "") -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A plain connection. Raises OSError."""
        reader, writer = await asyncio.open_connection(
            "127.0.0.1", self.port, local_addr=(address or self.address(), 0), limit=1 << 20
        )
        self._writers.append(writer)
        writer.write(said)
        return reader, writer

    async def connect(self, address: str = "", **options: Any) -> asyncssh.SSHClientConnection:
        """A connection that is logged in, with a key of its own if nothing else is said. Raises one of GONE."""
        options.setdefault("username", "mallory")
        if "client_keys" not in options:
            options["client_keys"] = [asyncssh.generate_private_key("ssh-ed25519")]
        conn = await asyncssh.connect(
            "127.0.0.1",
            self.port,
            local_addr=(address or self.address(), 0),
            known_hosts=None,
            config=None,
            agent_path=None,
            **options,
        )
        self._open.append(conn)
        return conn

    async def screen(
        self, command: str = "", *, session: type[asyncssh.SSHClientSession[bytes]] | None = None, **options: Any
    ) -> tuple[asyncssh.SSHClientConnection, asyncssh.SSHClientChannel[bytes], Any]:
        """Somebody before a screen that is drawn (`quick`: at a table with bots)."""
        conn = await self.connect(**{key: options.pop(key) for key in ("address", "client_keys") if key in options})
        settled: dict[str, Any] = {"term_type": "xterm-256color", "term_size": (80, 24), "encoding": None, **options}
        channel, one = await conn.create_session(session or Deaf, command or None, **settled)
        if isinstance(one, Deaf):
            await one.has_begun.wait()
        return conn, channel, one

    async def many(self, count: int, act: Callable[[int], Coroutine[Any, Any, None]]) -> None:
        """So many at once, until all are through or the time is; whoever is cut is out."""

        async def one(number: int) -> None:
            with suppress(*GONE, TimeoutError):
                await act(number)

        tasks = [asyncio.ensure_future(one(number)) for number in range(count)]
        _, late = await asyncio.wait(tasks, timeout=self.left)
        for task in late:
            task.cancel()
        for outcome in await asyncio.gather(*tasks, return_exceptions=True):
            if isinstance(outcome, Exception):
                raise outcome

    async def close(self) -> None:
        """Cut everything, at once: what still lies in buffers is not sent."""
        for conn in self._open:
            _reset(conn._transport)
            conn.abort()
        for writer in self._writers:
            _reset(writer.transport)
            writer.transport.abort()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSE):
                await asyncio.gather(*(conn.wait_closed() for conn in self._open), return_exceptions=True)


def _reset(transport: asyncio.BaseTransport | None) -> None:
    one = transport.get_extra_info("socket") if transport is not None else None
    if one is not None and one.fileno() >= 0:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


class Deaf(asyncssh.SSHClientSession[bytes]):
    """A session that throws away what it gets."""

    def __init__(self) -> None:
        self.has_begun = asyncio.Event()
        self.is_over = False
        self.bytes = 0

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """See asyncssh."""
        self.bytes += len(data)
        self.has_begun.set()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncssh."""
        self.is_over = True
        self.has_begun.set()


Act = Callable[[Field], Awaitable[None]]


@dataclass(frozen=True)
class Attack:
    """What is done, and for how many seconds. `act` raises AssertionError when it got something that it must not get."""

    name: str
    act: Act
    seconds: float

    @property
    def aim(self) -> str:
        """What it is after, in a sentence."""
        return " ".join((self.act.__doc__ or "").split())


ATTACKS: Final[dict[str, Attack]] = {}


def attack(seconds: float = 1.5) -> Callable[[Act], Act]:
    """Enter a function in the list; its docstring says what it is after."""

    def enter(act: Act) -> Act:
        name = act.__name__.replace("_", " ")
        ATTACKS[name] = Attack(name, act, seconds)
        return act

    return enter


async def run(port: int, name: str, seed: int, stretch: float = 1.0) -> Answer:
    """One attack, to its end; what it did, and what it won."""
    one = ATTACKS[name]
    seconds = one.seconds * stretch
    field = Field(port, f"{seed} {name}", seconds)
    won = ""
    try:
        async with asyncio.timeout(seconds + 20):
            await one.act(field)
    except AssertionError as error:
        won = str(error) or "something was not as it must be"
    except TimeoutError:
        won = "it hung"
    except Exception as error:  # noqa: BLE001 - an attack that breaks off is told of, and the next one goes on
        won = f"it broke off: {type(error).__name__}, {error}"
    finally:
        await field.close()
    return {"counts": field.counts, "won": won}
