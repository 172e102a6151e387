"""Where on the full table things lie, for what moves between them."""

from __future__ import annotations

from typing import NamedTuple

from client.tui.parts.around import SIDE, around
from client.tui.parts.board import piles
from client.tui.screens.table import full
from engine.view import PlayerView

Place = tuple[int, int]
"""Column and row."""


class Places(NamedTuple):
    """The middles of the two piles, of the ring's lower side, and beside each seat's count of cards: on the viewer's line,
    where words follow, upon its marks."""

    draw: Place
    pile: Place
    ring: Place
    seats: tuple[Place, ...]


def places(game: PlayerView, width: int, height: int, name: int = 0) -> Places | None:
    """`name`: cells of the name on the viewer's line. None: the table is painted without a ring, and nothing moves."""
    if width < full.WIDTH or height < full.HEIGHT:
        return None
    layout = full.plan(width, height, game.viewer < 0)
    wide = layout.board - 2 * SIDE
    room = piles(wide - 2, layout.ring - 2)
    first = SIDE + 1 + room.left + room.wide // 2
    middle = 5 + room.above + room.tall // 2
    own, left, top, right = around(game)
    bar = 3 + name + len(f"  {game.counts[own]} ")
    seats: dict[int, Place] = {own: (bar, 4 + layout.ring + layout.log)}
    each = min(layout.board // len(top), 24) if top else 0
    margin = (layout.board - each * len(top)) // 2
    seats |= {seat: (min(margin + each * index + each // 2 + 4, layout.board - 6), 2) for index, seat in enumerate(top)}
    for column, x in ((tuple(reversed(left)), 10), (right, layout.board - SIDE + 10)):
        for index, seat in enumerate(column):
            each_room = layout.ring // len(column)
            seats[seat] = x, 4 + index * each_room + (each_room - 3) // 2 + 1
    spots = tuple(seats[seat] for seat in range(game.seats))
    return Places((first, middle), (first + room.wide + room.gap, middle), (layout.board // 2, 3 + layout.ring), spots)
