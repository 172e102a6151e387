"""The terminals and clients that people have, a row each: what they say of themselves and what they may be sent."""

from __future__ import annotations

import re
import shutil
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import pytest

from tests.e2e import look
from tests.e2e.clients import UTF8, Client, dbclient, openssh, plink
from tests.e2e.house import House
from tests.e2e.multiplexer import ENDED, Tmux, screen
from tests.e2e.person import Person
from tests.e2e.player import Player
from tests.e2e.screen import colours, left_on

TRUE: Final = {"COLORTERM": "truecolor"}
XTERM: Final = (b"\x1b[H", b"\x1b[F")
APPLICATION: Final = (b"\x1bOH", b"\x1bOF")
VT220: Final = (b"\x1b[1~", b"\x1b[4~")
RXVT: Final = (b"\x1b[7~", b"\x1b[8~")


@dataclass(frozen=True)
class Row:
    """A terminal as its client tells of it."""

    name: str
    term: str
    env: Mapping[str, str]
    colours: frozenset[str]
    """The kinds of colour codes it must be sent; 16 is allowed beside the others."""
    ends: tuple[bytes, bytes] = XTERM
    """What its Home and End keys send."""
    program: str = "ssh"
    ascii: bool = False
    """May no byte above 127 be sent?"""
    modes: bool = True
    """May DEC's private modes be sent?"""

    def __str__(self) -> str:
        return self.name


def _of(*kinds: str) -> frozenset[str]:
    return frozenset(kinds)


ROWS: Final = (
    Row("macos", "xterm-256color", UTF8, _of("256")),
    Row("no-locale", "xterm-256color", {}, _of("256"), APPLICATION),
    Row("truecolor", "xterm-256color", {**UTF8, **TRUE}, _of("truecolor")),
    Row("windows", "xterm", {}, _of("16")),
    Row("linux", "linux", UTF8, _of("16"), VT220, modes=False),
    Row("rxvt", "rxvt-unicode", UTF8, _of("16"), RXVT),
    Row("latin1", "xterm", {"LANG": "de_DE.ISO-8859-1"}, _of("16"), ascii=True),
    Row("no-colour", "xterm-256color", {**UTF8, **TRUE, "NO_COLOR": "1"}, _of()),
    Row("vt100", "vt100", {"LANG": "C"}, _of(), (b"\x1bOH", b"\x1bOF"), ascii=True, modes=False),
    Row("tmux", "tmux-256color", UTF8, _of("256"), program="tmux"),
    Row("tmux-as-screen", "screen", UTF8, _of("16"), program="tmux"),
    Row("screen", "screen", UTF8, _of("16"), program="screen"),
    Row("putty", "xterm", {}, _of("16"), VT220, program="plink"),
    Row("dropbear", "xterm-256color", {}, _of("256"), program="dbclient"),
)


class Chair:
    """Somebody at one of these terminals, at a table of his own with three bots."""

    def __init__(self, row: Row, house: House, folder: Path) -> None:
        self.row = row
        self.tmux = Tmux(folder / row.name, row.term) if row.program == "tmux" else None
        within = row.program in ("tmux", "screen")
        options = ["-hostkey", house.fingerprint] if row.program == "plink" else []
        term = "xterm" if within else row.term
        client = self._client(folder / row.name)
        self.person = house.guest("quick", term=term, env=row.env, options=options, client=client)
        self.player = Player(self.person)
        self.turns = 0
        """How often it was this person's turn and then somebody else's."""
        self._on_turn = False
        self.person.glances.append(self._glance)

    @property
    def table(self) -> str:
        """The code of his table."""
        found = re.search(r"Table ([A-Z0-9]+)", self.person.rows[0])
        return found[1] if found else ""

    def _client(self, folder: Path) -> Client:
        if self.tmux is not None:
            return self.tmux.start
        return {"ssh": openssh, "plink": plink, "dbclient": dbclient, "screen": screen(folder)}[self.row.program]

    def _glance(self) -> None:
        if self._on_turn and look.hand(self.person.rows) and not look.is_my_turn(self.person.rows):
            self.turns += 1
        self._on_turn = look.is_my_turn(self.person.rows)

    @property
    def sent(self) -> bytes:
        """What this terminal was sent; within tmux, what it shows."""
        return self.tmux.cells if self.tmux is not None else bytes(self.person.raw)

    @property
    def colours(self) -> set[str]:
        """The kinds of colour codes sent; 16 left out where there are others."""
        found = colours(self.sent)
        return found - {"16"} if found - {"16"} else found

    def select(self, end: int) -> None:
        """Press Home (0) or End (1) and see the selection there."""
        self.person.send(self.row.ends[end])
        if end == 0:
            self.person.until(lambda one: look.selected(one.rows) == 1)
        else:
            self.person.until(lambda one: look.hand(one.rows) and look.hand(one.rows)[-1].is_chosen)

    def wait(self) -> None:
        """Until the client has ended by itself."""
        if self.row.program in ("tmux", "screen"):
            self.person.see(ENDED)
        else:
            self.person.wait()

    @property
    def left_on(self) -> set[str]:
        """What the session changed in this terminal and did not put back."""
        if self.tmux is not None:
            return set(self.tmux.left_on.split())
        if self.row.program == "screen":
            return {"hidden cursor"} if self.person.screen.cursor.hidden else set()
        return left_on(self.person.screen, bytes(self.person.raw))

    def close(self) -> None:
        """End what runs in the background."""
        if self.tmux is not None:
            self.tmux.close()


def need(row: Row) -> None:
    """Skip if the program cannot be had on this machine; `tests/tools.sh` installs it where it may."""
    if shutil.which(row.program) is None:
        pytest.skip(f"{row.program} is not installed; tests/tools.sh installs it where it may")


def missing() -> list[Row]:
    """The rows whose programs are not installed."""
    return [row for row in ROWS if shutil.which(row.program) is None]


def seat_all(house: House, folder: Path) -> dict[str, Chair]:
    """Somebody at every terminal there is."""
    return {row.name: Chair(row, house, folder) for row in ROWS if row not in missing()}


def someone(chairs: dict[str, Chair], row: Row) -> tuple[Chair, Person]:
    """Whoever sits at this terminal."""
    need(row)
    return chairs[row.name], chairs[row.name].person
