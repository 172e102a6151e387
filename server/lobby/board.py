"""`Board`: what hangs in the lobby for all to see: the public tables, who is here, and words for everybody."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from operator import attrgetter
from typing import Final, TypeVar

from client.protocol import LobbyView, TableLine, Whereabouts
from client.usertext import clean
from server.lobby import settings
from server.lobby.clock import Clock
from server.lobby.guests import code_of
from server.lobby.people import Member, Session
from server.lobby.table import Table

T = TypeVar("T")
PAUSE: Final = 0.25
"""Seconds in which changes of the list of tables, and of who is here, are gathered before everybody is told."""
PAUSE_EACH: Final = 0.0025
"""The same for each person who is told, where that is longer: however many are here, it takes a few hundredths of a core."""
CROWD: Final = 100
"""From so many people on a newcomer sees the board as the others do, who are about to be told of him."""
NOTICE_CELLS: Final = 200
LISTED: Final = 400
"""So many people are named; a row of the wire has room for 512."""


class Board:
    """`sessions` and `tables` are the lobby's own; `show` brings one session's view up to date."""

    def __init__(
        self,
        clock: Clock,
        sessions: Collection[Session],
        tables: Mapping[str, Table],
        show: Callable[[Session], None],
        muted: Callable[[Member], tuple[str, ...]],
    ) -> None:
        self.is_saving = False
        """Does everything wait until it can be kept?"""
        self._clock, self._sessions, self._tables = clock, sessions, tables
        self._show, self._muted = show, muted
        self._is_telling = False
        self._notice = ""
        self._lines: tuple[TableLine, ...] = ()
        self._closed: tuple[Table, ...] = ()
        """The public tables that somebody was voted off; as a rule there are none."""
        self._online: tuple[str, ...] = ()
        self._where: tuple[Whereabouts, ...] = ()
        self._here = 0

    def lines(self) -> tuple[TableLine, ...]:
        """The public tables as they are now, oldest first."""
        return tuple(table.line for table in self._tables.values() if table.wish.public)

    def announce(self, text: str) -> None:
        """Show these words on every screen; empty: show none."""
        self._notice = clean(text, NOTICE_CELLS)
        self.tell_all()

    def changed(self) -> None:
        """The list of tables, or who is here, may have changed; everybody is told of all changes of a moment at once."""
        if not self._is_telling:
            self._is_telling = True
            self._clock.call_later(max(PAUSE, PAUSE_EACH * len(self._sessions)), self._tell)

    def glance(self) -> None:
        """Bring the public part up to date for a newcomer, unless it is so in a moment for everybody in a crowd."""
        if not self._is_telling or len(self._sessions) < CROWD:
            self.look_around()

    def look_around(self) -> None:
        """Bring the public part up to date; what has not changed stays the same object."""
        lines = _kept(self._lines, self.lines(), attrgetter("code"))
        if lines != self._lines:
            self._lines = lines
        self._closed = tuple([one for one in self._tables.values() if one.wish.public and one.company.is_closed_to_some])
        names = sorted({session.name for session in self._sessions})
        self._here, online = len(names), tuple(names[:LISTED])
        if online != self._online:
            self._online = online
        where = _kept(self._where, self._whereabouts(), attrgetter("name"))
        if where != self._where:
            self._where = where

    def tell_all(self) -> None:
        """Show everybody the board as it is."""
        for session in tuple(self._sessions):
            self._show(session)

    def view(self, session: Session) -> LobbyView | None:
        """The lobby as this session sees it; None: a bot's, which does not."""
        member = session.member
        if member is None:
            return None
        seat, liked = member.seat_at, settings.told(member.settings)
        lines, code = self._lines_for(session, seat), code_of(member.person)
        return LobbyView(
            member.name,
            lines,
            self._online,
            session.at,
            seat,
            self.is_saving,
            self._notice,
            liked,
            code,
            self._here,
            self._where,
            self._muted(member),
        )

    def _whereabouts(self) -> tuple[Whereabouts, ...]:
        """Who is at which table; a seat counts before what is watched from another terminal, and no secret code is told."""
        found: dict[str, Whereabouts] = {}
        for session in self._sessions:
            table = self._tables.get(session.at) if session.at is not None else None
            if table is None or session.member is None:
                continue
            code, is_watching = table.code if table.wish.public else "", session.member.seat_at != table.code
            if session.name not in found or not is_watching:
                found[session.name] = Whereabouts(session.name, code, is_watching)
        return tuple([found[name] for name in sorted(found)[:LISTED]])

    def _tell(self) -> None:
        self._is_telling = False
        self.look_around()
        self.tell_all()

    def _lines_for(self, session: Session, seat: str | None) -> tuple[TableLine, ...]:
        """The public tables but those he was voted off, and the private one whoever looks for his seat has it at."""
        own = self._tables.get(seat) if seat is not None and session.at is None else None
        closed = {table.code for table in self._closed if not table.company.is_open_to(session)}
        lines = tuple([line for line in self._lines if line.code not in closed]) if closed else self._lines
        return lines if own is None or own.wish.public else (*lines, own.line)


def _kept(old: tuple[T, ...], new: tuple[T, ...], name: Callable[[T], str]) -> tuple[T, ...]:
    """The new row, with what the old one had where that is equal: everybody's old view is compared with it, and the same object
    is equal at a glance."""
    known = {name(one): one for one in old}
    return tuple([before if (before := known.get(name(one))) == one else one for one in new])
