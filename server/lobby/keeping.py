"""Keeping a table: its charter in the journal as it changes, and the table put back from it after a restart."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from client.protocol import LOG_LENGTH, Kind
from engine.view import SPECTATOR
from server.lobby.charter import Charter, packed
from server.lobby.journal import Journal
from server.lobby.outbox import Outbox
from server.lobby.people import Member, Person
from server.lobby.showing import seen_by

if TYPE_CHECKING:
    from server.lobby.table import Table


class Keeper:
    """What the journal last heard of one table."""

    def __init__(self, journal: Journal, outbox: Outbox) -> None:
        self._journal, self._outbox = journal, outbox
        self._kept: Charter | None = None

    def keep(self, charter: Charter) -> None:
        """Write the table down, if anything but its version has changed; nothing goes out before that is safe."""
        if charter != self._kept:
            self._kept = charter
            self._outbox.hold(self._journal.note(charter.code, packed(charter)))

    def close(self) -> None:
        """The table is over: it does not come back."""
        if self._kept is not None:
            self._journal.note(self._kept.code, None)
            self._kept = None


def charter(table: Table) -> Charter:
    """What must be kept of a table besides its match's events."""
    opener, course, seats = table.opener, table.course, table.seats
    match = course.referee.name if course.referee else ""
    places, version = tuple([seat.place for seat in seats]), table.showing.version
    return Charter(
        table.code,
        table.opened,
        opener.id,
        opener.name,
        table.wish,
        places,
        *seats.roles,
        match,
        course.chance,
        version,
        tuple(course.voted_off.items()),
        course.chronicle.is_rated,
    )


def restore(table: Table, kept: Charter, admit: Callable[[Person], Member], now: float) -> None:
    """Put everything back as it was kept, for `table.reopen`; its people are away until they come.

    `admit` makes them known to the lobby. Raises what the journal does, and `ValueError`, with nobody admitted.
    """
    seats, showing = table.seats, table.showing
    showing.version = kept.version
    seats.restore(kept.places, (kept.host, kept.owner), showing.next)
    table.course.restore(kept.match, kept.is_rated)
    table.course.voted_off = dict(kept.voted_off)
    known = table.course.referee.round_events[-LOG_LENGTH:] if table.course.referee else []
    showing.gallery.log.extend(seen_by(known, SPECTATOR))
    for number, (seat, place) in enumerate(zip(seats, kept.places, strict=True)):
        if place.level:
            table.company.employ(seat, place.level, place.name)
        elif place.person:
            member = admit(Person(place.person, place.name, place.kind is Kind.GUEST))
            seat.take(member, seen_by(known, number), showing.next)
            seat.away_since, member.seat_at = now, table.code
            table.company.witness.excuse(seat)
