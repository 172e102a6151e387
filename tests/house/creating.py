"""The tables that the people of a game open: every rule set, house rules and number of seats by the game's number."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from client.protocol import Create
from engine.bots.chance import Chance
from engine.options import Options, problems
from tests.house.kind import Kind
from tests.sim.tables import table

APART: int = 100_003
"""Between the numbers of one game's tables."""


def creates(kind: Kind, chance: Random) -> tuple[Create, ...]:
    """Three of them; the first is in the list for all to see."""
    return tuple([_create(kind, which, chance) for which in range(3)])


def _create(kind: Kind, which: int, chance: Random) -> Create:
    number = kind.number + which * APART
    found = table(kind.seed, number, Chance((kind.seed << 32) + number))
    bots = tuple([chance.choice(("easy", "normal")) for _ in range(chance.randrange(found.seats))])
    is_public = which == 0 or chance.random() < 0.8
    is_watched = chance.random() < 0.8
    return Create(
        _short(found.options, found.seats, chance),
        found.seats,
        bots,
        is_public,
        is_watched,
        chance.choice((None, 5, 20, 30)),
        open_hands=is_watched and chance.random() < 0.3,
    )


def _short(options: Options, seats: int, chance: Random) -> Options:
    """Mostly with fewer cards, so that many games are seen."""
    fewer = replace(options, hand_size=chance.randint(1, 4))
    return fewer if chance.random() < 0.85 and not problems(fewer, seats) else options
