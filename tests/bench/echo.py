"""A baseline for the same load: asyncssh and nothing behind it, painting made-up frames of the same size.

What this costs, no server on asyncssh can go below. It speaks the requests of `tests.bench.server`.
"""

from __future__ import annotations

import asyncio
import json
import sys
from random import Random

import asyncssh
import uvloop

from tests.bench.load import Answer

SEATS = 10
FIRST, FRAME = 7000, 600
"""Bytes of a first frame and of an update (BUDGETS §1)."""
CARDS = 7


class Session(asyncssh.SSHServerSession[bytes]):
    """A hand of seven numbered cards whose selection follows the cursor keys."""

    def __init__(self, server: Server) -> None:
        self._server = server
        self._at = 1
        self.channel: asyncssh.SSHServerChannel[bytes]

    def connection_made(self, chan: asyncssh.SSHServerChannel[bytes]) -> None:
        """See asyncssh."""
        self.channel = chan

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncssh."""
        self._server.sessions.discard(self)

    def pty_requested(self, *_: object) -> bool:
        """See asyncssh."""
        return True

    def exec_requested(self, command: str) -> bool:
        """See asyncssh."""
        return True

    def session_started(self) -> None:
        """The first frame."""
        self._server.sessions.add(self)
        self.channel.write(b"\x1b[2J" + padding(FIRST) + self._hand() + b"\x1b[1;1Hready")

    def data_received(self, data: bytes, datatype: asyncssh.DataType) -> None:
        """Select the next card, or the one before."""
        self._at = max(1, min(CARDS, self._at + (1 if data.endswith(b"C") else -1)))
        self.channel.write(padding(FRAME) + self._hand())

    def push(self) -> None:
        """Somebody else moved."""
        self.channel.write(padding(FRAME))

    def _hand(self) -> bytes:
        cards = [f"┗━━{n}━━┛" if n == self._at else f"╰──{n}──╯" for n in range(1, CARDS + 1)]
        return b"\x1b[22;1H" + "".join(cards).encode()


class Doorman(asyncssh.SSHServer):
    """Every key is welcome."""

    def __init__(self, server: Server) -> None:
        self._server = server

    def public_key_auth_supported(self) -> bool:
        """See asyncssh."""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """See asyncssh."""
        return True

    def session_requested(self) -> Session:
        """See asyncssh."""
        return Session(self._server)


class Server:
    """All sessions, and the moves that go to ten of them at a time."""

    def __init__(self) -> None:
        self.sessions: set[Session] = set()
        self._random = Random(1)
        self._moving: asyncio.Task[None] | None = None

    def open(self, tables: int) -> Answer:
        """Nothing to do."""
        return {"codes": ["ready"] * tables}

    def leave(self) -> Answer:
        """Nothing to do."""
        return {}

    start = collect = leave

    def go(self) -> Answer:
        """Begin to move."""
        self._moving = asyncio.create_task(self._move())
        return {}

    def stop(self) -> Answer:
        """Stop moving."""
        if self._moving:
            self._moving.cancel()
        return {}

    def look(self) -> Answer:
        """As the real one."""
        return {"lags_ms": [], "moves": 0, "tasks": 0, "connections": len(self.sessions)}

    async def _move(self) -> None:
        while True:
            everybody = list(self.sessions)
            for start in range(0, len(everybody), SEATS):
                for session in everybody[start : start + SEATS]:
                    session.push()
                await asyncio.sleep(SEATS / max(SEATS, len(everybody)))


def padding(size: int) -> bytes:
    """Letters in the upper half of the screen, with as many cursor moves as a frame has."""
    return (b"\x1b[2;1H" + b"x" * 34) * (size // 40)


async def serve() -> None:
    """As `tests.bench.server.serve`."""
    server = Server()
    acceptor = await asyncssh.listen(
        "127.0.0.1",
        0,
        server_factory=lambda: Doorman(server),
        server_host_keys=[asyncssh.generate_private_key("ssh-ed25519")],
        encoding=None,
        line_editor=False,
    )
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=1 << 20)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    sys.stdout.write(json.dumps({"port": acceptor.get_port()}) + "\n")
    sys.stdout.flush()
    while line := await reader.readline():
        request = json.loads(line)
        answer: Answer = getattr(server, request.pop("do"))(**request)
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(serve())
