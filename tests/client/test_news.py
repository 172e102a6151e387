"""News that nobody looks at cost nothing, and whoever comes for a table sees that and nothing else first."""

from __future__ import annotations

import asyncio
from functools import partial

import pytest

from client.link import Link
from client.protocol import LOBBY, Command, Patch, Refusal, Reply, Snapshot
from client.tui.app import UnoApp
from client.tui.arriving import PATIENCE
from client.tui.theme import Look
from tests.client.lobbies import busy, room
from tests.client.stage import Stage, stage
from tests.client.tables import game, lobby, table
from tests.server.hosted import TRUECOLOR, Client


async def paintings(s: Stage, monkeypatch: pytest.MonkeyPatch, **changes: object) -> int:
    """How often the screen is painted for a patch of the lobby."""
    painted: list[None] = []
    with monkeypatch.context() as patch:
        patch.setattr(s.app.canvas, "repaint", lambda: painted.append(None))
        version = s.wire.link.lobby_version
        s.wire.deliver(Patch(LOBBY, version, version + 1, changes, ()))
        await s.pilot.pause()
    assert all(getattr(s.wire.link.lobby, name) == value for name, value in changes.items())
    return len(painted)


async def test_at_a_table_nothing_is_painted_for_who_comes_and_goes_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    async with stage(table(game())) as s:
        assert await paintings(s, monkeypatch, online=("Ada", "Zoe"), here=2, tables=(), where=()) == 0
        assert await paintings(s, monkeypatch, online=("Ada",), notice="back at noon") > 0, "that is for everybody"


async def test_where_the_crowd_is_shown_its_news_are(monkeypatch: pytest.MonkeyPatch) -> None:
    async with stage(None) as s:
        assert await paintings(s, monkeypatch, online=("Ada", "Zoe"), here=2) > 0


class Comer:
    """A hosted app that was opened for a table, and the link it hangs on."""

    def __init__(self) -> None:
        self.sent: list[Command] = []
        self.asked_at = 0.0
        self.link = Link(self._send)
        self.link.deliver(Snapshot(LOBBY, 1, busy()))
        self.client = Client(TRUECOLOR, (80, 24), UnoApp, self.link, Look(), "join", "K7QX")

    def _send(self, command: Command) -> None:
        self.sent.append(command)
        self.asked_at = self.asked_at or asyncio.get_running_loop().time()

    @property
    def screen(self) -> str:
        return "\n".join(self.client.screen())

    async def leave(self) -> None:
        self.client.host.stop("")
        await self.client.host.ended()


async def test_whoever_comes_for_a_table_sees_no_lobby_on_the_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.tui.arriving.PATIENCE", 20.0)  # machines stand still for longer than ours
    comer = Comer()
    await comer.client.until(lambda: comer.sent)
    await comer.client.channel.next_write(PATIENCE / 4)
    assert not comer.screen.strip()
    view = room()
    for message in (
        Snapshot(LOBBY, 2, lobby(view.code)),
        Snapshot(view.code, 1, view),
        Reply(comer.sent[0].id, table=view.code),
    ):
        comer.client.host.deliver(partial(comer.link.deliver, message))
    await comer.client.sees(f"Table {view.code}")
    await comer.leave()


async def test_if_the_table_keeps_them_waiting_they_see_the_lobby() -> None:
    comer = Comer()
    await comer.client.until(lambda: comer.sent)
    await comer.client.sees("UNO")
    assert asyncio.get_running_loop().time() - comer.asked_at > PATIENCE / 2
    await comer.leave()


async def test_why_another_table_opens_than_was_asked_for_stays_until_it_is_read() -> None:
    async with stage(table(game()), door="watch", table="ZZZZ") as s:
        why = Refusal("already_seated", "You have a seat at K7QX: go back there and leave it first.", {"code": "K7QX"})
        s.wire.deliver(Reply(1, why))
        await s.pilot.pause()
        await s.show(table(game(turn=1)))
        words = " ".join(s.screen.replace("│", " ").split())
        assert "You have a seat at K7QX: go back there and leave it first." in words
        await s.press("enter")
        assert "leave it first" not in s.screen
