"""`Votes`: the people of one table vote on taking somebody off it (SECURITY A2).

It passes with two thirds of the people at the table, who must be three or more: he is one of them, and stays silent. Bots,
spectators and seats that the autopilot plays are none of them, and people from one network address are one.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import Final

from client.protocol import VOTE_SECONDS, Ballot, Notice, Noticed
from engine.refusal import Refused
from server.lobby.clock import Clock, Deadline
from server.lobby.people import Member
from server.lobby.refusals import refused
from server.lobby.seats import Seat, Seats

LEAST: Final = 3
"""So many people a vote takes."""


def needed(people: int) -> int:
    """How many of so many people, the accused among them, must say yes."""
    return -(-2 * people // 3)


def heads(people: Iterable[Member]) -> int:
    """How many they are, when those from one network address count once."""
    return len({one.person.source or one.person.id for one in people})


@dataclass(slots=True)
class _Open:
    """The vote that is open."""

    accused: Member
    by: Member
    said: dict[Member, bool] = field(default_factory=dict)
    """What each of them said last."""


class Votes:
    """One table's. `look` is called when a vote's time is over: it ends in `settle`."""

    def __init__(self, clock: Clock, seats: Seats, look: Callable[[], None]) -> None:
        self._seats = seats
        self._open: _Open | None = None
        self._over = 0
        """The table's version that tells of the end of the last one."""
        self._round: Hashable = None
        self._callers: set[str] = set()
        """Who called for one in that round."""
        self._time = Deadline(clock, look)
        self._is_halted = False

    def cast(self, voter: Seat | None, chair: int, yes: bool, version: int, round: Hashable) -> list[Noticed]:
        """Somebody votes, or calls for a vote, as he saw the table at `version`. `round` differs from round to round.

        Raises `Refused`: `not_seated`, `bad_vote`, `stale`, `vote_open`, `no_vote`, `few_voters`, `vote_spent`.
        """
        if voter is None or voter.member is None:
            raise Refused("not_seated")
        seat = self._seats[chair] if 0 <= chair < len(self._seats) else None
        if seat is None or seat.member is None or seat is voter:
            raise refused("bad_vote")
        if version < seat.since:
            raise Refused("stale")
        if self._open is not None:
            if self._open.accused is not seat.member:
                raise refused("vote_open", name=self._open.accused.name)
            self._open.said[voter.member] = yes
            return []
        if not yes or version < self._over:
            raise refused("no_vote")
        return self._call(voter.member, seat.member, round)

    def _call(self, by: Member, accused: Member, round: Hashable) -> list[Noticed]:
        if 1 + heads(self._voters(accused)) < LEAST:
            raise refused("few_voters")
        if round != self._round:
            self._round, self._callers = round, set()
        if by.person.id in self._callers:
            raise refused("vote_spent")
        self._callers.add(by.person.id)
        self._open = _Open(accused, by, {by: True})
        self._time.restart(VOTE_SECONDS)
        return [Noticed(by.name, Notice.CALLS_VOTE), Noticed(accused.name, Notice.ACCUSED)]

    def settle(self, version: int) -> tuple[Seat | None, list[Noticed]]:
        """End the vote if it is decided: the seat to be emptied, if it passed. `version` of the table will tell of it."""
        vote = self._open
        if vote is None:
            return None, []
        seat = self._seats.of_member(vote.accused)
        if seat is None:  # he has gone by himself
            self._end(version)
            return None, []
        voters = self._voters(vote.accused)
        people = 1 + heads(voters)
        yes, against = [one for one in voters if vote.said.get(one)], [one for one in voters if vote.said.get(one) is False]
        if people >= LEAST and heads(yes) >= needed(people):
            self._end(version)
            return seat, []
        is_time_up = self._time.seconds is None and not self._is_halted
        if people < LEAST or is_time_up or heads(one for one in voters if one not in against) < needed(people):
            self._end(version)
            return None, [Noticed(vote.accused.name, Notice.SPARED)]
        return None, []

    def halt(self, is_halted: bool) -> None:
        """Let no time run out; or give what is open its whole time again."""
        self._is_halted = is_halted
        if self._open is not None:
            self._time.restart(None if is_halted else VOTE_SECONDS)

    def stop(self) -> None:
        """The table is over."""
        self._open = None
        self._time.stop()

    @property
    def ballot(self) -> Ballot | None:
        """What is open, as everybody sees it."""
        vote = self._open
        seat = self._seats.of_member(vote.accused) if vote is not None else None
        if vote is None or seat is None:
            return None
        voters = self._voters(vote.accused)
        places = {one: self._seats.number(held) for one in (vote.by, *voters) if (held := self._seats.of_member(one))}
        yes, no = [tuple([places[one] for one in voters if vote.said.get(one) is answer]) for answer in (True, False)]
        chair, by = self._seats.number(seat), places.get(vote.by, -1)
        return Ballot(chair, by, tuple([places[one] for one in voters]), yes, no, needed(1 + heads(voters)))

    def _voters(self, accused: Member) -> list[Member]:
        """Who may vote: the people who are there and play themselves."""
        playing = [seat.member for seat in self._seats.present if seat.pilot is None and seat.member is not accused]
        return [member for member in playing if member is not None]

    def _end(self, version: int) -> None:
        self._over = version
        self.stop()
