"""`Oracle`: reads the database of a server that was killed, and holds it against what people had been told."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from engine.codec import events_from_bytes
from engine.events import Event, Played
from engine.observe import observe
from engine.state import State, evolve_all, new_match
from engine.view import PlayerView
from server.lobby.charter import Charter, unpacked
from tests.kills.witness import Witness


class Lost(AssertionError):
    """Something that a person had been told is not there."""


class Position:
    """A match after each of its moves, as the database has it."""

    def __init__(self, charter: Charter, rows: list[tuple[Event, ...]]) -> None:
        self.events = [event for row in rows for event in row]
        self._states: list[State] = []
        state = new_match(charter.wish.options, len(charter.places))
        for row in rows:
            state = evolve_all(state, row)
            self._states.append(state)

    @property
    def length(self) -> int:
        """Its moves so far."""
        return len(self._states)

    def find(self, told: PlayerView, start: int) -> int:
        """After which move, from `start` on, this was what its viewer saw; -1: never."""
        places = range(start, len(self._states))
        return next((place for place in places if observe(self._states[place], told.viewer) == told), -1)


class Oracle:
    """One look at the file, taken while no server has it."""

    def __init__(self, path: Path) -> None:
        connection = sqlite3.connect(path)
        try:
            assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert connection.execute("SELECT count(*) FROM quarantine").fetchall() == [(0,)]
            self.charters = [unpacked(record) for (record,) in connection.execute("SELECT record FROM tables ORDER BY id")]
            self._positions = {one.match: Position(one, _rows(connection, one.match)) for one in self.charters if one.match}
        finally:
            connection.close()

    @property
    def ends(self) -> dict[str, int]:
        """Where each running match stands: its moves so far."""
        return {match: position.length for match, position in self._positions.items()}

    def check(self, witness: Witness, ends: dict[str, int]) -> int:
        """All that this person was told happened, in that order, and what was acknowledged to him did. How much that was.

        `ends` of the time before this life of the server: what he found must not be older.
        """
        position = self._positions.get(witness.match)
        if position is None:
            return self._check_older(witness)
        place = max(0, ends.get(witness.match, 0) - 1)
        for told in witness.told:
            place = position.find(told, place)
            if place < 0:
                raise Lost(f"{witness.name} was told what is not in the match {witness.match}: {told}")
        self._check_played(witness, position)
        return len(witness.told)

    def _check_older(self, witness: Witness) -> int:
        """The next match was dealt while its first view was on its way: nothing of the old one is open."""
        if witness.told and witness.told[-1].ranks is None:
            raise Lost(f"the match {witness.match} of {witness.name} is gone")
        return 0

    def _check_played(self, witness: Witness, position: Position) -> None:
        if not witness.told:
            return
        seat = witness.told[-1].viewer
        kept = iter([event.card for event in position.events if isinstance(event, Played) and event.seat == seat])
        for card in witness.played:
            if card not in kept:
                raise Lost(f"{witness.name}'s {card.text} was acknowledged and is lost")


def _rows(connection: sqlite3.Connection, match: str) -> list[tuple[Event, ...]]:
    rows = connection.execute(
        "SELECT payload FROM events JOIN journals ON journals.id = events.match WHERE journals.match = ? ORDER BY seq", (match,)
    )
    return [events_from_bytes(payload) for (payload,) in rows]
