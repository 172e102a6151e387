"""Motion: a card travels to the pile, the direction turns, a penalty lands.

The page shows the new position from the first moment; what moves lies above it, so no key ever waits for it, and any key ends
it. Each step sends a few cells. There is no timer while nothing moves, and no motion while a terminal is behind with what it
was sent.
"""

from __future__ import annotations

import asyncio
import contextvars
from itertools import zip_longest
from typing import TYPE_CHECKING, Final

from client.names import seat_name
from client.protocol import Happening, TableView
from client.text import Text
from client.tui.canvas import Sprite
from client.tui.paint import Row, cells, seg
from client.tui.palette import Palette
from client.tui.parts.around import around
from client.tui.reading import in_order
from client.tui.screens.table import TablePage
from client.tui.screens.table.places import Place, Places, places
from engine import events as e

if TYPE_CHECKING:
    from client.tui.app import UnoApp

STEP: Final = 0.09
"""Seconds a step stays."""
STAYS: Final = 4
"""Steps that something stays marked."""
TRAVEL: Final = (0.25, 0.6)
"""How far a card has come at each step."""
Steps = list[list[Sprite]]


def motion(
    text: Text, palette: Palette, happened: tuple[Happening, ...], where: Places, own: int, hand: Place, travels: bool
) -> Steps:
    """What is laid over the page, step by step. `hand`: where the viewer's card lay; `travels` false: only marks."""
    tracks: list[Steps] = []
    for one in happened:
        match one:
            case e.Played(seat, card, color):
                piece = (seg(f" {card.text} ", palette.card[card.color if card.color else color]),)
                start = hand if seat == own else where.seats[seat]
                tracks = [_path(piece, start, where.pile) if travels else _mark(piece, (where.pile[0] - 2, where.pile[1]))]
            case e.Drew(seat, count, _, why) if why is not e.Why.TURN:
                piece = (seg(f" +{count} ", palette.uno),)
                delay: Steps = [[] for _ in tracks[0]] if tracks and travels else []
                way = _path(piece, where.draw, where.seats[seat]) if travels else []
                tracks.append([*delay, *way, *_mark(piece, where.seats[seat])])
            case e.Turned(direction):
                name = f" {text('clockwise') if direction > 0 else text('counter-clockwise')} "
                x, y = where.ring
                tracks.append(_mark((seg(name, palette.chosen),), (x - cells(name) // 2, y)))
    return [[sprite for step in steps for sprite in step] for steps in zip_longest(*tracks, fillvalue=[])]


def _path(piece: Row, start: Place, end: Place) -> Steps:
    points = [(round(start[0] + (end[0] - start[0]) * far), round(start[1] + (end[1] - start[1]) * far)) for far in TRAVEL]
    return [[Sprite(max(0, x - 2), y, piece)] for x, y in points]


def _mark(piece: Row, at: Place) -> Steps:
    return [[Sprite(*at, piece)] for _ in range(STAYS)]


class Motion:
    """What moves on one person's screen."""

    def __init__(self, app: UnoApp) -> None:
        self._app = app
        self._seen: TableView | None = None
        self._steps: Steps = []
        self._timer: asyncio.Handle | None = None

    def mind(self) -> None:
        """Follow the newest view: begin what it calls for, in place of what still moves."""
        before, table = self._seen, self._app.link.table
        if table is before:
            return
        self._seen = table
        happened = _news(before, table)
        page, liked = self._app.base, self._app.liking.of("motion")
        if table is None or table.game is None or not happened or liked not in ("full", "reduced"):
            return
        self.stop()
        if not self._is_welcome or self._app.top is not page or not isinstance(page, TablePage):
            return
        bottom = around(table.game).bottom
        where = places(table.game, *self._app.size, cells(seat_name(self._app.text, table.chairs, bottom)))
        if where is None:
            return
        own = table.you if table.you is not None else -1
        text, palette = self._app.text, self._app.palette
        steps = motion(text, palette, happened, where, own, page.card_spot, liked == "full")
        bidi = self._app.look.bidi
        self._steps = [[one._replace(row=in_order([one.row], bidi, text.rtl)[0]) for one in step] for step in steps]
        if self._steps:
            self._timer = asyncio.get_running_loop().call_soon(self._step, context=contextvars.copy_context())

    @property
    def _is_welcome(self) -> bool:
        surface = self._app.canvas.surface
        return surface is None or surface.is_idle

    def _step(self) -> None:
        self._timer = None
        if not self._app.is_running:
            return
        if not self._steps or not self._is_welcome or self._app.top is not self._app.base:
            self.stop()
            return
        step, count = self._steps[0], 0
        while self._steps and self._steps[0] == step:
            del self._steps[0]
            count += 1
        self._app.canvas.lay_over(step)
        self._timer = asyncio.get_running_loop().call_later(count * STEP, self._step, context=contextvars.copy_context())

    def stop(self) -> None:
        """Nothing moves any more."""
        self._steps = []
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        self._app.canvas.lay_over(())


def _news(before: TableView | None, table: TableView | None) -> tuple[Happening, ...]:
    """What happened between two views of one table; nothing if that cannot be told."""
    if before is None or table is None or before.code != table.code or not before.log or table.log is before.log:
        return ()
    last = before.log[-1]
    at = next((index for index in range(len(table.log) - 1, -1, -1) if table.log[index] is last), None)
    return table.log[at + 1 :] if at is not None else ()
