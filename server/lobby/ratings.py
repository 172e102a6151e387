"""Ratings: how strong somebody with an account plays a rule set, by the results of matches against others with one.

OpenSkill's Plackett-Luce model: an estimate (mu) and how unsure it is (sigma). What people are shown is one number,
`750 + 30 mu`: everybody begins at 1500, who wins goes up and who loses goes down, and 400 more means to be expected to win
ten times as often.
"""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence
from itertools import starmap
from typing import Final, NamedTuple

from openskill.models import PlackettLuce

from client.protocol import PROVISIONAL, RatingChange, TopLine, TopView
from engine.options import Options
from engine.rules.teams import allies
from server.lobby.matches import Match, Player

LISTED: Final = 100
"""Lines of a leaderboard."""
_MODEL: Final = PlackettLuce()
_ZERO, _POINT = 750.0, 30.0


class Rating(NamedTuple):
    """One account's strength at one rule set."""

    mu: float = _MODEL.mu
    sigma: float = _MODEL.sigma
    games: int = 0
    name: str = ""
    """What the player was called at the last match that counted."""

    @property
    def shown(self) -> int:
        """The number people see."""
        return round(_ZERO + _POINT * self.mu)

    @property
    def is_provisional(self) -> bool:
        """Is it too early to take it for settled?"""
        return self.games < PROVISIONAL


def sides(options: Options, players: Sequence[Player], ranks: Sequence[int]) -> list[list[int]]:
    """The seats of people with accounts, together where they won or lost together, the best side first.

    A partner who left is a side of his own: ranked last, while the other one goes on for both.
    """
    found: dict[tuple[int, int], list[int]] = {}
    for seat, player in enumerate(players):
        if player.is_rated:
            found.setdefault((ranks[seat], min(allies(options, seat))), []).append(seat)
    return [found[key] for key in sorted(found)]


def rated(options: Options, players: Sequence[Player], ranks: Sequence[int], before: Mapping[int, Rating]) -> dict[int, Rating]:
    """New ratings by seat, from those before; nobody's if fewer than two sides have somebody with an account."""
    teams = sides(options, players, ranks)
    if len(teams) < 2:
        return {}
    strengths = [[_MODEL.rating(before[seat].mu, before[seat].sigma) for seat in team] for team in teams]
    after = _MODEL.rate(strengths, ranks=[float(ranks[team[0]]) for team in teams])
    return {
        seat: Rating(strength.mu, strength.sigma, before[seat].games + 1, players[seat].name)
        for team, row in zip(teams, after, strict=True)
        for seat, strength in zip(team, row, strict=True)
    }


class Ladder:
    """Everybody's ratings, in memory."""

    def __init__(self, kept: Mapping[tuple[str, str], Rating] | None = None) -> None:
        """`kept`: ratings by person and rule set."""
        self._rules: dict[str, dict[str, Rating]] = {}
        for (person, rules), rating in (kept or {}).items():
            self._rules.setdefault(rules, {})[person] = rating
        self._orders = {rules: sorted(starmap(_merit, people.items())) for rules, people in self._rules.items()}
        """The people of each rule set, the first first. They are kept in order: to sort thousands would hold up every table."""

    def rating(self, person: str, rules: str) -> Rating | None:
        """Somebody's rating; None if no match of his counted."""
        return self._rules.get(rules, {}).get(person)

    def of(self, person: str) -> dict[str, Rating]:
        """All ratings of somebody, by rule set."""
        return {rules: people[person] for rules, people in self._rules.items() if person in people}

    def forget(self, person: str) -> None:
        """Somebody's ratings are gone."""
        for rules in self._rules:
            self._drop(person, rules)

    def settle(self, match: Match, ranks: Sequence[int]) -> tuple[tuple[RatingChange, ...], dict[str, Rating]]:
        """A match is over: what it changes, by seat, and the new ratings, by person, which hold from now on."""
        people, rules = match.players, match.options.rules
        before = {seat: self.rating(one.person, rules) or Rating() for seat, one in enumerate(people) if one.is_rated}
        after = rated(match.options, people, ranks, before)
        changes = [RatingChange(seat, before[seat].shown, one.shown, one.games) for seat, one in sorted(after.items())]
        new = {people[seat].person: rating for seat, rating in after.items()}
        for person, rating in new.items():
            self._drop(person, rules)
            self._rules.setdefault(rules, {})[person] = rating
            insort(self._orders.setdefault(rules, []), _merit(person, rating))
        return tuple(changes), new

    def top(self, rules: str, viewer: str = "") -> TopView:
        """The leaderboard, through the eyes of this person."""
        first = [person for *_, person in self._orders.get(rules, ())[:LISTED]]
        you = self._line(viewer, rules) if self.rating(viewer, rules) else None
        return TopView(rules, tuple([self._line(person, rules) for person in first]), you)

    def _line(self, person: str, rules: str) -> TopLine:
        rating = self._rules[rules][person]
        place = 0 if rating.is_provisional else 1 + bisect_left(self._orders[rules], (False, -rating.shown, "", ""))
        return TopLine(place, rating.name, rating.shown, rating.games)

    def _drop(self, person: str, rules: str) -> None:
        rating = self._rules.get(rules, {}).pop(person, None)
        if rating is not None:
            order = self._orders[rules]
            del order[bisect_left(order, _merit(person, rating))]


_Merit = tuple[bool, int, str, str]


def _merit(person: str, rating: Rating) -> _Merit:
    """What people are put in order by; the same for all who share a place, but for their names and ids."""
    return rating.is_provisional, -rating.shown, rating.name, person
