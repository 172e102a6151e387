"""A client of the protocol over a real connection, in either form, that can play a whole game by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, Protocol

import asyncssh

from client.link import Link
from client.protocol import Body, Command, Message, Ready, Refusal, Reply, Stage
from client.wire import command_to_json, message_from_json, pack, unpack_message
from engine.cards import Color
from engine.moves import Accept, ChooseColor, Draw, Keep, Move, Pass, Play
from tests.server.rig import PATIENCE

PREFIX: Final = 4
TASTE: Final[tuple[type[Move], ...]] = (Play, ChooseColor, Draw, Keep, Pass, Accept)
"""What a robot does first, if it may."""


class Reader(Protocol):
    """What asyncio's and asyncssh's readers have in common."""

    async def readline(self) -> bytes: ...

    async def readexactly(self, n: int, /) -> bytes: ...


class Writer(Protocol):
    """What asyncio's and asyncssh's writers have in common."""

    def write(self, data: bytes, /) -> None: ...

    def write_eof(self) -> None: ...


class Robot:
    """`frames`: msgpack, not JSON. `plays`: act whenever there is something to do."""

    def __init__(
        self, reader: Reader, writer: Writer, ended: Callable[[], Awaitable[int | None]], frames: bool, plays: bool = False
    ) -> None:
        self._reader, self._writer, self._ended = reader, writer, ended
        self._frames, self._plays = frames, plays
        self.link = Link(self._send)
        self.replies: dict[int, Reply] = {}
        self.received = 0
        """Bytes of messages."""
        self.asked: list[type[Body]] = []
        self._news = asyncio.Event()
        self._acted_at = -1
        self._reading = asyncio.create_task(self._read())

    @classmethod
    async def open(cls, conn: asyncssh.SSHClientConnection, frames: bool, plays: bool = False) -> Robot:
        """Through `ssh -s HOST unotty`, or through `ssh HOST bot`."""
        if frames:
            process = await conn.create_process(subsystem="unotty", encoding=None)
        else:
            process = await conn.create_process("bot", encoding=None)

        async def ended() -> int | None:
            await process.wait_closed()
            return process.exit_status

        return cls(process.stdout, process.stdin, ended, frames, plays)

    def write(self, data: bytes) -> None:
        """Send these very bytes."""
        self._writer.write(data)

    def close(self) -> None:
        """No more input."""
        self._writer.write_eof()

    async def ended(self) -> int | None:
        """The door's exit status, once it has closed."""
        await asyncio.wait_for(self._reading, PATIENCE)
        return await asyncio.wait_for(self._ended(), PATIENCE)

    async def until(self, ask: Callable[[], object], seconds: float = PATIENCE) -> None:
        """Wait for news until `ask()` is true-ish."""
        async with asyncio.timeout(seconds):
            while not ask():
                assert not self._reading.done(), "the door is closed"
                self._news.clear()
                await self._news.wait()

    async def do(self, body: Body, table: str = "") -> Refusal | None:
        """Ask for something and wait for the answer."""
        number = self.link.request(body, table)
        await self.until(lambda: number in self.replies)
        return self.replies[number].refusal

    def _send(self, command: Command) -> None:
        self.asked.append(type(command.body))
        data = pack(command) if self._frames else command_to_json(command)
        self.write(len(data).to_bytes(PREFIX, "big") + data if self._frames else data + b"\n")

    async def _read(self) -> None:
        try:
            while data := await self._next():
                self.received += len(data)
                self._hear(unpack_message(data) if self._frames else message_from_json(data))
        finally:
            self._news.set()

    async def _next(self) -> bytes:
        """The next message; empty at the end of all of them, which is never inside one."""
        if not self._frames:
            line = await self._reader.readline()
            assert not line or line.endswith(b"\n")
            return line
        try:
            size = await self._reader.readexactly(PREFIX)
        except asyncio.IncompleteReadError as end:
            if end.partial:
                raise
            return b""
        return await self._reader.readexactly(int.from_bytes(size, "big"))

    def _hear(self, message: Message) -> None:
        if isinstance(message, Reply):
            self.replies[message.id] = message
        self.link.deliver(message)
        if self._plays and self.link.version != self._acted_at:
            self._act()
        self._news.set()

    def _act(self) -> None:
        table = self.link.table
        if table is None or table.game is None or table.you is None:
            return
        if table.stage is Stage.ROUND_OVER and not table.chairs[table.you].ready:
            self._do(Ready())
        if table.stage is Stage.PLAYING:
            moves = sorted(
                (move for move in table.game.legal if isinstance(move, TASTE)), key=lambda move: TASTE.index(type(move))
            )
            if moves:
                move = moves[0]
                wild = isinstance(move, Play) and move.card.color is None
                self._do(Play(move.card, color=Color.RED) if wild and isinstance(move, Play) else move)

    def _do(self, body: Body) -> None:
        self._acted_at = self.link.version
        self.link.request(body)
