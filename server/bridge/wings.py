"""`Wings`: the worker processes: starts them, shares connections out, and starts another in the place of one that died."""

from __future__ import annotations

import asyncio
import logging
import socket
import time
from collections.abc import Callable
from contextvars import Context
from typing import Final

from server.bridge import down
from server.bridge.hiring import Hired, Terms, hire
from server.bridge.wing import Manners, Watch, Wing
from server.config import StartError
from server.lobby.people import Person
from server.metrics import Histogram
from server.ssh.farewell import parting
from server.ssh.gate import BUSY, Place

log = logging.getLogger("unotty.bridge")

START_SECONDS: Final = 60.0
STOP_SECONDS: Final = 5.0
"""How long a worker may take to see everybody off."""
LOOK: Final = 1.0
"""Seconds between two pings."""
REST: Final = 0.5
"""Seconds before another is started in the place of one that died; twice as long each time it happens again,"""
LONGEST_REST: Final = 30.0
"""up to here,"""
GOOD: Final = 60.0
"""and from the beginning after one that lived so long."""
TRIP_BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1.0)


class Wings:
    """All workers. To everybody else it is what `Listener` is in a house of one process."""

    def __init__(self, count: int, terms: Terms, manners: Manners) -> None:
        self._count, self._terms, self._manners = count, terms, manners
        self._loop = asyncio.get_running_loop()
        self._hired: dict[Wing, Hired] = {}
        self._past = self._last_line = self._last_ping = 0
        self._rests = [REST] * count
        self._changed = asyncio.Event()
        self._timers: set[asyncio.TimerHandle] = set()
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_stopping = False
        self.deaths = 0
        """Workers that ended without being asked to."""
        self.trips = Histogram(TRIP_BUCKETS)
        """Seconds from a word to a worker to its answer."""

    async def open(self) -> None:
        """Start all, and wait until they take connections. Raises StartError; then none is left."""
        try:
            async with asyncio.timeout(START_SECONDS):
                await asyncio.gather(*[self._start(place) for place in range(self._count)])
                while self.ready < self._count:
                    if self.deaths:
                        raise StartError("a worker process ended as soon as it was started: the lines above say why")
                    self._changed.clear()
                    await self._changed.wait()
        except (TimeoutError, OSError) as error:
            await self.stop("")
            raise StartError(f"the worker processes do not start: {error or 'they take too long'}") from None
        except StartError:
            await self.stop("")
            raise
        self._look()

    def admit(self, peer: socket.socket, place: Place, address: str) -> None:
        """Somebody was let in (`server.ssh.entrance.Admit`): he goes to the worker that has the fewest connections."""
        self._last_line += 1
        for wing in sorted([wing for wing in self._hired if wing.is_ready], key=lambda wing: len(wing.lines)):
            if wing.take(self._last_line, peer, place, address):
                return
        try:
            peer.send(parting(BUSY))
        except OSError as error:
            log.info("%s could not be told that no worker takes him: %s", address, error.strerror)
        peer.close()
        place.refuse("busy")
        place.leave()

    def ping(self) -> None:
        """Ask all for a sign of life that have given one; the others have longer."""
        self._last_ping += 1
        for wing, hired in tuple(self._hired.items()):
            if wing.is_ready:
                wing.ping(self._last_ping)
            elif time.monotonic() - hired.since > START_SECONDS:
                wing.pipe.abort("it does not start")

    async def stop(self, sentence: str) -> None:
        """Tell every session why it ends, and see that all workers have ended within STOP_SECONDS."""
        self._is_stopping = True
        for timer in self._timers:
            timer.cancel()
        for wing in self._hired:
            wing.send(down.End(sentence))
        try:
            async with asyncio.timeout(STOP_SECONDS):
                while self._hired:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            log.warning("%d workers did not end by themselves", len(self._hired))
            for wing in tuple(self._hired):
                wing.pipe.abort("it does not end")
        while self._tasks:
            await asyncio.gather(*self._tasks, return_exceptions=True)

    # ── who is there (as of a `Listener`) ────────────────────────────────────────────────────────────────────

    @property
    def ready(self) -> int:
        """How many workers take connections."""
        return sum(wing.is_ready for wing in self._hired)

    @property
    def memory(self) -> int:
        """Bytes all workers have together."""
        return sum(wing.memory for wing in self._hired)

    @property
    def tasks(self) -> int:
        """Tasks of all workers' loops together."""
        return sum(wing.tasks for wing in self._hired)

    @property
    def connections(self) -> int:
        """How many are open, logged in or not."""
        return sum(len(wing.lines) for wing in self._hired)

    @property
    def ended(self) -> int:
        """How many sessions came and went; a connection that never had one counts as one."""
        open_now = sum(line.sessions for wing in self._hired for line in wing.lines.values())
        return self._past + sum(wing.past for wing in self._hired) + open_now

    @property
    def logged_in(self) -> list[Person]:
        """Who is connected, once for each connection."""
        return [line.person for wing in self._hired for line in wing.lines.values() if line.person is not None]

    def expel(self, concerns: Callable[[str, Person | None], bool], sentence: str) -> int:
        """End every connection that this is true of, by its address and who it is (None: not known yet). How many were they?"""
        found = [line for wing in self._hired for line in wing.lines.values() if concerns(line.address, line.person)]
        for line in found:
            line.stop(sentence)
        return len(found)

    # ── the processes ────────────────────────────────────────────────────────────────────────────────────────

    async def _start(self, place: int) -> None:
        hired = await hire(self._terms)
        watch = Watch(self._is_ready, lambda wing, reason: self._gone(wing, place, reason), self._answered)
        wing = Wing(self._manners, watch, hired.hatch, time.monotonic)
        self._hired[wing] = hired
        await self._loop.create_connection(lambda: wing.pipe, sock=hired.pipe)
        wing.send(self._terms.hello)
        if self._is_stopping:
            wing.pipe.abort("the server stops")

    def _answered(self, seconds: float) -> None:
        self.trips.observe(seconds)

    def _is_ready(self, wing: Wing) -> None:
        self._changed.set()

    def _gone(self, wing: Wing, place: int, reason: str) -> None:
        """Its process is ended, if it has not done so itself, and another is started."""
        hired = self._hired.pop(wing)
        self._past += wing.past
        self._changed.set()
        self._keep(self._loop.create_task(hired.bury(0 if not self._is_stopping else STOP_SECONDS)))
        if self._is_stopping:
            return
        self.deaths += 1
        lived = time.monotonic() - hired.since
        rest = REST if lived >= GOOD else self._rests[place]
        self._rests[place] = min(LONGEST_REST, 2 * rest)
        log.error("worker %d is gone (%s) after %.0f s; another is started in %g s", hired.pid, reason, lived, rest)
        self._later(rest, lambda: self._keep(self._loop.create_task(self._start_again(place))))

    async def _start_again(self, place: int) -> None:
        try:
            await self._start(place)
        except OSError as error:
            log.error("a worker cannot be started: %s", error.strerror)
            self._later(LONGEST_REST, lambda: self._keep(self._loop.create_task(self._start_again(place))))

    def _look(self) -> None:
        self.ping()
        self._later(LOOK, self._look)

    def _later(self, seconds: float, act: Callable[[], None]) -> None:
        def do() -> None:
            self._timers.discard(timer)
            act()

        timer = self._loop.call_later(seconds, do, context=Context())
        self._timers.add(timer)

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
