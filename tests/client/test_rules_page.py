"""The book of rules on the screen: opened from everywhere, turned with keys, pictures of cards, the table goes on."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.rulebook.blocks import Point, Say
from client.rulebook.book import book
from client.text import Text
from client.tui.paint import length
from client.tui.parts.bookview import bound
from client.tui.screens.rules import RulesPage
from client.tui.theme import Depth, Look
from client.tui.wardrobe import palette
from engine.options import Options
from engine.rules.presets import PRESETS
from tests.client import tables
from tests.client.golden import assert_golden
from tests.client.lobbies import room
from tests.client.stage import Stage, stage


def page_of(s: Stage) -> RulesPage:
    page = s.app.top
    assert isinstance(page, RulesPage)
    return page


@pytest.mark.parametrize(
    ("name", "size", "look", "keys"),
    [
        ("rules-80x24", (80, 24), Look(), "r"),
        ("rules-actions-80x24", (80, 24), Look(), "r5"),
        ("rules-bluffing-80x24-ascii", (80, 24), Look(Depth.MONO, unicode=False), "r6"),
        ("rules-40x12", (40, 12), Look(), "r5"),
        ("rules-tips-160x50", (160, 50), Look(), "rt"),
        ("rules-house-80x24", (80, 24), Look(), "rh"),
        ("rules-house-160x50", (160, 50), Look(), "rh"),
    ],
)
async def test_the_book_looks_as_it_did(name: str, size: tuple[int, int], look: Look, keys: str) -> None:
    async with stage(None, size, look) as s:
        await s.press(*keys)
        assert_golden(name, s.screen)


async def test_the_book_of_a_table_tells_its_house_rules_with_pictures() -> None:
    options = Options(seven_zero=True, jump_in=True, teams_2v2=True, stacking="any_draw")
    async with stage(room(4, options=options), (160, 50)) as s:
        await s.press("r")
        page = page_of(s)
        names = [chapter.section.name for chapter in page._book.chapters] if page._book else []
        assert "house" in names
        await s.press(str(names.index("house") + 1) if names.index("house") < 9 else "end")
        for words in ("Seven", "│B7", "Jumping in", "Teams of two"):
            assert words in s.screen


async def test_every_chapter_has_its_key() -> None:
    async with stage(None) as s:
        await s.press("r")
        for key, title in (("4", "Your turn"), ("7", "Calling UNO"), ("t", "Tips"), ("1", "In short")):
            await s.press(key)
            assert f"{key} {title} ──" in s.lines[3]
            assert f"▸{key}" in "\n".join(s.lines)


async def test_pages_turn_and_stop_at_both_ends() -> None:
    async with stage(None) as s:
        await s.press("r", "up", "pageup")
        assert page_of(s).first == 0
        await s.press("pagedown")
        assert page_of(s).first == 18
        await s.press("end", "down", "pagedown")
        assert s.lines[0].endswith("100%")
        await s.press("home")
        assert page_of(s).first == 0


async def test_the_arrows_and_a_click_take_another_book() -> None:
    async with stage(None) as s:
        await s.press("r", "right")
        assert s.lines[0].startswith(" UNO  Rules: All Wild")
        await s.press("left", "left")
        assert s.lines[0].startswith(" UNO  Rules: House rules")
        await s.press("left")
        assert s.lines[0].startswith(" UNO  Rules: Printed sheet")
        await s.pilot.click(offset=(s.lines[1].index("Official"), 1))
        await s.pilot.pause()
        assert s.lines[0].startswith(" UNO  Rules: Official")


async def test_at_a_table_its_own_book_lies_open_and_the_table_goes_on() -> None:
    options = replace(PRESETS["official"], uno_penalty=4)
    view = replace(tables.table(tables.game(turn=1, legal=())), options=options)
    async with stage(view) as s:
        await s.press("r")
        assert s.lines[0].startswith(" UNO  Rules: Official")
        assert "This table plays Official with changes of its own" in s.screen
        assert s.status.startswith("The rules of this table, K7QX.")
        await s.show(replace(view, game=tables.game()))
        assert s.lines[0].endswith("It is your turn!")
        await s.press("7")
        column = " ".join(" ".join(row[22:] for row in s.lines[3:-2]).split())
        assert "you draw 4 cards at once" in column
        await s.press("escape")
        assert s.app.top.name == "table"


async def test_it_opens_from_the_waiting_room_too() -> None:
    async with stage(room()) as s:
        await s.press("r")
        assert page_of(s).chosen == "classic"


async def test_the_wheel_scrolls() -> None:
    async with stage(None) as s:
        await s.press("r")
        page_of(s).scroll(1)
        assert page_of(s).first == 2
        page_of(s).scroll(-1)
        assert page_of(s).first == 0


@pytest.mark.parametrize("width", [36, 57, 76])
@pytest.mark.parametrize("name", PRESETS)
def test_no_sentence_is_cut(name: str, width: int) -> None:
    rows = bound(palette(Look()), Text(), PRESETS[name], width, False).rows
    printed = " ".join(" ".join("".join(segment.text for segment in row) for row in rows).split())
    for chapter in book(Text(), PRESETS[name]):
        for block in chapter.blocks:
            if isinstance(block, Say | Point):
                assert block.sentence in printed


@pytest.mark.parametrize("width", [36, 57, 76])
def test_rows_of_the_book_are_exactly_as_wide_as_asked(width: int) -> None:
    for options in (*PRESETS.values(), Options(seven_zero=True, jump_in=True, stacking="any_draw")):
        for low in (True, False):
            rows = bound(palette(Look()), Text(), options, width, low).rows
            assert {length(row) for row in rows} == {width}
