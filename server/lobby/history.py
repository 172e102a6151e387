"""History as the lobby needs it: rounds that can be verified, matches that can be seen again, ratings; and one in memory.

Whatever may have to be looked for on a disk is told by a callback, in the lobby's own thread.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, Final, NamedTuple, Protocol

from client.protocol import RatingChange
from server.lobby.journal import DONE, Durable
from server.lobby.matches import Finished, Match, Moves, Recording, Result, forgotten
from server.lobby.ratings import Ladder, Rating

ROOM: Final = 8 * 1024 * 1024
"""Characters of transcripts kept in memory; a round has some 6000."""
MATCHES: Final = 1000
"""Finished matches kept in memory."""


class Settled(NamedTuple):
    """A match that was given to be kept."""

    ratings: tuple[RatingChange, ...]
    durable: Durable


class History(Protocol):
    """Where finished rounds and matches are kept."""

    ladder: Ladder
    """Everybody's ratings."""

    def keep(self, commitment: str, transcript: str) -> None:
        """Keep a round (`engine.transcript`, as JSON) under its commitment."""

    def find(self, start: str, found: Callable[[str | None], None]) -> None:
        """Tell the transcript of the round whose commitment starts like this; None if there is none, or more than one."""

    def begin(self, match: Match) -> Durable:
        """A match was dealt."""

    def recall(self, name: str) -> Match | Finished | None:
        """What is known of the match of this name. Only at start."""

    def finish(self, match: Match, result: Result) -> Settled:
        """A match that was begun is over: keep it, settle the ratings, and say what changed."""

    def open(self, id: str, opened: Callable[[Recording | None], None]) -> None:
        """Tell all of the finished match of this id; None if there is none."""

    def past(self, person: str, skip: int, count: int, told: Callable[[Sequence[Finished], int], None]) -> None:
        """Tell `count` of somebody's finished matches, newest first, after the first `skip`; and how many there are."""

    def of_person(self, person: str, told: Callable[[dict[str, object]], None]) -> None:
        """Tell all that is kept of somebody, ready for JSON."""

    def forget(self, person: str, pseudonym: str) -> Durable:
        """Somebody wants to be forgotten: his matches stay, without him; his ratings go."""


class RecentHistory:
    """The newest, in memory."""

    def __init__(self, moves: Callable[[str], Moves] | None = None, room: int = ROOM) -> None:
        """`moves` tells what happened in the match of a name; without it matches are listed but cannot be opened."""
        self.ladder = Ladder()
        self._moves = moves
        self._room = room
        self._used = 0
        self._rounds: dict[str, str] = {}
        self._begun: dict[str, Match] = {}
        self._finished: dict[str, Finished] = {}
        """By id, oldest first."""

    def keep(self, commitment: str, transcript: str) -> None:
        """Keep a round; the oldest make room for it."""
        self._rounds[commitment] = transcript
        self._used += len(transcript)
        while self._used > self._room:
            self._used -= len(self._rounds.pop(next(iter(self._rounds))))

    def find(self, start: str, found: Callable[[str | None], None]) -> None:
        """See `History`."""
        fit = [commitment for commitment in self._rounds if commitment.startswith(start)]
        found(self._rounds[fit[0]] if len(fit) == 1 else None)

    def begin(self, match: Match) -> Durable:
        """See `History`."""
        self._begun[match.name] = match
        if len(self._begun) > MATCHES:
            del self._begun[next(iter(self._begun))]
        return DONE

    def recall(self, name: str) -> Match | Finished | None:
        """See `History`."""
        done = next((one for one in self._finished.values() if one.match.name == name), None)
        return done or self._begun.get(name)

    def finish(self, match: Match, result: Result) -> Settled:
        """See `History`."""
        self._begun.pop(match.name, None)
        finished, _ = settled(self.ladder, match, result)
        self._finished[match.id] = finished
        if len(self._finished) > MATCHES:
            del self._finished[next(iter(self._finished))]
        return Settled(finished.result.ratings, DONE)

    def open(self, id: str, opened: Callable[[Recording | None], None]) -> None:
        """See `History`."""
        finished = self._finished.get(id)
        moves = self._moves(finished.match.name) if finished and self._moves else ()
        if finished is None or not moves:
            opened(None)
            return
        rounds = {record["round"]: text for text, record in self._records(finished.match.name)}
        numbers = range(1, len(finished.result.gains) + 1)
        opened(Recording(finished, moves, tuple([rounds.get(number, "") for number in numbers])))

    def _records(self, name: str) -> list[tuple[str, dict[str, Any]]]:
        read = [(text, json.loads(text)) for text in self._rounds.values()]
        return [(text, record) for text, record in read if record["match"] == name]

    def past(self, person: str, skip: int, count: int, told: Callable[[Sequence[Finished], int], None]) -> None:
        """See `History`."""
        mine = [one for one in reversed(self._finished.values()) if any(sat.person == person for sat in one.match.players)]
        told(mine[skip : skip + count], len(mine))

    def of_person(self, person: str, told: Callable[[dict[str, object]], None]) -> None:
        """See `History`."""

        def found(matches: Sequence[Finished], count: int) -> None:
            told(report(self.ladder, [part_of(person, one) for one in matches], person))

        self.past(person, 0, MATCHES, found)

    def forget(self, person: str, pseudonym: str) -> Durable:
        """See `History`."""
        self.ladder.forget(person)
        self._begun = {name: forgotten(match, person, pseudonym) for name, match in self._begun.items()}
        self._finished = {
            key: Finished(forgotten(one.match, person, pseudonym), one.result) for key, one in self._finished.items()
        }
        return DONE


def settled(ladder: Ladder, match: Match, result: Result) -> tuple[Finished, dict[str, Rating]]:
    """The match with what it changed, and the new ratings by person."""
    if not result.is_rated:
        return Finished(match, result), {}
    changes, new = ladder.settle(match, result.ranks)
    return Finished(match, replace(result, ratings=changes)), new


def report(ladder: Ladder, parts: Sequence[dict[str, object]], person: str) -> dict[str, object]:
    """What is kept of somebody, ready for JSON: his ratings, and of each of his matches his own part."""
    ratings = {rules: {"rating": one.shown, "games": one.games} for rules, one in ladder.of(person).items()}
    return {"matches": list(parts), "ratings": ratings}


def part_of(person: str, finished: Finished) -> dict[str, object]:
    """Somebody's own part of a match that he played, ready for JSON."""
    match, result = finished.match, finished.result
    seat = next(number for number, player in enumerate(match.players) if player.person == person)
    change = next((one for one in result.ratings if one.chair == seat), None)
    own = {"id": match.id, "rules": match.options.rules, "started": match.started, "ended": result.ended, "seat": seat}
    own |= {"name": match.players[seat].name, "rank": result.ranks[seat], "score": result.scores[seat]}
    return {**own, "rating": None if change is None else [change.before, change.after]}
