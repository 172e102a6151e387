"""What is said when the server stops is true of who hears it: with a seat, with a key, or without."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.link import Link
from client.protocol import LobbyView, TableView
from client.text import Text
from server.sentences import STOPPING, last_words
from tests.client.tables import game, table

KEY = "The server is stopping. Your seat and your cards are kept: come back soon, with the same key."
GUEST = "The server is stopping. Your seat and your cards are kept: come back soon with ssh -t host back CODE"
SEATLESS = "The server is stopping: come back soon."


def link(seat: str | None, at: TableView | None = None) -> Link:
    """A client's, who has that seat and sees that table."""
    made = Link(lambda command: None)
    made.lobby, made.table = LobbyView("Ada", (), ("Ada",), None, seat), at
    return made


@pytest.mark.parametrize(
    ("seat", "way_back", "said"),
    [
        ("K7QX", "", KEY),
        ("K7QX", "ssh -t host back CODE", GUEST),
        (None, "", SEATLESS),
        (None, "ssh -t host back CODE", SEATLESS),
    ],
)
def test_a_stopping_server_promises_nobody_what_he_does_not_have(seat: str | None, way_back: str, said: str) -> None:
    assert last_words(Text(), STOPPING, link(seat), way_back) == said


@pytest.mark.parametrize("way_back", ["", "ssh -t host back CODE"])
def test_nobody_at_a_lesson_is_promised_his_seat(way_back: str) -> None:
    at = table(game())
    assert last_words(Text(), STOPPING, link(at.code, at), way_back) != SEATLESS
    assert last_words(Text(), STOPPING, link(at.code, replace(at, lesson=True)), way_back) == SEATLESS


def test_before_the_lobby_was_seen_and_for_other_reasons_the_sentence_is_as_it_was() -> None:
    assert last_words(Text(), STOPPING, Link(lambda command: None), "") == KEY
    assert last_words(Text("sr"), "You did nothing.", link(None), "") == "You did nothing."
