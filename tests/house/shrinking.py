"""A game that breaks a law is tried again with less going on in it: what is told at the end is the smallest that still does."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from tests.house.game import Game
from tests.house.kind import Kind
from tests.house.trouble import ALL
from tests.sim.laws import Broken

STEPS: Final = (8, 4, 2)
"""What part of a game's looks is tried."""


class Shrunk(Broken):
    """The report of the smallest game."""


def shrunk(kind: Kind) -> Broken | None:
    """The report of the smallest game like this one that breaks the same law; None: this one breaks none."""
    found = _tried(kind)
    if found is None:
        return None
    is_smaller = True
    while is_smaller:
        is_smaller = False
        for smaller in _smaller(kind, found[1]):
            other = _tried(smaller)
            if other is not None and other[2] == found[2]:
                kind, found, is_smaller = smaller, other, True
                break
    return Shrunk(found[0])


def _smaller(kind: Kind, looks: int) -> Iterator[Kind]:
    for name in ALL:
        if name not in kind.without:
            yield kind._replace(without=kind.without | {name})
    for people in range(1, 6 if kind.people is None else kind.people):
        yield kind._replace(people=people)
    for part in STEPS:
        if kind.looks is None or looks // part < kind.looks:
            yield kind._replace(looks=looks // part)
    if looks > 1:
        yield kind._replace(looks=looks - 1)


def _tried(kind: Kind) -> tuple[str, int, str] | None:
    """What is told of it, how many looks it took, and which law it broke; None: it broke none."""
    game = Game(kind)
    try:
        game.play()
    except Exception as problem:  # noqa: BLE001 - whatever goes wrong is what is looked for
        law = str(problem).partition(":")[0] if isinstance(problem, Broken) else type(problem).__name__
        return game.tell(problem), game.crowd.looks, law
    return None
