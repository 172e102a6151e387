"""`Course`: the course of play at one table: the match, whose time runs, and moves that are held for a moment.

What is asked for by players returns what happened, for the table to publish; what time brings about it publishes itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from client import protocol
from client.protocol import CUT_CELLS, Chair, Command, Create, Happening, Notice, Noticed, Reply, Stage
from client.usertext import clean
from engine.events import Event, TurnMoved
from engine.moves import Move, NextRound, Resign
from engine.options import MIN_SEATS, problems
from engine.refusal import Refused
from engine.shuffle import Entropy
from engine.state import State, new_match
from engine.view import Phase
from server.lobby.charter import Chance
from server.lobby.chronicle import Chronicle
from server.lobby.clock import Deadline
from server.lobby.lesson import NAME
from server.lobby.openhands import OpenHands
from server.lobby.outbox import Outbox
from server.lobby.people import Session
from server.lobby.referee import ANY_TIME, Held, Referee
from server.lobby.refusals import refused, told
from server.lobby.sealing import Sealing
from server.lobby.seats import Seat, Seats
from server.lobby.showing import Showing
from server.lobby.tools import Tools

REST: Final = 60
"""Seconds between rounds: at a table with a clock for those who are not ready, at one of bots alone for who looks on."""


def begun(before: State, events: Sequence[Event]) -> list[int]:
    """The seats whose turns began with these events. Going on after a colour was named is none, nor is a drawn card."""
    moved = [event for event in events if isinstance(event, TurnMoved) and event.phase in (Phase.AWAIT_PLAY, Phase.RESPOND)]
    named = before.phase is Phase.CHOOSE_COLOR
    return [event.seat for event in moved if not (named and event.seat == before.turn)]


class Course:
    """The matches of one table, one after another."""

    def __init__(
        self,
        code: str,
        opened: int,
        wish: Create,
        seats: Seats,
        showing: Showing,
        outbox: Outbox,
        tools: Tools,
        publish: Callable[[Sequence[Happening]], None],
        guard: Callable[[Callable[[], None]], None],
        kept: Chance | None,
    ) -> None:
        """`code` and `opened` (seconds since the epoch) name the table for ever: no other has both.

        `publish` tells what happened; `guard` runs what a timer calls. After `kept`, sealed before a restart, comes `restore`.
        """
        self.referee: Referee | None = None
        """The match, from its first deal until the table waits again."""
        self._wish, self._seats, self._showing = wish, seats, showing
        self._outbox, self._tools, self._publish, self._guard = outbox, tools, publish, guard
        self._deadline = Deadline(tools.clock, partial(guard, self._time_is_up))
        self._is_asked = False
        """Did a new decision begin since the last publication?"""
        self._clock: protocol.Clock | None = None
        self._held: dict[int, Held] = {}
        """By their seats, moves that wait until others had the time to catch who makes them."""
        self._is_halted = self._is_over = False
        self._code = code
        self._sealing = Sealing(NAME if tools.is_lesson else f"{code}-{opened}", tools.seed, tools.history, kept)
        self.chronicle = Chronicle(code, tools, outbox)
        self.open_hands = OpenHands() if wish.open_hands else None
        self.played: frozenset[str] = frozenset()
        """Who has or had a seat in the match, by their persons' ids."""
        self.voted_off: dict[str, int | None] = {}
        """Who was voted off the table, by their persons' ids, and the seat a bot has in their place in the match."""

    @property
    def stage(self) -> Stage:
        """Where the table is because of the match."""
        return self.referee.stage if self.referee else Stage.WAITING

    @property
    def is_running(self) -> bool:
        """Is there a match that is not over?"""
        return self.stage in (Stage.PLAYING, Stage.ROUND_OVER)

    @property
    def round(self) -> tuple[str, int] | None:
        """Which round it is, of all that were ever played; None before the first."""
        return (self.referee.name, self.referee.state.round) if self.referee else None

    @property
    def onlookers(self) -> list[Seat]:
        """Between rounds, the seats knocked out of the match, if a person is there who plays on: no deal waits for them."""
        if self.referee is None or self.stage is not Stage.ROUND_OVER:
            return []
        playing = self.referee.state.contenders
        out = [seat for number, seat in enumerate(self._seats) if number not in playing]
        return out if any(seat not in out for seat in self._seats.present) else []

    @property
    def contenders(self) -> tuple[int, ...]:
        """The seats, by number, that still play in a match that is not over."""
        return self.referee.state.contenders if self.referee is not None and self.is_running else ()

    def is_contender(self, seat: Seat) -> bool:
        """Does this seat still play in a match that is not over?"""
        return self._seats.number(seat) in self.contenders

    @property
    def seal(self) -> protocol.Seal:
        """What the running round was dealt from, or the next will be, as far as anybody may know it."""
        return self._sealing.shown(self._seats.cuts)

    @property
    def proof(self) -> protocol.Proof | None:
        """What proves the round that is over."""
        return self._sealing.proof

    # ── what players ask for ─────────────────────────────────────────────────────────────────────────────

    def start(self) -> Sequence[Happening]:
        """Deal to everybody who has a seat. Raises `Refused`."""
        if self.referee is not None:
            raise refused("wrong_stage")
        if self._tools.is_draining():
            raise refused("draining")
        held = self._seats.held
        if len(held) < MIN_SEATS:
            raise refused("too_few")
        if wrong := problems(self._wish.options, len(held)):
            raise refused("bad_table", why=wrong[0])
        self._seats.close_up(held, self._showing.next)
        return self._deal()

    def move(self, session: Session, seat: Seat | None, command: Command, move: Move) -> Sequence[Happening] | None:
        """Make a move; None: it is held until others had the time to catch its player (RULES §8.9). Raises `Refused`."""
        if seat is None:
            raise Refused("not_seated")
        if self.referee is None:
            raise refused("not_started")
        number, clock = self._seats.number(seat), self._tools.clock
        if command.version > self._showing.version:
            raise Refused("stale")
        self.referee.check(move, command.version)
        if number in self._held and not isinstance(move, ANY_TIME):
            raise refused("held")
        wait = self.referee.wait(number, move, clock.now())
        if not wait:
            return self._apply(number, move)
        self.referee.check_legal(number, move)
        timer = clock.call_later(wait, partial(self._guard, partial(self.let_go, number)))
        self._held[number] = Held(number, self.referee.state.turn, session, command.id, move, timer)
        return None

    def cut(self, seat: Seat | None, text: str) -> Sequence[Happening]:
        """A seat gives a line to the coming deal, in place of one it gave before. Raises `Refused`."""
        if seat is None:
            raise Refused("not_seated")
        if self.stage is Stage.PLAYING:
            raise refused("wrong_stage")
        text = clean(text, CUT_CELLS)[:CUT_CELLS].strip()
        if not text:
            raise refused("nothing_said")
        seat.cut = text
        return [Noticed(seat.name, Notice.CUT)]

    def expel(self, seat: Seat, person: str) -> None:
        """Somebody was voted off: a bot has his seat in the match, if there is one, and he has the last place."""
        self.voted_off[person] = self._seats.number(seat) if self.is_running else None

    def forget_person(self, person: str, pseudonym: str) -> None:
        """Somebody is not to be known by this id any more."""
        if person in self.voted_off:
            self.voted_off[pseudonym] = self.voted_off.pop(person)

    def resign(self, seat: Seat) -> Sequence[Happening]:
        """A seat leaves the match, if there is one to leave."""
        is_over = self._is_over or not self.is_running
        return () if is_over else self._apply(self._seats.number(seat), Resign())

    def go_on(self) -> Sequence[Happening]:
        """The next round; after a match, the next match, or a table that waits again if too few are left for one.

        A server that drains deals nothing: who is ready stays so.
        """
        if self._tools.is_draining():
            return ()
        for seat in self._seats:
            seat.is_ready = False
        if self.referee is not None and self.stage is Stage.ROUND_OVER:
            self.referee.chance = self._chance()
            return self._apply(self.referee.state.seated[0], NextRound())
        held = self._seats.held
        if len(held) < MIN_SEATS or problems(self._wish.options, len(held)):
            self.referee = None
            self._seats.open_up(self._showing.next)
            return ()
        self._seats.close_up(held, self._showing.next)
        return self._deal()

    def _deal(self) -> Sequence[Happening]:
        match, seats, journal = self._sealing.match, len(self._seats), self._tools.journal
        options, version = self._wish.options, self._showing.next
        self.referee, opening = Referee.begin(match, options, seats, self._chance(), journal, version)
        self.voted_off = dict.fromkeys(self.voted_off)
        if not self._tools.is_lesson:
            self.chronicle.begin(match, options, self._seats, self._wish.public)
        self.played = frozenset(seat.member.person.id for seat in self._seats if seat.member is not None)
        if self.open_hands is not None:
            self.open_hands.begin()
            self.open_hands.note(new_match(options, seats), opening, int(self._tools.clock.wall()))
        self._is_asked = True
        return opening

    def _chance(self) -> Entropy:
        """Of the round that is dealt now, with what the seats cut into it."""
        chance = self._sealing.deal(self._seats.cuts)
        for seat in self._seats:
            seat.cut = ""
        return chance

    def _apply(self, number: int, move: Move) -> tuple[Event, ...]:
        assert self.referee is not None, "no match to move in"
        before, state = self.stage, self.referee.state
        events, is_asked = self.referee.apply(number, move, self._showing.next, self._tools.clock.now())
        self._is_asked |= is_asked
        for on_turn in begun(state, events):
            self._seats[on_turn].begin_turn()
        if self.open_hands is not None:
            self.open_hands.note(state, events, int(self._tools.clock.wall()))
        if self.stage is not before:
            self._mind_seal(before, self.referee)
            if before is Stage.ROUND_OVER and self.stage is Stage.MATCH_OVER:
                for seat in self._seats:  # who was ready for a round has not agreed to another match
                    seat.is_ready = False
            if self.open_hands is not None and before is Stage.PLAYING:
                self._open_hands(self.open_hands)
        return events

    def _open_hands(self, hands: OpenHands) -> None:
        """The round is over: who looks on may see it."""
        chairs = tuple([Chair(seat.kind, seat.name, seat.bot.level if seat.bot else "") for seat in self._seats])
        seal = self.proof.id if self.proof else ""
        hands.end(self._code, self._wish.options, chairs, int(self._tools.clock.wall()), seal)

    def _mind_seal(self, before: Stage, referee: Referee) -> None:
        """Open the seal of a round that is over, and seal the coming one."""
        if before is Stage.PLAYING:
            self._sealing.reveal(self._wish.options, referee.round_events)
        if referee.stage is Stage.ROUND_OVER:
            self._sealing.next_round()
        elif referee.stage is Stage.MATCH_OVER:
            self._sealing.next_match()

    # ── what time brings ─────────────────────────────────────────────────────────────────────────────────

    def play_for(self, seat: Seat) -> None:
        """Play the time-out move for a bot that does not know what to do."""
        referee = self.referee
        if referee is None or self.stage is not Stage.PLAYING or referee.state.turn in self._held:
            return
        if self._seats[referee.state.turn] is seat:
            self._publish(self._apply(*referee.time_out()))

    def forget(self, session: Session) -> None:
        """Do not make a move that was held for this session, and say so."""
        for held in [held for held in self._held.values() if held.session is session]:
            del self._held[held.seat]
            self._overtaken(held)

    def _overtaken(self, held: Held) -> None:
        held.timer.cancel()
        self._outbox.post(held.session, Reply(held.id, told(Refused("stale"))))

    def let_go(self, number: int) -> None:
        """Make the move that was held for a seat, if it still can be made."""
        held = self._held.pop(number, None)
        if held is None or self.referee is None:
            return
        held.timer.cancel()
        try:
            if self.referee.is_stale(held):
                raise Refused("stale")
            happened = self._apply(held.seat, held.move)
        except Refused:  # it was lawful when it was held: what it was decided on is gone, as when a catch gave him cards
            self._overtaken(held)
        else:
            self._publish(happened)
            self._outbox.post(held.session, Reply(held.id))

    def _time_is_up(self) -> None:
        if self.referee is None or self.stage is Stage.MATCH_OVER:
            return
        if self.stage is Stage.ROUND_OVER:
            self._publish(self.go_on())
        elif self.referee.state.turn in self._held:
            self.let_go(self.referee.state.turn)
        else:
            turn, move = self.referee.time_out()
            seat = self._seats[turn]
            seat.miss_turn()
            self._publish([Noticed(seat.name, Notice.TIMED_OUT), *self._apply(turn, move)])

    # ── what is kept, and what goes on after a restart or a halt ─────────────────────────────────────────

    @property
    def chance(self) -> Chance:
        """What is sealed: for the journal alone."""
        return self._sealing.chance

    def restore(self, match: str, is_rated: bool = True) -> None:
        """Go on with this match, or with none. The decision that was open gets its whole time again.

        Raises what the journal does, and `ValueError` if it has nothing of the match.
        """
        if match:
            options, seats, version = self._wish.options, len(self._seats), self._showing.next
            self.referee = Referee.restored(match, options, seats, self._sealing.entropy, self._tools.journal, version)
            self.chronicle.restore(match, is_rated)
            self.played = self.chronicle.people
            self._is_asked = True

    def halt(self) -> None:
        """Let no time run out until `unhalt`."""
        self._is_halted = True
        self._deadline.stop()

    def unhalt(self) -> None:
        """Time runs again: what is open gets its whole time."""
        self._is_halted, self._is_asked = False, True

    # ── what the table asks before and after it publishes ────────────────────────────────────────────────

    def mind_clock(self, has_newcomer: bool) -> protocol.Clock | None:
        """Give a new decision its time, and say what a view tells of it: again the same, unless somebody has just come."""
        patience = None if self._is_halted else self._patience()
        is_new = self._is_asked or patience != self._deadline.seconds
        if is_new:
            self._deadline.restart(patience)
        if is_new or has_newcomer:
            self._clock = self._deadline.shown(self._showing.next) if self._wish.clock else None
        self._is_asked = False
        return self._clock

    def mind_journal(self) -> None:
        """Let nothing out before the journal has what it tells of."""
        if self.referee is not None:
            for durable in self.referee.take_durable():
                self._outbox.hold(durable)
        if self.open_hands is not None:
            self.open_hands.publish(self._outbox)

    def mind_history(self) -> None:
        """Let a match that is over be kept."""
        self.chronicle.mind(self.referee, [seat for seat in self.voted_off.values() if seat is not None])

    def mind_held(self) -> None:
        """Make the held moves for which nothing is to be waited any more."""
        for held in tuple(self._held.values()):
            if self.referee is not None and self.referee.is_over(held):
                self.let_go(held.seat)

    def stop(self) -> None:
        """The table is over, or broken: end every timer, and let nothing more happen in the match."""
        self._is_over = True
        self._deadline.stop()
        for held in tuple(self._held.values()):
            self.forget(held.session)

    def _patience(self) -> int | None:
        """Seconds for what is to be decided now; None: no limit, or nothing to decide."""
        limit = self._wish.clock
        if self.referee is None or self.stage is Stage.MATCH_OVER:
            return None
        if self.stage is Stage.ROUND_OVER:
            is_anybodys = any(seat.member is not None for seat in self._seats)
            return REST if not is_anybodys or (limit and self._seats.present) else None
        return limit
