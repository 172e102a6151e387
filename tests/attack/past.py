"""A match that was over before the server under attack was started: four people, to 500 points."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

from client.protocol import Kind
from engine.events import Event
from engine.game import legal, start, step
from engine.moves import Move, NextRound
from engine.options import Options
from engine.view import Phase
from server.lobby.matches import Match, Player, Result, Tally
from server.store.database import Database
from server.store.history import StoredHistory
from server.store.journal import StoredJournal
from tests.bench.engine import choose, seed

ID: Final = "CDFHJKMNP"
"""What people type."""
NAMES: Final = ("Ann", "Bob", "Cid", "Dan")


def played(options: Options) -> list[tuple[Event, ...]]:
    """What each move of a whole match led to; always the same match."""
    random = Random(1)
    entropy = seed(random)
    state, events = start(options, len(NAMES), entropy)
    moves = [events]
    while state.phase is not Phase.MATCH_OVER:
        move: Move = NextRound() if state.phase is Phase.ROUND_OVER else choose(legal(state, state.turn), random)
        state, events = step(state, state.turn, move, entropy)
        moves.append(events)
    return moves


def remember(folder: Path) -> None:
    """Keep the match in the database of a server that is not running. Within a running loop."""
    options, tally = Options(), Tally()
    players = tuple([Player("", name, Kind.PERSON) for name in NAMES])
    match = Match(ID, "long ago", options, players, True, 0)
    database = Database.open(folder)
    journal, history = StoredJournal(database), StoredHistory(database, lambda: 0)
    database.start(lambda reason: None, lambda: None)
    version = 0
    for events in played(options):
        journal.append(match.name, version, events)
        if not version:
            history.begin(match)
        tally.note(events)
        version += len(events)
    ranks = tuple(range(1, 1 + len(NAMES)))
    history.finish(match, Result(0, ranks, tuple(tally.gains), tally.moves, is_rated=False))
    database.stop()
