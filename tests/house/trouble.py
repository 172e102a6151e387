"""What happens to the house beside its people: crashes, stops, networks, disks, clocks and the operator."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import TYPE_CHECKING, Final, NamedTuple

from engine.refusal import Refused
from tests.house.disk import Mood

if TYPE_CHECKING:
    from tests.house.game import Game

JUMPS: Final = (-86400.0, -3600.0, 3600.0, 86400.0)


class Trouble(NamedTuple):
    """`strike` comes when so many looks were taken."""

    look: int
    name: str
    chance: float

    def strike(self, game: Game) -> None:
        """Let it happen."""
        game.counts[self.name] += 1
        _STRIKES[self.name](game, self.chance)


def _crash(game: Game, chance: float) -> None:
    game.crash()


def _stop(game: Game, chance: float) -> None:
    game.stop()


def _disk(game: Game, chance: float) -> None:
    moods = (Mood.SLOW, Mood.STUCK, Mood.FULL)
    game.disk.mood = moods[int(chance * 3)]
    game.time.later(0.2 + chance * 1000 % 20, lambda: _heal(game))


def _heal(game: Game) -> None:
    game.disk.mood = Mood.QUICK


def _jump(game: Game, chance: float) -> None:
    game.time.ahead += JUMPS[int(chance * 4)]


def _network(game: Game, chance: float) -> None:
    game.cut_everybody()


def _operator(game: Game, chance: float) -> None:
    life = game.life
    if life is None:
        return
    lobby, what = life.lobby, int(chance * 3)
    if what == 0:
        lobby.is_draining = not lobby.is_draining
    elif what == 1:
        lobby.board.announce("The server restarts at noon.")
    elif lobby.tables:
        try:
            lobby.tables[0].evict(int(chance * 1000) % 10)
        except Refused:
            game.counts["nobody to evict"] += 1


_STRIKES: Final[dict[str, Callable[[Game, float], None]]] = {
    "crash": _crash,
    "stop": _stop,
    "disk": _disk,
    "jump": _jump,
    "network": _network,
    "operator": _operator,
}
ALL: Final = (*_STRIKES, "odd")
"""Every sort of trouble; `odd` are people who are not plain."""
OFTEN: Final = {"crash": 60, "stop": 12, "disk": 60, "jump": 40, "network": 15, "operator": 15}
"""In a hundred games; as often again, a second time."""


def troubles(chance: Random, without: frozenset[str], looks: int) -> list[Trouble]:
    """All troubles of a game, in their order."""
    found = []
    for name, often in OFTEN.items():
        for _ in range(3):
            at, comes, how = chance.randrange(5, looks), chance.randrange(100) < often, chance.random()
            if comes and name not in without:
                found.append(Trouble(at, name, how))
            often //= 2
    return sorted(found)
