"""What happens to the house beside play: crashes, stops, networks, disks, clocks, the operator, and business at the door."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, NamedTuple

from engine.refusal import Refused
from tests.house.crowd import Crowd
from tests.house.disk import Mood
from tests.house.house import House

JUMPS: Final = (-86400.0, -3600.0, 3600.0, 86400.0)
MOODS: Final = (Mood.SLOW, Mood.STUCK, Mood.FULL)


class Trouble(NamedTuple):
    """It comes when so many looks were taken."""

    look: int
    name: str
    how: float
    """0 to 1."""

    def strike(self, house: House, crowd: Crowd) -> None:
        """Let it happen."""
        house.counts[self.name] += 1
        _STRIKES[self.name](house, crowd, self.how)


def _crash(house: House, crowd: Crowd, how: float) -> None:
    house.crash()


def _stop(house: House, crowd: Crowd, how: float) -> None:
    house.stop()


def _disk(house: House, crowd: Crowd, how: float) -> None:
    house.disk.mood = MOODS[int(how * len(MOODS))]
    house.time.later(0.2 + how * 1000 % 20, lambda: _heal(house))


def _heal(house: House) -> None:
    house.disk.mood = Mood.QUICK


def _jump(house: House, crowd: Crowd, how: float) -> None:
    house.time.ahead += JUMPS[int(how * len(JUMPS))]


def _network(house: House, crowd: Crowd, how: float) -> None:
    crowd.hang_up_all(house)


def _operator(house: House, crowd: Crowd, how: float) -> None:
    if house.life is None:
        return
    lobby, what = house.life.lobby, int(how * 3)
    if what == 0:
        lobby.is_draining = not lobby.is_draining
    elif what == 1:
        lobby.board.announce("The server restarts at noon.")
    elif lobby.tables:
        try:
            lobby.tables[0].evict(int(how * 1000) % 10)
        except Refused:
            house.counts["nobody to evict"] += 1


def _account(house: House, crowd: Crowd, how: float) -> None:
    people = [one for one in crowd.people if not one.is_guest]
    if house.life is not None and people:
        house.counts[house.registry.visit(house.life, people[int(how * 1000) % len(people)], how)] += 1


_STRIKES: Final[dict[str, Callable[[House, Crowd, float], None]]] = {
    "crash": _crash,
    "stop": _stop,
    "disk": _disk,
    "jump": _jump,
    "network": _network,
    "operator": _operator,
    "account": _account,
}
ALL: Final = (*_STRIKES, "odd")
"""Every sort of trouble; `odd` are people who are not plain."""
OFTEN: Final = {"crash": 60, "stop": 12, "disk": 60, "jump": 40, "network": 15, "operator": 15, "account": 40}
"""In a hundred games; half as often a second time, and half as often as that a third."""


def troubles(chance: Random, without: frozenset[str], looks: int) -> list[Trouble]:
    """All troubles of a game of so many looks, in their order."""
    found = []
    for name, often in OFTEN.items():
        for time in range(3):
            at, comes, how = chance.randrange(5, looks), chance.randrange(100) < often >> time, chance.random()
            if comes and name not in without:
                found.append(Trouble(at, name, how))
    return sorted(found)
