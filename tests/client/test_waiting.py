"""The waiting room: what it shows, what the host may do and nobody else."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.protocol import AddBot, Chair, Join, Kind, Notice, Noticed, Remove, Say, Start, TableView
from client.tui.dialogs import Question
from client.tui.screens.waiting import WaitingPage
from client.tui.theme import Depth, Look
from engine.rules.presets import PRESETS
from tests.client.golden import assert_golden
from tests.client.lobbies import room
from tests.client.stage import stage

ASCII = Look(Depth.MONO, unicode=False)
FULL = room(10, 10, watchers=("Zoe", "~visitor"), options=PRESETS["stacking"])


@pytest.mark.parametrize(
    ("name", "view", "size", "look"),
    [
        ("waiting-80x24", room(), (80, 24), Look()),
        ("waiting-full-80x24", FULL, (80, 24), Look()),
        ("waiting-80x24-ascii", FULL, (80, 24), ASCII),
        ("waiting-40x12", FULL, (40, 12), Look()),
        ("waiting-160x50", room(), (160, 50), Look()),
    ],
)
async def test_the_room_looks_as_it_did(name: str, view: TableView, size: tuple[int, int], look: Look) -> None:
    async with stage(view, size, look) as s:
        assert_golden(name, s.screen)


async def test_everybody_and_what_they_are_is_shown() -> None:
    chairs = (*FULL.chairs[:3], replace(FULL.chairs[3], away=True), *FULL.chairs[4:])
    async with stage(replace(FULL, chairs=chairs)) as s:
        rows = {row.split()[2]: row for row in s.lines[2:12] if len(row.split()) > 2}
        assert "you, host" in s.screen
        assert "guest" in rows["~Bo"]
        assert "normal bot" in rows["Cyril"]
        assert "away" in rows["Dmitri"]
        assert "Watching: Zoe, ~visitor" in s.screen
        assert s.lines[0].endswith("10 of 10 seats")


async def test_the_line_to_invite_with_can_be_typed_as_it_stands() -> None:
    async with stage(room(), address="-p 2222 uno.example.org") as s:
        assert "ssh -t -p 2222 uno.example.org join K7QX" in s.screen
    async with stage(room(), (40, 12), address="-p 2222 uno.example.org") as s:
        assert "ssh -t -p 2222 uno.example.org join K7QX" in " ".join(s.screen.split())
    async with stage(room()) as s:
        assert "ssh -t <this host> join K7QX" in s.screen
        assert "<this host> is the address you came by" in s.screen


async def test_the_rules_are_told_in_short_with_clock_and_door() -> None:
    async with stage(room(public=False, turn_limit=None, options=replace(PRESETS["classic"], uno_penalty=2))) as s:
        for words in (
            "500 points win the match",
            "UNO forgotten: 2 cards if caught",
            "No turn clock",
            "Found by its code only",
        ):
            assert words in s.screen


async def test_the_host_adds_a_bot_of_the_strength_chosen_and_it_is_remembered() -> None:
    async with stage(room()) as s:
        await s.press("b")
        assert isinstance(s.app.top, Question)
        assert s.wire.bodies == []
        await s.press("up", "enter")
        assert s.wire.bodies == [AddBot("easy")]
        await s.press("b", "enter")
        assert s.wire.bodies == [AddBot("easy"), AddBot("easy")]


async def test_a_click_on_a_free_chair_offers_a_bot_too() -> None:
    async with stage(room()) as s:
        y = next(y for y, row in enumerate(s.lines) if "free" in row)
        await s.pilot.click(offset=(10, y))
        await s.pilot.pause()
        assert isinstance(s.app.top, Question)


async def test_removing_a_bot_takes_one_key_and_a_person_two() -> None:
    async with stage(room(3)) as s:
        await s.press("down", "down", "x")
        assert s.wire.bodies == [Remove(2)]
        await s.press("up", "x")
        assert s.wire.bodies == [Remove(2)]
        await s.press("enter")
        assert s.wire.bodies == [Remove(2)]
        await s.press("x", "down", "enter")
        assert s.wire.bodies == [Remove(2), Remove(1)]


async def test_a_person_who_came_meanwhile_is_not_removed_by_an_old_answer() -> None:
    async with stage(room(2)) as s:
        await s.press("down", "x", "down")
        chairs = (room().chairs[0], Chair(Kind.PERSON, "Eve"), *room().chairs[2:])
        await s.show(room(chairs=chairs))
        await s.press("enter")
        assert s.wire.bodies == []


async def test_nobody_removes_himself_with_x() -> None:
    async with stage(room()) as s:
        await s.press("x")
        assert s.wire.bodies == []
        assert "Ctrl+Q leaves your own" in s.status


async def test_enter_deals_at_once_when_every_chair_is_taken() -> None:
    async with stage(FULL) as s:
        assert s.status == "Every seat is taken. Enter deals the first round."
        await s.press("enter")
        assert s.wire.bodies == [Start()]


async def test_with_free_chairs_dealing_is_asked_about() -> None:
    async with stage(room()) as s:
        await s.press("enter")
        assert "2 of 4 seats are taken" in " ".join(s.screen.split())
        assert s.wire.bodies == []
        await s.press("escape")
        assert s.wire.bodies == []
        await s.press("enter", "enter")
        assert s.wire.bodies == [Start()]


async def test_one_alone_cannot_deal_and_is_told_what_to_do() -> None:
    async with stage(room(1)) as s:
        assert "press b for a bot" in s.status
        await s.press("enter")
        assert s.wire.bodies == []
        assert "Press b for a bot" in s.status


async def test_a_guest_of_the_table_may_talk_and_wait_but_arrange_nothing() -> None:
    async with stage(room(you=1)) as s:
        assert s.status == "Ada deals when everybody is here."
        await s.press("enter", "b", "x")
        assert s.wire.bodies == []
        assert s.status == "Only the host arranges the seats."
        assert "add a bot" not in s.footer
        await s.press("t", *"hi", "enter")
        assert s.wire.bodies == [Say("hi")]


async def test_at_a_full_table_everybody_knows_who_is_being_waited_for() -> None:
    async with stage(replace(FULL, you=1)) as s:
        assert s.status == "Everybody is here; Ada deals."


async def test_the_next_host_sees_it_and_may_deal() -> None:
    async with stage(room(you=1)) as s:
        chairs = (Chair(), *room().chairs[1:])
        log = (*room().log, Noticed("Ada", Notice.LEFT), Noticed("~Bo", Notice.HOST))
        await s.show(room(you=1, host=1, chairs=chairs, log=log))
        assert "You are the host now." in s.screen
        assert "you, guest, host" in s.screen
        await s.press("b", "enter")
        assert s.wire.bodies == [AddBot("normal")]


async def test_a_spectator_can_take_a_free_chair() -> None:
    async with stage(room(you=None, watchers=("Zoe",))) as s:
        assert s.footer.startswith("Enter take a seat")
        await s.press("enter")
        assert (s.wire.sent[-1].body, s.wire.sent[-1].table) == (Join(), "K7QX")
    async with stage(replace(FULL, you=None)) as s:
        assert s.status == "You are watching; every seat is taken."


async def test_the_selected_chair_stays_selected_while_people_come_and_go() -> None:
    async with stage(room()) as s:
        await s.press("down", "down")
        page = s.app.base
        assert isinstance(page, WaitingPage)
        await s.show(room(3))
        assert page.chosen == 2
        await s.show(room(2, 2))
        assert page.chosen == 1
