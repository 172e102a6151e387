"""`Witness`: what one table tells of how its people behave. Only matches among strangers count: at a public table, and with
two people or more.

A line that drops and comes back is never held against anybody, nor is what a restart of the server brought about.
"""

from __future__ import annotations

from collections.abc import Callable

from client.protocol import Stage
from server.lobby.conduct import Outcome
from server.lobby.course import Course
from server.lobby.people import Member, Person
from server.lobby.referee import Referee
from server.lobby.seats import Seat, Seats


class Witness:
    """One table's."""

    def __init__(self, seats: Seats, course: Course, counts: bool, tell: Callable[[Person, Outcome], None]) -> None:
        """`counts`: is it a table for strangers? `tell` is told each outcome once."""
        self._seats, self._course, self._counts, self._tell = seats, course, counts, tell
        self._marks: dict[Member, Outcome] = {}
        """What the running match will have been for somebody if nothing gets better: AWAY or STALLED."""
        self._excused: set[Member] = set()
        """Whom a restart cut off, and who are not back yet."""
        self._judged: Referee | None = None

    # ── what is seen ─────────────────────────────────────────────────────────────────────────────────────

    def boarded(self, seat: Seat) -> None:
        """The autopilot plays a seat from now on."""
        member = seat.member
        if member is None or self._marks.get(member) is Outcome.STALLED:
            return
        if seat.is_present:
            self._marks[member] = Outcome.STALLED
        elif self._others(seat) and member not in self._excused:
            self._marks[member] = Outcome.AWAY

    def lost(self, seat: Seat) -> None:
        """A holder's line is gone: if the autopilot plays already, it may have been gone before."""
        if seat.member is not None and seat.pilot is not None and seat.member in self._marks:
            self._marks[seat.member] = Outcome.AWAY

    def returned(self, seat: Seat) -> None:
        """A holder's line is back."""
        if seat.member is not None:
            self._excused.discard(seat.member)
            if self._marks.get(seat.member) is Outcome.AWAY:
                del self._marks[seat.member]

    def excuse(self, seat: Seat) -> None:
        """The server itself was gone."""
        if seat.member is not None:
            self._excused.add(seat.member)

    # ── what is told ─────────────────────────────────────────────────────────────────────────────────────

    def left(self, seat: Seat) -> None:
        """A holder goes on purpose. Who has no more to play has played to his end; whom nobody waits for harms nobody."""
        if not self._course.is_running:
            return
        if not self._course.is_contender(seat):
            self._say(seat, Outcome.GOOD)
        elif self._others(seat):
            self._say(seat, Outcome.LEFT)

    def voted_off(self, seat: Seat) -> None:
        """The others take a holder off the table. One who is away is not to blame for more than that, and one who has no more
        to play for nothing.
        """
        if seat.is_away:
            self.given_up(seat)
        elif self._course.is_running:
            self._say(seat, Outcome.VOTED_OFF if self._course.is_contender(seat) else Outcome.GOOD)

    def given_up(self, seat: Seat) -> None:
        """A holder who is away is waited for no longer."""
        if self._course.is_running and seat.member is not None and self._marks.get(seat.member) is Outcome.AWAY:
            self._say(seat, Outcome.AWAY)

    def look(self) -> None:
        """If a match is over, say what it was for everybody who has a seat in it."""
        referee = self._course.referee
        if referee is None or referee is self._judged or self._course.stage is not Stage.MATCH_OVER:
            return
        self._judged = referee
        for seat in self._seats:
            if seat.member is not None:
                mark = self._marks.get(seat.member)
                if not seat.is_away or mark is Outcome.AWAY:
                    self._say(seat, mark or Outcome.GOOD)
        self._marks.clear()

    def close(self) -> None:
        """The table is over, its match perhaps not."""
        for seat in self._seats.absent:
            self.given_up(seat)

    # ── inside ───────────────────────────────────────────────────────────────────────────────────────────

    def _others(self, seat: Seat) -> bool:
        """Does somebody else who is there still play?"""
        return any(one is not seat and self._course.is_contender(one) for one in self._seats.present)

    def _say(self, seat: Seat, outcome: Outcome) -> None:
        member = seat.member
        if member is None:
            return
        self._marks.pop(member, None)
        if self._counts and self._course.chronicle.had_company:
            self._tell(member.person, outcome)
