"""A hall that remembers: matches played in it can be opened again."""

from __future__ import annotations

from client.protocol import Create, Ready, Rematch, Stage
from engine.events import Event
from engine.moves import Resign
from engine.options import Options
from server.lobby.history import RecentHistory
from server.lobby.journal import DONE, Durable, NullJournal
from server.lobby.matches import Match, Moves, Player, Recording
from tests.server.hall import Client, Hall

SHORT = Options(target_score=None)
TWO_ROUNDS = Options(target_score=100)


class Notebook(NullJournal):
    """A journal in memory, a row a move."""

    def __init__(self) -> None:
        self.rows: dict[str, list[tuple[Event, ...]]] = {}

    def append(self, match: str, version: int, events: tuple[Event, ...]) -> Durable:
        """Keep."""
        rows = self.rows.setdefault(match, [])
        assert version == sum(map(len, rows)), "not the next version"
        rows.append(events)
        return DONE

    def moves(self, match: str) -> Moves:
        """What every move led to."""
        return tuple(self.rows.get(match, ()))


def remembering(seed: int = 0) -> Hall:
    """A hall whose matches are kept."""
    notebook = Notebook()
    return Hall(seed, journal=notebook, history=RecentHistory(notebook.moves))


def play(hall: Hall, people: list[Client]) -> str:
    """The running match to its end; its id."""
    for _ in range(5000):
        if people[0].stage() is Stage.MATCH_OVER:
            return people[0].table.replay
        if people[0].stage() is Stage.ROUND_OVER:
            for one in people:
                one.do(Ready())
        else:
            turn = hall.on_turn(people)
            turn.try_to(next(move for move in turn.game.legal if not isinstance(move, Resign)))
            hall.pass_time(2)
    raise AssertionError("the match did not end")


def again(hall: Hall, people: list[Client]) -> str:
    """One more match of the same people; its id."""
    for one in people:
        one.do(Rematch())
    return play(hall, people)


def whole_match(hall: Hall, *names: str, options: Options = SHORT) -> tuple[list[Client], str]:
    """A match of these people from its beginning to its end; they, and its id."""
    people = hall.open(*names, wish=Create(options, seats=len(names), clock=None))
    return people, play(hall, people)


def recording(hall: Hall, id: str) -> Recording:
    """All that is kept of a match."""
    found: list[Recording | None] = []
    hall.lobby.history.open(id, found.append)
    assert found[0] is not None, f"no match {id}"
    return found[0]


def player(match: Match, name: str) -> Player:
    """Who was called that."""
    return next(one for one in match.players if one.name == name)
