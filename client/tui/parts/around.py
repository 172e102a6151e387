"""Who sits where around the ring: the viewer at the bottom, the others clockwise from the left."""

from __future__ import annotations

from typing import Final, NamedTuple

from client.tui.page import Page
from client.tui.paint import Line, Row, blank
from client.tui.parts.seats import SeatFace, seat_block
from engine.view import PlayerView

SIDE: Final = 17
"""Cells of a seat beside the ring."""


class Around(NamedTuple):
    """Seats by place on the screen; a spectator looks from behind the first seat."""

    bottom: int
    left: tuple[int, ...]
    """From below."""
    top: tuple[int, ...]
    """From the left."""
    right: tuple[int, ...]
    """From above."""


def around(game: PlayerView, bottom: int | None = None) -> Around:
    """At most two seats on a side, the rest on top; two opponents both sit on top.

    `bottom`: who sits there, if not the viewer.
    """
    own = max(game.viewer, 0) if bottom is None else bottom
    others = tuple((own + step) % game.seats for step in range(1, game.seats))
    side = 0 if len(others) <= 2 else 1 if len(others) <= 7 else 2
    return Around(own, others[:side], others[side : len(others) - side], others[len(others) - side :])


def top_seats(page: Page, faces: list[SeatFace], width: int) -> list[Row]:
    """Three rows of seats above the ring, spread over `width`."""
    palette = page.palette
    if not faces:
        return [blank(width, palette.base)] * 3
    each = min(width // len(faces), 24)
    left = (width - each * len(faces)) // 2
    blocks = [seat_block(palette, face, each, page.text) for face in faces]
    rows = []
    for y in range(3):
        line = Line(width, palette.base).to(left)
        for block in blocks:
            line.put(block[y], each)
        rows.append(line.row())
    return rows


def side_seats(page: Page, faces: list[SeatFace], height: int, apart: int = 0) -> list[Row]:
    """Seats of a column, evenly spread from top to bottom; `apart`: cells that part it from the ring."""
    palette, width = page.palette, SIDE - apart
    rows: list[Row] = [blank(width, palette.base)] * height
    for index, face in enumerate(faces):
        room = height // len(faces)
        y = index * room + (room - 3) // 2
        rows[y : y + 3] = seat_block(palette, face, width, page.text)
    return rows
