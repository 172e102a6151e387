"""The listening side: a `Guard` before every connection, a `Doorman` behind it."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Sequence
from typing import Final

import asyncssh
import asyncssh.channel
import asyncssh.connection
from asyncssh.auth import KbdIntChallenge
from asyncssh.connection import SSHConnection

from server.lobby.people import Person
from server.ssh.auth import PROMPT, Login, TooMany
from server.ssh.connection import Connection
from server.ssh.gate import Gate, TurnedAway, nobody
from server.ssh.guard import Guard
from server.ssh.limits import (
    CROWD,
    LOG_BURST,
    LOG_RATE,
    SESSION_BURST,
    SESSION_RATE,
    SESSION_WAIT,
    Budget,
    Crowd,
    Quiet,
)
from server.ssh.session import Channel, Choose, Session

log = logging.getLogger("unotty.ssh")

STOP_SECONDS: Final = 3.0
"""How long sessions may take to say goodbye when the server stops."""
LOG_PAUSE: Final = 60.0
"""Seconds after which the log is told at the latest that lines were left out of it."""


def everybody(person: Person) -> str:
    """The ban that nobody is under."""
    return ""


class Doorman(asyncssh.SSHServer):
    """One connection's login and its one session. Forwardings of every kind stay at asyncssh's answer: no."""

    def __init__(self, choose: Choose, banned: Callable[[Person], str] = everybody) -> None:
        """`banned` is asked for the sentence that somebody is sent away with; empty: he may come in."""
        self._choose, self._banned = choose, banned
        self._login = Login()
        self._person: Person | None = None
        self._session: Session | None = None
        self._sessions = Budget(SESSION_RATE, SESSION_BURST, asyncio.get_running_loop().time)
        self._idle: asyncio.TimerHandle | None = None
        self._farewell: str | None = None
        self._conn: asyncssh.SSHServerConnection

    @property
    def person(self) -> Person | None:
        """Who this is, once that is proven."""
        return self._person

    @property
    def session(self) -> Session | None:
        """The open session."""
        return self._session if self._session is not None and not self._session.is_closed else None

    def stop(self, sentence: str) -> None:
        """The server stops: end the session with this sentence, and then the connection."""
        self._farewell = sentence
        if self.session is not None:
            self.session.stop(sentence)
        else:
            self._close_idle()

    def connection_made(self, conn: asyncssh.SSHServerConnection) -> None:
        """asyncssh: before the first byte."""
        self._conn = conn

    def connection_lost(self, exc: Exception | None) -> None:
        """asyncssh: after the last one."""
        if self._idle is not None:
            self._idle.cancel()

    # ── the login: plain functions, so that no other packet comes between a proof and its effect ─────────────

    def begin_auth(self, username: str) -> bool:
        """asyncssh: a login for another user name than before."""
        return self._step(lambda: self._login.begin(username), otherwise=True)

    def public_key_auth_supported(self) -> bool:
        """asyncssh: are keys taken?"""
        return True

    def validate_public_key(self, username: str, key: asyncssh.SSHKey) -> bool:
        """asyncssh: a key was offered or used; the signature is checked after this."""
        return self._step(lambda: self._login.key(key), otherwise=False)

    def kbdint_auth_supported(self) -> bool:
        """asyncssh: is there a question to answer?"""
        return True

    def get_kbdint_challenge(self, username: str, lang: str, submethods: str) -> KbdIntChallenge:
        """asyncssh: the one question."""
        return ("", "", "", [(PROMPT, True)]) if self._step(self._login.ask, otherwise=False) else False

    def validate_kbdint_response(self, username: str, responses: Sequence[str]) -> KbdIntChallenge:
        """asyncssh: its answer; every answer is right."""
        name = responses[0] if len(responses) == 1 else ""
        return self._step(lambda: self._login.answer(name), otherwise=False)

    def auth_completed(self) -> None:
        """asyncssh: the step just made succeeded."""
        guard: Guard = self._conn.get_extra_info("guard")
        assert guard.place is not None
        try:
            guard.place.log_in()
        except TurnedAway as no:
            self._conn.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, str(no))
            return
        self._person = self._login.person("" if guard.place.is_local else guard.place.source)
        log.debug("%s is %s", guard.address, "a guest" if self._person.guest else "somebody with a key")
        if sentence := self._banned(self._person):
            guard.gate.turned_away["banned"] += 1
            self._conn.disconnect(asyncssh.DISC_HOST_NOT_ALLOWED_TO_CONNECT, sentence)
            self._person = None
            return
        self._watch_idle()

    def _step(self, step: Callable[[], bool], *, otherwise: bool) -> bool:
        try:
            return step()
        except TooMany:
            self._conn.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "Too many login attempts")
            return otherwise

    # ── the session ──────────────────────────────────────────────────────────────────────────────────────────

    def session_requested(self) -> tuple[Channel, Session] | bool:
        """asyncssh: a session channel is asked for; one at a time is given, and not one after the other without end."""
        if self._person is None or self.session is not None or not self._sessions.take():
            return False
        self._session = Session(self._person, self._choose, self._session_ended)
        return Channel(self._conn), self._session

    def _session_ended(self) -> None:
        self._conn.get_extra_info("guard").sessions += 1
        self._watch_idle()

    def _watch_idle(self) -> None:
        """A connection that only holds a place is closed, after a while."""
        if self._farewell is not None:
            self._close_idle()
            return
        if self._idle is not None:
            self._idle.cancel()
        self._idle = asyncio.get_running_loop().call_later(SESSION_WAIT, self._close_idle)

    def _close_idle(self) -> None:
        if self.session is None:
            self._conn.disconnect(asyncssh.DISC_BY_APPLICATION, self._farewell or "No session was asked for")


class Listener:
    """Accepts connections on sockets bound by somebody else, and knows all that are open."""

    def __init__(
        self, options: asyncssh.SSHServerConnectionOptions, crowd: Crowd = CROWD, banned: Callable[[str], str] = nobody
    ) -> None:
        """`banned`: see `Gate`."""
        self._options = options
        self.gate = Gate(crowd, banned)
        self._loop = asyncio.get_running_loop()
        self._servers: list[asyncio.Server] = []
        self._guards: set[Guard] = set()
        self._past = 0
        self._quiet = Quiet(LOG_RATE, LOG_BURST, self._loop.time)
        self._log_timer: asyncio.TimerHandle | None = None
        self._empty = asyncio.Event()
        self._empty.set()

    async def listen(self, sockets: Sequence[socket.socket]) -> None:
        """Begin to accept."""
        for one in sockets:
            self._servers.append(await self._loop.create_server(self._accept, sock=one, backlog=128))
        self._log_rest()

    async def stop(self, sentence: str) -> None:
        """Accept nothing more, tell every session why it ends, and see that all have gone within STOP_SECONDS."""
        for server in self._servers:
            server.close()
        if self._log_timer is not None:
            self._log_timer.cancel()
        for guard in [guard for guard in self._guards if guard.place is not None]:
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
        owners = [guard.conn.get_owner() for guard in self._guards if guard.place is not None]
        return [owner.person for owner in owners if isinstance(owner, Doorman) and owner.person is not None]

    def expel(self, concerns: Callable[[str, Person | None], bool], sentence: str) -> int:
        """End every connection that this is true of, by its address and who it is (None: not known yet). How many were they?"""
        found = 0
        for guard in [guard for guard in self._guards if guard.place is not None]:
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

    def _log_rest(self) -> None:
        if (line := self._quiet.rest()) is not None:
            log.info("%s", line)
        self._log_timer = self._loop.call_later(LOG_PAUSE, self._log_rest)

    def _accept(self) -> Guard:
        guard = Guard(self.gate, self._connect, self._gone, self._quiet, self._loop.time)
        self._guards.add(guard)
        self._empty.clear()
        return guard

    def _connect(self) -> Connection:
        return Connection(self._loop, self._options, error_handler=self._ended)

    def _gone(self, guard: Guard) -> None:
        self._guards.discard(guard)
        if guard.place is not None:
            self._past += max(1, guard.sessions)
        if not self._guards:
            self._empty.set()

    def _ended(self, conn: SSHConnection, exc: Exception | None) -> None:
        """asyncssh is through with a connection. What came from a peer is one short line; a fault of ours is shown."""
        owner, guard = conn.get_owner(), conn.get_extra_info("guard")
        known = isinstance(owner, Doorman) and owner.person is not None
        if exc is None or (known and isinstance(exc, asyncssh.Error | OSError)):
            return
        line = f"{guard.address} {'was cut' if known else 'left before login'}: {type(exc).__name__}, {printable(str(exc))}"
        line_or_none = self._quiet.admit(line)
        if line_or_none is not None and known:
            log.error("%s", line_or_none, exc_info=exc)
        elif line_or_none is not None:
            log.info("%s", line_or_none)


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
    connection = ("_send_kexinit", "send_newkeys")
    missing += [name for name in connection if not hasattr(asyncssh.SSHServerConnection, name)]
    if not hasattr(asyncssh.connection, "saslprep"):
        missing.append("connection.saslprep")
    if "_send_pktsize" not in asyncssh.channel.SSHChannel.__init__.__code__.co_names:
        missing.append("_send_pktsize")
    if "_deferred_packets" not in SSHConnection.__init__.__code__.co_names:
        missing.append("_deferred_packets")
    if missing:
        raise RuntimeError(f"asyncssh {asyncssh.__version__} lacks {', '.join(missing)}; unotty needs the pinned version")
