"""Opening a table: what may be asked for, and how much one person, and all together, may have."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from client.protocol import Create
from client.refusals import WISH_SENTENCES
from engine.options import MAX_SEATS, MIN_SEATS, problems
from server.lobby.bots import LEVELS
from server.lobby.caretaker import EMPTY
from server.lobby.people import Person
from server.lobby.refusals import refused
from server.lobby.table import Table

SHORTEST_TURN: Final = 5
LONGEST_TURN: Final = 3600


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one person, and all together, may have (SECURITY §2.3)."""

    tables: int = 200
    tables_each: int = 2
    tables_per_source: int = 10
    """Of the people from one network address."""
    chat: tuple[tuple[int, float], ...] = ((3, 3.0), (20, 60.0))
    """Windows: so many in so many seconds."""
    acts: tuple[tuple[int, float], ...] = ((30, 10.0),)
    """The same for everything else that others have to look at, moves of the game excepted."""


LIMITS: Final = Limits()


def check_wish(wish: Create) -> None:
    """Can there be such a table? Raises `Refused`: `bad_table`, `bad_level`."""
    if not MIN_SEATS <= wish.seats <= MAX_SEATS:
        raise refused("bad_table", why=WISH_SENTENCES["seats"])
    if len(wish.bots) >= wish.seats:
        raise refused("bad_table", why=WISH_SENTENCES["full"])
    if wish.clock is not None and not SHORTEST_TURN <= wish.clock <= LONGEST_TURN:
        raise refused("bad_table", why=WISH_SENTENCES["clock"])
    if not set(wish.bots) <= set(LEVELS):
        raise refused("bad_level", levels=", ".join(LEVELS))
    if wish.open_hands and not wish.spectators:
        raise refused("bad_table", why=WISH_SENTENCES["open_hands"])
    seated = len(wish.bots) + 1
    if wish.start and seated < MIN_SEATS:
        raise refused("too_few")
    if wrong := problems(wish.options, seated if wish.start else wish.seats):
        raise refused("bad_table", why=wrong[0])


def is_for_strangers(wish: Create) -> bool:
    """Is it to have a seat that anybody can take?"""
    return wish.public and not wish.start and len(wish.bots) + 1 < wish.seats


def make_room(opener: Person, tables: Collection[Table], limits: Limits) -> None:
    """See that one more table may be opened. In a full house, the one that waits longest for its people makes room.

    Raises `Refused`: `too_many_tables`, `too_many_from_there`, `house_full`.
    """
    openers = [table.opener for table in tables]
    if sum(one.id == opener.id for one in openers) >= limits.tables_each:
        raise refused("too_many_tables", count=limits.tables_each)
    if opener.source and sum(one.source == opener.source for one in openers) >= limits.tables_per_source:
        raise refused("too_many_from_there", count=limits.tables_per_source)
    if len(tables) >= limits.tables:
        longest = max(tables, key=lambda table: table.deserted)
        if longest.deserted < EMPTY:
            raise refused("house_full")
        longest.close()
