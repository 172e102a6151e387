"""Lobby, form, waiting room and rules at every size and look: exact, in the shapes and colours they may use, unbreakable."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

import pytest
from rich.cells import cell_len

from client.protocol import LobbyView, TableView
from client.tui.keys import actions_of
from client.tui.theme import Depth, Look
from engine.rules.presets import PRESETS
from tests.client.lobbies import TABLES, crowd, empty, line, many, room, show
from tests.client.stage import Stage, stage

WIDE_NAMES: Final = crowd(
    *TABLES, line("T9KM", host="漢字漢字漢字漢字"), you="漢字", online=("漢字", "e" + "\u0301" * 2, "~" + "x" * 16)
)
Scene = tuple[TableView | LobbyView, str]
SCENES: Final[dict[str, Scene]] = {
    "lobby": (crowd(), ""),
    "crowded": (many(200), ""),
    "wide": (WIDE_NAMES, ""),
    "empty": (empty(), ""),
    "typing": (crowd(), "/ab"),
    "form": (crowd(), "n"),
    "rules": (crowd(), "r5"),
    "waiting": (room(), ""),
    "full": (room(10, 10, watchers=("Zoe", "漢字"), options=PRESETS["stacking"]), ""),
    "bot": (room(), "b"),
    "watching": (room(you=None), ""),
}
SIZES: Final = [(80, 24), (40, 12), (60, 16), (71, 20), (79, 23), (110, 30), (160, 50), (500, 200)]
SHAPES: Final = set("─│╭╮╰╯←→↑↓–…·░▮▯▸◂▾⊘⇄“”")
LETTERS: Final = set("Gintarė漢字é") | {"\u0301"}


@asynccontextmanager
async def scene(name: str, size: tuple[int, int] = (80, 24), look: Look | None = None) -> AsyncIterator[Stage]:
    """The app in one of the positions."""
    view, keys = SCENES[name]
    async with stage(view if isinstance(view, TableView) else None, size, look) as s:
        if isinstance(view, LobbyView):
            await show(s, view)
        await s.press(*("slash" if key == "/" else key for key in keys))
        yield s


@pytest.mark.parametrize("name", SCENES)
async def test_every_row_is_as_wide_as_the_screen(name: str) -> None:
    for width, height in SIZES:
        async with scene(name, (width, height)) as s:
            strips = s.app.canvas.render_lines(s.app.canvas.size.region)
            assert [sum(cell_len(segment.text) for segment in strip) for strip in strips] == [width] * height


@pytest.mark.parametrize("name", SCENES)
async def test_only_known_shapes_are_drawn(name: str) -> None:
    async with scene(name) as s:
        drawn = {c for c in s.screen if not c.isascii()} - LETTERS
        assert drawn <= SHAPES
        assert not any(unicodedata.east_asian_width(c) in "WF" for c in drawn)


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_ascii_and_mono_draw_neither_bytes_above_127_nor_colour(name: str, size: tuple[int, int]) -> None:
    async with scene(name, size, Look(Depth.MONO, unicode=False)) as s:
        assert s.screen.isascii()
        styles = [one.style for strip in s.app.canvas.render_lines(s.app.canvas.size.region) for one in strip if one.style]
        assert [style for style in styles if style.color is not None or style.bgcolor is not None] == []


@pytest.mark.parametrize("name", SCENES)
async def test_what_is_selected_can_be_told_without_colour(name: str) -> None:
    async with scene(name, look=Look(Depth.MONO, unicode=False)) as s:
        if name in ("empty", "typing", "watching"):
            return
        assert " >" in s.screen or "|>" in s.screen


@pytest.mark.parametrize("name", SCENES)
@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_the_footer_names_keys_that_work_and_the_help_lists_them(name: str, size: tuple[int, int]) -> None:
    async with scene(name, size) as s:
        page = s.app.top
        known = {action.name for action in actions_of(page.name)}
        assert set(page.actions()) <= known
        assert set(page.actions()), "no page is a dead end"


@pytest.mark.parametrize("name", SCENES)
async def test_leaving_is_asked_about_from_everywhere(name: str) -> None:
    async with scene(name, (40, 12)) as s:
        await s.press("ctrl+q")
        assert "Leave?" in s.screen


@pytest.mark.parametrize("name", SCENES)
async def test_no_storm_of_keys_clicks_and_sizes_breaks_it(name: str) -> None:
    chance = random.Random(name)
    keys = [key for action in actions_of("lobby") + actions_of("waiting") + actions_of("new_table") for key in action.keys]
    keys = [key for key in keys if key not in ("ctrl+q", "ctrl+c", "ctrl+d")]
    sizes = chance.sample(SIZES[:-1], 3)
    async with scene(name) as s:
        for size in sizes:
            await s.pilot.resize_terminal(*size)
            for _ in range(25):
                if chance.random() < 0.3:
                    s.app.click(chance.randrange(size[0]), chance.randrange(size[1]))
                    s.app.canvas.repaint()
                else:
                    await s.press(chance.choice(keys))
        assert s.app.is_running
