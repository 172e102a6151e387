"""The doorman: one connection's login, and its one session."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

import asyncssh
from asyncssh.auth import KbdIntChallenge

from server.lobby.people import Person
from server.ssh.auth import PROMPT, Login, TooMany
from server.ssh.gate import TurnedAway
from server.ssh.guard import Guard
from server.ssh.limits import SESSION_BURST, SESSION_RATE, SESSION_WAIT, Budget
from server.ssh.penalties import Offence
from server.ssh.session import Channel, Choose, Session

log = logging.getLogger("unotty.ssh")


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
    def _guard(self) -> Guard:
        guard: Guard = self._conn.get_extra_info("guard")
        return guard

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
        guard, person = self._guard, self._login.person()
        try:
            guard.place.log_in("" if person.guest else person.id)
        except TurnedAway as no:
            self._conn.disconnect(asyncssh.DISC_TOO_MANY_CONNECTIONS, str(no))
            return
        log.debug("%s is %s", guard.address, "a guest" if person.guest else "somebody with a key")
        if sentence := self._banned(person):
            guard.place.refuse("banned")
            self._conn.disconnect(asyncssh.DISC_HOST_NOT_ALLOWED_TO_CONNECT, sentence)
            return
        self._person = replace(person, source="" if guard.place.is_spared else guard.place.source)
        self._watch_idle()

    def _step(self, step: Callable[[], bool], *, otherwise: bool) -> bool:
        try:
            return step()
        except TooMany:
            self._guard.place.blame(Offence.FAILED)
            self._conn.disconnect(asyncssh.DISC_NO_MORE_AUTH_METHODS_AVAILABLE, "Too many login attempts")
            return otherwise

    # ── the session ──────────────────────────────────────────────────────────────────────────────────────────

    def session_requested(self) -> tuple[Channel, Session] | bool:
        """asyncssh: a session channel is asked for; one at a time is given, and not one after the other without end."""
        if self._person is None or self.session is not None or not self._sessions.take():
            return False
        self._guard.is_newcomer = True
        self._session = Session(self._person, self._choose, self._session_ended)
        return Channel(self._conn), self._session

    def _session_ended(self) -> None:
        self._guard.sessions += 1
        self._session = None
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
