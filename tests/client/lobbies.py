"""Lobbies and waiting rooms made by hand."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from client.protocol import Chair, Kind, LobbyView, Notice, Noticed, Said, Snapshot, Stage, TableLine, TableView, Whereabouts
from engine.options import Options
from engine.rules.presets import PRESETS
from tests.client import stage as stages
from tests.client.tables import NAMES

NOW: Final = 1_700_000_600
"""What the clock on the wall says on a test's stage."""


def line(code: str, stage: Stage = Stage.WAITING, seated: int = 2, seats: int = 4, **changes: object) -> TableLine:
    """A classic table of Hana's, ten minutes old."""
    number = 0 if stage is Stage.WAITING else 3
    base = TableLine(code, "classic", stage, seated, seats, number, 0, "Hana", NOW - 600)
    changes = {"options": PRESETS[str(changes.get("rules", "classic"))], **changes}
    return replace(base, **changes)  # type: ignore[arg-type]  # names of fields are checked by dataclasses


TABLES: Final = (
    line("M2PR", Stage.PLAYING, 10, 10, watchers=12, host="~visitor", opened=NOW - 400),
    line("K7QX", opened=NOW - 20),
    line("R9TT", seated=1, seats=6, rules="stacking", host="Gintarė", opened=NOW - 3000),
    line("C3DF", Stage.ROUND_OVER, 2, 2, rules="official", watchers=1, host="Dmitri", opened=NOW - 5400),
    line("W4VX", Stage.PLAYING, 4, 4, watchers=3, host="maximilian-long1", opened=NOW - 9000),
    line("P6HJ", Stage.MATCH_OVER, 3, 3, rules="mattel", host="Zoe", opened=NOW - 200_000),
    line("N7KM", Stage.WAITING, 2, 2, host="Bo", opened=NOW - 70, options=Options(seven_zero=True, jump_in=True)),
    line("F9CD", Stage.PLAYING, 5, 5, rules="all_wild", host="Cyril", spectators=False, opened=NOW - 22),
)
PEOPLE: Final = (*NAMES, "maximilian-long1", "~visitor", "Zoe")


def crowd(*tables: TableLine, you: str = "Ada", online: tuple[str, ...] = PEOPLE) -> LobbyView:
    """A lobby with these tables, or with all of `TABLES`."""
    return LobbyView(you, tables or TABLES, online, None)


WHERE: Final = (
    Whereabouts("Bo", "N7KM", False),
    Whereabouts("Cyril", "F9CD", False),
    Whereabouts("Dmitri", "C3DF", False),
    Whereabouts("Eleni", "", False),
    Whereabouts("Hana", "K7QX", False),
    Whereabouts("Jun", "M2PR", True),
    Whereabouts("maximilian-long1", "W4VX", False),
    Whereabouts("~visitor", "M2PR", False),
)


def busy(people: int = 0) -> LobbyView:
    """A lobby whose people are at tables, with bots beside them; `people`: so many more are here."""
    tables = tuple(replace(line, bots=min(3, line.seated - 1)) for line in TABLES)
    online = (*PEOPLE, *(f"somebody-{number:03}" for number in range(people)))
    return replace(crowd(*tables, online=online), here=len(online), where=WHERE, muted=("Gintarė", "Troll"))


def empty(you: str = "~visitor") -> LobbyView:
    """A lobby without tables."""
    return LobbyView(you, (), (you,), None)


def many(count: int) -> LobbyView:
    """A lobby with as many tables as one likes."""
    return crowd(*(line(f"X{number:03}", opened=NOW - number) for number in range(count)))


async def show(stage: stages.Stage, view: LobbyView) -> None:
    """The lobby changes."""
    stage.wire.version += 1
    stage.wire.deliver(Snapshot("lobby", stage.wire.version, view))
    await stage.pilot.pause()


def room(taken: int = 2, seats: int = 4, **changes: object) -> TableView:
    """A waiting room with the viewer on its first chair, as the host; every third chair is a bot's, every second a guest's."""
    kinds = (Kind.PERSON, Kind.GUEST, Kind.BOT)
    chairs = []
    for number in range(seats):
        kind = kinds[number % 3]
        name = ("~" if kind is Kind.GUEST else "") + NAMES[number]
        chairs.append(Chair(kind, name, "normal" if kind is Kind.BOT else "") if number < taken else Chair())
    base = TableView(
        code="K7QX",
        stage=Stage.WAITING,
        options=Options(),
        chairs=tuple(chairs),
        you=0,
        host=0,
        watchers=(),
        public=True,
        clock=None,
        game=None,
        log=(Noticed("Ada", Notice.JOINED), Noticed("~Bo", Notice.JOINED), Said("~Bo", "hello! who else is coming?", False)),
        turn_limit=30,
    )
    return replace(base, **changes)  # type: ignore[arg-type]
