"""One table's match from the form to the goodbye, played by what is drawn, its last screens checked."""

from __future__ import annotations

import re
import time
from typing import NamedTuple

from engine.rules.presets import PRESETS
from tests.e2e import look
from tests.e2e.form import RULE_SETS, set_up
from tests.e2e.house import House
from tests.e2e.person import Person
from tests.e2e.player import Player
from tests.e2e.screen import left_on

OVER = "match is over"
AGREED = "You want a rematch"
ONE_ROUND = "one round"
_FAULT = re.compile(r" (?:WARNING|ERROR|CRITICAL) |Traceback")
SILENCE = 90.0
"""Seconds without a sign of life after which a table is stuck: the slowest bot thinks for two."""


def has_agreed(person: Person) -> bool:
    """Did he press Enter once more, as for a card that seemed unheard?"""
    return AGREED in look.prompt(person.rows)


def may_agree(person: Person) -> bool:
    """Is he offered a rematch, or has he agreed to one?"""
    return look.keys(person.rows).get("Enter") == "rematch" or has_agreed(person)


class Outcome(NamedTuple):
    """How a match went."""

    rules: str
    seats: int
    people: int
    rounds: int
    keys: int
    """Pressed by all people together."""
    again: int
    """How often somebody had to press once more, for nothing had changed."""
    seconds: float
    winner: str


class Sitting:
    """A table of `seats` chairs with `people` at it and bots on the others. Not dealt yet."""

    def __init__(self, house: House, rules: str, seats: int, people: int = 1, target: str = "") -> None:
        """`target` as the form shows it, the rule set's own if empty. No clock plays for whoever is at a loss."""
        self.rules, self.seats, self.rounds = rules, seats, 0
        self.outcome: Outcome | None = None
        """How it went, once all have left."""
        self.target = target or str(PRESETS[rules].target_score or ONE_ROUND)
        names = [f"{rules[:6]}{seats}{'abcdefghij'[number]}".replace("_", "") for number in range(people)]
        host = house.member(name=names[0])
        wishes = {"Rules": RULE_SETS[rules], "Match_to": self.target, "Seats": str(seats), "Bots": str(seats - people)}
        code = set_up(host, **wishes, Turn_clock="off")
        self.people = [host, *(house.member("join", code, name=name) for name in names[1:])]
        host.see(f"{seats} of {seats} seats", "Enter deals")
        assert RULE_SETS[rules] in host.rows[0]
        self.players = [Player(person) for person in self.people]
        self._begin = self._end = self._alive = 0.0
        self._heard = 0

    def __repr__(self) -> str:
        return f"{self.rules} at {self.seats} seats, round {self.rounds}: {self.people[0]!r}"

    def deal(self) -> None:
        """Begin."""
        self._begin = time.monotonic()
        self.people[0].press("enter")
        self.people[0].until(lambda host: look.round_number(host.rows))

    def step(self) -> bool:
        """Everybody looks once and presses what is asked for; True once the match is over and all have left.

        AssertionError if the table is stuck or shows what it should not.
        """
        if self.outcome is None:
            self._glance()
            if self._is_over and not any(player.pressed for player in self.players):
                self._play_again()
            elif self._is_over:
                outcome = self._tell()
                self._leave()
                self.outcome = outcome
        return self.outcome is not None

    def _glance(self) -> None:
        for player in self.players:
            player.glance()
        now, heard = time.monotonic(), sum(len(person.raw) for person in self.people)
        if heard != self._heard:
            self._heard, self._alive = heard, now
        assert now - self._alive < SILENCE, f"stuck: {self}"
        self.rounds = max(self.rounds, look.round_number(self.people[0].rows))

    @property
    def _is_over(self) -> bool:
        """Does everybody see that the match is over, for long enough that a rematch is offered?"""
        if not self._end and all(OVER in person.rows[0] and may_agree(person) for person in self.people):
            self._end = time.monotonic()
        return bool(self._end)

    def _play_again(self) -> None:
        """Another match: nobody had a turn, for a bot of two may win with cards that all skip."""
        for person in self.people:
            person.press("enter")
        for person in self.people:
            person.until(lambda one: OVER not in one.rows[0])
        self._begin, self._end = time.monotonic(), 0.0

    def _tell(self) -> Outcome:
        """How it went, once every last screen tells it and offers a rematch, or has it agreed to."""
        for person in self.people:
            self._check(person)
        winner = look.ranking(self.people[0].rows)[0].name
        keys = sum(len(player.pressed) for player in self.players)
        again = sum(len(player.unheard) for player in self.players)
        seconds = self._end - self._begin
        return Outcome(self.rules, self.seats, len(self.people), self.rounds, keys, again, seconds, winner)

    def _check(self, person: Person) -> None:
        """Is this the last screen of the match that was set up?"""
        places = look.ranking(person.rows)
        points = [place.points or 0 for place in places]
        assert len({place.name for place in places}) == self.seats, person
        assert [place.rank for place in places] == sorted(place.rank for place in places), person
        won = "You win the match!" if places[0].name == person.name else f"{places[0].name} wins the match."
        assert won in person.text, person
        if self.target == ONE_ROUND:
            assert points == sorted(points), f"whoever has the least left comes first: {person}"
        else:
            assert points == sorted(points, reverse=True), person
            assert points[0] >= int(self.target) > points[1], person
        if has_agreed(person):  # an Enter pressed again, as for a card that seemed unheard, came after the end
            assert "Enter" not in look.keys(person.rows), person
        else:
            assert look.keys(person.rows)["Enter"] == "rematch", person
            assert "once more with the same people" in look.prompt(person.rows), person

    def _leave(self) -> None:
        """Everybody goes as the screen says, and his terminal is as it was before."""
        for person in self.people:
            person.press("ctrl+q")
            person.see("Leave?")
            person.choose("Disconnect")
            assert person.wait() == 0
            assert left_on(person.screen, bytes(person.raw)) == set()
            assert person.text == "Goodbye."


def faults(log: str) -> list[str]:
    """The lines of a server's log that tell of anything wrong since it opened; before, it speaks of its machine."""
    return [line for line in log.partition(" is open.")[2].splitlines() if _FAULT.search(line)]
