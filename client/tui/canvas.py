"""The one widget of the screens: shows the rows that the current page painted.

Textual's style machinery is left out on purpose: only rows that came out differently go on, so that a move costs a
few rows and a key press two or three. Where a host offers a `Surface` they go straight to it, past Textual's
compositor.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Final, NamedTuple, Protocol

from rich.style import Style
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from client.tui.paint import Row, blank, overlay, to_ascii
from client.tui.theme import Depth, Look

MAX_WIDTH: Final = 200
MAX_HEIGHT: Final = 60
"""Larger terminals get a canvas of this size in their upper left corner; the rest stays empty."""


_UNCOUNTED: Final = nullcontext()


class Surface(Protocol):
    """A terminal that takes rows as they are painted."""

    @property
    def ready(self) -> bool:
        """Can it take any now? If not, nothing need be painted: the host asks again once it can."""

    @property
    def work(self) -> AbstractContextManager[None]:
        """Entered while something is painted for this terminal: whoever hosts it counts what that costs."""

    @property
    def is_idle(self) -> bool:
        """Has the person's terminal taken all that was sent, and is there time? If not, nothing is sent that need not be."""

    def show(self, rows: Sequence[Row], changed: Sequence[int]) -> None:
        """Show a whole screen, of which only the rows with these numbers differ from the last one."""

    def wear(self, depth: Depth, unicode: bool) -> None:
        """Write in so many colours and with these characters from now on; the next `show` draws everything."""

    def ring(self) -> None:
        """The bell."""

    def title(self, words: str) -> None:
        """What stands in the window's title, where there is one to be given back."""

    def notify(self, words: str) -> None:
        """A notice on the desktop, where the terminal passes it on."""

    def keep_order(self, wanted: bool) -> None:
        """From now on, leave letters where they are written, also those that read from right to left, or no more so."""

    def track_mouse(self, wanted: bool) -> None:
        """From now on, be told of clicks and of the wheel, or no more; nothing happens where there is no mouse."""


class Sprite(NamedTuple):
    """Some cells that move above the page: the column and row of the first, and what they are."""

    x: int
    y: int
    row: Row


class Canvas(Widget):
    """Cells. `painter(width, height)` should return `height` rows of `width` cells; missing rows stay empty."""

    DEFAULT_CSS = "Canvas { width: 1fr; height: 1fr; }"
    can_focus = False

    def __init__(self, painter: Callable[[int, int], list[Row]], ground: Style, unicode: bool) -> None:
        super().__init__()
        self._painter = painter
        self._ground = ground
        self._unicode = unicode
        self._page: list[Row] = []
        self._rows: list[Row] = []
        """What is shown: the page, and what moves above it."""
        self._sprites: tuple[Sprite, ...] = ()
        self._painted_size = (0, 0)
        self.surface: Surface | None = None
        self.is_held = False
        """Is there nothing to be painted yet?"""

    def wear(self, ground: Style, look: Look) -> None:
        """Have another look from now on, all over."""
        self._ground, self._unicode = ground, look.unicode
        self._painted_size = (0, 0)
        if self.surface is not None:
            self.surface.wear(look.depth, look.unicode)

    def repaint(self) -> None:
        """Paint the page again and show the rows that came out differently."""
        with self._work:
            self._repaint()

    def _repaint(self) -> None:
        width, height = self.size
        if not width or not height:
            return
        if self.is_held or (self.surface is not None and not self.surface.ready):
            self._painted_size = (0, 0)
            return
        self._page = self._paint(width, height)
        if self._painted_size == (width, height):
            self._show(self._sprites)
        else:
            self._painted_size, self._sprites = (width, height), ()
            self._rows = self._page
            self._hand_on(list(range(height)))

    def lay_over(self, sprites: Sequence[Sprite]) -> None:
        """Lay these over the page in place of those before; the page itself is not painted again."""
        sprites = tuple(sprites)
        if sprites != self._sprites and self._painted_size == self.size and (self.surface is None or self.surface.ready):
            self._sprites = sprites
            with self._work:
                self._show(sprites)

    @property
    def _work(self) -> AbstractContextManager[None]:
        return self.surface.work if self.surface is not None else _UNCOUNTED

    def _show(self, sprites: Sequence[Sprite]) -> None:
        rows = self._laid(sprites)
        old, self._rows = self._rows, rows
        self._hand_on([y for y, row in enumerate(rows) if row is not old[y] and row != old[y]])

    def _laid(self, sprites: Sequence[Sprite]) -> list[Row]:
        if not sprites:
            return self._page
        rows = list(self._page)
        for sprite in sprites:
            overlay(rows, [sprite.row if self._unicode else to_ascii(sprite.row)], sprite.x, sprite.y)
        return rows

    def _hand_on(self, changed: list[int]) -> None:
        if self.surface is not None:
            self.surface.show(self._rows, changed)
        elif changed:
            self.refresh(*[Region(0, first, self.size.width, count) for first, count in _runs(changed)])

    def _paint(self, width: int, height: int) -> list[Row]:
        inner, tall = min(width, MAX_WIDTH), min(height, MAX_HEIGHT)
        rows = self._painter(inner, tall)[:tall]
        if not self._unicode:
            rows = [to_ascii(row) for row in rows]
        if inner < width:
            margin = blank(width - inner, self._ground)
            rows = [(*row, *margin) for row in rows]
        rows += [blank(width, self._ground)] * (height - len(rows))
        return rows

    def render_lines(self, crop: Region) -> list[Strip]:
        """The strips of a region; called by Textual's compositor, sometimes before it tells the new size."""
        if self._painted_size != self.size:
            self.repaint()
        lines = [Strip(row, self.size.width) for row in self._rows[crop.y : crop.bottom]]
        if crop.column_span != (0, self.size.width):
            lines = [line.crop(*crop.column_span) for line in lines]
        return lines

    def on_resize(self) -> None:
        """The terminal changed its size."""
        self.repaint()


def _runs(numbers: list[int]) -> list[tuple[int, int]]:
    """`[2, 3, 4, 9]` -> `[(2, 3), (9, 1)]`: neighbours together, as (first, how many)."""
    runs: list[tuple[int, int]] = []
    for number in numbers:
        if runs and sum(runs[-1]) == number:
            runs[-1] = (runs[-1][0], runs[-1][1] + 1)
        else:
            runs.append((number, 1))
    return runs
