"""The real screens, hosted: every client sees what its app painted, whatever it does, within the budget of bytes."""

from __future__ import annotations

import random
from contextlib import suppress
from dataclasses import replace
from typing import cast

import pytest

from client.tui.app import UnoApp
from client.tui.theme import Depth
from server.ssh import driver
from server.ssh.glyphs import TAIL, cells
from server.ssh.terminal import Glyphs, Terminal
from tests.client import tables
from tests.client.scenes import SCENES
from tests.client.tables import Wire
from tests.server.hosted import TRUECOLOR, Client

UTF8 = {"LANG": "en_US.UTF-8"}
KINDS = {
    "24 bit": TRUECOLOR,
    "256": Terminal.from_request("xterm-256color", UTF8),
    "console": Terminal.from_request("linux", UTF8),
    "vt100": Terminal.from_request("vt100", {"LANG": "C"}),
}
KEYS = ("\x1b[C", "\x1b[D", "\x1b[A", "\x1b[B", "1", "3", "s", "?", "\x1b", "r", "\x1b[6~", "t", "x", "\x7f", "\x0c")


class Player(Client):
    """A hosted app at a table made by hand."""

    def __init__(self, terminal: Terminal, size: tuple[int, int], scene: str = "full") -> None:
        self.wire = Wire(SCENES[scene]())
        super().__init__(terminal, size, UnoApp, self.wire.link, terminal.look)
        self.glyphs = terminal.glyphs

    @property
    def painted(self) -> list[str]:
        """What the app painted last, in the characters of this terminal."""
        app = cast(UnoApp, self.host._app)
        rows = app.canvas._rows if app is not None else []
        return ["".join(cell for segment in row for cell in cells(segment.text, self.glyphs) if cell != TAIL) for row in rows]

    async def in_step(self) -> None:
        """Wait until the client sees what the app paints for its size, and nothing more comes."""
        await self.until(lambda: len(self.painted) == self.height and len(self.painted[0]) <= self.width)
        await self.quiet()
        with suppress(TimeoutError):
            await self.until(lambda: self.screen() == [row.rstrip() for row in self.painted])
        assert self.screen() == [row.rstrip() for row in self.painted]

    async def until_sent(self, count: int) -> None:
        """Wait until so many bytes were sent."""
        await self.until(lambda: len(self.channel.raw) >= count)


@pytest.mark.parametrize("scene", ["lobby", "full", "answer"])
@pytest.mark.parametrize("kind", KINDS)
async def test_the_client_sees_what_the_app_painted_after_any_keys_and_sizes(kind: str, scene: str) -> None:
    player = Player(KINDS[kind], (80, 24), scene)
    await player.in_step()
    chance = random.Random(kind + scene)
    for _ in range(12):
        if chance.random() < 0.25:
            player.resize(chance.randrange(1, 140), chance.randrange(1, 50))
        else:
            player.host.feed("".join(chance.choices(KEYS, k=3)).encode())
        await player.in_step()
    if KINDS[kind].glyphs is Glyphs.ASCII:
        assert max(player.channel.raw) < 128
    if KINDS[kind].depth is Depth.MONO:
        assert b"8;5;" not in player.channel.raw
    player.host.stop("")
    await player.host.ended()


async def test_a_player_whose_link_hung_catches_up_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "HIGH_WATER", 12 * 1024)
    monkeypatch.setattr(driver, "LOW_WATER", 4 * 1024)
    player = Player(KINDS["256"], (80, 24))
    await player.in_step()
    player.channel.stalled = True
    app = cast(UnoApp, player.host._app)
    size = 0
    while not app._batch_count:
        size = 50 - size
        player.host.resize(60 + size, 30)
        await player.channel.next_write(0.3)
    behind = player.channel.backlog()
    player.wire.show(tables.challenged())
    player.host.feed(b"\x1b[C")
    assert not await player.channel.next_write(0.1)
    assert player.channel.backlog() == behind
    player.resize(60 + size, 30)
    player.channel.stalled = False
    await player.until(lambda: "Accept" in "\n".join(player.screen()) or "accept" in "\n".join(player.screen()))
    await player.in_step()
    player.host.stop("")
    await player.host.ended()


async def test_keys_and_moves_keep_within_the_budget_of_bytes() -> None:
    player = Player(KINDS["256"], (80, 24))
    await player.in_step()
    first = len(player.channel.raw)
    for key in (b"\x1b[C", b"\x1b[C", b"\x1b[D", b"7"):
        player.host.feed(key)
        await player.in_step()
    keys = (len(player.channel.raw) - first) / 4
    assert first < 5000
    assert keys < 700
    player.host.stop("")
    await player.host.ended()


async def test_a_player_in_the_lobby_is_sent_nothing_while_nothing_happens() -> None:
    """CASES 2-28."""
    player = Player(KINDS["256"], (80, 24), "lobby")
    await player.in_step()
    assert not await player.channel.next_write(0.5)
    player.host.stop("")
    await player.host.ended()


async def test_a_table_whose_clock_runs_costs_one_small_update_a_second_and_without_a_clock_nothing() -> None:
    """CASES 2-28."""
    for clock, least, most in ((None, 0, 0), (tables.full_table().clock, 1, 60)):
        player = Player(KINDS["256"], (80, 24))
        view = tables.full_table()
        assert view.game is not None
        player.wire.show(replace(view, clock=clock))
        await player.in_step()
        before = len(player.channel.raw)
        with suppress(TimeoutError):
            await player.until(lambda: False, 1.2)
        await player.until_sent(before + least)
        assert least <= len(player.channel.raw) - before <= most
        player.host.stop("")
        await player.host.ended()


async def test_a_huge_screen_shows_its_keys_and_its_cost_is_bounded() -> None:
    """CASES 2-34: blanks up to the largest frame once, then no more than on any other screen."""
    huge = Player(KINDS["256"], (500, 200))
    await huge.in_step()
    assert any("Ctrl+Q" in row and "? help" in row for row in huge.screen())
    assert len(huge.channel.raw) < 1.5 * driver.MAX_WIDTH * driver.MAX_HEIGHT
    before = len(huge.channel.raw)
    huge.host.feed(b"\x1b[C")
    await huge.in_step()
    assert len(huge.channel.raw) - before < 700
    huge.host.stop("")
    await huge.host.ended()


async def test_the_answers_of_a_terminal_after_the_end_are_heard_by_nobody() -> None:
    """CASES 2-26."""
    player = Player(KINDS["256"], (80, 24), "lobby")
    await player.in_step()
    player.host.stop("Goodbye.")
    player.host.feed(b"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\")
    await player.host.ended()
    player.host.feed(b"\x1b[?62;22c")
    assert player.channel.raw.endswith(b"Goodbye.\r\n")
