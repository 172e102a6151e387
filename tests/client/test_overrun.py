"""A line that is taken away while it is typed: its last letters are no keys of the page that came."""

from __future__ import annotations

import pytest

from client.protocol import Create, Patch, Say
from client.tui.screens.lobby import LobbyPage
from tests.client import tables
from tests.client.stage import Stage, stage

GONE = Patch("lobby", 1, 2, {"table": None}, ())
"""The lobby says that this client is at no table any more."""
WHY = "They voted you off."


async def taken_off(s: Stage) -> None:
    """Somebody is taken off the table, and told why."""
    s.wire.deliver(GONE)
    await s.pilot.pause()
    assert isinstance(s.app.base, LobbyPage)
    s.app.tell(WHY)


async def test_the_rest_of_a_line_does_nothing_and_takes_no_sentence_away() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("t", *"good ")
        await taken_off(s)
        for key in [*"game!", "backspace", "e", "enter"]:
            s.now[0] += 1
            await s.press(key)
            assert s.status == WHY
        assert s.wire.bodies == []
        assert s.app.top is s.app.base
        await s.press("g")
        assert [type(body) for body in s.wire.bodies] == [Create], "Enter ended it"


@pytest.mark.parametrize("key", ["down", "escape", "enter"])
async def test_after_the_key_that_ends_it_letters_are_keys(key: str) -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("t", *"go")
        await taken_off(s)
        await s.press("o", key)
        assert (s.status == WHY) == (key != "down"), "any other key counts at once"
        await s.press("o")
        assert s.app.top.name == "settings"


async def test_whoever_waits_a_moment_means_what_he_sees() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("t", *"go")
        await taken_off(s)
        s.now[0] += 1.6
        await s.press("o")
        assert s.app.top.name == "settings"


@pytest.mark.parametrize("keys", [(), ("t",), ("t", "g", "enter"), ("t", "g", "escape")])
async def test_who_typed_nothing_is_heard_at_once(keys: tuple[str, ...]) -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press(*keys)
        await taken_off(s)
        await s.press("o")
        assert s.app.top.name == "settings"


async def test_a_line_that_moves_on_with_the_table_is_typed_on() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("t", *"go")
        await s.show(tables.round_over())
        await s.press(*"od", "enter")
        assert s.wire.bodies == [Say("good")]


async def test_leaving_is_heard_whatever_was_typed() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("t", *"go")
        await taken_off(s)
        await s.press("ctrl+q")
        assert "Leave?" in s.screen
