"""The entrance: takes connections off the port, asks the gate about each before any SSH byte, and hands on who comes in."""

from __future__ import annotations

import asyncio
import errno
import logging
import os
import socket
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from server.ssh.addresses import Network, is_within
from server.ssh.farewell import Farewells
from server.ssh.gate import FULL, Gate, Place, TurnedAway
from server.ssh.notes import Notes
from server.ssh.proxy import Header, NotProxied

log = logging.getLogger("unotty.ssh")

AT_ONCE: Final = 8
"""Connections that are taken in one turn of the loop; the next ones wait until everybody else had theirs."""
REST: Final = 0.2
"""Seconds without taking any, when the system has no room for one more."""
HEADER_SECONDS: Final = 2.0
"""How long a proxy may take to say whom it speaks for."""
HEADERS: Final = 128
"""Connections that may wait for that at once."""
GONE: Final = frozenset({
    errno.ECONNABORTED, errno.EPROTO, errno.EPERM, errno.ENETDOWN, errno.ENOPROTOOPT, errno.EHOSTDOWN, errno.ENONET,
    errno.EHOSTUNREACH, errno.EOPNOTSUPP, errno.ENETUNREACH, errno.ETIMEDOUT, errno.ECONNRESET,
})  # fmt: skip
"""What accept(2) may say about one connection that failed before it was taken: the next one is not concerned."""

Admit = Callable[[socket.socket, Place, str], None]
"""Takes over an open socket, not blocking, of which nothing that belongs to SSH was read; the place, to be left at its end;
and the address of who is at the other end, which behind a proxy is not the socket's."""


class Entrance:
    """One for all listening sockets."""

    def __init__(self, gate: Gate, admit: Admit, notes: Notes, proxies: Sequence[Network] = ()) -> None:
        """`proxies`: where every connection must begin with a PROXY header, which then is believed."""
        self.gate, self._admit, self._notes, self._proxies = gate, admit, notes, tuple(proxies)
        self._loop = asyncio.get_running_loop()
        self._farewells = Farewells(self._loop)
        self._listening: list[socket.socket] = []
        self._resting: dict[socket.socket, asyncio.TimerHandle] = {}
        self._introduced: set[asyncio.Task[None]] = set()
        self._spare: int | None = None
        """An open file that can be given up to tell somebody that there is no room."""
        self._was_short = False

    def open(self, sockets: Sequence[socket.socket]) -> None:
        """Begin to accept, on sockets that listen and do not block; they are the entrance's own from now on."""
        self._keep_spare()
        for one in sockets:
            self._listening.append(one)
            self._loop.add_reader(one, self._knocks, one)

    def close(self) -> None:
        """Accept nothing more. Who was let in is no longer the entrance's."""
        for one in self._listening:
            self._loop.remove_reader(one)
            one.close()
        for timer in self._resting.values():
            timer.cancel()
        for task in self._introduced:
            task.cancel()
        self._listening.clear()
        self._resting.clear()
        self._farewells.close()
        self._drop_spare()

    # ── taking them ──────────────────────────────────────────────────────────────────────────────────────────

    def _knocks(self, listening: socket.socket) -> None:
        for _ in range(AT_ONCE):
            try:
                peer, address = listening.accept()
            except (BlockingIOError, InterruptedError):
                return
            except OSError as error:
                if error.errno not in GONE:
                    self._no_room(listening, error)
                    return
            else:
                self._was_short = False
                peer.setblocking(False)
                self._receive(peer, address[0])

    def _no_room(self, listening: socket.socket, error: OSError) -> None:
        """The system gives nothing: tell one of those who wait, and let some time pass."""
        if not self._was_short:
            self._was_short = True
            log.error("no connection can be taken: %s", error.strerror)
        if self._spare is not None:
            self._drop_spare()
            try:
                peer, _ = listening.accept()
            except OSError:
                pass
            else:
                peer.setblocking(False)
                self.gate.turned_away["full"] += 1
                self._farewells.say(peer, FULL, wait=False)
            self._keep_spare()
        self._loop.remove_reader(listening)
        self._resting[listening] = self._loop.call_later(REST, self._go_on, listening)

    def _go_on(self, listening: socket.socket) -> None:
        del self._resting[listening]
        self._loop.add_reader(listening, self._knocks, listening)

    # ── letting them in ──────────────────────────────────────────────────────────────────────────────────────

    def _receive(self, peer: socket.socket, address: str) -> None:
        if not is_within(address, self._proxies):
            self._ask(peer, address)
        elif len(self._introduced) >= HEADERS:
            self.gate.turned_away["full"] += 1
            self._farewells.say(peer, FULL)
        else:
            task = self._loop.create_task(self._introduce(peer, address))
            self._introduced.add(task)
            task.add_done_callback(partial(self._introduction_ends, peer))

    async def _introduce(self, peer: socket.socket, proxy: str) -> None:
        """Hear from a proxy who comes, then ask for him; whatever goes wrong, the socket is closed."""
        header = Header()
        try:
            async with asyncio.timeout(HEADER_SECONDS):
                while not header.is_complete:
                    if not (data := await self._loop.sock_recv(peer, header.wanted)):
                        raise NotProxied("it went without a PROXY header")
                    header.feed(data)
        except (NotProxied, TimeoutError, OSError) as error:
            why = str(error) or "it was too slow with its PROXY header"
            self.gate.turned_away["unproxied"] += 1
            self._notes.write(f"{proxy} is a proxy, and is turned away: {why}")
            peer.close()
        else:
            self._ask(peer, header.address or proxy, proxied=bool(header.address))

    def _introduction_ends(self, peer: socket.socket, task: asyncio.Task[None]) -> None:
        self._introduced.discard(task)
        if task.cancelled():
            peer.close()

    def _ask(self, peer: socket.socket, address: str, *, proxied: bool = False) -> None:
        try:
            place = self.gate.enter(address, proxied=proxied)
        except TurnedAway as no:
            self._notes.write(f"{address} is turned away: {no}")
            self._farewells.say(peer, str(no))
        else:
            self._admit(peer, place, address)

    # ── the spare file ───────────────────────────────────────────────────────────────────────────────────────

    def _keep_spare(self) -> None:
        try:
            self._spare = os.open(os.devnull, os.O_RDONLY | os.O_CLOEXEC)
        except OSError:
            self._spare = None

    def _drop_spare(self) -> None:
        if self._spare is not None:
            os.close(self._spare)
            self._spare = None
