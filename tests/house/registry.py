"""What people do about their accounts at the door, by name: another key, one key less, or to be forgotten; and its laws."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from random import Random
from sqlite3 import Connection
from typing import Any, TypeVar, cast

import server.lobby.desk
from server.lobby.desk import Declined
from server.lobby.people import Person
from tests.house.life import Life
from tests.house.people import Somebody
from tests.sim.laws import check

T = TypeVar("T")


class Secrets:
    """As much of the module `secrets` as the desk needs, from a seed."""

    def __init__(self, chance: Random) -> None:
        self._chance = chance

    def choice(self, items: Sequence[T]) -> T:
        """Any of them."""
        return self._chance.choice(items)

    def token_hex(self, size: int) -> str:
        """So many bytes."""
        return self._chance.randbytes(size).hex()


@contextmanager
def seeded(chance: Random) -> Iterator[None]:
    """Let the desk's secrets come from a seed."""
    module = cast(Any, server.lobby.desk)
    kept, module.secrets = module.secrets, Secrets(chance)
    try:
        yield
    finally:
        module.secrets = kept


class Registry:
    """Does it, and remembers who was forgotten."""

    def __init__(self) -> None:
        self._keys = 0
        self._gone: list[tuple[str, list[asyncio.Future[Any]]]] = []
        """Accounts, and what is done when nothing of them is left."""

    def visit(self, life: Life, one: Somebody, how: float) -> str:
        """Somebody comes to the desk; what came of it."""
        desk, person = life.lobby.desk, one.person
        try:
            if how < 0.4:
                account = desk.account(person).id
                self._gone.append((account, cast("list[asyncio.Future[Any]]", [*desk.delete(person)])))
                return "forgotten"
            if how < 0.8:
                self._keys += 1
                other = Person(f"{person.id.partition('+')[0]}+{self._keys}", person.name, False, person.source, person.kind)
                desk.link(other, desk.ticket(person))
                one.id = other.id  # from now on he comes with this one
                return "keys added"
            desk.remove(person, 1)
            return "keys removed"
        except Declined:
            return "declined at the desk"

    def check(self, connection: Connection) -> None:
        """Whoever was told that he is forgotten, is."""
        for account, done in self._gone:
            if all(one.done() and one.exception() is None for one in done):
                for question in (
                    "SELECT count(*) FROM accounts WHERE id = ?",
                    "SELECT count(*) FROM keys WHERE account = ?",
                    "SELECT count(*) FROM players WHERE person = ?",
                    "SELECT count(*) FROM ratings WHERE person = ?",
                    "SELECT count(*) FROM tables WHERE instr(record, CAST(? AS BLOB))",
                ):
                    found = connection.execute(question, (account,)).fetchone()
                    check(found == (0,), "who is forgotten is in no record", (account, question, found))
