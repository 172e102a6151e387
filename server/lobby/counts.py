"""What the lobby counts about itself: moves that were taken and refusals, by code."""

from __future__ import annotations

from collections import Counter


class Counts:
    """Counts since the start; they only grow. Codes are the lobby's and the engine's own, so there are few."""

    def __init__(self) -> None:
        self.moves = 0
        """Moves in a game that were made or, until their player could have been caught, held."""
        self.closed = 0
        """Tables that are over and gone."""
        self.refusals: Counter[str] = Counter()
