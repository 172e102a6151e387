"""Guests who come back: each has a code, which is all that his identity is, and a source may try only a few wrong ones.

A code is as good as a key while it lives: it is shown to its guest alone, and never written to a log.
"""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable
from typing import Final

from client.text import later
from server.lobby.clock import Clock
from server.lobby.codes import ALPHABET
from server.lobby.people import Member, Person

PREFIX: Final = "guest:"
"""What every guest's id starts with; the code follows."""
LENGTH: Final = 10
"""Characters of a code: 43 bits, of which one lives for minutes."""
TRIES: Final = 5
WINDOW: Final = 600.0
"""Seconds in which one source may name so many wrong codes."""
WRONG: Final = later("No guest is expected under that code, for it is wrong or too old: type `ssh -t {host}` to play.")
TOO_MANY: Final = later(
    "Too many wrong codes came from your address: wait ten minutes, or type `ssh -t {host}` to be somebody new."
)


class Unknown(Exception):
    """That code brings nobody back; the message is one sentence, with {host} for what to type after `ssh`."""


def new_id() -> str:
    """The id of a guest who was never here."""
    return PREFIX + "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def code_of(person: Person) -> str:
    """What a guest comes back with; empty for anybody else."""
    return person.id.removeprefix(PREFIX) if person.guest and person.id.startswith(PREFIX) else ""


class Guests:
    """Knows a guest by his code. `find` gives the member with an id, if he is here or has a seat."""

    def __init__(self, clock: Clock, find: Callable[[str], Member | None]) -> None:
        self._clock, self._find = clock, find
        self._wrong: dict[str, deque[float]] = {}
        """When wrong codes came, by where from."""

    def recognise(self, code: str, source: str) -> Person:
        """The guest with this code, asked for from this network address. Raises `Unknown`.

        An empty one, this machine's or everybody's behind a proxy on it, is not counted: one could lock all others out.
        """
        self._forget()
        wrong = self._wrong.get(source)
        if wrong is not None and len(wrong) >= TRIES:
            raise Unknown(TOO_MANY)
        member = self._find(PREFIX + code.strip().upper())
        if member is None or not member.person.guest:
            if source:
                self._wrong.setdefault(source, deque()).append(self._clock.now())
            raise Unknown(WRONG)
        return member.person

    def _forget(self) -> None:
        """Let go of what is too long ago to count."""
        start = self._clock.now() - WINDOW
        for source, times in list(self._wrong.items()):
            while times and times[0] <= start:
                times.popleft()
            if not times:
                del self._wrong[source]
