"""Guests who come back: each has a code, which is all that his identity is, and a source may try only a few wrong ones.

A code is as good as a key while it lives: it is shown to its guest alone, and never written to a log.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

from client.text import later
from server.lobby.clock import Clock
from server.lobby.codes import ALPHABET
from server.lobby.people import Member, Person
from server.lobby.ration import Ration

PREFIX: Final = "guest:"
"""What every guest's id starts with; the code follows."""
LENGTH: Final = 10
"""Characters of a code: 43 bits, of which one lives for minutes."""
TRIES: Final = (5, 600.0)
"""So many wrong codes are heard from one network address in so many seconds."""
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
        self._find = find
        self._wrong = Ration(clock, *TRIES)

    def recognise(self, code: str, source: str) -> Person:
        """The guest with this code, asked for from this network address. Raises `Unknown`.

        An empty one, this machine's or everybody's behind a proxy on it, is not counted: one could lock all others out.
        """
        if source and self._wrong.is_used_up(source):
            raise Unknown(TOO_MANY)
        member = self._find(PREFIX + code.strip().upper())
        if member is None or not member.person.guest:
            if source:
                self._wrong.admits(source)
            raise Unknown(WRONG)
        return member.person
