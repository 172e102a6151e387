"""`Company`: the people and bots around one table. Every change of them says what happened, for the table to publish."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from client.protocol import Happening, Notice, Noticed, Stage
from engine.refusal import Refused
from engine.shuffle import Stream
from server.lobby.autopilot import LEVEL
from server.lobby.bots import LEVELS, Bot, bot_name, hire
from server.lobby.course import Course
from server.lobby.people import Member, Session
from server.lobby.refusals import refused
from server.lobby.seats import Seat, Seats
from server.lobby.showing import Eyes, Showing, seen_by
from server.lobby.tools import House, Tools
from server.lobby.votes import Votes
from server.lobby.witness import Witness


class Company:
    """Who sits on `seats`, and who looks on. `guard` runs what a bot's timer calls."""

    def __init__(
        self,
        code: str,
        seats: Seats,
        showing: Showing,
        course: Course,
        tools: Tools,
        house: House,
        chance: Stream,
        guard: Callable[[Callable[[], None]], None],
        look: Callable[[], None],
        is_public: bool,
    ) -> None:
        """`look` has the table settle what time has decided; `is_public`: do strangers play here?"""
        self._code, self._seats, self._showing, self._course = code, seats, showing, course
        self._tools, self._house, self._chance, self._guard = tools, house, chance, guard
        self._is_public = is_public
        self.votes = Votes(tools.clock, seats, look)
        self.witness = Witness(seats, course, is_public, tools.behaved)
        self._shut_out: set[str] = set()
        """The network addresses of guests who were voted off: they could come back as somebody new."""

    # ── who comes ────────────────────────────────────────────────────────────────────────────────────────

    def place(self, session: Session, eyes: Eyes) -> None:
        """A session sees with these eyes from now on."""
        session.at, session.seen = self._code, 0
        eyes.sessions.append(session)
        self._house.placed(session)

    def sit(self, session: Session, member: Member) -> Noticed:
        """Give a person the first free chair. Raises `Refused`: `table_full`."""
        seat, gallery = self._seats.free, self._showing.gallery
        if seat is None:
            raise refused("table_full", code=self._code)
        if session in gallery.sessions:
            gallery.sessions.remove(session)
        for other in [one for one in gallery.sessions if one.member is member]:  # who plays does not look on as well
            self.displace(other, gallery)
            other.tell(refused("own_table", code=self._code))
        seat.take(member, seen_by(gallery.log, 0), self._showing.next)
        self._seats.make_way(member.name, self._chance)
        member.seat_at = self._code
        self.place(session, seat.eyes)
        return Noticed(member.name, Notice.JOINED)

    def resume(self, session: Session, seat: Seat) -> list[Happening]:
        """Put a person's newest session on the seat he has; an older one is told."""
        self.witness.returned(seat)
        happened = self.take_back(seat) or ([Noticed(seat.name, Notice.BACK)] if seat.is_away else [])
        for old in tuple(seat.eyes.sessions):
            self.displace(old, seat.eyes)
            old.tell(refused("elsewhere"))
        seat.away_since = None
        self.place(session, seat.eyes)
        return happened

    def take_back(self, seat: Seat | None) -> list[Happening]:
        """Its holder is there: whatever the autopilot was about to do on his seat is off."""
        session = seat.take_back() if seat is not None else None
        if seat is None or session is None:
            return []
        self._course.forget(session)
        return [Noticed(seat.name, Notice.BACK)]

    def hire(self, level: str) -> Noticed:
        """Give the first free chair to a bot. Raises `Refused`: `bad_level`, `table_full`."""
        seat = self._seats.free
        if level not in LEVELS:
            raise refused("bad_level", levels=", ".join(LEVELS))
        if seat is None:
            raise refused("table_full", code=self._code)
        name = bot_name(self._chance, {one.name for one in self._seats})
        self.employ(seat, level, name)
        return Noticed(name, Notice.JOINED)

    def employ(self, seat: Seat, level: str, name: str) -> None:
        """Put a bot on a chair."""
        seat.employ(*self.crew(level, seat), name, self._showing.next)

    def crew(self, level: str, seat: Seat) -> tuple[Bot, Session]:
        """Somebody to play a seat, and what he speaks through."""
        stuck, tools = partial(self._guard, partial(self._course.play_for, seat)), self._tools
        showing = self._showing
        return hire(
            level,
            self._code,
            tools.clock,
            self._chance,
            tools.choose,
            self._house.handle,
            stuck,
            lambda: showing.version,
        )

    def renamed(self, member: Member) -> None:
        """Somebody around the table has another name."""
        seat = self._seats.of_member(member)
        if seat is not None:
            seat.name = member.name
            self._seats.make_way(member.name, self._chance)

    def agree(self, seat: Seat | None, stage: Stage) -> list[Happening]:
        """Somebody is ready for what follows this stage. Raises `Refused`."""
        if seat is None:
            raise Refused("not_seated")
        if self._course.stage is not stage:
            raise refused("wrong_stage")
        if seat.is_ready or seat in self._course.onlookers:
            return []
        seat.is_ready = True
        return [Noticed(seat.name, Notice.READY)]

    # ── who goes ─────────────────────────────────────────────────────────────────────────────────────────

    def displace(self, session: Session, eyes: Eyes) -> None:
        """A session is no longer at the table."""
        if session in eyes.sessions:
            eyes.sessions.remove(session)
        session.at = None
        self._house.placed(session)

    def leave(self, session: Session) -> list[Happening]:
        """A session goes on purpose: a seat is given up, and looking on is ended."""
        seat = self._seats.of_session(session)
        if seat is not None:
            self.witness.left(seat)
            return self.vacate(seat, Notice.LEFT)
        self.displace(session, self._showing.gallery)
        return []

    def miss(self, seat: Seat) -> list[Happening]:
        """The holder's connection is gone: the seat stays his."""
        self.witness.lost(seat)
        seat.away_since, seat.is_ready = self._tools.clock.now(), False
        return [Noticed(seat.name, Notice.AWAY)]

    def vacate(self, seat: Seat, notice: Notice) -> list[Happening]:
        """Take whoever it is off the seat, and out of the match."""
        member, name = seat.member, seat.name
        events = self._course.resign(seat)
        self._unseat(member)
        for session in tuple(seat.eyes.sessions):
            self.displace(session, seat.eyes)
        seat.clear(is_gap=self._course.referee is not None)
        return [Noticed(name, notice), *events]

    def part(self) -> list[Happening]:
        """Whoever has taken a seat elsewhere has none here any more: before the restart this table may have stood broken."""
        happened: list[Happening] = []
        for seat in self._seats:
            if seat.member is not None and seat.member.seat_at != self._code:
                happened += self.vacate(seat, Notice.LEFT)
        return happened

    def _unseat(self, member: Member | None) -> None:
        """Somebody has no seat here any more; one that he has elsewhere stays his."""
        if member is not None and member.seat_at == self._code:
            member.seat_at = None
            self._house.unseated(member)

    def remove(self, chair: int, version: int) -> Sequence[Happening]:
        """The host takes somebody off a chair as it was at `version`. Raises `Refused`: `bad_chair`, `stale`, `started`."""
        seat = self._seats[chair] if 0 <= chair < len(self._seats) else None
        if seat is None or not seat.is_held or seat is self._seats.host:
            raise refused("bad_chair")
        if version < seat.since:
            raise Refused("stale")
        if seat.member is not None and self._course.referee is not None:
            raise refused("started", code=self._code)
        return self.take_off(seat, "removed")

    # ── votes ────────────────────────────────────────────────────────────────────────────────────────────

    def vote(self, seat: Seat | None, chair: int, yes: bool, version: int) -> list[Happening]:
        """Somebody votes on who sits on a chair, as it was at `version`. Raises `Refused`: see `Votes.cast`."""
        return [*self.votes.cast(seat, chair, yes, version, self._course.round)]

    def decide(self) -> list[Happening]:
        """Do what a vote has decided, if one has: in a match, a bot goes on with the cards."""
        seat, told = self.votes.settle(self._showing.next)
        if seat is None or seat.member is None:
            return [*told]
        person, sessions = seat.member.person, tuple(seat.eyes.sessions)
        self.witness.voted_off(seat)
        self._course.expel(seat, person.id)
        if person.guest and person.source:
            self._shut_out.add(person.source)
        happened = self._supplant(seat) if self._course.is_running else self.vacate(seat, Notice.VOTED_OFF)
        for session in sessions:
            session.tell(refused("voted_off", code=self._code))
        return happened

    @property
    def is_closed_to_some(self) -> bool:
        """Was anybody voted off this table?"""
        return bool(self._course.voted_off or self._shut_out)

    def is_open_to(self, session: Session) -> bool:
        """Was he, or for a guest anybody from where he is, not voted off this table?"""
        person = session.member.person if session.member else None
        if person is None or self._seats.of_session(session) is not None:
            return True
        return person.id not in self._course.voted_off and not (person.guest and person.source in self._shut_out)

    def check_welcome(self, session: Session) -> None:
        """Let only those go on that this is open to. Raises `Refused`: `voted_off`."""
        if not self.is_open_to(session):
            raise refused("voted_off", code=self._code)

    def check_pause(self) -> None:
        """Let no host who has to pause begin a match with strangers. Raises `Refused`: `paused`."""
        people = [seat.member for seat in self._seats if seat.member is not None]
        host = self._seats.host.member if self._seats.host is not None else None
        if self._is_public and host is not None and len(people) > 1:
            self._tools.check_pause(host.person)

    def _supplant(self, seat: Seat) -> list[Happening]:
        member, name = seat.member, seat.name
        for session in tuple(seat.eyes.sessions):
            self._course.forget(session)
        seat.take_back()
        self._unseat(member)
        for session in tuple(seat.eyes.sessions):
            self.displace(session, seat.eyes)
        seat.clear(is_gap=True)
        bot = bot_name(self._chance, {one.name for one in self._seats})
        self.employ(seat, LEVEL, bot)
        return [Noticed(name, Notice.VOTED_OFF), Noticed(bot, Notice.JOINED)]

    def take_off(self, seat: Seat, why: str) -> list[Happening]:
        """Somebody has to go, and is told why: `why` is the code of a refusal."""
        sessions = tuple(seat.eyes.sessions)
        happened = self.vacate(seat, Notice.REMOVED)
        for session in sessions:
            session.tell(refused(why, code=self._code))
        return happened

    def dismiss(self) -> None:
        """The table is over: nobody has a seat at it any more."""
        self.witness.close()
        for seat in self._seats:
            member = seat.member
            seat.clear(is_gap=True)
            self._unseat(member)
