"""`Program`: somebody at one of the doors for programs, who knows the tables by their messages."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Final, Self

import asyncssh

from client.link import Link
from client.protocol import Body, Command, LobbyView, Message, Refusal, Reply, Stage, TableView
from client.wire import command_to_json, message_from_json, pack, unpack_message
from tests.soak.town import Town

PREFIX: Final = 4
PATIENCE: Final = 20.0
"""Seconds for an answer: the machine may be busy."""


class Program(asyncssh.SSHClientSession[bytes]):
    """One visit. `frames`: msgpack, not JSON."""

    def __init__(self, town: Town, frames: bool) -> None:
        self.link = Link(self._send)
        self.is_over = False
        self.closed = asyncio.Event()
        self.moved_at = 0.0
        """When something last changed in the game that this session sees."""
        self._town, self._frames = town, frames
        self._rest = b""
        self._answers: dict[int, Reply] = {}
        self._news = asyncio.Event()
        self._seen: object = None
        self._loop = asyncio.get_running_loop()
        self._channel: asyncssh.SSHClientChannel[bytes]

    @classmethod
    async def open(cls, town: Town, conn: asyncssh.SSHClientConnection, frames: bool) -> Self:
        """Through `ssh -s HOST unotty`, or `ssh HOST bot`. Raises one of GONE."""
        one = cls(town, frames)
        async with asyncio.timeout(PATIENCE):
            one._channel, _ = await conn.create_session(
                lambda: one, None if frames else "bot", subsystem="unotty" if frames else None, encoding=None
            )
            await one.until(lambda: one.link.lobby)
        return one

    @property
    def lobby(self) -> LobbyView:
        """As it was last shown."""
        assert self.link.lobby is not None
        return self.link.lobby

    @property
    def table(self) -> TableView | None:
        """The table sat at or watched."""
        return self.link.table

    async def until(self, fits: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait for news until this is true-ish. Raises TimeoutError, ConnectionError."""
        async with asyncio.timeout(seconds):
            while not fits():
                if self.is_over:
                    raise ConnectionError("the door is closed")
                self._news.clear()
                await self._news.wait()

    async def do(self, body: Body, table: str = "") -> Refusal | None:
        """Ask for something, and wait for the answer."""
        number = self.link.request(body, table)
        await self.until(lambda: number in self._answers)
        return self._answers.pop(number).refusal

    def ask(self, body: Body) -> None:
        """The same, and not wait."""
        self.link.request(body)

    def hang_up(self) -> None:
        """Close the door politely."""
        self._channel.write_eof()

    def _send(self, command: Command) -> None:
        data = pack(command) if self._frames else command_to_json(command)
        if not self.is_over:
            self._channel.write(len(data).to_bytes(PREFIX, "big") + data if self._frames else data + b"\n")

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """See asyncssh."""
        if datatype is not None:
            return
        self._rest += data
        while (message := self._next()) is not None:
            self._hear(message)
        self._news.set()

    def _next(self) -> Message | None:
        if not self._frames:
            line, end, rest = self._rest.partition(b"\n")
            if not end:
                return None
            self._rest = rest
            return message_from_json(line)
        size = PREFIX + int.from_bytes(self._rest[:PREFIX], "big")
        if len(self._rest) < PREFIX or len(self._rest) < size:
            return None
        data, self._rest = self._rest[PREFIX:size], self._rest[size:]
        return unpack_message(data)

    def _hear(self, message: Message) -> None:
        self._town.counts["messages to programs"] += 1
        if isinstance(message, Reply):
            self._answers[message.id] = message
            if message.refusal is not None:
                self._town.counts[f"refused: {message.refusal.code}"] += 1
        self.link.deliver(message)
        if self.link.lobby is not None:
            self._town.read(self.link.lobby)
        table = self.link.table
        seen = (table.stage, table.game) if table is not None else None
        if seen != self._seen:
            self._seen, self.moved_at = seen, self._loop.time()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncssh."""
        self.is_over = True
        self.closed.set()
        self._news.set()


async def see_a_move(town: Town, program: Program, seconds: float) -> bool:
    """Look on until something moves at this table, the round is over, or the time is."""
    loop, began = asyncio.get_running_loop(), asyncio.get_running_loop().time()
    first = program.table
    try:
        await program.until(
            lambda: (
                program.moved_at > began
                or program.table is None
                or program.table.stage is not Stage.PLAYING
                or (first is not None and program.table.code != first.code)
            ),
            seconds,
        )
    except TimeoutError:
        return False
    town.slowest = max(town.slowest, loop.time() - began)
    return True
