"""What everybody is told when the server ends, by whichever of its processes."""

from __future__ import annotations

from typing import Final

from client.link import Link
from client.text import Text, later

STOPPING: Final = later("The server is stopping. Your seat and your cards are kept: come back soon, with the same key.")
_SEATLESS: Final = later("The server is stopping: come back soon.")
_GUEST: Final = later("The server is stopping. Your seat and your cards are kept: come back soon with {line}")


def last_words(text: Text, sentence: str, link: Link, way_back: str) -> str:
    """The sentence in somebody's language; when the server stops, what is true of him. `way_back`: what a guest types."""
    if sentence != STOPPING or link.lobby is None:
        return text(sentence)
    if link.lobby.seat is None or (link.table is not None and link.table.lesson):
        return text(_SEATLESS)
    return text(_GUEST, line=way_back) if way_back else text(STOPPING)
