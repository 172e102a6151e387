"""The people of a game: who they are, how they are, and the terminals they have open."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random
from typing import Final, NamedTuple

from server.lobby.codes import ALPHABET
from server.lobby.guests import LENGTH, PREFIX
from server.lobby.people import Person
from tests.house.terminal import Terminal

NAMES: Final = ("Ann", "bob", "Cleo", "d@n", "Šarūnas", "علی", "admin", "Ada", "x", "Жика")


class Temper(NamedTuple):
    """How somebody is: seconds between two looks at the screen, and how often in a hundred looks he does a thing."""

    quickest: float = 0.3
    slowest: float = 2.0
    dream: int = 5
    """Looks away."""
    chat: int = 2
    vanish: int = 1
    """Loses the connection, or closes the window."""
    leave: int = 1
    forge: int = 2
    """Asks for what he may not do."""
    repeat: int = 2
    """Sends a thing twice, or one that he decided on an old view."""
    watch: int = 10
    second: int = 1
    """Comes in from another terminal as well."""


TEMPERS: Final = {
    "quick": Temper(0.1, 0.6),
    "plain": Temper(),
    "slow": Temper(2.0, 9.0),
    "stalling": Temper(5.0, 40.0, dream=85),
    "quitting": Temper(vanish=8, leave=3),
    "chatting": Temper(chat=35),
    "forging": Temper(forge=40),
    "stale": Temper(0.1, 1.0, repeat=40),
    "watching": Temper(watch=90),
    "doubled": Temper(second=12, vanish=3),
}


@dataclass(eq=False)
class Somebody:
    """One person. A guest's `id` is the code that he was given last."""

    id: str
    name: str
    is_guest: bool
    source: str
    temper: Temper
    chance: Random
    """What he does, and nothing else."""
    has_come: bool = False
    terminals: list[Terminal] = field(default_factory=list)

    @property
    def person(self) -> Person:
        """As the door says who he is."""
        return Person(self.id, self.name, self.is_guest, self.source, "" if self.is_guest else "ssh-ed25519")


def somebody(number: int, chance: Random, may_be_odd: bool) -> Somebody:
    """The person of this number; `may_be_odd`: does he behave as he likes?"""
    is_guest = chance.random() < 0.3
    own = guest_id(chance) if is_guest else f"SHA256:{number}"
    source = chance.choice(("", "", "192.0.2.1", f"192.0.2.{number + 2}"))
    temper = TEMPERS[chance.choice(list(TEMPERS))] if may_be_odd else TEMPERS["plain"]
    return Somebody(own, chance.choice(NAMES), is_guest, source, temper, chance)


def guest_id(chance: Random) -> str:
    """What the door calls a new guest."""
    return PREFIX + "".join([chance.choice(ALPHABET) for _ in range(LENGTH)])
