"""The listening side: a `Guard` before every connection that the entrance lets in, a `Doorman` behind it."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable
from typing import Final

import asyncssh
import asyncssh.channel
import asyncssh.connection
from asyncssh.connection import SSHConnection

from server.lobby.people import Person
from server.ssh.berth import Berth
from server.ssh.connection import Connection
from server.ssh.doorman import Doorman
from server.ssh.guard import Guard
from server.ssh.notes import Notes
from server.ssh.penalties import Offence

log = logging.getLogger("unotty.ssh")

STOP_SECONDS: Final = 3.0
"""How long sessions may take to say goodbye when the server stops."""
GARBAGE: Final = (asyncssh.ProtocolError, asyncssh.ProtocolNotSupported, asyncssh.MACError, asyncssh.CompressionError)


class Listener:
    """Speaks SSH on connections that somebody else has taken, and knows all that are open."""

    def __init__(self, options: asyncssh.SSHServerConnectionOptions, notes: Notes) -> None:
        self._options, self._notes = options, notes
        self._loop = asyncio.get_running_loop()
        self._guards: set[Guard] = set()
        self._opening: set[asyncio.Task[None]] = set()
        self._past = 0
        self._empty = asyncio.Event()
        self._empty.set()

    def admit(self, peer: socket.socket, place: Berth, address: str) -> None:
        """Somebody was let in (`server.ssh.entrance.Admit`)."""
        guard = Guard(place, address, self._connect, self._gone, self._notes, self._loop.time)
        place.end = lambda sentence: end(guard, sentence)
        self._guards.add(guard)
        self._empty.clear()
        task = self._loop.create_task(self._open(peer, guard))
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    async def _open(self, peer: socket.socket, guard: Guard) -> None:
        try:
            await self._loop.connect_accepted_socket(lambda: guard, peer)
        except OSError as error:  # it went before we looked: asyncio never told the guard
            self._notes.write(f"{guard.address} could not be served: {error.strerror}")
            peer.close()
            guard.place.leave()
            self._gone(guard)

    async def stop(self, sentence: str) -> None:
        """Tell every session why it ends, and see that all have gone within STOP_SECONDS."""
        await asyncio.gather(*self._opening)
        for guard in tuple(self._guards):
            owner = guard.conn.get_owner()
            if isinstance(owner, Doorman):
                owner.stop(sentence)
        try:
            await asyncio.wait_for(self._empty.wait(), STOP_SECONDS)
        except TimeoutError:
            for guard in tuple(self._guards):
                guard.abort("the server stops")

    @property
    def connections(self) -> int:
        """How many are open, logged in or not."""
        return len(self._guards)

    @property
    def ended(self) -> int:
        """How many sessions came and went; a connection that never had one counts as one."""
        return self._past + sum(guard.sessions for guard in self._guards)

    @property
    def logged_in(self) -> list[Person]:
        """Who is connected, once for each connection."""
        owners = [guard.conn.get_owner() for guard in self._guards if guard.is_open]
        return [owner.person for owner in owners if isinstance(owner, Doorman) and owner.person is not None]

    def expel(self, concerns: Callable[[str, Person | None], bool], sentence: str) -> int:
        """End every connection that this is true of, by its address and who it is (None: not known yet). How many were they?"""
        found = 0
        for guard in [guard for guard in self._guards if guard.is_open]:
            owner = guard.conn.get_owner()
            person = owner.person if isinstance(owner, Doorman) else None
            if not concerns(guard.address, person):
                continue
            found += 1
            if isinstance(owner, Doorman) and person is not None:
                owner.stop(sentence)
            else:
                guard.abort("it is banned")
        return found

    def _connect(self) -> Connection:
        return Connection(self._loop, self._options, error_handler=self._ended)

    def _gone(self, guard: Guard) -> None:
        self._guards.discard(guard)
        self._past += max(1, guard.sessions)
        if not self._guards:
            self._empty.set()

    def _ended(self, conn: SSHConnection, exc: Exception | None) -> None:
        """asyncssh is through with a connection. What came from a peer is one short line; a fault of ours is shown."""
        owner, guard = conn.get_owner(), conn.get_extra_info("guard")
        known = isinstance(owner, Doorman) and owner.person is not None
        if exc is None or (known and isinstance(exc, asyncssh.Error | OSError)):
            return
        if isinstance(exc, GARBAGE) or not isinstance(exc, asyncssh.Error | OSError):
            guard.place.blame(Offence.GARBAGE)
        line = f"{guard.address} {'was cut' if known else 'left before login'}: {type(exc).__name__}, {printable(str(exc))}"
        self._notes.write(line, exc if known else None)


def end(guard: Guard, sentence: str) -> None:
    """End a connection, with this sentence if there is somebody who can read it."""
    owner = guard.conn.get_owner() if guard.is_open else None
    if isinstance(owner, Doorman):
        owner.stop(sentence)


def printable(text: str) -> str:
    """At most 80 characters of a peer's making that are safe in a log."""
    return "".join(char if " " <= char <= "~" else "?" for char in text[:80])


def _as_it_is(s: str) -> str:
    return s


def accept_any_user_name() -> None:
    """asyncssh hangs up on user names that SASLprep refuses: an emoji, a Persian name that ends in a digit.

    Here the name is only a hint for what somebody wants to be called, and it is cleaned where it is used.
    """
    asyncssh.connection.saslprep = _as_it_is  # type: ignore[attr-defined]  # not part of its surface: see check_asyncssh


def check_asyncssh() -> None:
    """Raise RuntimeError when this is not the asyncssh whose inner names `Channel`, `Connection` and this file need."""
    channel = ("_process_env_request", "_process_x11_req_request", "_process_auth_agent_req_at_openssh_dot_com_request")
    missing = [name for name in channel if not hasattr(asyncssh.SSHServerChannel, name)]
    connection = (
        "_send_kexinit", "send_newkeys", "_reset_keepalive_timer", "_set_keepalive_timer", "_keepalive_timer_callback",
        "_send_global_request", "_cleanup", "_send", "reload_config",
    )  # fmt: skip
    missing += [name for name in connection if not hasattr(asyncssh.SSHServerConnection, name)]
    if not hasattr(asyncssh.connection, "saslprep"):
        missing.append("connection.saslprep")
    if "_send_pktsize" not in asyncssh.channel.SSHChannel.__init__.__code__.co_names:
        missing.append("_send_pktsize")
    made = SSHConnection.__init__.__code__.co_names
    missing += [
        name
        for name in (
            "_deferred_packets",
            "_extra",
            "_global_request_waiters",
            "_keepalive_count",
            "_keepalive_interval",
            "_recv_handler",
        )
        if name not in made
    ]
    if missing:
        raise RuntimeError(f"asyncssh {asyncssh.__version__} lacks {', '.join(missing)}; unotty needs the pinned version")
