"""Keeping a table: its charter in the journal as it changes, and the table put back from it after a restart."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import replace
from typing import TYPE_CHECKING

from client.protocol import LOG_LENGTH, Kind
from engine.view import SPECTATOR
from server.lobby.autopilot import LEVEL
from server.lobby.charter import Charter, Place, packed
from server.lobby.journal import Journal
from server.lobby.outbox import Outbox
from server.lobby.people import Member, Person
from server.lobby.showing import seen_by

if TYPE_CHECKING:
    from server.lobby.table import Table


class Keeper:
    """What the journal last heard of one table."""

    def __init__(self, journal: Journal, outbox: Outbox, kept: Charter | None = None) -> None:
        """`kept`: from before a restart."""
        self._journal, self._outbox, self._kept = journal, outbox, kept

    def keep(self, charter: Charter) -> None:
        """Write the table down, if anything but its version has changed; nothing goes out before that is safe."""
        if charter != self._kept:
            self._kept = charter
            self._outbox.hold(self._journal.note(charter.code, packed(charter)))

    def disown(self, person: str, name: str, pseudonym: str, his: Collection[int]) -> None:
        """Somebody is not to be found any more in what was kept last; see `without`."""
        if self._kept is not None:
            self.keep(without(self._kept, person, name, pseudonym, his))

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
        not match or course.chronicle.is_rated,
    )


def without(charter: Charter, person: str, name: str, pseudonym: str, his: Collection[int]) -> Charter:
    """The charter with nothing of somebody who is forgotten: a bot has his chair, and what stands for him another name.

    `his`: the chairs that were his in the match.
    """

    def changed(number: int, place: Place) -> Place:
        if place.person == person:
            return Place(Kind.BOT, pseudonym, level=LEVEL)
        is_left = not place.person and not place.level and (number in his or (name and place.name == name))
        return place._replace(name=pseudonym) if is_left else place

    return replace(
        charter,
        opener="" if charter.opener == person else charter.opener,
        opener_name=pseudonym if charter.opener == person else charter.opener_name,
        places=tuple([changed(number, place) for number, place in enumerate(charter.places)]),
        voted_off=tuple([(pseudonym if one == person else one, seat) for one, seat in charter.voted_off]),
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
