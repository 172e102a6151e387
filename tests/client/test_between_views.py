"""The link has newer views than the pages: whatever happens first, a key, a clock or a new size, nothing breaks."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import cast

import pytest
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Size

from client.protocol import Patch, Refusal, Reply
from client.tui.app import UnoApp
from client.tui.canvas import Canvas
from client.tui.page import Page
from client.tui.screens.lobby import LobbyPage
from client.tui.theme import Look
from engine.moves import Draw
from tests.client import tables
from tests.client.stage import Stage, stage
from tests.client.tables import Wire
from tests.server.hosted import TRUECOLOR, Client

GONE = Patch("lobby", 1, 2, {"table": None}, ())
"""The lobby says that this client is at no table any more."""


async def paint(on: Stage) -> None:
    on.app.canvas.repaint()


async def press(on: Stage) -> None:
    for key in ("right", "enter", "d", "c", "question_mark"):
        await on.app.on_event(events.Key(key, None))


async def resize(on: Stage) -> None:
    await on.app.on_event(events.Resize(Size(80, 24), Size(80, 24)))


@pytest.mark.parametrize("first", [paint, press, resize])
async def test_a_table_that_went_away_is_never_painted(first: Callable[[Stage], Awaitable[None]]) -> None:
    async with stage(tables.full_table()) as on:
        on.wire.deliver(GONE)
        await first(on)
        assert isinstance(on.app.base, LobbyPage)
        await on.pilot.pause()
        assert "Your turn" not in on.screen
        assert len(on.lines) == 24


async def test_an_answer_that_speaks_while_a_page_is_being_painted_is_shown() -> None:
    async with stage(tables.full_table()) as on:
        answered = on.app.send(Draw())
        on.wire.deliver(Reply(answered, Refusal("stale", "Somebody was faster.")))
        on.app.canvas.repaint()
        assert on.status == "Somebody was faster."


class Wrong(Page):
    """A page that breaks when its view changes."""

    name = "table"

    def changed(self) -> None:
        raise KeyError("W+4")

    def paint(self, width: int, height: int) -> list[tuple[Segment, ...]]:
        return []


async def test_a_page_that_breaks_on_a_message_ends_its_session_with_a_sentence() -> None:
    wire = Wire(tables.full_table())
    client = Client(TRUECOLOR, (80, 24), UnoApp, wire.link, Look())
    await client.sees("Your turn")
    app = cast(UnoApp, client.host._app)
    app.open(Wrong(app))
    wire.deliver(GONE)
    end = await client.host.ended()
    assert end.status != 0
    assert end.sentence.startswith("Something went wrong on our side")


class Bare(App[None]):
    """A canvas and nothing else."""

    def __init__(self, painter: Callable[[int, int], list[tuple[Segment, ...]]]) -> None:
        super().__init__()
        self.canvas = Canvas(painter, Style(), unicode=True)

    def compose(self) -> ComposeResult:
        yield self.canvas


@pytest.mark.parametrize("count", [0, 3, 24, 30])
async def test_a_canvas_has_as_many_rows_as_its_terminal_whatever_it_was_given(count: int) -> None:
    counts = [24]
    app = Bare(lambda width, _: [(Segment("x" * width),)] * counts[0])
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        counts[0] = count
        app.canvas.repaint()
        shown = [strip.text for strip in app.canvas.render_lines(app.canvas.size.region)]
        assert shown == ["x" * 80] * min(count, 24) + [" " * 80] * (24 - min(count, 24))
