"""The desk: where the operator's requests come in, on a Unix socket that only his own account can open.

Players have no way to it: it is no address of the network and no word of the protocol.
"""

from __future__ import annotations

import asyncio
import logging
import os
import pwd
import socket
import stat
import struct
from collections.abc import Awaitable, Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

from server.admin.speech import REQUEST_BYTES, ROOM, SOCKET, Answer, Mistake, Request, Unclear, answer_line, request_in

log = logging.getLogger("unotty.admin")

AT_ONCE: Final = 8
"""Requests that are answered at the same time."""
CONNECTED: Final = 64
READ_SECONDS: Final = 5.0
ANSWER_SECONDS: Final = 600.0
"""For the longest of all: a backup of a big database."""
ALONE: Final = 0o700


class NoDesk(Exception):
    """The socket cannot be made; the message is one line that says why."""


Serve = Callable[[Request, str], Awaitable[Answer]]
"""Answers a request of the operator with this name. Raises Mistake."""


class Desk:
    """Takes one request a connection, and answers it."""

    def __init__(self, folder: Path, serve: Serve) -> None:
        """`folder`: the data folder, locked by this server."""
        self._path, self._serve = folder / ROOM / SOCKET, serve
        self._server: asyncio.Server | None = None
        self._busy: set[asyncio.Task[None]] = set()
        self._answering = 0

    async def open(self) -> None:
        """Begin to answer. Raises NoDesk."""
        try:
            listening = _bound(self._path)
            self._server = await asyncio.start_unix_server(self._meet, sock=listening, limit=REQUEST_BYTES)
        except OSError as error:
            raise NoDesk(f"the operator's socket {self._path} cannot be made: {error.strerror or error}") from None

    async def close(self) -> None:
        """Answer no more; what is being answered is given up."""
        if self._server is not None:
            self._server.close()
            with suppress(OSError):
                self._path.unlink()
        for task in self._busy:
            task.cancel()
        await asyncio.gather(*self._busy, return_exceptions=True)

    def _meet(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._busy) >= CONNECTED:
            writer.transport.abort()
            return
        task = asyncio.get_running_loop().create_task(self._talk(reader, writer))
        self._busy.add(task)
        task.add_done_callback(self._busy.discard)

    async def _talk(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            answer = await self._hear(reader, peer_of(writer.get_extra_info("socket")))
            writer.write(answer_line(answer))
            async with asyncio.timeout(READ_SECONDS):
                await writer.drain()
        except (OSError, TimeoutError) as error:
            log.info("the operator's program did not wait for its answer (%s)", type(error).__name__)
        finally:
            writer.close()

    async def _hear(self, reader: asyncio.StreamReader, uid: int | None) -> Answer:
        """The answer to whatever comes, also to what makes no sense."""
        try:
            async with asyncio.timeout(READ_SECONDS):
                line = await reader.readline()  # in any case: what is not read when a socket closes takes the answer with it
            if uid is not None and uid not in (os.geteuid(), 0):
                log.warning("user %d knocked at the operator's socket", uid)
                return Answer(False, sentence="Only the account that runs the server may do that.")
            return await self._answer(request_in(line), name_of(uid))
        except (Mistake, Unclear) as no:
            return Answer(False, sentence=str(no))
        except ValueError:
            return Answer(False, sentence=f"A request has at most {REQUEST_BYTES} bytes.")
        except TimeoutError:
            return Answer(False, sentence="That took too long, and was given up.")
        except Exception:
            log.exception("a request of the operator failed")
            return Answer(False, sentence="Something went wrong on the server's side; its log has more.")

    async def _answer(self, request: Request, who: str) -> Answer:
        if self._answering >= AT_ONCE:
            raise Mistake("The server is busy with other requests of yours: try again in a moment.")
        self._answering += 1
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                return await self._serve(request, who)
        finally:
            self._answering -= 1


def peer_of(connected: socket.socket) -> int | None:
    """Whose program is at the other end; None where the system does not tell, and only the socket's folder keeps others out."""
    if not hasattr(socket, "SO_PEERCRED"):
        return None
    _, uid, _ = struct.unpack("3i", connected.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i")))
    return int(uid)


def name_of(uid: int | None) -> str:
    """What the system calls a user, for the audit trail."""
    try:
        return pwd.getpwuid(os.geteuid() if uid is None else uid).pw_name
    except KeyError:
        return f"uid {uid}"


def _bound(path: Path) -> socket.socket:
    """A listening socket at this path. The folder around it is the server's alone, whatever it was. Raises OSError."""
    room = path.parent
    room.mkdir(mode=ALONE, exist_ok=True)
    room.chmod(ALONE)
    with suppress(FileNotFoundError):
        if not stat.S_ISSOCK(path.lstat().st_mode):
            raise OSError(f"{path} is there, and is no socket")
        path.unlink()  # of a server that was killed: the data folder has one server at a time
    one = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    try:
        descriptor = os.open(room, os.O_RDONLY | os.O_DIRECTORY)
        try:
            one.bind(short(path, descriptor))
        finally:
            os.close(descriptor)
        path.chmod(0o600)
        one.listen(AT_ONCE)
        one.setblocking(False)
    except OSError:
        one.close()
        raise
    return one


def short(path: Path, folder: int) -> str:
    """A name for a socket that the system takes however deep its folder lies (`folder`: a descriptor of that)."""
    direct = os.fspath(path)
    through = f"/proc/self/fd/{folder}"
    return direct if len(os.fsencode(direct)) < 100 or not os.path.exists(through) else f"{through}/{path.name}"
