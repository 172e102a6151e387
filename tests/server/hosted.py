"""A channel in memory, a terminal drawn by pyte behind it, and a small app to be hosted."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import cast

import pyte
from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.app import App, ComposeResult
from textual.geometry import Region
from textual.strip import Strip
from textual.widget import Widget

from server.ssh import hardening
from server.ssh.driver import clamped
from server.ssh.hosting import Host, host
from server.ssh.terminal import Terminal

hardening.install()

MODERN = {"LANG": "en_US.UTF-8"}
TRUECOLOR = Terminal.from_request("xterm-256color", {**MODERN, "COLORTERM": "truecolor"})
PARTS = 5
"""Of a silence, each waited for by itself."""


class MemoryChannel:
    """Keeps what is written; the client takes everything at once unless `stalled`."""

    def __init__(self) -> None:
        self.raw = bytearray()
        self.writes = 0
        self.taken = 0
        self.stalled = False
        self.reading = True
        self.pauses = 0
        self.aborted = ""
        self._written = asyncio.Event()

    def write(self, data: bytes) -> None:
        self.raw += data
        self.writes += 1
        self._written.set()

    async def next_write(self, seconds: float) -> bool:
        """Wait for the next write, but not for ever; False if none came."""
        self._written.clear()
        waiting = asyncio.get_running_loop().call_later(seconds, self._written.set)
        writes = self.writes
        await self._written.wait()
        waiting.cancel()
        return self.writes > writes

    async def silence(self, seconds: float) -> None:
        """Wait until nothing was written for so long, in parts: a machine that stands still costs one of them."""
        silent = 0
        while silent < PARTS:
            silent = 0 if await self.next_write(seconds / PARTS) else silent + 1

    def backlog(self) -> int:
        if not self.stalled:
            self.taken = len(self.raw)
        return len(self.raw) - self.taken

    def pause_reading(self) -> None:
        self.reading = False
        self.pauses += 1

    def resume_reading(self) -> None:
        self.reading = True

    def abort(self, reason: str) -> None:
        self.aborted = reason


class Display(pyte.Screen):
    """A pyte screen that erases in colour all of its cells, as xterm does, and not only those written before."""

    def erase_in_display(self, how: int = 0, *args: object, **kwargs: object) -> None:
        for y in range(self.lines):
            for x in range(self.columns):
                self.buffer[y].setdefault(x, self.default_char)
        super().erase_in_display(how, *args, **kwargs)


class Painted(Widget):
    """Rows of text in one style each, and a log of what was received."""

    can_focus = True
    DEFAULT_CSS = "Painted { width: 1fr; height: 1fr; }"

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[list[Segment]] = []
        self.style = Style.parse("bold #ff8800 on #102030")

    def render_lines(self, crop: Region) -> list[Strip]:
        rows = [Strip(row).adjust_cell_length(self.size.width, self.style) for row in self.lines]
        rows += [Strip.blank(self.size.width, self.style)] * (self.size.height - len(rows))
        return [row.crop(crop.x, crop.right) for row in rows[crop.y : crop.bottom]]

    def on_resize(self) -> None:
        cast(SmallApp, self.app).show()

    def say(self, *texts: str) -> None:
        self.lines = [[Segment(text, self.style)] for text in texts]
        self.refresh()


class SmallApp(App[str]):
    """Shows its greeting and what was typed; `q` quits, `!` breaks."""

    def __init__(self, greeting: str = "hello") -> None:
        super().__init__()
        self.canvas = Painted()
        self.greeting = greeting
        self.typed = ""
        self.received: list[events.Event] = []

    def compose(self) -> ComposeResult:
        yield self.canvas

    def on_mount(self) -> None:
        self.canvas.focus()
        self.show()

    def show(self) -> None:
        self.canvas.say(self.greeting, f"typed {self.typed}", f"{self.canvas.size.width}x{self.canvas.size.height}")

    def on_key(self, event: events.Key) -> None:
        self.received.append(event)
        if event.character == "q":
            self.exit("You have left the table.")
        elif event.character == "!":
            secret = "B7 R5 +4"
            raise ValueError(secret)
        else:
            self.typed += event.character or f"<{event.key}>"
            self.show()

    def on_paste(self, event: events.Paste) -> None:
        self.received.append(event)
        self.typed += f"[{event.text}]"
        self.show()

    def on_mouse_down(self, event: events.MouseDown) -> None:
        self.received.append(event)


class Client:
    """One hosted app with its channel and its screen."""

    def __init__(
        self,
        terminal: Terminal = TRUECOLOR,
        size: tuple[int, int] = (80, 24),
        app: Callable[..., App[str]] = SmallApp,
        *args: object,
    ) -> None:
        self.channel = MemoryChannel()
        self.width, self.height = clamped(*size)
        self._screen = Display(self.width, self.height)
        self._stream = pyte.ByteStream(self._screen)
        self._drawn = 0
        self.host: Host = host(app, self.channel, terminal, size, *args)

    def resize(self, width: int, height: int) -> None:
        """The person pulls at the window's corner."""
        self.width, self.height = width, height
        self._screen.resize(height, width)
        self.host.resize(width, height)

    def app(self) -> SmallApp:
        return cast(SmallApp, self.host._app)

    def screen(self) -> list[str]:
        """What the client sees, line by line, without trailing blanks."""
        self._stream.feed(bytes(self.channel.raw[self._drawn :]))
        self._drawn = len(self.channel.raw)
        return [line.rstrip() for line in self._screen.display]

    async def until(self, condition: Callable[[], object], seconds: float = 5.0) -> None:
        """Let the loop run until something holds."""
        async with asyncio.timeout(seconds):
            while not condition():
                await self.channel.next_write(0.005)

    async def sees(self, text: str) -> None:
        """Wait until a text is on the screen."""
        await self.until(lambda: any(text in line for line in self.screen()))

    async def quiet(self) -> None:
        """Wait until nothing was written for a while."""
        await self.channel.silence(0.06)
