"""A match as history knows it: what is known at its first deal, how it ended, and everything that happened in it."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from typing import Final, NamedTuple

from client.protocol import Chair, Kind, RatingChange
from engine.events import Drew, Event, Passed, Played, RoundEnded, Why
from engine.options import Options
from engine.shuffle import Stream
from server.lobby.codes import ALPHABET

ID_TAIL: Final = 5
"""Letters of a match's id behind its table's code: whoever was not told one does not guess it."""
ID_LENGTH: Final = 9

Moves = tuple[tuple[Event, ...], ...]
"""What each move of a match led to; the first: its deal."""


class Player(NamedTuple):
    """Who sat on a seat at the first deal."""

    person: str
    """What tells the person apart (`Person.id`); empty without an account that is kept, and for somebody who is forgotten."""
    name: str
    kind: Kind
    level: str = ""
    """A bot's strength."""

    @property
    def is_rated(self) -> bool:
        """Is it somebody with an account?"""
        return self.kind is Kind.PERSON and bool(self.person)


@dataclass(frozen=True, slots=True)
class Match:
    """A match, as known at its first deal."""

    id: str
    """What people type."""
    name: str
    """What the journal calls it."""
    options: Options
    players: tuple[Player, ...]
    public: bool
    started: int
    """Seconds since the epoch, UTC."""

    @property
    def chairs(self) -> tuple[Chair, ...]:
        """The players as views tell them."""
        return tuple([Chair(player.kind, player.name, player.level) for player in self.players])


@dataclass(frozen=True, slots=True)
class Result:
    """How a match ended."""

    ended: int
    """Seconds since the epoch, UTC."""
    ranks: tuple[int, ...]
    """1 is first, ties share a rank; who left has the last."""
    gains: tuple[tuple[int, ...], ...]
    """Of every round, of every seat."""
    moves: int
    """Cards played or drawn by choice, and passes."""
    ratings: tuple[RatingChange, ...] = ()
    is_rated: bool = field(default=True, compare=False)
    """Are ratings to be changed by it? Not kept: what it changed is."""

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of every seat at the end."""
        return tuple([sum(column) for column in zip(*self.gains, strict=True)]) or (0,) * len(self.ranks)


@dataclass(frozen=True, slots=True)
class Finished:
    """A match that is over."""

    match: Match
    result: Result


class Recording(NamedTuple):
    """All of a match that is over."""

    finished: Finished
    moves: Moves
    transcripts: tuple[str, ...]
    """`engine.transcript` of each round, as JSON; empty for one that is not kept."""


class Tally:
    """What a result needs to know of all that happened in a match; told as it happens."""

    def __init__(self) -> None:
        self.moves = 0
        self.gains: list[tuple[int, ...]] = []

    def note(self, events: Sequence[Event]) -> None:
        """These happened."""
        for event in events:
            if isinstance(event, (Played, Passed)) or (isinstance(event, Drew) and event.why is Why.TURN):
                self.moves += 1
            elif isinstance(event, RoundEnded):
                self.gains.append(event.gains)


def forgotten(match: Match, person: str, pseudonym: str) -> Match:
    """The match with somebody's place under another name, and nobody's."""
    players = [one._replace(person="", name=pseudonym) if one.person == person else one for one in match.players]
    return replace(match, players=tuple(players))


def demoted(ranks: Sequence[int], last: Collection[int]) -> tuple[int, ...]:
    """The ranks with these seats behind all others, sharing a place."""
    before = [rank for seat, rank in enumerate(ranks) if seat not in last]
    return tuple([1 + (len(before) if seat in last else sum(one < rank for one in before)) for seat, rank in enumerate(ranks)])


def fresh_id(code: str, chance: Stream) -> str:
    """An id for a match at the table with this code: `K7QX39FDT`."""
    return code + "".join([ALPHABET[chance.below(len(ALPHABET))] for _ in range(ID_TAIL)])


def is_match_id(text: str) -> bool:
    """Can this be the id of a match?"""
    return len(text) == ID_LENGTH and set(text) <= set(ALPHABET)
