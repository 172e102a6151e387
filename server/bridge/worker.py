"""The worker: SSH and screens for the connections that the lobby's process hands over, and the other end of its pipe."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from collections.abc import Coroutine
from functools import partial
from typing import Any, Final

import asyncssh
import uvloop

from server.bridge import down, up
from server.bridge.frames import Pipe
from server.bridge.mail import Mail
from server.bridge.messages import down_in, handed_in, row_of
from server.bridge.porter import Porter, RemotePlace
from server.bridge.remote import Envoy
from server.bridge.up import Up
from server.collector import Collector
from server.doors.door import Door, Port, Visit
from server.libraries import prepare_libraries
from server.logs import configure
from server.metrics import resident
from server.sentences import STOPPING
from server.ssh.listener import Listener
from server.ssh.notes import Notes
from server.ssh.options import connection_options
from server.ssh.profiles import PROFILES
from server.watchdog import Watchdog

log = logging.getLogger("unotty.bridge")

ABOUT: Final = 1024
"""Bytes of what is said of a connection that is handed over."""
AT_ONCE: Final = 8
"""Connections that are taken in one turn of the loop."""
ORPHAN_SECONDS: Final = 0.7
"""How long clients may take to be told that."""


class Worker:
    """One process's. `is_over` is set when it is to end."""

    def __init__(self, hatch: socket.socket) -> None:
        self._hatch = hatch
        self._loop = asyncio.get_running_loop()
        self.pipe = Pipe(self._hear, self._orphan)
        self.is_over = asyncio.Event()
        self._notes = Notes(self._loop)
        self._listener: Listener | None = None
        self._collector: Collector | None = None
        self._mail = Mail()
        self._places: dict[int, RemotePlace] = {}
        self._visits: dict[int, Envoy] = {}
        self._last_visit = 0
        self._watchdog = Watchdog()
        self._tasks: set[asyncio.Task[None]] = set()

    def send(self, message: Up) -> None:
        """Say this to the lobby's process, soon; but nothing of a connection after its end, of which asyncssh may have more."""
        if not isinstance(message, up.OfLine) or message.line in self._places:
            self.pipe.send(row_of(message))

    def receive(self, line: int, visit: Visit, port: Port) -> Door:
        """Somebody who logged in asks for something."""
        self._last_visit += 1
        number = self._last_visit
        envoy = Envoy(line, number, visit, port, self.send, self._mail, lambda: self._visits.pop(number, None))
        self._visits[number] = envoy
        return envoy

    # ── connections ──────────────────────────────────────────────────────────────────────────────────────────

    def _take(self) -> None:
        """Take over what has been handed over."""
        for _ in range(AT_ONCE):
            if not self._take_one():
                return

    def _take_one(self) -> bool:
        """Take over the next one. False: there is none."""
        try:
            about, files, _, _ = socket.recv_fds(self._hatch, ABOUT, 1)
        except (BlockingIOError, InterruptedError):
            return False
        except OSError as error:
            log.warning("a connection could not be taken over: %s", error.strerror)
            return False
        if not about:  # nobody is at the other end any more
            self._loop.remove_reader(self._hatch)
            return False
        handed = handed_in(about)
        if not files:
            log.warning("there is no room for one more open file")
            self.pipe.send(row_of(up.Left(handed.line)))
            return True
        peer = socket.socket(fileno=files[0])
        peer.setblocking(False)
        leave = partial(self._places.pop, handed.line)
        place = self._places[handed.line] = RemotePlace(handed.line, handed.source, handed.is_spared, self.send, leave)
        assert self._listener is not None
        self._listener.admit(peer, place, handed.address)
        return True

    # ── what the lobby's process says ────────────────────────────────────────────────────────────────────────

    def _hear(self, row: list[Any]) -> None:
        message = down_in(row)
        match message:
            case down.Hello():
                self._do(self._open(message))
            case down.Ping(number):
                self.send(up.Pong(number, resident(), len(asyncio.all_tasks())))
            case down.End(sentence):
                self._do(self._end(sentence))
            case down.Stop() | down.Away():
                self._about_line(message)
            case _:
                envoy = self._visits.get(message.visit)
                if envoy is not None:  # otherwise it went, and over there they do not know yet
                    envoy.hear(message)

    def _about_line(self, message: down.Stop | down.Away) -> None:
        while message.line not in self._places and self._take_one():
            pass  # it may still lie in the hatch, behind others
        place = self._places.get(message.line)
        if place is None:
            return
        if isinstance(message, down.Away):
            code = asyncssh.DISC_HOST_NOT_ALLOWED_TO_CONNECT if message.is_banned else asyncssh.DISC_TOO_MANY_CONNECTIONS
            place.send_away(code, message.sentence)
        elif message.is_stranger:
            place.cut()
        else:
            place.end(message.sentence)

    async def _open(self, hello: down.Hello) -> None:
        keys = [asyncssh.import_private_key(key) for key in hello.keys]
        options = await connection_options(keys, lambda: Porter(self.receive), PROFILES[hello.profile])
        self._listener = listener = Listener(options, self._notes)
        self._collector = Collector(listener)
        self._loop.add_reader(self._hatch, self._take)
        self.send(up.Ready())

    async def _end(self, sentence: str) -> None:
        """See everybody off."""
        self._loop.remove_reader(self._hatch)
        if self._listener is not None:
            await self._listener.stop(sentence)
        self._finish()

    def _finish(self) -> None:
        self._notes.close()
        self._watchdog.stop()
        if self._collector is not None:
            self._collector.stop()
        self.pipe.close()
        self.is_over.set()

    def _orphan(self, reason: str) -> None:
        """The lobby's process is gone: leave people's terminals as they were, and end."""
        if self.is_over.is_set():
            return
        log.error("the server's own process is gone (%s), so this worker ends", reason)
        for envoy in tuple(self._visits.values()):
            envoy.orphaned(STOPPING)
        self._loop.call_later(ORPHAN_SECONDS, self.is_over.set)

    def _do(self, what: Coroutine[None, None, None]) -> None:
        task = self._loop.create_task(what)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        """A worker that cannot begin, or cannot end in order, ends."""
        self._tasks.discard(task)
        if not task.cancelled() and (fault := task.exception()) is not None:
            log.error("a worker fails", exc_info=fault)
            self.is_over.set()


async def _serve(pipe: int, hatch: int) -> None:
    door = socket.socket(fileno=hatch)
    door.setblocking(False)
    worker = Worker(door)
    await asyncio.get_running_loop().create_connection(lambda: worker.pipe, sock=socket.socket(fileno=pipe))
    await worker.is_over.wait()


def run(pipe: int, hatch: int, log_format: str, verbose: bool) -> int:
    """The whole process; returns its exit status. `pipe`, `hatch`: descriptors of the sockets to the lobby's process."""
    for one in (signal.SIGINT, signal.SIGTERM):
        signal.signal(one, signal.SIG_IGN)  # the lobby's process gets them too, and says what is to be done
    configure(log_format, verbose)
    prepare_libraries()
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(_serve(pipe, hatch))
    return 0
