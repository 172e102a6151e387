"""SSHDriver: Textual's driver for one terminal at the other end of an SSH channel.

No threads, signals, termios or polling: everything happens on the loop that owns the connection, inside the app's
own context. Input is bounded in rate and in memory; output is one write per turn of the loop, and stops being made
at all while the client does not take it.
"""

from __future__ import annotations

import asyncio
import contextvars
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Final, Protocol, TextIO

from textual import events
from textual.driver import Driver
from textual.geometry import Size

from client.tui.theme import Depth
from server.ssh.burden import PROCESS
from server.ssh.calls import BELL, Title, notice
from server.ssh.frame import Frame
from server.ssh.glyphs import readable
from server.ssh.intake import Intake, Taker
from server.ssh.lane import Left, lane_of
from server.ssh.terminal import Terminal
from server.ssh.toll import Toll

if TYPE_CHECKING:
    from rich.segment import Segment
    from textual._compositor import ChopsUpdate, LayoutUpdate
    from textual.app import App
    from textual.message import Message

MAX_WIDTH: Final = 300
MAX_HEIGHT: Final = 100
"""Cells that are ever painted; a client may claim four billion."""

HIGH_WATER: Final = 128 * 1024
"""Bytes the client has not taken above which nothing more is composed."""
LOW_WATER: Final = 32 * 1024
CONGESTION_STEP: Final = 0.05
STALL_LIMIT: Final = 30.0
"""Seconds without any progress after which a client is given up."""

RESIZE_STEP: Final = 0.1
"""Seconds between two repaints for new sizes."""


class Channel(Protocol):
    """What the driver needs of an SSH channel."""

    def write(self, data: bytes) -> None:
        """Send without waiting; what the client does not take is kept and counted in `backlog`."""

    def backlog(self) -> int:
        """Bytes written that the client has not taken yet, wherever they wait."""

    def pause_reading(self) -> None:
        """Let no more input arrive."""

    def resume_reading(self) -> None:
        """Let input arrive again."""

    def abort(self, reason: str) -> None:
        """The client takes nothing any more: drop the connection without further words."""


def clamped(width: int, height: int) -> tuple[int, int]:
    """A size worth painting: clients send 0×0 when they do not know, and anything when they mean harm."""
    return min(width, MAX_WIDTH) if width > 0 else 80, min(height, MAX_HEIGHT) if height > 0 else 24


class SSHDriver(Driver):
    """Input and output of one session."""

    def __init__(
        self, app: App[Any], channel: Channel, terminal: Terminal, size: tuple[int, int], toll: Toll | None = None
    ) -> None:
        super().__init__(app, mouse=terminal.mouse, size=clamped(*size))
        self._channel = channel
        self._found = self._terminal = terminal
        self._title = Title()
        self._width, self._height = clamped(*size)
        self._frame = Frame(terminal, self._width, self._height, erases=size[0] <= MAX_WIDTH)
        self._context: contextvars.Context | None = None
        self._open = True
        self._entered = False
        self._tracking = False
        self._ordered = False
        """Does the terminal leave letters where we put them?"""
        self._out: list[str] = []
        self._flushing: asyncio.Handle | None = None
        self._congested = False
        self._rows: Sequence[Sequence[Segment]] = ()
        self.repaint: Callable[[], None] | None = None
        """What makes an app that paints itself paint everything again."""
        self.work = toll = toll or Toll()
        """See `Surface`."""
        toll.rest = self._rest
        self._resting: asyncio.TimerHandle | None = None
        self._intake = Intake(self._loop, channel, toll)
        self._asked_size = size
        self._resized_at = -RESIZE_STEP
        self._resizing: asyncio.TimerHandle | None = None
        self.bytes_out = 0
        """Bytes handed to the channel so far."""

    # ── beginning and end ────────────────────────────────────────────────────────────────────────────────

    def start_application_mode(self) -> None:
        """Called by the app, in its context, before it composes."""
        self._context = contextvars.copy_context()
        self._entered = True
        self._intake.open(Taker(self._context, self._unhandled, self._dispatch))
        if self._terminal.private_modes:
            self._send("\x1b[?1049h\x1b[?2004h")
        if self._terminal.hides_cursor:
            self._send("\x1b[?25l")

    def track_mouse(self, wanted: bool) -> None:
        """See `Surface`. Off until somebody asks for it: a cut line cannot take it back, and every click would type."""
        wanted = wanted and self._terminal.mouse and self._entered
        if wanted != self._tracking:
            self._tracking = wanted
            self._send("\x1b[?1000h\x1b[?1006h" if wanted else "\x1b[?1006l\x1b[?1000l")

    def keep_order(self, wanted: bool) -> None:
        """See `Surface`. ECMA-48's mode 8 (BDSM), which terminals that turn words around by themselves obey (GNOME's and kin)
        and others ignore.
        """
        wanted = wanted and self._terminal.private_modes and self._entered
        if wanted != self._ordered:
            self._ordered = wanted
            self._send("\x1b[8l" if wanted else "\x1b[8h")

    def disable_input(self) -> None:
        """Listen no more."""
        self._intake.close()
        for timer in (self._resizing, self._resting):
            if timer is not None:
                timer.cancel()
        self._resizing = self._resting = None

    def stop_application_mode(self) -> None:
        """Called by the app when it ends, however it ends; `leave` says the farewell."""
        self.disable_input()

    def leave(self, sentence: str) -> None:
        """Give the terminal back as it was found and say why, once; afterwards nothing is written any more."""
        self.disable_input()
        if not self._open:
            return
        if self._entered:
            self.track_mouse(False)
            self._send(self._title.give_back())
            self._send("\x1b[m\x1b[2J\x1b[H")  # GNU screen has one screen alone, whatever it is told
            if self._terminal.private_modes:
                self._send("\x1b[?2004l\x1b[?1049l")
            if self._terminal.hides_cursor:
                self._send("\x1b[?25h")
        if sentence:
            self._send(readable(sentence, self._terminal.glyphs) + "\r\n")
        self.keep_order(False)
        self.flush()
        self.disconnected()

    def disconnected(self) -> None:
        """The client is gone: never write again."""
        self.disable_input()
        self._open = False
        self._out.clear()
        if self._flushing is not None:
            self._flushing.cancel()
            self._flushing = None

    def close(self) -> None:
        """Called by the app as its last act; the farewell may still follow."""
        self._context = None

    # ── output ───────────────────────────────────────────────────────────────────────────────────────────

    def write(self, data: str) -> None:
        """Textual's own side effects: the bell everywhere, clipboard and the like where they do not print as text."""
        if data == "\a" or self._terminal.private_modes:
            self._send(data)

    def display(self, update: LayoutUpdate | ChopsUpdate) -> None:
        """Bring the terminal up to what the compositor made."""
        if self._open:
            with self.work:
                self._send(self._frame.render(update))

    @property
    def ready(self) -> bool:
        """See `Surface`."""
        return self._open and not self._congested and self._resting is None

    def show(self, rows: Sequence[Sequence[Segment]], changed: Sequence[int]) -> None:
        """See `Surface`: the same for a canvas that does without the compositor."""
        self._rows = rows
        if self.ready and (text := self._frame.draw((y, rows[y]) for y in changed)):
            self._send(text)

    @property
    def is_idle(self) -> bool:
        """See `Surface`."""
        return self._open and not self._channel.backlog() and not PROCESS.is_heavy

    def wear(self, depth: Depth, unicode: bool) -> None:
        """See `Surface`."""
        terminal = self._found.wearing(depth, unicode)
        if terminal != self._terminal:
            self._terminal = terminal
            self._frame = Frame(terminal, self._width, self._height, erases=self._asked_size[0] <= MAX_WIDTH)

    def ring(self) -> None:
        """See `Surface`."""
        self._send(BELL)

    def title(self, words: str) -> None:
        """See `Surface`."""
        self._send(self._title.write(words, self._terminal))

    def notify(self, words: str) -> None:
        """See `Surface`."""
        self._send(notice(words, self._terminal))

    def _show_again(self) -> None:
        """Bring a forgotten screen back."""
        if self.repaint is None:
            self._app.refresh()
        elif self._rows and len(self._rows) == self._height:
            self.show(self._rows, range(self._height))

    def _send(self, text: str) -> None:
        if not self._open or not text:
            return
        self._out.append(text)
        if self._flushing is None:
            self._flushing = self._loop.call_soon(self.flush)

    def flush(self) -> None:
        """Hand over what was written in this turn of the loop as one packet."""
        if self._flushing is not None:
            self._flushing.cancel()
            self._flushing = None
        if not self._open or not self._out:
            return
        data = "".join(self._out).encode()
        self._out.clear()
        self.bytes_out += len(data)
        try:
            with self.work:
                self._channel.write(data)
        except OSError:
            self.disconnected()
            return
        if not self._congested and (backlog := self._channel.backlog()) > HIGH_WATER:
            self._congested = True
            self._app._begin_batch()
            self._loop.call_later(CONGESTION_STEP, self._watch, backlog, self._loop.time())

    def _watch(self, before: int, progress_at: float) -> None:
        """Look whether a slow client has caught up; only ever runs while one is behind."""
        context = self._context
        if not self._open or context is None:
            return
        backlog, now = self._channel.backlog(), self._loop.time()
        if backlog <= LOW_WATER:
            self._congested = False
            self._loop.call_soon(self._catch_up, context=context)
        elif backlog >= before and now - progress_at > STALL_LIMIT:
            self.disconnected()
            self._channel.abort("took no output for 30 seconds")
        else:
            self._loop.call_later(CONGESTION_STEP, self._watch, backlog, progress_at if backlog >= before else now)

    def _rest(self, seconds: float) -> None:
        """Too much was done for this session: take no input and make no frames for so long."""
        if self._resting is None and self._open and self._context is not None:
            self._app._begin_batch()
            self._intake.rest(seconds)
            self._resting = self._loop.call_later(seconds, self._go_on)

    def _go_on(self) -> None:
        self._resting = None
        if self._context is not None:
            self._loop.call_soon(self._catch_up, context=self._context)

    def _catch_up(self) -> None:
        self._app._end_batch()
        if self.repaint is None:
            self._app.refresh()
        else:
            self.repaint()

    # ── input ────────────────────────────────────────────────────────────────────────────────────────────

    def feed(self, data: bytes) -> None:
        """Bytes from the client, split anywhere."""
        self._intake.feed(data)

    def _dispatch(self, found: list[events.Event]) -> None:
        for event, following in zip(found, [*found[1:], None], strict=True):
            if isinstance(event, events.MouseEvent):
                outside = event.x >= self._width or event.y >= self._height
                if outside or (isinstance(event, events.MouseMove) and isinstance(following, events.MouseMove)):
                    continue
            elif isinstance(event, events.Key) and event.key == "ctrl+l":
                self.resize(*self._asked_size)
                continue
            self.process_message(event)

    def send_message(self, message: Message) -> None:
        """Post within this turn of the loop; Textual's own way makes a task of every key."""
        self._app.post_message(message)

    # ── size ─────────────────────────────────────────────────────────────────────────────────────────────

    def resize(self, width: int, height: int) -> None:
        """Take the client's new size; the same size again means: draw everything afresh."""
        self._asked_size = width, height
        if self._resizing is None and self._open:
            delay = max(0.0, self._resized_at + RESIZE_STEP - self._loop.time())
            self._resizing = self._loop.call_later(delay, self._ask_to_resize)

    def _ask_to_resize(self) -> None:
        lane_of(self._loop).ask(self.work, self._take_size)

    def _take_size(self) -> Left | None:
        context = self._context
        if not self._open or self._resizing is None:
            return None
        with self.work:
            (context or contextvars.Context()).run(self._apply_size)
        return self._unhandled

    def _unhandled(self) -> int:
        return self._app.message_queue_size if self._context is not None else 0

    def _apply_size(self) -> None:
        self._resizing = None
        self._resized_at = self._loop.time()
        before = self._width, self._height
        self._width, self._height = self._size = clamped(*self._asked_size)
        self._frame.resize(self._width, self._height, erases=self._asked_size[0] <= MAX_WIDTH)
        if self._context is None:
            return
        if (self._width, self._height) == before:
            self._show_again()
        else:
            size = Size(self._width, self._height)
            self._app.post_message(events.Resize(size, size))

    # ── what a server never does ─────────────────────────────────────────────────────────────────────────

    def open_url(self, url: str, new_tab: bool = True) -> None:
        """Nothing: the browser would open on the server."""

    def deliver_binary(self, binary: BinaryIO | TextIO, **_: object) -> None:
        """Nothing: the file would land on the server's disk."""
        binary.close()
