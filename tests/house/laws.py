"""What must hold of the whole house between any two turns of its loop, after a restart, and when everybody has gone."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from sqlite3 import Connection
from typing import Final
from zlib import decompress

from client.protocol import Happening, Said, Stage, TableView
from engine.events import MatchEnded, RoundEnded
from engine.game import legal
from engine.observe import observe
from engine.state import State
from engine.view import SPECTATOR
from server.lobby.charter import packed
from server.lobby.keeping import charter
from server.lobby.lobby import Lobby
from server.lobby.people import Session
from server.lobby.referee import Referee
from server.lobby.seats import Seat
from server.lobby.sight import public
from server.lobby.table import Table
from server.lobby.verdict import judge
from tests.house.ledger import Ledger, read
from tests.house.life import Life
from tests.house.terminal import Terminal
from tests.sim import laws
from tests.sim.laws import Census, check

OFTEN: Final = 0.12
"""Of all turns: so often is looked at what costs more."""


class Inspector:
    """Looks at the house after every turn; what is costly only now and then, as `look` says."""

    def __init__(self, ledger: Ledger, look: Random) -> None:
        self._ledger, self._look = ledger, look
        self._seen: dict[str, State] = {}
        self._census: dict[str, Census] = {}
        self._asked: dict[str, tuple[object, float]] = {}
        """What was to be decided at each table, and since when."""
        self._missed: dict[str, int] = {}
        self._kept: set[tuple[str, int]] = set()
        """The tables, at their versions, that were found in the journal as they are."""
        self._life: Life | None = None

    def look_around(self, life: Life) -> None:
        """Every turn."""
        if self._life is not life:
            self._life, self._asked, self._missed, self._kept = life, {}, {}, set()
        for table in life.lobby.tables:
            check(not table.is_broken, "no table stops", table.code)
            referee = table.course.referee
            if referee is not None and self._seen.get(referee.name) is not referee.state:
                self._count(referee.name, referee.state)
                if self._look.random() < OFTEN:
                    laws.check_position(referee.state, [legal(referee.state, seat) for seat in range(len(table.seats))])
            if referee is not None and table.wish.clock is not None:
                self._check_clock(table, referee, table.wish.clock, life.clock.now())
        if self._look.random() < OFTEN:
            if not life.lobby._is_stopping:
                check_seats(life.lobby)
            for table in life.lobby.tables:
                check_goes_on(table, life)
                self.check_kept(table)

    def _check_clock(self, table: Table, referee: Referee, limit: int, now: float) -> None:
        """Nobody's time is up before it is over, whatever the wall clock says."""
        missed = sum(seat.missed for seat in table.seats)
        _, since = self._asked.get(table.code, (None, now))
        if missed > self._missed.get(table.code, 0):
            check(now - since >= limit - 0.01, "everybody has his whole time", (table.code, now - since))
        self._missed[table.code] = missed
        state = referee.state
        asked = (referee.name, state.round, state.turn, state.phase)
        if self._asked.get(table.code, (None, 0.0))[0] != asked:
            self._asked[table.code] = asked, now

    def _count(self, match: str, state: State) -> None:
        census = self._census.get(match)
        if census is None:
            census = self._census[match] = Census(state)
        if not (state.round == 0 or not state.discard):
            census.check(state)
        self._seen[match] = state

    def check_kept(self, table: Table) -> None:
        """As soon as the disk has answered, it has the table as it is."""
        ledger = self._ledger
        if table._tools.is_lesson or ledger.newest.get(table.code, 0) > ledger.acked:
            return
        seen = (table.code, table.showing.version)
        if seen in self._kept:
            return
        self._kept.add(seen)
        check(ledger.kept(table.code) == written(table), "the journal has every table as it is", table.code)
        referee = table.course.referee
        if referee is not None:
            kept = ledger.matches[referee.name]
            check(referee.state.version == len(kept.events), "the journal has every event", referee.name)


def check_seats(lobby: Lobby) -> None:
    """One seat a person, one table a session, and everybody where he is said to be."""
    tables = {table.code: table for table in lobby.tables}
    names = [member.name for member in lobby.members]
    check(len({*names}) == len(names), "nobody has another's name", names)
    sat: dict[str, str] = {}
    placed: set[Session] = set()
    for table in lobby.tables:
        for seat in table.seats:
            _check_seat(table, seat, sat)
            placed |= {session for session in seat.eyes.sessions if session.member is not None}
        for session in table.showing.gallery.sessions:
            check(session.at == table.code, "who looks on is there", session.name)
            check(session.member is None or session.member.seat_at != table.code, "who plays does not look on", session.name)
            placed.add(session)
    for session in lobby._sessions:
        check(session.is_alive, "whoever is here is connected", session.name)
        check(session.at is None or session.at in tables, "nobody is at a table that is gone", session.at)
        check((session in placed) == (session.at is not None), "a session is where it is said to be", session.name)
    for member in lobby.members:
        check(bool(member.sessions) or member.seat_at is not None, "nobody stays who is not here and has no seat", member.name)
        check(sat.get(member.person.id) == member.seat_at, "a seat is where it is said to be", member.name)


def _check_seat(table: Table, seat: Seat, sat: dict[str, str]) -> None:
    member = seat.member
    for session in seat.eyes.sessions:
        check(session.at == table.code, "who sits is there", session.name)
        check(session.member is None or session.member is member, "nobody sees another's cards", session.name)
    people = [session for session in seat.eyes.sessions if session.member is not None]
    check(len(people) <= 1, "one terminal a seat", seat.name)
    if member is not None:
        check(member.person.id not in sat, "one seat a person", member.name)
        sat[member.person.id] = table.code
        check(seat.is_away == (not people), "who has no terminal there is away", seat.name)
    else:
        check(not people and seat.pilot is None, "an empty seat sees nothing", seat.name)


def check_goes_on(table: Table, life: Life) -> None:
    """Something will happen at a table where something is due."""
    course = table.course
    if course.referee is None or table.stage is not Stage.PLAYING or table._is_halted or life.health.stalled:
        return
    deadline = course._deadline
    if table.wish.clock is not None:
        check(deadline.seconds == table.wish.clock, "time runs for what is to be decided", table.code)
        check(deadline._at >= life.clock.now() - 0.01, "time does not run over", table.code)
    turn = course.referee.state.turn
    seat = table.seats[turn]
    bot = seat.bot or (seat.pilot[0] if seat.pilot else None)
    if bot is not None and not table._outbox._waiting:
        check(bot._timer is not None or turn in course._held, "a bot on turn thinks", (table.code, seat.name))
    check(seat.is_held, "the seat on turn has somebody", (table.code, seat.name))


def check_view(terminal: Terminal, lobby: Lobby) -> None:
    """What a terminal put together from all it was told is what the lobby would show it afresh."""
    session, link = terminal.session, terminal.link
    check(link.lobby == session.view, "the lobby is seen as it was shown", terminal.number)
    if not lobby.board._is_telling:
        lobby.board.look_around()
        check(link.lobby == lobby.board.view(session), "the lobby is shown as it is", terminal.number)
    view = link.table
    if session.at is None:
        check(view is None, "who is at no table sees none", terminal.number)
        return
    table = next(one for one in lobby.tables if one.code == session.at)
    if table._outbox._waiting:
        return
    fresh = _fresh(table, session)
    if terminal.was_deaf and view is not None:
        view, fresh = replace(view, log=_played(view, fresh)), replace(fresh, log=_played(fresh, view))
    check(link.version == table.showing.version, "a terminal has the newest version", (link.version, table.showing.version))
    check(view == fresh, "the table is seen as it is", _difference(view, fresh))


def _played(view: TableView, other: TableView) -> tuple[Happening, ...]:
    """The end of the log without what was said, as far as the other one goes back, too."""
    logs = [[one for one in each.log if not isinstance(one, Said)] for each in (view, other)]
    return tuple(logs[0][-min(map(len, logs)) :])


def is_up_to_date(terminal: Terminal, life: Life) -> bool:
    """Does its owner see everything as it is, and can all go on?"""
    table = next((one for one in life.lobby.tables if one.code == terminal.session.at), None)
    return (
        table is not None
        and not terminal.inbox
        and not table._outbox._waiting
        and terminal.link.version == table.showing.version
    )


def _fresh(table: Table, session: Session) -> TableView:
    seat, referee = table.seats.of_session(session), table.course.referee
    you = table.seats.number(seat) if seat else None
    eyes = seat.eyes if seat else table.showing.gallery
    game = observe(referee.state, SPECTATOR if you is None else you) if referee else None
    return replace(public(table, table.course._clock), you=you, game=game, log=tuple(eyes.log))


def _difference(seen: TableView | None, fresh: TableView) -> object:
    if seen is None:
        return "nothing is seen"
    return [
        (name, getattr(seen, name), getattr(fresh, name))
        for name in TableView.__slots__
        if getattr(seen, name) != getattr(fresh, name)
    ]


def check_restored(lobby: Lobby, ledger: Ledger) -> None:
    """Every table that the disk has is back, as it was, with its match."""
    kept = {code: read(record) for code, record in ledger.records()}
    check({table.code for table in lobby.tables} == {*kept}, "every table is back, and no other", sorted(kept))
    for table in lobby.tables:
        check(written(table) == kept[table.code], "a table is back as it was", table.code)
        referee = table.course.referee
        if referee is not None:
            match = ledger.matches[referee.name]
            states = match.states(table.wish.options, len(table.seats))
            check(referee.state == states[-1], "a match is back as it was", referee.name)


def written(table: Table) -> dict[str, object]:
    """A table as it must stand in the journal."""
    return read(packed(charter(table)))


def check_history(connection: Connection, ledger: Ledger, look: Random) -> None:
    """Every match that is over is in the history, and its rounds can be verified."""
    ended = {name for (name,) in connection.execute("SELECT name FROM matches WHERE ended IS NOT NULL")}
    for name, match in ledger.matches.items():
        is_over = isinstance(match.events[-1], MatchEnded) if match.events else False
        check(is_over == (name in ended), "history has the matches that are over, and no others", name)
    rounds = connection.execute("SELECT seal, transcript FROM rounds").fetchall()
    over = sum(isinstance(event, RoundEnded) for match in ledger.matches.values() for event in match.events)
    check(len(rounds) == over, "every round that is over can be verified", (len(rounds), over))
    if rounds and look.random() < 0.25:
        seal, transcript = look.choice(rounds)
        verdict = judge(decompress(transcript).decode(), seal)
        check(not verdict.fault, "a round was dealt as it was sealed", verdict.fault)


def check_gone(lobby: Lobby) -> None:
    """Nobody is here, and nothing is left."""
    check(lobby.tables == (), "no table outlives its people", [table.line for table in lobby.tables])
    check(lobby.members == (), "nobody stays behind", [member.name for member in lobby.members])
