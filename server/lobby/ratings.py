"""Ratings: how strong somebody with an account plays a rule set, by the results of matches against others with one.

OpenSkill's Plackett-Luce model: an estimate (mu) and how unsure it is (sigma). What people are shown is one number,
`750 + 30 mu`: everybody begins at 1500, who wins goes up and who loses goes down, and 400 more means to be expected to win
ten times as often.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import islice
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
        self._boards: dict[str, dict[str, TopLine]] = {}
        """Leaderboards as they were last asked for; one that has changed since is gone."""
        for (person, rules), rating in (kept or {}).items():
            self._rules.setdefault(rules, {})[person] = rating

    def rating(self, person: str, rules: str) -> Rating | None:
        """Somebody's rating; None if no match of his counted."""
        return self._rules.get(rules, {}).get(person)

    def of(self, person: str) -> dict[str, Rating]:
        """All ratings of somebody, by rule set."""
        return {rules: people[person] for rules, people in self._rules.items() if person in people}

    def forget(self, person: str) -> None:
        """Somebody's ratings are gone."""
        for people in self._rules.values():
            people.pop(person, None)
        self._boards.clear()

    def settle(self, match: Match, ranks: Sequence[int]) -> tuple[tuple[RatingChange, ...], dict[str, Rating]]:
        """A match is over: what it changes, by seat, and the new ratings, by person, which hold from now on."""
        people, rules = match.players, match.options.rules
        before = {seat: self.rating(one.person, rules) or Rating() for seat, one in enumerate(people) if one.is_rated}
        after = rated(match.options, people, ranks, before)
        changes = [RatingChange(seat, before[seat].shown, one.shown, one.games) for seat, one in sorted(after.items())]
        new = {people[seat].person: rating for seat, rating in after.items()}
        self._rules.setdefault(rules, {}).update(new)
        if new:
            self._boards.pop(rules, None)
        return tuple(changes), new

    def top(self, rules: str, viewer: str = "") -> TopView:
        """The leaderboard, through the eyes of this person."""
        board = self._boards.get(rules)
        if board is None:
            board = self._boards[rules] = _board(self._rules.get(rules, {}))
        return TopView(rules, tuple(islice(board.values(), LISTED)), board.get(viewer))


def _board(people: Mapping[str, Rating]) -> dict[str, TopLine]:
    """Everybody's line by person, the first first."""
    lines: dict[str, TopLine] = {}
    place, last = 0, 0
    for number, (person, rating) in enumerate(sorted(people.items(), key=_merit), 1):
        if rating.shown != last:
            place, last = number, rating.shown
        lines[person] = TopLine(0 if rating.is_provisional else place, rating.name, rating.shown, rating.games)
    return lines


def _merit(entry: tuple[str, Rating]) -> tuple[bool, int, str]:
    _, rating = entry
    return rating.is_provisional, -rating.shown, rating.name
