"""Who sits where: the viewer at the bottom, the others clockwise from the left."""

from __future__ import annotations

from typing import NamedTuple

from engine.view import PlayerView


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
