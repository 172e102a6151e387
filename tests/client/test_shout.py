"""What everybody must know is on every page: that the server cannot save just now, and the operator's words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest

from client.protocol import Snapshot, TableView
from tests.client import tables
from tests.client.golden import assert_golden
from tests.client.lobbies import room
from tests.client.stage import Stage, stage

WORDS = "We move to a faster machine at eight; the games go on after it."
PAGES: dict[str, Callable[[], TableView]] = {
    "table": tables.full_table,
    "waiting": room,
    "round": tables.round_over,
    "match": tables.match_over,
}


def lobby(s: Stage, *, saving: bool = False, notice: str = "") -> None:
    """The lobby changes."""
    view = s.app.link.lobby
    assert view is not None
    s.wire.deliver(Snapshot("lobby", s.app.link.lobby_version + 1, replace(view, saving=saving, notice=notice)))


@pytest.mark.parametrize("size", [(80, 24), (60, 16), (40, 12), (160, 50)])
@pytest.mark.parametrize("page", PAGES)
async def test_a_server_that_cannot_save_says_so_on_every_page(page: str, size: tuple[int, int]) -> None:
    async with stage(PAGES[page](), size) as s:
        lobby(s, saving=True)
        await s.pilot.pause()
        assert "annot save: " in s.lines[0]
        lobby(s)
        await s.pilot.pause()
        assert "annot save: " not in s.screen


@pytest.mark.parametrize("size", [(80, 24), (60, 16), (40, 12), (160, 50)])
@pytest.mark.parametrize("page", PAGES)
async def test_the_operators_words_are_told_once_and_stand_where_there_is_room(page: str, size: tuple[int, int]) -> None:
    async with stage(PAGES[page](), size) as s:
        lobby(s, notice=WORDS)
        await s.pilot.pause()
        assert any(line.strip().startswith("We move to a") for line in s.lines[-6:])
        await s.press("ctrl+l")
        assert not any("We move" in line for line in s.lines[-6:])
        assert ("We move" in s.lines[0]) == (page != "table" or size != (40, 12))


LONG = f"{WORDS} Until then whoever wants to can go on, and nobody loses a game or a point by it: all is kept."


@pytest.mark.parametrize("size", [(80, 24), (60, 16), (40, 12)])
@pytest.mark.parametrize("page", PAGES)
async def test_words_too_long_for_the_title_say_which_key_shows_all_of_them(page: str, size: tuple[int, int]) -> None:
    async with stage(PAGES[page](), size) as s:
        lobby(s, notice=LONG)
        await s.press("ctrl+l")
        assert ("?: news" if page == "table" and size == (40, 12) else "… ?: all") in s.lines[0]
        await s.press("question_mark")
        told = " ".join(" ".join(line.split()) for line in s.lines[1:8])
        assert f"The operator says: {LONG}" in told


async def test_help_is_about_keys_alone_while_the_operator_says_nothing() -> None:
    async with stage(tables.full_table(), (40, 12)) as s:
        assert "news" not in s.lines[0]
        await s.press("question_mark")
        assert "operator" not in s.screen


async def test_a_notice_leaves_the_turn_and_the_clock_in_sight() -> None:
    async with stage(tables.full_table()) as s:
        lobby(s, notice=WORDS)
        await s.pilot.pause()
        assert_golden("table-notice-80x24", s.screen)
