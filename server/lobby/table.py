"""`Table`: one table of the lobby. It changes only inside the calls below and its own timers, and publishes once for each.

A change collects what happened; `_publish` then settles what follows from it (an agreed deal, the clock, absent people),
raises the version by one and sends every viewer his own patch. Whatever raises here stops this table and no other.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial

from client import protocol
from client.protocol import Create, Happening, Notice, Noticed, Reply, Stage
from engine.moves import NextRound, Resign
from engine.refusal import Refused
from engine.shuffle import Entropy
from server.lobby.autopilot import LEVEL, Autopilot
from server.lobby.caretaker import EMPTY, EXPECTING, Caretaker
from server.lobby.charter import Charter
from server.lobby.company import Company
from server.lobby.course import Course
from server.lobby.keeping import Keeper, charter
from server.lobby.openhands import OpenRound
from server.lobby.outbox import Outbox
from server.lobby.people import Member, Person, Session
from server.lobby.refusals import refused
from server.lobby.seats import Seat, Seats
from server.lobby.showing import Showing
from server.lobby.sight import public
from server.lobby.tools import House, Tools

log = logging.getLogger("unotty.table")


class Table:
    """The chairs, the people around them, and the match they play."""

    def __init__(
        self, code: str, wish: Create, opener: Person, tools: Tools, house: House, kept: Charter | None = None
    ) -> None:
        """An empty table, not yet that of the person who opens it. `kept` is its charter from before a restart."""
        self.code = code
        self.wish = wish
        self.opener = opener
        self.opened = kept.opened if kept else int(tools.clock.wall())
        self.seats = Seats(wish.seats)
        self.is_broken = False
        self.is_lesson = tools.is_lesson
        self._tools, self._house = tools, house
        self._is_halted = False
        self._outbox = Outbox(partial(self._break, is_ours=False))
        self.showing = Showing(self._outbox)
        chance = kept.chance if kept else None
        self.course = Course(
            code, self.opened, wish, self.seats, self.showing, self._outbox, tools, self._publish, self._by_timer, chance
        )
        self._caretaker = Caretaker(tools.clock, self._by_timer)
        chance_of_bots = Entropy(tools.seed()).stream("bots")
        look = partial(self._by_timer, partial(self._publish, ()))
        is_public = wish.public and not tools.is_lesson
        self.company = Company(
            code, self.seats, self.showing, self.course, tools, house, chance_of_bots, self._by_timer, look, is_public
        )
        self._autopilot = Autopilot(tools.clock, partial(self.company.crew, LEVEL), look)
        self._keeper = Keeper(tools.journal, self._outbox, kept)

    @property
    def stage(self) -> Stage:
        """Where the table is in its life."""
        return Stage.BROKEN if self.is_broken else self.course.stage

    @property
    def line(self) -> protocol.TableLine:
        """The table in the lobby's list."""
        return protocol.TableLine(
            self.code,
            self.wish.options.rules,
            self.stage,
            len(self.seats.held),
            len(self.seats),
            self.course.referee.state.round if self.course.referee else 0,
            len(self.showing.gallery.names),
            self.seats.host.name if self.seats.host else "",
            self.opened,
            self.wish.spectators,
            self.wish.options,
            sum(seat.bot is not None for seat in self.seats),
            self.wish.open_hands,
        )

    # ── coming and going, called by the lobby ────────────────────────────────────────────────────────────

    def sit(self, session: Session, member: Member) -> None:
        """Give a person a chair. Raises `Refused`: `started`, `table_full`, `voted_off`, `broken`."""
        self._check_works()
        self.company.check_welcome(session)
        if self.stage is not Stage.WAITING:
            raise refused("started", code=self.code)
        joined = self.company.sit(session, member)
        self._guarded(lambda: self._publish([joined], session))
        self._check_works()

    def furnish(self) -> None:
        """What `Create` asked for besides the table itself: bots, and the first deal. Raises `Refused`."""

        def act() -> None:
            happened: list[Happening] = [self.company.hire(level) for level in self.wish.bots]
            self._publish([*happened, *(self.course.start() if self.wish.start else ())])

        if self.wish.bots or self.wish.start:
            self._guarded(act)

    def watch(self, session: Session) -> None:
        """Let somebody look on. Raises `Refused`: `no_spectators`, `played_here`, `voted_off`, `broken`."""
        self._check_works()
        self.company.check_welcome(session)
        if not self.wish.spectators:
            raise refused("no_spectators")
        if self.wish.open_hands and self.course.is_running and self._played(session):
            raise refused("played_here", code=self.code)
        is_new = session.name not in self.showing.gallery.names
        self.company.place(session, self.showing.gallery)
        self._guarded(lambda: self._publish([Noticed(session.name, Notice.WATCHING)] if is_new else [], session))

    def open_round(self, session: Session) -> OpenRound:
        """The newest round that is over, every hand open, for somebody who looks on. Raises `Refused`."""
        hands = self.course.open_hands
        if hands is None:
            raise refused("closed_hands")
        if session not in self.showing.gallery.sessions or (self.course.is_running and self._played(session)):
            raise refused("played_here", code=self.code)
        if hands.last is None:
            raise refused("no_round_yet")
        return hands.last

    def _played(self, session: Session) -> bool:
        """Has or had somebody a seat in the match?"""
        person = session.member.person.id if session.member else ""
        return person in self.course.played or any(seat.member is session.member for seat in self.seats if seat.member)

    def resume(self, session: Session, member: Member) -> None:
        """Put a person's newest session on the seat he has; an older one is told."""
        seat = self.seats.of_member(member)
        if seat is None:
            return
        happened = self.company.resume(session, seat)
        self._guarded(lambda: self._publish(happened, session))
        if self.is_broken:
            self.showing.sync(session, seat.eyes)

    def lose(self, session: Session) -> None:
        """A connection ended. The seat stays his, but his turns will run out."""
        seat = self.seats.of_session(session)
        eyes = seat.eyes if seat else self.showing.gallery
        if session not in eyes.sessions:
            return
        self.company.displace(session, eyes)
        if seat is None:
            self._guarded(lambda: self._publish([]))
        elif self.is_broken:
            self._guarded(lambda: self._publish(self.company.vacate(seat, Notice.LEFT)))
        else:
            self._guarded(lambda: self._publish(self.company.miss(seat)))

    def renamed(self, member: Member) -> None:
        """Somebody at this table has another name."""
        self.company.renamed(member)
        self._guarded(lambda: self._publish([]))

    # ── restarts and halts ───────────────────────────────────────────────────────────────────────────────

    def reopen(self) -> None:
        """All is as it was before the restart: time runs."""
        self._guarded(lambda: self._publish(self.company.part()))

    def halt(self, is_halted: bool) -> None:
        """Let no time run out; or let it run again, and give what is open its whole time."""
        if self.is_broken or self._is_halted == is_halted:
            return
        self._is_halted = is_halted
        self.company.votes.halt(is_halted)
        for seat in self.seats.absent:
            seat.miss_anew(self._tools.clock.now())
        if is_halted:
            self.course.halt()
            self._caretaker.stop()
        else:
            self.course.unhalt()
            self.reopen()

    def evict(self, chair: int) -> None:
        """The operator takes whoever it is off a chair. Raises `Refused`: `bad_chair`."""
        seat = self.seats[chair] if 0 <= chair < len(self.seats) else None
        if seat is None or not seat.is_held:
            raise refused("bad_chair")
        self._guarded(lambda: self._publish(self.company.take_off(seat, "evicted")))

    def disown(self, person: str, name: str, pseudonym: str) -> None:
        """Somebody with no seat here wants to be forgotten: what stands for him in the match has another name."""
        if self.opener.id == person:
            self.opener = Person("", pseudonym, guest=True)
        self.course.forget_person(person, pseudonym)
        his = self.course.chronicle.disown(person, pseudonym)  # under whatever name he left
        for number, seat in enumerate(self.seats):
            if not seat.is_held and (number in his or (name and seat.name == name)):
                seat.name = pseudonym
        if self.is_broken:  # nothing of it is kept any more, but it goes on after a restart from what was kept
            self._keeper.disown(person, name, pseudonym, his)
        self._guarded(lambda: self._publish([]))

    # ── what people at the table ask for ─────────────────────────────────────────────────────────────────

    def perform(self, session: Session, command: protocol.Command) -> None:
        """Do what somebody at this table asks for, and answer him. Raises `Refused`."""
        if isinstance(command.body, protocol.Leave | Resign):
            self._guarded(lambda: self._publish(self.company.leave(session)))
            self.answer(session, Reply(command.id))
        elif isinstance(command.body, protocol.Sync):
            seat = self.seats.of_session(session)
            self.showing.sync(session, seat.eyes if seat else self.showing.gallery)
            self.answer(session, Reply(command.id))
        else:
            self._check_works()
            self._guarded(lambda: self._carry_out(session, command))
            self._check_works()

    def _carry_out(self, session: Session, command: protocol.Command) -> None:
        happened = self._act(session, command)
        if happened is not None:
            self._publish(happened, actor=session)
            self.answer(session, Reply(command.id))

    def answer(self, session: Session, reply: Reply) -> None:
        """Answer as soon as what was done is safe."""
        self._outbox.post(session, reply)

    def _act(self, session: Session, command: protocol.Command) -> Sequence[Happening] | None:
        """Do it and say what happened; None: it was put by for a moment."""
        seat = self.seats.of_session(session)
        match command.body:
            case protocol.Say(text):
                return [session.said(text, seat.name if seat else None)]
            case protocol.Start():
                self._check_host(seat)
                self.company.check_pause()
                return self.course.start()
            case protocol.AddBot(level):
                self._check_host(seat)
                if self.stage is not Stage.WAITING:
                    raise refused("started", code=self.code)
                return [self.company.hire(level)]
            case protocol.Remove(chair):
                self._check_host(seat)
                return self.company.remove(chair, command.version)
            case protocol.Vote(chair, yes):
                if back := self.company.take_back(seat):
                    self._publish(back)
                return self.company.vote(seat, chair, yes, command.version)
            case protocol.Cut(text):
                return self.course.cut(seat, text)
            case protocol.Ready() | NextRound():
                agreed = self.company.agree(seat, Stage.ROUND_OVER)
                return [*self.company.take_back(seat), *agreed]
            case protocol.Back():
                return self.company.take_back(seat)
            case protocol.Rematch():
                return self.company.agree(seat, Stage.MATCH_OVER)
            case Create() | protocol.Learn() | protocol.Join() | protocol.Watch() | protocol.Leave():
                raise refused("wrong_stage")
            case protocol.Replay() | protocol.Seek() | protocol.Top() | protocol.Past():
                raise refused("wrong_stage")
            case protocol.Rename() | protocol.Sync() | protocol.Set() | protocol.Mute():
                raise refused("wrong_stage")
            case move:
                if session.member is not None and (back := self.company.take_back(seat)):
                    self._publish(back)
                return self.course.move(session, seat, command, move)

    def _expire(self, seat: Seat) -> None:
        seat.absence = None
        if seat.is_away:
            self.company.witness.given_up(seat)
            self._publish(self.company.vacate(seat, Notice.LEFT))

    def _check_host(self, seat: Seat | None) -> None:
        if seat is None or seat is not self.seats.host:
            raise refused("not_host")

    def _check_works(self) -> None:
        if self.is_broken:
            raise refused("broken", code=self.code)

    # ── what follows, and who is told ────────────────────────────────────────────────────────────────────

    def _publish(self, happened: Sequence[Happening], newcomer: Session | None = None, actor: Session | None = None) -> None:
        """Settle what follows from a change, and show everybody one step."""
        if not self.is_broken:
            self.company.witness.look()
            happened = [*happened, *self._settle()]
            clock = self.course.mind_clock(newcomer is not None)
            self.course.mind_journal()
            self.course.mind_history()
            self._keeper.keep(charter(self))
            if not self.is_broken:  # the journal may have refused
                eyes = [seat.eyes for seat in self.seats]
                self.showing.publish(public(self, clock), eyes, self.course.referee, happened, newcomer, actor)
                for seat in self._autopilot.take_boarded():
                    if seat.pilot is not None:
                        self.showing.sync(seat.pilot[1], seat.eyes)
        self._house.changed()
        if self.is_broken or not self._is_halted:
            self._caretaker.mind_table(self._patience(), self.close)
        self.course.mind_held()

    def _settle(self) -> list[Happening]:
        """What follows by itself: the deal that all agreed to, another host for good, the patience with who is absent."""
        happened: list[Happening] = self.company.decide()
        if self.stage in (Stage.ROUND_OVER, Stage.MATCH_OVER) and self.seats.are_agreed(self.course.onlookers):
            if self.stage is Stage.MATCH_OVER:
                for seat in self.seats.absent:
                    happened += self.company.vacate(seat, Notice.LEFT)
            happened += self.course.go_on()
        if self.seats.choose_host() and self.seats.host is not None:
            happened.append(Noticed(self.seats.host.name, Notice.HOST))
        stage, contenders = self.stage, self.course.contenders
        for number, seat in () if self._is_halted else enumerate(self.seats):
            self._caretaker.mind_seat(seat, stage, self._expire)
            boarded = self._autopilot.mind(seat, number in contenders)
            if boarded:
                self.company.witness.boarded(seat)
            happened += boarded
        return happened

    @property
    def deserted(self) -> float:
        """Seconds since the last of its people lost the connection; 0.0 while somebody is there."""
        since = self._caretaker.deserted_at
        return 0.0 if since is None else self._tools.clock.now() - since

    def _patience(self) -> int | None:
        """Seconds this table goes on as it is; None: as long as somebody is there. Who looks on does not bring players back."""
        if self.seats.present:
            return None
        if self.seats.absent:
            return EXPECTING
        if self.showing.gallery.sessions:
            return None
        return EMPTY if self.course.is_running and self.seats.held and not self.is_broken else 0

    def close(self) -> None:
        """The table is over; nothing of it goes on."""
        self._stop()
        self.company.dismiss()
        self._keeper.close()
        self._house.closed(self.code)

    # ── faults ───────────────────────────────────────────────────────────────────────────────────────────

    def _guarded(self, act: Callable[[], None]) -> None:
        """Run one change. A refusal goes to who asked; any other fault stops this table and nothing else."""
        try:
            act()
        except Refused:
            raise
        except Exception as fault:  # noqa: BLE001 - a fault of one table must not reach the others
            self._break(fault)

    def _by_timer(self, act: Callable[[], None]) -> None:
        """Run one change that nobody asked for: a refusal is a fault here."""
        if not self.is_broken:
            try:
                act()
            except Exception as fault:  # noqa: BLE001 - see _guarded
                self._break(fault)

    def _break(self, fault: BaseException, is_ours: bool = True) -> None:
        if self.is_broken:
            return
        self.is_broken = True
        position = self.course.referee.notation if self.course.referee else "no match"
        if is_ours:
            log.error("table %s stopped: %s\n%s", self.code, type(fault).__name__, position, exc_info=fault)
        else:  # the journal's, which no cards explain, and the match goes on after a restart
            log.error("table %s stopped: %s", self.code, fault)
        self._stop()
        self.showing.stop(public(self, None), [seat.eyes for seat in self.seats])
        self._house.changed()
        self._caretaker.mind_table(self._patience(), self.close)

    def _stop(self) -> None:
        """End every timer, and the bots."""
        self.course.stop()
        self.company.votes.stop()
        self._caretaker.stop()
        for seat in self.seats:
            seat.take_back()
            if seat.bot is not None:
                seat.bot.stop()
