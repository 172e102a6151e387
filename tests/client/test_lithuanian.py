"""Lithuanian on the screen: the main scenes as they are read, and what Lithuanian numbers and names do to a sentence."""

from __future__ import annotations

from collections.abc import Callable
from string import Formatter

import pytest
from rich.cells import cell_len

from client.catalogue import message_strings
from client.names import card_name, place_name
from client.protocol import TableView
from client.text import Text
from client.tui.theme import Depth, Look
from engine.cards import card
from tests.catalogues.files import load
from tests.client import lobbies, tables
from tests.client.golden import assert_golden
from tests.client.stage import stage

SCENES: dict[str, Callable[[], TableView | None]] = {
    "lobby": lambda: None,
    "waiting": lobbies.room,
    "table": lambda: tables.table(tables.game()),
    "answer": tables.challenged,
}
LITHUANIAN = {"language": "lt"}
PREPOSITIONS = {"su", "be", "po", "prieš", "ant", "už", "prie", "iš", "į", "dėl", "pas", "nuo", "iki", "apie"}
PEOPLE = {"name", "names", "other", "others", "host", "player", "players"}


@pytest.mark.parametrize("scene", SCENES)
async def test_lithuanian_looks_as_it_did(scene: str) -> None:
    async with stage(SCENES[scene](), likes=LITHUANIAN, address="unotty.example") as s:
        assert_golden(f"lt-{scene}-80x24", s.screen)


@pytest.mark.parametrize("size", [(80, 24), (60, 16), (40, 12)])
@pytest.mark.parametrize("scene", SCENES)
async def test_the_key_for_help_and_the_way_out_stay_in_every_footer(scene: str, size: tuple[int, int]) -> None:
    async with stage(SCENES[scene](), size, likes=LITHUANIAN) as s:
        assert "? pagalba" in s.footer
        assert "Ctrl+Q" in s.footer
        assert all(cell_len(line) <= size[0] for line in s.lines)


async def test_a_terminal_of_ascii_shows_quotes_and_letters_without_their_marks() -> None:
    async with stage(None, look=Look(Depth.MONO, unicode=False), likes=LITHUANIAN) as s:
        await s.press("r")
        assert s.screen.isascii()
        assert 'Zaidimas, kuri moka dauguma, su blefu: "Laukine +4"' in s.screen


@pytest.mark.parametrize(
    ("count", "words"),
    [(1, "1 korta"), (2, "2 kortos"), (9, "9 kortos"), (10, "10 kortų"), (11, "11 kortų"), (19, "19 kortų"), (21, "21 korta"),
     (25, "25 kortos"), (30, "30 kortų"), (111, "111 kortų"), (112, "112 kortų"), (121, "121 korta")],
)  # fmt: skip
def test_a_number_takes_the_form_that_goes_with_it(count: int, words: str) -> None:
    assert Text("lt").plural("one card", "{count} cards", count) == words


def test_every_form_tells_its_number_as_21_takes_the_form_of_1() -> None:
    silent = [
        string
        for message in load("lt")
        if message.id and not isinstance(message.id, str)
        for string in message_strings(message)
        if "{count}" in message.id[1] and "{count}" not in string
    ]
    assert silent == []


def test_cards_and_places_are_feminine_like_the_word_for_card() -> None:
    text = Text("lt")
    assert [card_name(text, card(code)) for code in ("R7", "YS", "GR", "B+2", "W", "W+4")] == [
        "raudona 7",
        "geltona Praleisk",
        "žalia Apsuk",
        "mėlyna +2",
        "Laukinė",
        "Laukinė +4",
    ]
    assert [place_name(text, place) for place in (1, 3, 10)] == ["1-a", "3-ia", "10-a"]


def test_no_name_stands_where_it_would_have_to_be_declined() -> None:
    declined = []
    for message in load("lt"):
        for string in message_strings(message) if message.id else ():
            for before, field, _, _ in Formatter().parse(string):
                word = before.split()[-1].lower() if before.split() and before[-1:] == " " else ""
                if field in PEOPLE and word in PREPOSITIONS:
                    declined.append(string)
    assert declined == []
