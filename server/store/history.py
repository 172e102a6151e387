"""History in the database: implements `server.lobby.history.History`."""

from __future__ import annotations

import asyncio
import json
import logging
import sqlite3
import time
import zlib
from collections.abc import Callable, Sequence
from functools import partial
from math import inf, isfinite
from typing import Any, Final, NamedTuple, TypeVar

from client.protocol import Kind, RatingChange
from engine.codec import events_from_bytes, pack_options, unpack_options
from engine.events import Event
from server.lobby.history import Settled, part_of, report, settled
from server.lobby.matches import Finished, Match, Moves, Player, Recording, Result
from server.lobby.ratings import Ladder, Rating
from server.store.chain import rows
from server.store.database import Database
from server.store.errors import Damaged

T = TypeVar("T")
Row = tuple[int, bytes]
"""Of a match: the place of its first event, and what one move led to."""

ABANDONED: Final = 30 * 24 * 3600
"""Seconds after which a match that did not come to its end is no longer listed as begun: its table was closed."""
NEWEST: Final = 1000
"""Matches of one person that a report names,"""
PIECE: Final = 50
"""so many of which are looked up at once, as moves of a match are understood."""
_MATCH: Final = "SELECT id, name, options, public, started, ended, moves, gains FROM matches"
_PLAYERS: Final = (
    "SELECT seat, person, name, kind, level, rank, before, after, games FROM players WHERE match = ? ORDER BY seat"
)
_PAST: Final = f"{_MATCH} WHERE ended IS NOT NULL AND id IN (SELECT match FROM players WHERE person = ?)"
_UNKEEP: Final = """
DELETE FROM quarantine WHERE instr(record, CAST(:person AS BLOB)) OR EXISTS (
    SELECT * FROM matches JOIN players ON players.match = matches.id
    WHERE players.person = :person AND instr(record, CAST(matches.name AS BLOB))
)
"""
"""Tables that were set apart and knew somebody, by his id or in a match that he played."""
log = logging.getLogger(__name__)


class _Kept(NamedTuple):
    """A match that is over, as it was read."""

    finished: Finished
    rows: tuple[Row, ...]
    transcripts: tuple[str, ...]


class StoredHistory:
    """The tables `rounds`, `matches`, `players` and `ratings`; a match's events are the journal's."""

    def __init__(self, database: Database, now: Callable[[], float] = time.time) -> None:
        """Before the database is started. `now`: seconds since 1970, UTC."""
        self._database = database
        database.prepare(lambda connection: _tidy(connection, int(now()) - ABANDONED))
        self.ladder = Ladder(database.read(_ratings))

    def keep(self, commitment: str, transcript: str) -> None:
        """See `History`."""
        record = json.loads(transcript)
        row = (commitment, record["match"], record["round"], zlib.compress(transcript.encode()))
        self._write("INSERT OR IGNORE INTO rounds (seal, match, round, transcript) VALUES (?, ?, ?, ?)", row)

    def find(self, start: str, found: Callable[[str | None], None]) -> None:
        """See `History`."""

        def job(connection: sqlite3.Connection) -> str | None:
            # `g` comes after every digit: the commitments that start like this, and no others.
            fit = connection.execute(
                "SELECT transcript FROM rounds WHERE seal >= ? AND seal < ? LIMIT 2", (start, start + "g")
            ).fetchall()
            return _inflated(fit[0][0]) if len(fit) == 1 else None

        self._ask(job, found, None)

    def begin(self, match: Match) -> asyncio.Future[None]:
        """See `History`."""

        def job(connection: sqlite3.Connection) -> None:
            row = (match.id, match.name, json.dumps(pack_options(match.options)), match.public, match.started)
            new = connection.execute(
                "INSERT OR IGNORE INTO matches (id, name, options, public, started) VALUES (?, ?, ?, ?, ?)", row
            )
            if new.rowcount == 1:
                connection.executemany(
                    "INSERT INTO players (match, seat, person, name, kind, level) VALUES (?, ?, ?, ?, ?, ?)",
                    [(match.id, seat, *player) for seat, player in enumerate(match.players)],
                )

        return self._database.write(job)

    def recall(self, name: str) -> Match | Finished | None:
        """See `History`."""

        def job(connection: sqlite3.Connection) -> Match | Finished | None:
            row = connection.execute(f"{_MATCH} WHERE name = ?", (name,)).fetchone()
            return None if row is None else _read(connection, row)

        return self._database.read(job)

    def finish(self, match: Match, result: Result) -> Settled:
        """See `History`."""
        finished, ratings = settled(self.ladder, match, result)
        changes, rules = finished.result.ratings, match.options.rules

        def job(connection: sqlite3.Connection) -> None:
            row = (result.ended, result.moves, json.dumps(result.gains), match.id, match.name)
            kept = connection.execute("UPDATE matches SET ended = ?, moves = ?, gains = ? WHERE id = ? AND name = ?", row)
            if kept.rowcount == 1:
                _note(connection, finished)
            connection.executemany(
                "INSERT OR REPLACE INTO ratings (person, rules, name, mu, sigma, games) VALUES (?, ?, ?, ?, ?, ?)",
                [(person, rules, one.name, one.mu, one.sigma, one.games) for person, one in ratings.items()],
            )

        return Settled(changes, self._database.write(job))

    def open(self, id: str, opened: Callable[[Recording | None], None]) -> None:
        """See `History`. What happened is understood in pieces, so that the moves of others are written in between."""

        def job(connection: sqlite3.Connection) -> _Kept | None:
            row = connection.execute(f"{_MATCH} WHERE id = ?", (id,)).fetchone()
            finished = None if row is None else _read(connection, row)
            if not isinstance(finished, Finished):
                return None
            name = finished.match.name
            kept = dict(connection.execute("SELECT round, transcript FROM rounds WHERE match = ?", (name,)))
            rounds = [_inflated(kept[number]) if number in kept else "" for number in range(1, len(finished.result.gains) + 1)]
            moves = tuple(rows(connection, name))
            return _Kept(finished, moves, tuple(rounds)) if moves else None

        def read(kept: _Kept | None) -> None:
            opened(None) if kept is None else self._understand(kept, (), opened)

        self._ask(job, read, None)

    def past(self, person: str, skip: int, count: int, told: Callable[[Sequence[Finished], int], None]) -> None:
        """See `History`."""

        def job(connection: sqlite3.Connection) -> tuple[list[Finished], int]:
            (total,) = connection.execute(f"SELECT count(*) FROM ({_PAST})", (person,)).fetchone()
            return _past(connection, person, skip, count), total

        nothing: tuple[list[Finished], int] = ([], 0)
        self._ask(job, lambda found: told(*found), nothing)

    def of_person(self, person: str, told: Callable[[dict[str, object]], None]) -> None:
        """See `History`. It is looked up in pieces, so that the moves of others are written in between."""
        parts: dict[str, dict[str, object]] = {}
        """By id: a match that ends meanwhile moves all others one place on."""

        def look(skip: int) -> None:
            self.past(person, skip, PIECE, partial(found, skip + PIECE))

        def found(end: int, matches: Sequence[Finished], count: int) -> None:
            parts.update((one.match.id, part_of(person, one)) for one in matches)
            if end < min(count, NEWEST):
                look(end)
            else:
                told(report(self.ladder, tuple(parts.values()), person))

        look(0)

    def forget(self, person: str, pseudonym: str) -> asyncio.Future[None]:
        """See `History`."""
        self.ladder.forget(person)

        def job(connection: sqlite3.Connection) -> None:
            connection.execute(_UNKEEP, {"person": person})  # while it is known what he played
            connection.execute("UPDATE players SET person = '', name = ? WHERE person = ?", (pseudonym, person))
            connection.execute("DELETE FROM ratings WHERE person = ?", (person,))

        return self._database.write(job)

    def _understand(self, kept: _Kept, moves: Moves, opened: Callable[[Recording | None], None]) -> None:
        """Go on behind these moves of a match."""
        piece = kept.rows[len(moves) : len(moves) + PIECE]
        if not piece:
            opened(Recording(kept.finished, moves, kept.transcripts))
            return

        def job(_: sqlite3.Connection) -> Moves | None:
            return _moves(kept.finished.match.name, piece)

        def understood(more: Moves | None) -> None:
            opened(None) if more is None else self._understand(kept, moves + more, opened)

        self._ask(job, understood, None)

    def _write(self, statement: str, row: tuple[Any, ...]) -> None:
        def job(connection: sqlite3.Connection) -> None:
            connection.execute(statement, row)

        self._database.write(job).add_done_callback(_report)

    def _ask(self, job: Callable[[sqlite3.Connection], T], told: Callable[[T], None], otherwise: T) -> None:
        """Tell what was found; `otherwise` if it cannot be read, which is logged."""

        def done(future: asyncio.Future[T]) -> None:
            _report(future)
            told(otherwise if future.cancelled() or future.exception() else future.result())

        self._database.ask(job).add_done_callback(done)


def _note(connection: sqlite3.Connection, finished: Finished) -> None:
    """What a match that is over says of each player."""
    match, result = finished.match, finished.result
    connection.executemany(
        "UPDATE players SET rank = ? WHERE match = ? AND seat = ?",
        [(rank, match.id, seat) for seat, rank in enumerate(result.ranks)],
    )
    connection.executemany(
        "UPDATE players SET before = ?, after = ?, games = ? WHERE match = ? AND seat = ?",
        [(one.before, one.after, one.games, match.id, one.chair) for one in result.ratings],
    )


def _report(future: asyncio.Future[Any]) -> None:
    fault = None if future.cancelled() else future.exception()
    if fault is not None:
        log.error("history: %s: %s", type(fault).__name__, fault)


def _tidy(connection: sqlite3.Connection, before: int) -> None:
    """Drop what began before and was not finished, events and all, but for matches of a table that is live, or kept apart."""
    records = "SELECT record FROM tables UNION ALL SELECT record FROM quarantine"
    kept = f"SELECT 1 FROM ({records}) WHERE instr(record, CAST(name AS BLOB))"
    doomed = connection.execute(
        f"SELECT name FROM matches WHERE ended IS NULL AND started < ? AND NOT EXISTS ({kept})", (before,)
    ).fetchall()
    connection.executemany("DELETE FROM events WHERE match = (SELECT id FROM journals WHERE match = ?)", doomed)
    connection.executemany("DELETE FROM journals WHERE match = ?", doomed)
    connection.executemany("DELETE FROM matches WHERE name = ?", doomed)


def _ratings(connection: sqlite3.Connection) -> dict[tuple[str, str], Rating]:
    rows = connection.execute("SELECT person, rules, mu, sigma, games, name FROM ratings").fetchall()
    found = {(person, rules): Rating(*others) for person, rules, *others in rows}
    for (person, rules), rating in tuple(found.items()):
        if not (isfinite(rating.mu) and 0 < rating.sigma < inf):
            log.error("table ratings: the rating of %s at %s is damaged, and begins anew", person, rules)
            del found[person, rules]
    return found


def _past(connection: sqlite3.Connection, person: str, skip: int, count: int) -> list[Finished]:
    rows = connection.execute(f"{_PAST} ORDER BY ended DESC, id LIMIT ? OFFSET ?", (person, count, skip)).fetchall()
    found = []
    for row in rows:
        try:
            one = _read(connection, row)
        except Damaged as error:  # the others are there
            log.error("history: %s", error)
        else:
            found += [one] if isinstance(one, Finished) else []
    return found


def _read(connection: sqlite3.Connection, row: Sequence[Any]) -> Match | Finished:
    """A row of `matches`, and its players. Raises `Damaged`."""
    match_id, name, options, public, started, ended, moves, gains = row
    players, ranks, ratings = list[Player](), list[int](), list[RatingChange]()
    try:
        for seat, person, called, kind, level, rank, before, after, games in connection.execute(_PLAYERS, (match_id,)):
            players.append(Player(person, called, Kind(kind), level))
            ranks.append(rank)
            if before is not None:
                ratings.append(RatingChange(seat, before, after, games))
        match = Match(match_id, name, unpack_options(json.loads(options)), tuple(players), bool(public), started)
        if ended is None:
            return match
        rounds = tuple([tuple(map(int, one)) for one in json.loads(gains)])
    except (ValueError, TypeError) as error:
        raise Damaged(f"the match {match_id} in table matches cannot be read: {error}") from None
    return Finished(match, Result(ended, tuple(ranks), rounds, moves, tuple(ratings)))


def _moves(name: str, piece: Sequence[Row]) -> Moves:
    """What some moves of a match led to. Raises `Damaged`."""
    moves: list[tuple[Event, ...]] = []
    for seq, payload in piece:
        try:
            moves.append(events_from_bytes(payload))
        except ValueError as error:
            raise Damaged(f"match {name} cannot be understood at event {seq}: {error}") from None
    return tuple(moves)


def _inflated(transcript: bytes) -> str:
    return zlib.decompress(transcript).decode()
