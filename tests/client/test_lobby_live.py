"""Lobby, form and waiting room on the real lobby: what one person does, others see."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from textual.pilot import Pilot

from client.protocol import LOBBY, Create, Join, Leave, Remove, Say, Set
from client.tui.app import UnoApp
from client.tui.theme import Look
from engine.rules.presets import PRESETS
from tests.client.render import screen_text
from tests.server.hall import Client, Hall


@dataclass
class Seen:
    """One person at a screen; the others are plain links."""

    hall: Hall
    client: Client
    app: UnoApp
    pilot: Pilot[Any]

    async def press(self, *keys: str) -> None:
        """Press keys, and let time pass so that everybody hears of it."""
        await self.pilot.press(*keys)
        await self.settle()

    async def settle(self) -> None:
        """Let the lobby tell everybody."""
        for _ in range(3):
            self.hall.pass_time(0.3)
            await self.pilot.pause()

    @property
    def screen(self) -> str:
        """The screen as text."""
        return screen_text(self.app)

    @property
    def status(self) -> str:
        """The line above the footer."""
        return self.screen.splitlines()[-2].strip()


@asynccontextmanager
async def at_screen(hall: Hall, name: str = "Ada") -> AsyncIterator[Seen]:
    """Somebody with the real screens in front."""
    client = hall.enter(name)
    client.do(Set("greeted", "yes"), LOBBY)
    app = UnoApp(client.link, Look(), now=hall.clock.now, wall=hall.clock.wall)
    async with app.run_test(size=(80, 24)) as pilot:
        seen = Seen(hall, client, app, pilot)
        await seen.settle()
        yield seen


async def test_a_table_is_opened_furnished_and_dealt_at() -> None:
    hall = Hall()
    async with at_screen(hall) as ada:
        assert "No table is open just now" in ada.screen
        await ada.press("n", "down", "down", "down", "left", "enter")
        assert "1 of 3 seats" in ada.screen
        code = ada.client.table.code
        assert f"join {code}" in ada.screen
        bo = hall.enter("Bo")
        bo.do(Join(), code)
        bo.do(Say("here I am"))
        await ada.settle()
        assert "Bo: here I am" in ada.screen
        assert "2 of 3 seats" in ada.screen
        await ada.press("b", "enter")
        assert "normal bot" in ada.screen
        await ada.press("down", "down", "x")
        assert "2 of 3 seats" in ada.screen
        await ada.press("b", "up", "enter")
        assert "easy bot" in ada.screen
        await ada.press("enter")
        assert ada.app.base.name == "table"
        assert bo.game.round == 1


async def test_the_lobby_follows_what_others_do() -> None:
    hall = Hall()
    async with at_screen(hall) as ada:
        hana = hall.enter("Hana")
        hana.do(Create(seats=4))
        await ada.settle()
        code = hana.table.code
        assert f"▸ {code}" in ada.screen
        assert "1/4" in ada.screen
        bo = hall.enter("Bo", guest=True)
        bo.do(Join(), code)
        await ada.settle()
        assert "2/4" in ada.screen
        assert "Here: Ada, Hana, ~Bo" in ada.screen
        bo.do(Leave())
        hana.do(Leave())
        await ada.settle()
        assert code not in ada.screen


async def test_sitting_down_by_code_and_being_removed_again() -> None:
    hall = Hall()
    hana = hall.enter("Hana")
    hana.do(Create(seats=4, public=False))
    code = hana.table.code
    async with at_screen(hall) as ada:
        assert code not in ada.screen
        await ada.press("j", *code.lower(), "enter")
        assert f"Table {code}" in ada.screen
        assert "Hana deals when everybody is here." in ada.screen
        hana.pump()
        hana.do(Remove(1))
        await ada.settle()
        assert ada.app.base.name == "lobby"
        assert ada.status == f"The host took you off table {code}."


async def test_the_host_who_leaves_hands_the_role_on() -> None:
    hall = Hall()
    hana = hall.enter("Hana")
    hana.do(Create(seats=3))
    async with at_screen(hall) as ada:
        await ada.press("enter")
        assert "Hana deals" in ada.screen
        hana.do(Leave())
        await ada.settle()
        assert "You are the host now." in ada.screen
        assert "you, host" in ada.screen


async def test_watching_and_taking_a_chair_from_there() -> None:
    hall = Hall()
    hana = hall.enter("Hana")
    hana.do(Create(seats=3))
    async with at_screen(hall) as ada:
        await ada.press("w")
        assert "You are watching." in ada.screen
        hana.pump()
        assert hana.table.watchers == ("Ada",)
        await ada.press("enter")
        assert "2 of 3 seats" in ada.screen
        assert ada.client.table.you == 1


async def test_a_match_that_has_begun_is_watched_instead() -> None:
    hall = Hall()
    people = hall.open("Hana", "Bo")
    async with at_screen(hall) as ada:
        code = people[0].table.code
        await ada.press("j", *code, "enter")
        assert "has begun" in ada.screen
        await ada.press("enter")
        assert ada.app.base.name == "table"
        assert ada.client.table.you is None


async def test_a_new_name_is_taken_and_a_bad_one_refused() -> None:
    hall = Hall()
    async with at_screen(hall) as ada:
        await ada.press("y", "ctrl+u", *"Zelda", "enter")
        assert ada.screen.splitlines()[0].endswith("Zelda")
        assert "Welcome, Zelda." in ada.screen
        await ada.press("y", "ctrl+u", *"x", "enter")
        assert "A name has 2 to 16" in ada.status


async def test_every_rule_set_of_the_form_starts_a_match() -> None:
    for turns in range(len(PRESETS)):
        hall = Hall(turns)
        async with at_screen(hall) as ada:
            await ada.press("n", *["right"] * turns, "down", "down", "down", "down", "left", "enter")
            assert "4 of 4 seats" in ada.screen
            await ada.press("enter")
            assert ada.app.base.name == "table"
            assert ada.client.table.options == list(PRESETS.values())[turns]
