"""The screens on the real lobby: a whole match through keys alone, read from what the screen offers."""

from __future__ import annotations

import asyncio
import random
from collections import deque

from textual.events import Key

from client.link import Link
from client.protocol import Message, Stage
from client.tui.app import UnoApp
from client.tui.screens.match_over import MatchOverPage
from client.tui.screens.round_over import RoundOverPage
from client.tui.screens.table import TablePage
from client.tui.theme import Look
from engine.view import Phase
from server.lobby.lobby import Lobby
from server.lobby.people import Person
from tests.clock import Seeds, VirtualClock


class Guest:
    """A person whose messages arrive when `pump` is called."""

    def __init__(self, lobby: Lobby, name: str) -> None:
        self.inbox: deque[Message] = deque()
        self.link = Link(lambda command: lobby.handle(self.session, command))
        self.session = lobby.connect(Person(name, name, False), self.inbox.append)

    def pump(self) -> None:
        """Take what has arrived."""
        while self.inbox:
            self.link.deliver(self.inbox.popleft())


def keys_for(page: TablePage, chance: random.Random) -> list[str]:
    """Any move that the table page offers, as keys; none while others are on turn."""
    choices = page.choices
    if choices.catchable and chance.random() < 0.5:
        return ["c", "enter"] if len(choices.catchable) > 1 else ["c"]
    if not choices.on_turn:
        return []
    if page.app.top is not page:
        return [chance.choice("rygb"), "enter"]
    offers: list[list[str]] = []
    for move, key in (("draw", "d"), ("keep", "k"), ("pass", "k"), ("accept", "a"), ("challenge", "x")):
        if choices.can(move):
            offers.append([key, "enter"])
    if choices.playable:
        index = next(i for i, card in enumerate(page.hand.cards) if card in choices.playable)
        call = ["u"] if choices.can("uno") and chance.random() < 0.7 else []
        offers += [["home", *["right"] * index, *call, "enter"]] * 3
    return chance.choice(offers)


async def press(app: UnoApp, *keys: str) -> None:
    """Press keys right at the app, without a driver and its waiting."""
    for key in keys:
        await app.on_event(Key(key, key if len(key) == 1 else None))


async def play(app: UnoApp, guest: Guest, clock: VirtualClock) -> dict[str, int]:
    """Play until the match is over; what was seen how often."""
    chance, seen = random.Random(7), {"rounds": 0, "moves": 0, "answers": 0}
    for _ in range(3000):
        page = app.base
        if isinstance(page, MatchOverPage):
            return seen
        if isinstance(page, RoundOverPage):
            seen["rounds"] += 1
            await press(app, "enter")
        elif isinstance(page, TablePage):
            keys = keys_for(page, chance)
            if keys:
                seen["moves"] += 1
                seen["answers"] += page.game is not None and page.game.phase is Phase.RESPOND
                await press(app, *keys)
        guest.pump()
        clock.advance(1.0)
        guest.pump()
        await asyncio.sleep(0)
    raise AssertionError("the match did not end")


async def test_a_quick_match_is_played_to_its_end_with_keys_alone() -> None:
    clock = VirtualClock()
    lobby = Lobby(clock, Seeds(3))
    guest = Guest(lobby, "Ada")
    guest.pump()
    app = UnoApp(guest.link, Look(), "quick")
    async with app.run_test(size=(80, 24)) as pilot:
        guest.pump()
        await pilot.pause()
        assert guest.link.table is not None
        assert guest.link.table.stage is Stage.PLAYING
        seen = await play(app, guest, clock)
        assert seen["moves"] > 20
        assert seen["rounds"] >= 1
        screen = "\n".join(strip.text for strip in app.canvas.render_lines(app.canvas.size.region))
        assert "1." in screen
        assert "win" in screen


async def test_a_wrong_code_leads_to_the_lobby_with_a_sentence() -> None:
    lobby = Lobby(VirtualClock(), Seeds(3))
    guest = Guest(lobby, "Ada")
    guest.pump()
    app = UnoApp(guest.link, Look(), "join", "ZZZZ")
    async with app.run_test(size=(80, 24)) as pilot:
        guest.pump()
        await pilot.pause()
        assert app.base.name == "lobby"
        assert app.status
