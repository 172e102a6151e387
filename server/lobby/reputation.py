"""`Reputation`: the conduct of everybody. That of an account is kept with it; a guest's belongs to his network address.

A guest is somebody new at every visit, so his pauses hold for guests from where he came from; they are in memory alone, and
forgotten a day after the last outcome.
"""

from __future__ import annotations

from math import ceil
from typing import Final

from server.lobby.accounts import Accounts
from server.lobby.clock import Clock
from server.lobby.conduct import NEWCOMER, Conduct, Outcome
from server.lobby.people import Person
from server.lobby.refusals import refused

DAY: Final = 86400.0
SOURCES: Final = 10_000
"""Addresses that are remembered; the oldest make room."""


class Reputation:
    """Whom strangers can play with."""

    def __init__(self, clock: Clock, accounts: Accounts) -> None:
        self._clock, self._accounts = clock, accounts
        self._sources: dict[str, tuple[float, Conduct]] = {}
        """By address, or by a guest's id where that is not known; with the time of the last outcome, oldest first."""

    def of(self, person: Person) -> Conduct:
        """How somebody behaved."""
        account = self._accounts.get(person.id)
        if account is not None and account.is_kept:
            return account.conduct
        self._expire()
        return self._sources.get(_source(person), (0.0, NEWCOMER))[1]

    def note(self, person: Person, outcome: Outcome) -> None:
        """How a match ended for somebody."""
        self._keep(person, self.of(person).after(outcome, int(self._clock.wall())))

    def forgive(self, person: Person) -> None:
        """Nothing was ever seen of him."""
        self._keep(person, NEWCOMER)

    def check(self, person: Person) -> None:
        """May he begin something with strangers? Raises `Refused`: `paused`."""
        left = self.of(person).left(self._clock.wall())
        if left:
            raise refused("paused", minutes=ceil(left / 60))

    def _keep(self, person: Person, conduct: Conduct) -> None:
        account = self._accounts.get(person.id)
        if account is not None and account.is_kept:
            self._accounts.behaved(person.id, conduct)
            return
        source = _source(person)
        self._sources.pop(source, None)
        if conduct != NEWCOMER:
            self._sources[source] = self._clock.now(), conduct
        if len(self._sources) > SOURCES:
            del self._sources[next(iter(self._sources))]

    def _expire(self) -> None:
        while self._sources:
            source, (at, _) = next(iter(self._sources.items()))
            if at > self._clock.now() - DAY:
                return
            del self._sources[source]


def _source(person: Person) -> str:
    return person.source or person.id
