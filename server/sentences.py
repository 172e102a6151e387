"""What everybody is told when the server ends, by whichever of its processes."""

from __future__ import annotations

from typing import Final

from client.protocol import LobbyView
from client.text import Text, later

STOPPING: Final = later("The server is stopping. Your seat and your cards are kept: come back soon, with the same key.")
_SEATLESS: Final = later("The server is stopping: come back soon.")
_GUEST: Final = later("The server is stopping. Your seat and your cards are kept: come back soon with {line}")


def last_words(text: Text, sentence: str, lobby: LobbyView | None, way_back: str) -> str:
    """The sentence in somebody's language; when the server stops, what is true of him. `way_back`: what a guest types."""
    if sentence != STOPPING or lobby is None:
        return text(sentence)
    if lobby.seat is None:
        return text(_SEATLESS)
    return text(_GUEST, line=way_back) if way_back else text(STOPPING)
