"""`Lobby`: the actor. Everything that anybody asks for comes in through `handle`, which runs to its end in one turn.

It knows who is here and which tables there are; what happens at a table is the table's own. Nothing here waits.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from typing import Final

from client import protocol
from client.protocol import (
    LOBBY,
    Command,
    Create,
    Join,
    Message,
    Mute,
    Rename,
    Reply,
    Set,
    Sync,
    Watch,
)
from client.usertext import clean
from engine.bots import choose as choose_move
from engine.moves import Move
from engine.refusal import Refused
from engine.shuffle import SEED_BYTES, Entropy
from server.lobby.accounts import Accounts
from server.lobby.board import Board
from server.lobby.bots import Choose
from server.lobby.charter import unpacked
from server.lobby.clock import Clock
from server.lobby.codes import fresh_code
from server.lobby.counted import IN_A_HALT, VERBS
from server.lobby.counts import Counts
from server.lobby.desk import Desk
from server.lobby.guests import Guests
from server.lobby.history import History, RecentHistory
from server.lobby.journal import Journal, NullJournal
from server.lobby.keeping import restore
from server.lobby.lesson import WISH, lesson_tools
from server.lobby.library import Library
from server.lobby.openhands import OpenRound
from server.lobby.opening import LIMITS, Limits, check_wish, is_for_strangers, make_room
from server.lobby.people import Member, Person, Session
from server.lobby.refusals import refused, told
from server.lobby.register import Register
from server.lobby.reputation import Reputation
from server.lobby.table import Table
from server.lobby.tools import Tools

log = logging.getLogger("unotty.lobby")

CODE_CELLS: Final = 8
"""How much of what somebody takes for a code is looked at, and told back to him."""


def seed() -> bytes:
    """A seed nobody can guess."""
    return secrets.token_bytes(SEED_BYTES)


class Lobby:
    """Who is here, and every table."""

    def __init__(
        self,
        clock: Clock,
        entropy: Callable[[], bytes] = seed,
        journal: Journal | None = None,
        limits: Limits = LIMITS,
        choose: Choose = choose_move,
        history: History | None = None,
        accounts: Accounts | None = None,
    ) -> None:
        """`entropy` gives a fresh 32-byte seed at every call; `choose` is the bots' brain; `history` keeps finished rounds."""
        self._clock = clock
        self._limits = limits
        self.is_draining = False
        """Will the server stop soon? Then no table is opened and nothing new is dealt."""
        self.counts = Counts()
        self.accounts = Accounts(clock) if accounts is None else accounts
        self.reputation = Reputation(clock, self.accounts)
        self._tools = Tools(
            clock,
            journal or NullJournal(),
            entropy,
            choose,
            history or RecentHistory(),
            self.accounts.played,
            self.accounts.is_kept,
            behaved=self.reputation.note,
            check_pause=self.reputation.check,
            is_draining=lambda: self.is_draining,
        )
        self._library = Library(self._tools.history, clock, self._open_round)
        self._chance = Entropy(entropy()).stream("codes")
        self._register = Register(clock, self.accounts, limits.chat, limits.acts)
        self.guests = Guests(clock, self._register.get)
        self._sessions: dict[Session, None] = {}
        self._tables: dict[str, Table] = {}
        self.desk = Desk(clock, self.accounts, self._tools.history, self._register.get, self.disconnect, self._tables.values)
        self.board = Board(clock, self._sessions.keys(), self._tables, self.placed, self._register.muted)
        self._is_halted = self._is_stopping = False

    @property
    def tables(self) -> tuple[Table, ...]:
        """Every table, oldest first: for the operator."""
        return tuple(self._tables.values())

    @property
    def members(self) -> tuple[Member, ...]:
        """Everybody who is connected or has a seat: for the operator."""
        return tuple(self._register)

    def wall(self) -> float:
        """The time its tables' ages count to, in seconds since the epoch."""
        return self._clock.wall()

    @property
    def history(self) -> History:
        """The rounds and matches that are over."""
        return self._tools.history

    # ── restarts and halts ───────────────────────────────────────────────────────────────────────────────

    def restore(self) -> int:
        """Put every table back that the journal has, before anybody is here; how many. What cannot be read is set apart.

        Nothing happens at them before `reopen`. Who has two seats has only that of the newer record, from then on.
        """
        journal = self._tools.journal
        for code, record in journal.tables():
            try:
                kept = unpacked(record)
                table = Table(code, kept.wish, Person(kept.opener, kept.opener_name, False), self._tools, self, kept)
                self._tables[code] = table
                restore(table, kept, self._register.recall, self._clock.now())
            except Exception as fault:  # noqa: BLE001 - one table that cannot be read must not keep the others from starting
                self._tables.pop(code, None)
                log.error("table %s cannot be put back: %s", code, fault)
                journal.quarantine(code, str(fault))
        for table in sorted(self._tables.values(), key=lambda one: one.opened):
            self._tables[table.code] = self._tables.pop(table.code)
        return len(self._tables)

    def reopen(self) -> None:
        """Let the tables that were put back go on, and what is open at them have its whole time."""
        for table in tuple(self._tables.values()):
            table.reopen()
        self.board.look_around()

    def halt(self) -> None:
        """Nothing can be kept: every table stands still, visibly, until `go_on`."""
        self._set_halted(True)

    def go_on(self) -> None:
        """Everything can be kept again."""
        if not self._is_stopping:
            self._set_halted(False)

    def stop(self) -> None:
        """The server ends: nothing changes any more, so that all is found again as it is now."""
        self._is_stopping = True
        self._set_halted(True)

    def _set_halted(self, is_halted: bool) -> None:
        self._is_halted = is_halted
        self.board.is_saving = is_halted and not self._is_stopping
        for table in tuple(self._tables.values()):
            table.halt(is_halted)
        self.board.tell_all()

    # ── sessions ─────────────────────────────────────────────────────────────────────────────────────────

    def connect(
        self, person: Person, deliver: Callable[[Message], None], close: Callable[[str], None] = lambda sentence: None
    ) -> Session:
        """Somebody is here. He gets the lobby at once and, if he has a seat somewhere, that table.

        `deliver` must only put messages on a queue; `close` ends the connection, with a sentence that says why.
        """
        member, key = self._register.arrive(person)
        session = Session(member, deliver, key, close)
        member.sessions.append(session)
        self._sessions[session] = None
        self.board.glance()
        self.placed(session)
        if member.seat_at is not None:
            self._tables[member.seat_at].resume(session, member)
        if key and not self.accounts[member.person.id].is_kept:
            session.tell(refused("not_kept"))
        self.changed()
        return session

    def disconnect(self, session: Session) -> None:
        """A connection ended; a second call does nothing. The person's seat goes to another session of his, if one is free."""
        member = session.member
        if session not in self._sessions or member is None:
            return
        session.part()
        if self._is_stopping:
            return
        del self._sessions[session]
        member.sessions.remove(session)
        table = self._tables.get(session.at) if session.at else None
        if table is not None:
            heir = next((other for other in reversed(member.sessions) if other.at is None), None)
            if member.seat_at == table.code and heir is not None:
                table.resume(heir, member)
            table.lose(session)
        self._register.forget(member)
        self.changed()

    def handle(self, session: Session, command: Command) -> None:
        """Do what a session asks for. Every command is answered by one `Reply`, but to nobody who is gone."""
        if not session.is_alive:
            return
        try:
            self._do(session, command)
            self.counts.moves += isinstance(command.body, Move)
        except Refused as no:
            self.counts.refusals[no.code] += 1
            session.send(Reply(command.id, told(no)))
        except Exception:
            log.exception("a command failed: %s", type(command.body).__name__)
            self.counts.refusals["fault"] += 1
            fault = refused("fault")
            session.send(Reply(command.id, told(fault)))

    # ── commands ─────────────────────────────────────────────────────────────────────────────────────────

    def _do(self, session: Session, command: Command) -> None:
        member, body = session.member, command.body
        if self._is_halted and not isinstance(body, IN_A_HALT):
            raise refused("stopping" if self._is_stopping else "saving")
        if member is None:
            self._table_of(session, command).perform(session, command)
            return
        if isinstance(body, VERBS) and not member.acts.admits():
            raise refused("slow_down")
        if self._library.is_for(command):
            self._library.perform(session, command)
        elif isinstance(body, Create):
            self._answer(session, command, self._create(session, member, body))
        elif isinstance(body, protocol.Learn):
            self._answer(session, command, self._open(session, member, WISH, lesson_tools(self._tools)))
        elif isinstance(body, Join):
            self._answer(session, command, self._join(session, member, command))
        elif isinstance(body, Watch):
            self._answer(session, command, self._watch(session, member, command))
        elif isinstance(body, Rename):
            self._rename(member, body.name)
            session.send(Reply(command.id))
        elif isinstance(body, Set):
            self._set(member, body)
            session.send(Reply(command.id))
        elif isinstance(body, Mute):
            self._register.mute(member, body)
            for own in member.sessions:
                self.placed(own)
            session.send(Reply(command.id))
        elif isinstance(body, Sync) and command.table in ("", LOBBY):
            self.placed(session, whole=True)
            session.send(Reply(command.id))
        elif isinstance(body, Sync) and session.at is None and member.seat_at == clean(command.table, CODE_CELLS).upper():
            table = self._tables[member.seat_at]
            table.resume(session, member)
            table.answer(session, Reply(command.id))
        else:
            self._table_of(session, command).perform(session, command)

    def _answer(self, session: Session, command: Command, code: str) -> None:
        """Say which table a command led to, once that is safe."""
        self._tables[code].answer(session, Reply(command.id, table=code))

    def _create(self, session: Session, member: Member, wish: Create) -> str:
        check_wish(wish)
        if is_for_strangers(wish):
            self.reputation.check(member.person)
        return self._open(session, member, wish, self._tools)

    def _open(self, session: Session, member: Member, wish: Create, tools: Tools) -> str:
        if self.is_draining:
            raise refused("draining")
        self._check_free(session, member)
        make_room(member.person, self._tables.values(), self._limits)
        code = fresh_code(self._chance, self._tables)
        table = Table(code, wish, member.person, tools, self)
        self._tables[code] = table
        table.sit(session, member)
        table.furnish()
        return code

    def _join(self, session: Session, member: Member, command: Command) -> str:
        table = self._table(command.table)
        if member.seat_at == table.code:
            if session.at not in (None, table.code):
                raise refused("at_a_table", code=session.at)
            if session.at is None:
                table.resume(session, member)
            return table.code
        if session.at != table.code:
            self._check_free(session, member)
        elif member.seat_at is not None:
            raise refused("already_seated", code=member.seat_at)
        if table.wish.public:
            self.reputation.check(member.person)
        table.sit(session, member)
        return table.code

    def _watch(self, session: Session, member: Member, command: Command) -> str:
        table = self._table(command.table)
        if session.at is not None and session.at != table.code:
            raise refused("at_a_table", code=session.at)
        if session.at is None:
            table.resume(session, member) if member.seat_at == table.code else table.watch(session)
        elif member.seat_at == table.code:
            raise refused("own_table", code=table.code)
        return table.code

    def _rename(self, member: Member, wish: str) -> None:
        self._register.rename(member, wish)
        for table in tuple(self._tables.values()):
            if table.code == member.seat_at or any(session.at == table.code for session in member.sessions):
                table.renamed(member)
        for session in (*member.sessions, *self._register.deaf_to(member)):
            self.placed(session)
        self.changed()

    def _set(self, member: Member, wish: Set) -> None:
        self._register.set(member, wish)
        for session in member.sessions:
            self.placed(session)

    def _check_free(self, session: Session, member: Member) -> None:
        """One seat a person, one table a session."""
        if member.seat_at is not None:
            raise refused("already_seated", code=member.seat_at)
        if session.at is not None:
            raise refused("at_a_table", code=session.at)

    def _table(self, code: str) -> Table:
        code = clean(code, CODE_CELLS).upper()
        table = self._tables.get(code)
        if table is None:
            raise refused("no_such_table", code=code)
        return table

    def _table_of(self, session: Session, command: Command) -> Table:
        """The table a session is at; naming another is an error."""
        if session.at is None or command.table.strip().upper() not in ("", session.at):
            raise refused("not_there")
        return self._tables[session.at]

    def _open_round(self, session: Session, code: str) -> OpenRound | None:
        """What a session may see of the table it watches, if this is its code. Raises `Refused`."""
        return self._tables[code].open_round(session) if session.at == code else None

    # ── what tables tell (`House`) ───────────────────────────────────────────────────────────────────────

    def placed(self, session: Session, whole: bool = False) -> None:
        """A session's own part of the lobby changed: its name, or the table it is at."""
        view = self.board.view(session)
        if view is not None:
            session.show(view, whole)

    def unseated(self, member: Member) -> None:
        """A person no longer has a seat: if he is not here either, that is the end of his stay."""
        self._register.forget(member)

    def changed(self) -> None:
        """The list of tables, or who is here, may have changed."""
        self.board.changed()

    def closed(self, code: str) -> None:
        """A table is over and gone; whoever is still at it is told."""
        table = self._tables.pop(code, None)
        if table is None:
            return
        self.counts.closed += 1
        for session in [session for session in self._sessions if session.at == code]:
            session.at = None
            self.placed(session)
            session.tell(refused("closed", code=code))
        self.changed()
