"""The autopilot on the screen: whom it plays for, how a person takes his seat back, and what a guest is told to come back."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

import pytest

from client.protocol import Back, Leave, LobbyView, Notice, Noticed, Stage, TableView
from client.tui.dialogs import Question
from client.tui.screens.table.pickers import ColorPicker
from client.tui.theme import Depth, Look
from tests.client import stage as stages
from tests.client import tables
from tests.client.golden import assert_golden
from tests.client.lobbies import room, show
from tests.client.stage import stage

CODE: Final = "F7KQ3WXN4T"
HOST: Final = "-p 2222 uno.example.org"
LINE: Final = f"ssh -t {HOST} back {CODE}"
ASCII: Final = Look(Depth.MONO, unicode=False)
GUEST: Final = LobbyView("~Ada", (), ("~Ada",), "K7QX", resume=CODE)


def flown(view: TableView, *seats: int) -> TableView:
    """The autopilot plays these seats; the persons of all but the viewer's are away."""
    chairs = [
        replace(chair, pilot=True, away=number != view.you, ready=view.stage is Stage.ROUND_OVER) if number in seats else chair
        for number, chair in enumerate(view.chairs)
    ]
    return replace(view, chairs=tuple(chairs))


def playing(*seats: int) -> TableView:
    """In the middle of a round."""
    view = flown(tables.table(tables.game()), *seats)
    names = [Noticed(view.chairs[seat].name, Notice.PILOT) for seat in seats]
    return replace(view, log=(*view.log, *names))


@pytest.mark.parametrize(
    ("name", "size", "look"),
    [
        ("autopilot-80x24", (80, 24), Look()),
        ("autopilot-80x24-ascii", (80, 24), ASCII),
        ("autopilot-60x16", (60, 16), Look()),
        ("autopilot-40x12", (40, 12), Look()),
    ],
)
async def test_seats_that_are_flown_look_as_they_did(name: str, size: tuple[int, int], look: Look) -> None:
    async with stage(playing(0, 1), size, look) as s:
        assert_golden(name, s.screen)


async def test_a_seat_of_others_is_marked_and_the_log_says_so() -> None:
    async with stage(playing(1)) as s:
        assert "◉ auto" in s.screen
        assert "away" not in "\n".join(s.lines[:6])
        assert "Bo's seat plays by itself." in s.screen
        assert "Any key" not in s.screen
    async with stage(playing(1), look=ASCII) as s:
        assert "◉" not in s.screen
        assert "* auto" in s.screen


async def test_the_person_himself_is_told_and_the_first_key_only_takes_the_seat_back() -> None:
    async with stage(playing(0)) as s:
        assert s.status == "You were away: the autopilot plays your cards. Any key takes it back."
        await s.press("enter")
        assert s.wire.bodies == [Back()]
        await s.show(playing())
        assert "autopilot" not in s.status
        await s.press("enter")
        assert len(s.wire.bodies) == 2
        assert s.wire.bodies[1] != Back()


@pytest.mark.parametrize("key", ["right", "d", "z", "1", "escape", "space"])
async def test_any_key_takes_it_back(key: str) -> None:
    async with stage(playing(0)) as s:
        await s.press(key)
        assert s.wire.bodies == [Back()]
        assert not isinstance(s.app.top, Question)


async def test_a_click_takes_it_back_and_plays_nothing() -> None:
    async with stage(playing(0)) as s:
        await s.pilot.click(offset=(4, 19))
        await s.pilot.pause()
        assert s.wire.bodies == [Back()]


async def test_talk_and_the_leave_question_work_as_ever() -> None:
    async with stage(playing(0)) as s:
        await s.press("t")
        assert s.app.top.entry is not None
        assert s.wire.bodies == [Back()]
    async with stage(playing(0)) as s:
        await s.press("ctrl+q", "down", "enter")
        assert s.wire.bodies == [Leave()]


async def test_no_question_of_the_engine_is_put_to_who_is_away() -> None:
    async with stage(flown(tables.asked_color(), 0)) as s:
        assert not isinstance(s.app.top, ColorPicker)
        await s.show(tables.asked_color())
        assert isinstance(s.app.top, ColorPicker)


async def test_between_rounds_it_is_said_too_and_enter_takes_the_seat_back() -> None:
    async with stage(flown(tables.round_over(), 0)) as s:
        assert "the autopilot plays your cards" in s.status
        await s.press("enter")
        assert s.wire.bodies == [Back()]


# ── a guest's code ───────────────────────────────────────────────────────────────────────────────────────


async def as_guest(s: stages.Stage) -> None:
    """The lobby says that the viewer is a guest, and his code."""
    await show(s, GUEST)


@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_a_guest_sees_his_line_in_the_waiting_room_and_nobody_else_does(size: tuple[int, int]) -> None:
    async with stage(room(), size, address=HOST) as s:
        assert " back " not in s.screen
        await as_guest(s)
        assert f"To come back (tell nobody): {LINE}" in s.screen
        await s.show(room(you=None))
        assert CODE not in s.screen


async def test_help_at_a_table_tells_a_guest_his_line() -> None:
    async with stage(tables.table(tables.game()), (160, 50), address=HOST) as s:
        await as_guest(s)
        assert CODE not in s.screen
        await s.press("question_mark")
        assert f"{LINE} brings you back if the line drops; show it to nobody" in s.screen


@pytest.mark.parametrize(
    ("view", "line"),
    [
        (room(), f"To this table: ssh -t {HOST} join K7QX"),
        (tables.table(tables.game()), f"To look on: ssh -t {HOST} watch K7QX"),
        (replace(tables.table(tables.game()), spectators=False), ""),
    ],
    ids=["waiting", "begun", "begun, nobody may look on"],
)
async def test_help_tells_the_line_that_leads_somebody_else_to_the_table(view: TableView, line: str) -> None:
    async with stage(view, (160, 50), address=HOST) as s:
        await s.press("question_mark")
        assert line in s.screen
        assert s.screen.count(f"ssh -t {HOST}") == bool(line)


async def test_the_leave_question_says_what_disconnecting_costs_a_guest() -> None:
    async with stage(tables.table(tables.game()), address=HOST) as s:
        await as_guest(s)
        await s.press("ctrl+q")
        assert "keeps your seat for 5 minutes" in s.screen
        assert LINE in s.screen
        await s.press("ctrl+q")
        assert s.app.return_value == f"Come back within 5 minutes: {LINE}"


async def test_the_leave_question_says_what_disconnecting_costs_who_has_a_key() -> None:
    async with stage(tables.table(tables.game()), address=HOST) as s:
        await s.press("ctrl+q")
        words = " ".join(s.screen.replace("│", " ").split())
        assert "keeps your seat, and soon an autopilot plays: come back with the same key." in words
        assert "Giving up your seat ends the match for you" in words
