"""The card of the first visit: two questions, both skipped by Enter, and in nobody's way."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.protocol import LOBBY, Create, Refusal, Rename, Reply, Set, Snapshot
from client.tui.screens.welcome import ANSWERS, Greeting
from client.tui.theme import Depth, Look, Theme
from server.lobby.settings import CHOICES
from tests.client import tables
from tests.client.golden import assert_golden
from tests.client.stage import Stage, stage

NEW = {"greeted": "no"}
GREETED = Set("greeted", "yes")


def asks(s: Stage) -> bool:
    """Is the card there?"""
    return "Welcome to UNO" in s.screen


async def test_two_enters_answer_it_and_change_nothing() -> None:
    async with stage(None, likes=NEW) as s:
        assert "You are called Ada" in s.screen
        await s.press("enter")
        assert "four colours" in s.screen
        await s.press("enter")
        assert not asks(s)
        assert s.wire.bodies == [GREETED]
        assert s.app.look == Look()


async def test_it_comes_once() -> None:
    async with stage(None, likes=NEW) as s:
        await s.press("escape")
        assert not asks(s)
        assert s.likes.now["greeted"] == "yes"
        s.likes.like(bell="off")
        await s.pilot.pause()
        assert not asks(s)
    async with stage(None) as s:
        assert not asks(s)


async def test_a_quick_game_is_one_key_away_all_the_same() -> None:
    async with stage(None, likes=NEW) as s:
        await s.press("g")
        assert not asks(s)
        assert [type(body) for body in s.wire.bodies] == [Set, Create]


async def test_rules_settings_and_leaving_work_above_it() -> None:
    async with stage(None, likes=NEW) as s:
        await s.press("o")
        assert "Settings" in s.lines[0]
        await s.press("escape")
        assert asks(s)
        await s.press("ctrl+q")
        assert "Leave?" in s.screen


@pytest.mark.parametrize("door", ["quick", "join", "watch"])
async def test_nobody_is_asked_who_came_for_his_cards(door: str) -> None:
    async with stage(None, likes=NEW, door=door, table="K7QX") as s:
        assert not asks(s)
        s.likes.like(bell="off")
        await s.pilot.pause()
        assert not asks(s)


@pytest.mark.parametrize("changes", [{"you": "~visitor"}, {"seat": "K7QX"}, {"table": "K7QX"}])
async def test_neither_guests_nor_seated_people_are_asked(changes: dict[str, str]) -> None:
    async with stage(tables.table(tables.game()) if "table" in changes else None, likes=NEW, door="quick") as s:
        lobby = s.app.link.lobby
        assert lobby is not None
        greeting = Greeting(s.app, True)  # as if he had come by the lobby's door
        s.wire.deliver(Snapshot(LOBBY, 9, replace(lobby, **changes)))  # type: ignore[arg-type]  # names of fields
        greeting.mind()
        assert not asks(s)


@pytest.mark.parametrize("number", range(len(ANSWERS)))
async def test_an_answer_about_the_screen_sets_what_helps(number: int) -> None:
    async with stage(None, likes=NEW) as s:
        await s.press("enter", *["down"] * number, "enter")
        assert s.wire.bodies == [GREETED, *(Set(name, value) for name, value in ANSWERS[number][1])]
        assert all(value in CHOICES[name] for name, value in ANSWERS[number][1])
        expected = (Look(), Look(theme=Theme.CONTRAST), Look(Depth.MONO), Look(unicode=False))
        assert s.app.look == expected[number]


async def test_another_name_is_typed_into_the_card() -> None:
    async with stage(None, likes=NEW) as s:
        await s.press("down", "enter")
        assert s.footer.split()[:2] == ["Enter", "done"]
        await s.press(*"Eve", "enter")
        assert s.wire.bodies == [GREETED, Rename("Eve")]
        assert "four colours" in s.screen


async def test_a_name_that_cannot_be_had_is_there_to_be_typed_otherwise() -> None:
    async with stage(None, likes=NEW) as s:
        await s.press("down", "enter", *"Eve", "enter")
        s.wire.deliver(Reply(s.wire.sent[-1].id, Refusal("name_taken", "Somebody has that name.")))
        await s.pilot.pause()
        assert "Your name: Eve" in s.screen
        await s.press("2", "enter")
        assert s.wire.bodies == [GREETED, Rename("Eve"), Rename("Eve2")]
        assert "four colours" in s.screen


@pytest.mark.parametrize("name", ["", "Ada"])
async def test_the_same_name_is_not_asked_for(name: str) -> None:
    async with stage(None, likes=NEW) as s:
        await s.press("2", "enter", *name, "enter")
        assert s.wire.bodies == [GREETED]
        assert "four colours" in s.screen


@pytest.mark.parametrize(
    ("name", "size", "look", "keys"),
    [
        ("welcome-80x24", (80, 24), Look(), ()),
        ("welcome-colours-80x24-ascii", (80, 24), Look(Depth.MONO, unicode=False), ("enter",)),
        ("welcome-name-40x12", (40, 12), Look(), ("down", "enter")),
        ("welcome-colours-40x12", (40, 12), Look(), ("enter",)),
    ],
)
async def test_it_looks_as_it_should(name: str, size: tuple[int, int], look: Look, keys: tuple[str, ...]) -> None:
    async with stage(None, size, look, NEW) as s:
        await s.press(*keys) if keys else None
        assert_golden(name, s.screen)
