"""`Booking`: where screens or lines are to begin, and what opens them in this process."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from server.doors.door import Door, Port, Visit
from server.doors.plain import PlainDoor
from server.doors.tui import TuiDoor
from server.lobby.front import Front
from server.ssh.terminal import Terminal


@dataclass(frozen=True, slots=True)
class Booking:
    """`door` is one of the client's: lobby, quick, join, watch, replay; `code`: of a table or match; `address`: after `ssh`."""

    door: str
    code: str
    address: str
    plain: bool
    """The line mode, not the screens."""


OpenScreens = Callable[[Port, Front, Visit, Booking], Door]


def open_here(port: Port, lobby: Front, visit: Visit, booking: Booking) -> Door:
    """A door to the screens, or to the line mode, in this process; opened by the caller."""
    terminal = Terminal.from_request(visit.term, visit.env)
    kind = PlainDoor if booking.plain else TuiDoor
    return kind(port, lobby, visit, terminal, booking.door, booking.code, booking.address)
