"""What is said when the server stops is true of who hears it: with a seat, with a key, or without."""

from __future__ import annotations

import pytest

from client.protocol import LobbyView
from client.text import Text
from server.sentences import STOPPING, last_words

KEY = "The server is stopping. Your seat and your cards are kept: come back soon, with the same key."
GUEST = "The server is stopping. Your seat and your cards are kept: come back soon with ssh -t host back CODE"


@pytest.mark.parametrize(
    ("seat", "way_back", "said"),
    [
        ("K7QX", "", KEY),
        ("K7QX", "ssh -t host back CODE", GUEST),
        (None, "", "The server is stopping: come back soon."),
        (None, "ssh -t host back CODE", "The server is stopping: come back soon."),
    ],
)
def test_a_stopping_server_promises_nobody_what_he_does_not_have(seat: str | None, way_back: str, said: str) -> None:
    assert last_words(Text(), STOPPING, LobbyView("Ada", (), ("Ada",), None, seat), way_back) == said


def test_before_the_lobby_was_seen_and_for_other_reasons_the_sentence_is_as_it_was() -> None:
    assert last_words(Text(), STOPPING, None, "") == KEY
    assert last_words(Text("sr"), "You did nothing.", LobbyView("Ada", (), ("Ada",), None), "") == "You did nothing."
