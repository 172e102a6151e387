"""A person at the real screens of a real lobby who plays by keys alone, choosing only what the screen offers."""

from __future__ import annotations

import asyncio
import random
from collections import Counter, deque
from collections.abc import Mapping

from textual.events import Key

from client.link import Link
from client.play.fields import TABLE
from client.play.wish import Wish
from client.protocol import Message, Patch, Reply
from client.tui.app import UnoApp
from client.tui.screens.match_over import MatchOverPage
from client.tui.screens.new_table import FIELDS
from client.tui.screens.round_over import RoundOverPage
from client.tui.screens.table import TablePage
from client.tui.screens.table.pickers import ColorPicker, Picker
from engine.options import Value
from server.lobby.lobby import Lobby
from server.lobby.people import Person
from tests.client.render import screen_text
from tests.clock import VirtualClock

MOVES = {"draw": "d", "keep": "k", "pass": "k", "accept": "a", "challenge": "x"}
FAIR = ("stale", "held")
"""Refusals that a slow hand may meet."""


class Guest:
    """A person whose messages arrive when `pump` is called."""

    def __init__(self, lobby: Lobby, name: str) -> None:
        self.inbox: deque[Message] = deque()
        self.link = Link(lambda command: lobby.handle(self.session, command))
        self.refused: list[str] = []
        self.seen: Counter[str] = Counter()
        """What happened, by the names of events."""
        self.session = lobby.connect(Person(name, name, False), self.inbox.append)

    def pump(self) -> None:
        """Take what has arrived."""
        while self.inbox:
            message = self.inbox.popleft()
            if isinstance(message, Reply) and message.refusal is not None:
                self.refused.append(message.refusal.code)
            if isinstance(message, Patch):
                self.seen.update(type(one).__name__ for one in message.happened)
            self.link.deliver(message)


async def press(app: UnoApp, *keys: str) -> None:
    """Press keys right at the app, without a driver and its waiting."""
    for key in keys:
        await app.on_event(Key(key, key if len(key) == 1 else None))


def form_keys(rules: str, seats: int, changes: Mapping[str, Value]) -> list[str]:
    """From the lobby to an open table with bots on every other chair, through the form: `changes` by label and value."""
    wish, keys, at = Wish(), ["n"], 0
    about_all: dict[str, Value] = {TABLE[0].label: rules, TABLE[3].label: seats, TABLE[4].label: seats - 1}
    for label, value in {**about_all, **changes}.items():
        shown = [field for field in FIELDS if field.belongs(wish)]
        place = next(index for index, field in enumerate(shown) if field.label == label)
        field = shown[place]
        choices = field.choices(wish)
        keys += ["down"] * ((place - at) % len(shown))
        keys += ["right"] * ((choices.index(value) - choices.index(field.read(wish))) % len(choices))
        wish, at = field.change(wish, value), place
    return [*keys, "enter"]


def keys_for(page: TablePage, chance: random.Random) -> list[str]:
    """Any move that the table page offers, as keys; none while there is nothing to do."""
    choices, top = page.choices, page.app.top
    if isinstance(top, Picker):
        letter = [chance.choice("rygb")] if isinstance(top, ColorPicker) else ["right"] * chance.randrange(len(top.labels()))
        return [*letter, "enter"]
    if choices.catchable and chance.random() < 0.6:
        return ["c"]
    if choices.suspects and not choices.catchable and chance.random() < 0.01:
        return ["c"]
    if choices.can("jump"):
        return ["j", "enter"]
    if not choices.on_turn:
        return ["u"] if choices.can("uno") and chance.random() < 0.5 else []
    offers = [[key, "enter"] for move, key in MOVES.items() if choices.can(move)]
    if choices.playable:
        index = chance.choice([index for index, card in enumerate(page.hand.cards) if card in choices.playable])
        call = ["u"] if choices.can("uno") and chance.random() < 0.7 else []
        offers += [["home", *["right"] * index, *call, "enter"]] * 5
    return chance.choice(offers)


def check(page: TablePage, screen: str) -> None:
    """Whoever is on turn is told so, and shown at least one thing to do."""
    rows = screen.splitlines()
    assert "{" not in screen
    if page.choices.on_turn and page.app.top is page:
        possible = {"confirm", "draw", "keep", "accept", "challenge"} & set(page.actions())
        assert possible or page.choices.playable, "there is nothing to press"
        assert "Your turn" in rows[0], screen
        assert rows[-2].strip(), "nothing is said about what may be done"


class Player:
    """A person, the screens, and the time that passes between two keys."""

    def __init__(self, app: UnoApp, guest: Guest, clock: VirtualClock, seed: int = 7) -> None:
        self.app, self.guest, self.clock = app, guest, clock
        self.chance = random.Random(seed)

    async def sit_down(self, rules: str, seats: int, changes: Mapping[str, Value]) -> None:
        """Open a table through the form and have the cards dealt."""
        await press(self.app, *form_keys(rules, seats, changes))
        await self.wait()
        await press(self.app, "enter")
        await self.wait()

    async def wait(self, seconds: float = 1.0) -> None:
        """Let the others act, and see it."""
        self.guest.pump()
        self.clock.advance(seconds)
        self.guest.pump()
        await asyncio.sleep(0)

    async def play(self, rounds: int = 1, turns: int = 3000) -> None:
        """Play until the match, or so many rounds of it, are over."""
        for _ in range(turns):
            page = self.app.base
            if isinstance(page, MatchOverPage):
                return
            if isinstance(page, RoundOverPage) and page.is_settled:
                rounds -= 1
                if not rounds:
                    return
                await press(self.app, "enter")
            elif isinstance(page, TablePage):
                check(page, screen_text(self.app))
                await press(self.app, *keys_for(page, self.chance))
            await self.wait()
        raise AssertionError("the round did not end")
