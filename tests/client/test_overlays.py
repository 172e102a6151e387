"""Pages above each other: as few as there are kinds of them, and a box asks nothing twice."""

from __future__ import annotations

import random

import pytest

from client.tui.screens.settings import SettingsPage
from client.tui.screens.table.pickers import SeatPicker
from engine.moves import Catch
from tests.client import tables
from tests.client.hands_on import press
from tests.client.scenes import scene as on
from tests.client.stage import stage


@pytest.mark.parametrize("scene", ["lobby", "full", "match", "form", "replay"])
async def test_no_storm_of_keys_piles_pages_up(scene: str) -> None:
    chance = random.Random(scene)
    keys = ("r", "o", "question_mark", "g", "m", "p", "v", "n", "l", "ctrl+q")
    async with on(scene) as s:
        for _ in range(200):
            key = chance.choice(keys)
            await press(s.app, "r" if key == "ctrl+q" and s.app.top.floats else key)
            if s.app.top.entry is not None:
                await press(s.app, "escape")
            kinds = [type(page) for page in s.app.pages if not page.floats]
            assert len(kinds) == len(set(kinds))
            assert len(s.app.pages) < 16
        for _ in s.app.pages[1:]:
            await s.press("escape")
        assert s.app.top is s.app.base


async def test_rules_and_settings_lead_to_each_other_and_to_the_table_again() -> None:
    async with on("full") as s:
        for _ in range(30):
            await press(s.app, "r", "o", "question_mark")
        assert [page.name for page in s.app.pages] == ["table", "rules", "settings", "help"]
        await s.press("escape")
        assert isinstance(s.app.top, SettingsPage)
        await s.press("escape", "escape")
        assert s.app.top is s.app.base


async def test_a_box_that_asks_whom_to_catch_is_not_opened_twice() -> None:
    async with stage(tables.accusable()) as s:
        await s.press("c", "c", "right", "c")
        assert [type(page) for page in s.app.pages[1:]] == [SeatPicker]
        await s.press("enter")
        assert s.app.top is s.app.base
        assert s.wire.bodies == [Catch(2)]
