"""A session on a stage: the app run headless with a remembered wire."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any

from textual.pilot import Pilot

from client.protocol import TableView
from client.tui.app import UnoApp
from client.tui.theme import Look
from tests.client import pasts
from tests.client.likes import Likes
from tests.client.tables import Wire


@dataclass
class Stage:
    """What a test talks to."""

    app: UnoApp
    wire: Wire
    pilot: Pilot[Any]
    now: list[float]
    likes: Likes

    async def press(self, *keys: str) -> None:
        """Press keys and wait until they are worked off."""
        await self.pilot.press(*keys)
        await self.pilot.pause()

    async def show(self, view: TableView) -> None:
        """The table changes."""
        self.wire.show(view)
        await self.pilot.pause()

    @property
    def lines(self) -> list[str]:
        """The screen, row by row."""
        canvas = self.app.canvas
        return [strip.text.rstrip() for strip in canvas.render_lines(canvas.size.region)]

    @property
    def screen(self) -> str:
        """The screen as text."""
        return "\n".join(self.lines) + "\n"

    @property
    def status(self) -> str:
        """The line above the footer."""
        return self.lines[-2].strip()

    @property
    def footer(self) -> str:
        """The line of keys."""
        return self.lines[-1].strip()


@asynccontextmanager
async def stage(
    view: TableView | None,
    size: tuple[int, int] = (80, 24),
    look: Look | None = None,
    likes: dict[str, str] | None = None,
    **kwargs: Any,
) -> AsyncIterator[Stage]:
    """Run the app at a table (or in the lobby). What is asked of the past is answered from `tests.client.pasts`.

    `likes`: settings that are not as they are anyway.
    """
    wire, now = Wire(view), [100.0]
    wire.answer = pasts.answer
    liked = Likes(wire, **(likes or {}))
    app = UnoApp(wire.link, look or Look(), now=lambda: now[0], wall=lambda: 1_700_000_600.0, **kwargs)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Stage(app, wire, pilot, now, liked)
