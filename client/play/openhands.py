"""Open hands: who may look through the round before the running one, why others may not, and whose cards a move changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from client.protocol import Happening, Stage, TableView
from client.text import Text
from engine.events import Drew, Played, Rotated, Swapped


def may_open(table: TableView) -> bool:
    """Does the viewer look on at a table whose finished rounds are open, and is there one?"""
    if table.you is not None or not table.open_hands or table.game is None:
        return False
    return table.game.round > 1 or table.stage is not Stage.PLAYING


def why_closed(text: Text, table: TableView) -> str:
    """Said to whom `may_open` denies it."""
    if table.open_hands and table.you is None:
        return text("No round is over yet: its hands are open when the next one is dealt.")
    return text("Open hands are for spectators, where the table allows it.")


def touched(happened: Sequence[Happening], seats: int) -> tuple[int, ...]:
    """The seats, of so many, whose hands are not as before."""
    return tuple(dict.fromkeys(_touched(happened, seats)))


def _touched(happened: Sequence[Happening], seats: int) -> Iterator[int]:
    for event in happened:
        match event:
            case Played() | Drew():
                yield event.seat
            case Swapped():
                yield event.seat
                yield event.target
            case Rotated():
                yield from range(seats)
