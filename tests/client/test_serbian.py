"""Serbian on the screen: four screens as they are read, and the three forms of what is counted."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from client.protocol import TableView
from client.text import Text
from client.tui.theme import Look
from tests.client import lobbies, tables
from tests.client.golden import assert_golden
from tests.client.paper import Paper
from tests.client.stage import stage

SCENES: dict[str, tuple[Callable[[], TableView | None], tuple[str, ...]]] = {
    "table": (lambda: tables.table(tables.game()), ()),
    "lobby": (lambda: None, ()),
    "waiting": (lobbies.room, ()),
    "new": (lambda: None, ("n",)),
}
SERBIAN = {"language": "sr"}
COUNTED = (
    dict.fromkeys((1, 21, 101), "karta") | dict.fromkeys((2, 4, 22), "karte") | dict.fromkeys((0, 5, 11, 14, 25, 111), "karata")
)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
@pytest.mark.parametrize("scene", SCENES)
async def test_serbian_looks_as_it_did(scene: str, size: tuple[int, int]) -> None:
    make, keys = SCENES[scene]
    async with stage(make(), size, likes=SERBIAN) as s:
        await s.press(*keys)
        assert_golden(f"sr-{scene}-{size[0]}x{size[1]}", s.screen)


async def test_ascii_leaves_the_marks_off_the_letters() -> None:
    async with stage(tables.table(tables.game()), look=Look(unicode=False), likes=SERBIAN) as s:
        assert s.screen.isascii()
        assert "pomoc" in s.footer


@pytest.mark.parametrize(("count", "word"), COUNTED.items())
def test_cards_are_counted_in_three_forms(count: int, word: str) -> None:
    assert Text("sr").plural("one card", "{count} cards", count) == f"{count} {word}"


def test_a_single_round_is_counted_wherever_it_is_named() -> None:
    assert Text("sr").plural("one round", "{count} rounds", 1) == "1 runda"


async def test_a_match_of_one_round_says_so_on_top_of_the_table() -> None:
    async with stage(tables.all_wild(), likes=SERBIAN) as s:
        assert "Džokeri, 1 runda" in s.lines[0]


def test_the_line_mode_takes_a_serbian_yes() -> None:
    paper = Paper(tables.table(tables.game()), language="sr")
    assert paper.type("leave").endswith("Odlaziš: da ili ne?")
    paper.type("da")
    assert len(paper.bodies) == 1
