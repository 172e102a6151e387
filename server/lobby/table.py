"""`Table`: one table of the lobby. It changes only inside the calls below and its own timers, and publishes once for each.

A change collects what happened; `_publish` then settles what follows from it (an agreed deal, the clock, absent people),
raises the version by one and sends every viewer his own patch. Whatever raises here stops this table and no other.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from client import protocol
from client.protocol import (
    AddBot,
    Command,
    Create,
    Happening,
    Join,
    Kind,
    Leave,
    Notice,
    Noticed,
    Ready,
    Refusal,
    Rematch,
    Remove,
    Rename,
    Reply,
    Said,
    Say,
    Stage,
    Start,
    Sync,
    TableLine,
    TableView,
    Watch,
)
from client.usertext import clean
from engine.moves import Move, NextRound, Resign
from engine.options import MIN_SEATS, problems
from engine.refusal import Refused
from engine.shuffle import Entropy
from server.lobby.bots import LEVELS, Bot, bot_name
from server.lobby.clock import Deadline, Timer
from server.lobby.outbox import Outbox
from server.lobby.people import Member, Session
from server.lobby.referee import ANY_TIME, Held, Referee
from server.lobby.refusals import refused
from server.lobby.seats import Seat, Seats
from server.lobby.showing import Eyes, Showing, seen_by
from server.lobby.tools import House, Tools

log = logging.getLogger("unotty.table")

AWAY: Final = 60
"""Seconds: how long an absent guest keeps his seat, anybody a chair outside a match, and a turn without a clock."""
REST: Final = 60
"""Seconds between rounds at a table with a clock, for those who are not ready."""
EMPTY: Final = 60
"""Seconds a match goes on when only bots are left."""
EXPECTING: Final = 900
"""Seconds a table waits for people who have a seat in its match to come back."""
CHAT_CELLS: Final = 200


class Table:
    """The chairs, the people around them, and the match they play."""

    def __init__(self, code: str, wish: Create, opener: str, tools: Tools, house: House) -> None:
        """An empty table. `opener` is the id of the person who opened it."""
        self.code = code
        self.wish = wish
        self.opener = opener
        self.opened = int(tools.clock.wall())
        self.seats = Seats(wish.seats)
        self.referee: Referee | None = None
        self.is_broken = False
        self._tools, self._house = tools, house
        self._chance = Entropy(tools.seed()).stream("bots")
        self._outbox = Outbox(self._break)
        self.showing = Showing(self._outbox)
        self._deadline = Deadline(tools.clock, partial(self._by_timer, self._time_is_up))
        self._is_asked = False
        self._shown_clock: protocol.Clock | None = None
        self._held: Held | None = None
        self._emptiness: tuple[int, Timer] | None = None
        self._matches = 0

    @property
    def stage(self) -> Stage:
        """Where the table is in its life."""
        if self.is_broken:
            return Stage.BROKEN
        return self.referee.stage if self.referee else Stage.WAITING

    @property
    def line(self) -> TableLine:
        """The table in the lobby's list."""
        return TableLine(
            self.code,
            self.wish.options.rules,
            self.stage,
            len(self.seats.held),
            len(self.seats),
            self.referee.state.round if self.referee else 0,
            len(self.showing.gallery.names),
            self.seats.host.name if self.seats.host else "",
            self.opened,
            self.wish.spectators,
        )

    # ── coming and going, called by the lobby ────────────────────────────────────────────────────────────

    def sit(self, session: Session, member: Member) -> None:
        """Give a person a chair. Raises `Refused`: `started`, `table_full`, `broken`."""
        self._check_works()
        if self.stage is not Stage.WAITING:
            raise refused("started", code=self.code)
        seat = self.seats.free
        if seat is None:
            raise refused("table_full", code=self.code)
        if session in self.showing.gallery.sessions:
            self.showing.gallery.sessions.remove(session)
        seat.take(member, seen_by(self.showing.gallery.log, 0), self.showing.next)
        member.seat_at = self.code
        self._place(session, seat.eyes)
        self._guarded(lambda: self._publish([Noticed(member.name, Notice.JOINED)], session))

    def furnish(self) -> None:
        """What `Create` asked for besides the table itself: bots, and the first deal. Raises `Refused`."""

        def act() -> None:
            happened: list[Happening] = [self._hire(level) for level in self.wish.bots]
            self._publish([*happened, *(self._start() if self.wish.start else ())])

        if self.wish.bots or self.wish.start:
            self._guarded(act)

    def watch(self, session: Session) -> None:
        """Let somebody look on. Raises `Refused`: `no_spectators`, `broken`."""
        self._check_works()
        if not self.wish.spectators:
            raise refused("no_spectators")
        is_new = session.name not in self.showing.gallery.names
        self._place(session, self.showing.gallery)
        self._guarded(lambda: self._publish([Noticed(session.name, Notice.WATCHING)] if is_new else [], session))

    def resume(self, session: Session, member: Member) -> None:
        """Put a person's newest session on the seat he has; an older one is told."""
        seat = self.seats.of_member(member)
        if seat is None:
            return
        for old in tuple(seat.eyes.sessions):
            self._displace(old, seat.eyes)
            old.tell(refused("elsewhere"))
        happened = [Noticed(seat.name, Notice.BACK)] if seat.is_away else []
        seat.is_away = False
        self._place(session, seat.eyes)
        self._guarded(lambda: self._publish(happened, session))

    def lose(self, session: Session) -> None:
        """A connection ended. The seat stays his, but his turns will run out."""
        seat = self.seats.of_session(session)
        eyes = seat.eyes if seat else self.showing.gallery
        if session in eyes.sessions:
            self._displace(session, eyes)
            self._guarded(lambda: self._publish(self._miss(seat) if seat else []))

    def renamed(self, member: Member) -> None:
        """Somebody at this table has another name."""
        seat = self.seats.of_member(member)
        if seat is not None:
            seat.name = member.name
        self._guarded(lambda: self._publish([]))

    # ── what people at the table ask for ─────────────────────────────────────────────────────────────────

    def perform(self, session: Session, command: Command) -> None:
        """Do what somebody at this table asks for, and answer him. Raises `Refused`."""
        if isinstance(command.body, Leave | Resign):
            self._guarded(lambda: self._publish(self._leave(session)))
            session.send(Reply(command.id))
        elif isinstance(command.body, Sync):
            seat = self.seats.of_session(session)
            self.showing.sync(session, seat.eyes if seat else self.showing.gallery)
            self._outbox.post(session, Reply(command.id))
        else:
            self._check_works()
            self._guarded(lambda: self._carry_out(session, command))
            self._check_works()

    def _carry_out(self, session: Session, command: Command) -> None:
        happened = self._act(session, command)
        if happened is not None:
            self._publish(happened)
            self._outbox.post(session, Reply(command.id))

    def _act(self, session: Session, command: Command) -> Sequence[Happening] | None:
        """Do it and say what happened; None: it was put by for a moment."""
        seat = self.seats.of_session(session)
        match command.body:
            case Say(text):
                return [self._said(session, seat, text)]
            case Start():
                self._check_host(seat)
                return self._start()
            case AddBot(level):
                self._check_host(seat)
                if self.stage is not Stage.WAITING:
                    raise refused("started", code=self.code)
                return [self._hire(level)]
            case Remove(chair):
                self._check_host(seat)
                return self._remove(chair, command.version)
            case Ready() | NextRound():
                return self._agree(seat, Stage.ROUND_OVER)
            case Rematch():
                return self._agree(seat, Stage.MATCH_OVER)
            case Create() | Join() | Watch() | Leave() | Rename() | Sync():
                raise refused("wrong_stage")
            case move:
                return self._move(session, seat, command, move)

    def _said(self, session: Session, seat: Seat | None, text: str) -> Said:
        text = clean(text, CHAT_CELLS)
        if not text:
            raise refused("nothing_said")
        if session.member is not None and not session.member.chat.admits():
            raise refused("slow_down")
        return Said(seat.name if seat else session.name, text, seat is None)

    def _hire(self, level: str) -> Noticed:
        seat = self.seats.free
        if level not in LEVELS:
            raise refused("bad_level", levels=", ".join(LEVELS))
        if seat is None:
            raise refused("table_full", code=self.code)
        session = Session(None, lambda message: bot.deliver(message))
        session.at = self.code
        stuck = partial(self._by_timer, lambda: self._play_for(seat))
        tools = self._tools
        bot = Bot(level, tools.clock, self._chance, tools.choose, lambda command: self._house.handle(session, command), stuck)
        name = bot_name(self._chance, {one.name for one in self.seats})
        seat.employ(bot, session, name, self.showing.next)
        return Noticed(name, Notice.JOINED)

    def _remove(self, chair: int, version: int) -> Sequence[Happening]:
        seat = self.seats[chair] if 0 <= chair < len(self.seats) else None
        if seat is None or not seat.is_held or seat is self.seats.host:
            raise refused("bad_chair")
        if version < seat.since:
            raise Refused("stale")
        if seat.member is not None and self.referee is not None:
            raise refused("started", code=self.code)
        sessions = tuple(seat.eyes.sessions)
        happened = self._vacate(seat, Notice.REMOVED)
        for session in sessions:
            session.tell(refused("removed", code=self.code))
        return happened

    def _agree(self, seat: Seat | None, stage: Stage) -> Sequence[Happening]:
        if seat is None:
            raise Refused("not_seated")
        if self.stage is not stage:
            raise refused("wrong_stage")
        if seat.is_ready:
            return []
        seat.is_ready = True
        return [Noticed(seat.name, Notice.READY)]

    def _leave(self, session: Session) -> Sequence[Happening]:
        seat = self.seats.of_session(session)
        if seat is not None:
            return self._vacate(seat, Notice.LEFT)
        self._displace(session, self.showing.gallery)
        return []

    # ── the match ────────────────────────────────────────────────────────────────────────────────────────

    def _move(self, session: Session, seat: Seat | None, command: Command, move: Move) -> Sequence[Happening] | None:
        if seat is None:
            raise Refused("not_seated")
        if self.referee is None:
            raise refused("not_started")
        number, now = self.seats.number(seat), self._tools.clock.now()
        self.referee.check(move, command.version)
        if self._held is not None and self._held.seat == number and not isinstance(move, ANY_TIME):
            raise refused("held")
        wait = self.referee.wait(number, move, now)
        if wait:
            self.referee.check_legal(number, move)
            timer = self._tools.clock.call_later(wait, partial(self._by_timer, self._let_go))
            self._held = Held(number, session, command.id, move, timer)
            return None
        return self._apply(number, move)

    def _apply(self, number: int, move: Move) -> Sequence[Happening]:
        assert self.referee is not None, "no match to move in"
        events, is_new = self.referee.apply(number, move, self.showing.next, self._tools.clock.now())
        self._is_asked |= is_new
        return events

    def _start(self) -> Sequence[Happening]:
        if self.stage is not Stage.WAITING:
            raise refused("started", code=self.code)
        held = self.seats.held
        if len(held) < MIN_SEATS:
            raise refused("too_few")
        if wrong := problems(self.wish.options, len(held)):
            raise refused("bad_table", why=wrong[0])
        self.seats.close_up(held)
        return self._deal_in()

    def _deal_in(self) -> Sequence[Happening]:
        """Begin a match with everybody who has a seat."""
        self._matches += 1
        name = f"{self.code}-{self.opened}-{self._matches}"
        seed = self._tools.seed()
        self.referee = Referee(name, self.wish.options, len(self.seats), seed, self._tools.journal, self.showing.next)
        self._is_asked = True
        return self.referee.opening

    def _go_on(self) -> Sequence[Happening]:
        """The next round or, after a match, the next match; the table waits again if too few are left for one."""
        for seat in self.seats:
            seat.is_ready = False
        if self.referee is not None and self.stage is Stage.ROUND_OVER:
            return self._apply(self.referee.state.seated[0], NextRound())
        happened: list[Happening] = []
        for seat in self.seats:
            if seat.member is not None and seat.is_away:
                happened += self._vacate(seat, Notice.LEFT)
        held = self.seats.held
        if len(held) < MIN_SEATS or problems(self.wish.options, len(held)):
            self.referee = None
            self.seats.open_up()
            return happened
        self.seats.close_up(held)
        return [*happened, *self._deal_in()]

    def _play_for(self, seat: Seat) -> None:
        """Play the time-out move for a bot that does not know what to do."""
        referee = self.referee
        if referee is not None and self.stage is Stage.PLAYING and self.seats[referee.state.turn] is seat and not self._held:
            self._publish(self._apply(*referee.time_out()))

    def _time_is_up(self) -> None:
        if self.referee is None or self.stage is Stage.MATCH_OVER:
            return
        if self.stage is Stage.ROUND_OVER:
            self._publish(self._go_on())
        elif self._held is not None:
            self._let_go()
        else:
            turn, move = self.referee.time_out()
            self._publish([Noticed(self.seats[turn].name, Notice.TIMED_OUT), *self._apply(turn, move)])

    def _let_go(self) -> None:
        """Make the move that was held, if it still can be made."""
        held, self._held = self._held, None
        if held is None or self.referee is None:
            return
        held.timer.cancel()
        try:
            if not self.referee.state.is_playing or self.referee.state.turn != held.seat:
                raise Refused("stale")
            happened = self._apply(held.seat, held.move)
        except Refused as no:
            self._outbox.post(held.session, Reply(held.id, Refusal(no.code, no.sentence)))
        else:
            self._publish(happened)
            self._outbox.post(held.session, Reply(held.id))

    # ── people ───────────────────────────────────────────────────────────────────────────────────────────

    def _place(self, session: Session, eyes: Eyes) -> None:
        session.at = self.code
        eyes.sessions.append(session)
        self._house.placed(session)

    def _displace(self, session: Session, eyes: Eyes) -> None:
        if session in eyes.sessions:
            eyes.sessions.remove(session)
        session.at = None
        self._house.placed(session)

    def _vacate(self, seat: Seat, notice: Notice) -> list[Happening]:
        """Take whoever it is off the seat, and out of the match."""
        number, member, name = self.seats.number(seat), seat.member, seat.name
        events: Sequence[Happening] = ()
        if self.referee is not None and self.stage in (Stage.PLAYING, Stage.ROUND_OVER):
            events = self._apply(number, Resign())
        for session in tuple(seat.eyes.sessions):
            self._displace(session, seat.eyes)
        seat.clear(is_gap=self.referee is not None)
        if member is not None:
            member.seat_at = None
            self._house.unseated(member)
        return [Noticed(name, notice), *events]

    def _miss(self, seat: Seat) -> list[Happening]:
        """The holder's connection is gone."""
        if self.is_broken or (seat.kind is Kind.GUEST and self.stage is Stage.WAITING):
            return self._vacate(seat, Notice.LEFT)
        seat.is_away, seat.is_ready = True, False
        return [Noticed(seat.name, Notice.AWAY)]

    def _expire(self, seat: Seat) -> None:
        seat.absence = None
        if seat.is_away:
            self._publish(self._vacate(seat, Notice.LEFT))

    def _check_host(self, seat: Seat | None) -> None:
        if seat is None or seat is not self.seats.host:
            raise refused("not_host")

    def _check_works(self) -> None:
        if self.is_broken:
            raise refused("broken", code=self.code)

    # ── what follows, and who is told ────────────────────────────────────────────────────────────────────

    def _publish(self, happened: Sequence[Happening], newcomer: Session | None = None) -> None:
        """Settle what follows from a change, and show everybody one step."""
        if not self.is_broken:
            happened = [*happened, *self._settle()]
            if newcomer is not None or self._is_asked or self._deadline.seconds is None:
                self._shown_clock = self._deadline.shown(self.showing.next) if self.wish.clock else None
            self._is_asked = False
            if self.referee is not None:
                for durable in self.referee.take_durable():
                    self._outbox.hold(durable)
        if not self.is_broken:
            eyes = [seat.eyes for seat in self.seats]
            self.showing.publish(self._public(), eyes, self.referee, happened, newcomer)
        self._house.changed()
        self._mind_emptiness()
        if self._held is not None and self.referee is not None and self.referee.is_over(self._held):
            self._let_go()

    def _settle(self) -> list[Happening]:
        happened: list[Happening] = []
        if self.stage in (Stage.ROUND_OVER, Stage.MATCH_OVER) and self.seats.are_agreed:
            happened += self._go_on()
        if self.seats.choose_host() and self.seats.host is not None:
            happened.append(Noticed(self.seats.host.name, Notice.HOST))
        for seat in self.seats:
            self._mind_absence(seat)
        patience = self._patience()
        if self._is_asked or patience != self._deadline.seconds:
            self._is_asked = True
            self._deadline.restart(patience)
        return happened

    def _patience(self) -> int | None:
        """Seconds for what is to be decided now; None: no limit, or nothing to decide."""
        limit = self.wish.clock
        if self.referee is None or self.stage is Stage.MATCH_OVER:
            return None
        if self.stage is Stage.ROUND_OVER:
            return REST if limit and self.seats.present else None
        return limit or (AWAY if self.seats[self.referee.state.turn].is_away else None)

    def _mind_absence(self, seat: Seat) -> None:
        is_limited = seat.is_away and (seat.kind is Kind.GUEST or self.stage in (Stage.WAITING, Stage.MATCH_OVER))
        if is_limited and seat.absence is None:
            seat.absence = self._tools.clock.call_later(AWAY, partial(self._by_timer, lambda: self._expire(seat)))
        elif not is_limited and seat.absence is not None:
            seat.absence.cancel()
            seat.absence = None

    def _mind_emptiness(self) -> None:
        """Close the table when it has been without people for long enough."""
        patience: int | None = 0
        if self.seats.present or self.showing.gallery.sessions:
            patience = None
        elif any(seat.member is not None for seat in self.seats):
            patience = EXPECTING
        elif self.seats.held and self.stage in (Stage.PLAYING, Stage.ROUND_OVER):
            patience = EMPTY
        if self._emptiness is not None and self._emptiness[0] != patience:
            self._emptiness[1].cancel()
            self._emptiness = None
        if patience == 0:
            self.close()
        elif patience is not None and self._emptiness is None:
            self._emptiness = patience, self._tools.clock.call_later(patience, self.close)

    def close(self) -> None:
        """The table is over; nothing of it goes on."""
        self._stop()
        for seat in self.seats:
            member = seat.member
            seat.clear(is_gap=True)
            if member is not None:
                member.seat_at = None
                self._house.unseated(member)
        self._house.closed(self.code)

    def _public(self) -> TableView:
        bots_ready = self.stage in (Stage.ROUND_OVER, Stage.MATCH_OVER)
        host = self.seats.host
        return TableView(
            self.code,
            self.stage,
            self.wish.options,
            tuple(seat.chair(bots_ready) for seat in self.seats),
            None,
            self.seats.number(host) if host else None,
            self.showing.gallery.names,
            self.wish.public,
            self._shown_clock,
            None,
        )

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

    def _break(self, fault: BaseException) -> None:
        if self.is_broken:
            return
        self.is_broken = True
        position = self.referee.notation if self.referee else "no match"
        log.error("table %s stopped: %s\n%s", self.code, type(fault).__name__, position, exc_info=fault)
        self._stop()
        self.showing.stop([seat.eyes for seat in self.seats])
        self._house.changed()

    def _stop(self) -> None:
        """End every timer, and the bots."""
        self._deadline.stop()
        if self._held is not None:
            self._held.timer.cancel()
            self._held = None
        if self._emptiness is not None:
            self._emptiness[1].cancel()
            self._emptiness = None
        for seat in self.seats:
            if seat.bot is not None:
                seat.bot.stop()
