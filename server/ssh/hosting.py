"""Hosting: one Textual app for one session, next to all the others in this process.

`host` builds the app in a task and a context of its own, with every cure of process-wide state applied, and returns
a `Host` at once: the session feeds it bytes and sizes, and awaits how it ended.
"""

from __future__ import annotations

import asyncio
import contextvars
import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import IO, TYPE_CHECKING, Any, Final, ParamSpec, Protocol, cast, runtime_checkable

from rich.console import Console, RenderableType
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App, _NullFile
from textual.screen import Screen

from server.ssh import hardening
from server.ssh.driver import Channel, SSHDriver
from server.ssh.terminal import Terminal

if TYPE_CHECKING:
    from textual.driver import Driver

    from client.tui.canvas import Surface

P = ParamSpec("P")

log = logging.getLogger("unotty.app")

STOP_SECONDS: Final = 2.0
"""How long an app may take to end after being asked to."""
REST_SECONDS: Final = 0.5
"""How long a finished app is kept whole, for what was scheduled before its end."""
FAILED: Final = 70
"""Exit status of an app that broke (`EX_SOFTWARE` of sysexits.h)."""


@dataclass(frozen=True, slots=True)
class End:
    """How a session's app ended. The person has read `sentence` already, if somebody was there to read it."""

    sentence: str
    status: int


@runtime_checkable
class Paints(Protocol):
    """An app that paints its screen itself and needs no compositor."""

    def paint_on(self, surface: Surface) -> Callable[[], None]:
        """Show rows there from now on; returns what paints all of them again."""


class Backdrop(Screen[None]):
    """The screen behind one that paints itself: it lays out and passes events on, but composes nothing."""

    def _compositor_refresh(self) -> None:
        self._compositor._dirty_regions.clear()
        self._dirty_widgets.clear()


_variables: Final[dict[tuple[type, str], dict[str, str]]] = {}


class Hosted(App[Any]):
    """What every hosted app class gets in front of its own bases, through `hosted`."""

    ENABLE_COMMAND_PALETTE = False
    _ssh_driver: SSHDriver
    _failure: End | None = None

    @property
    def end(self) -> End:
        """How this app ended, once it has."""
        return self._failure or End(str(self.return_value or ""), self.return_code or 0)

    def settle(self, driver: SSHDriver) -> None:
        """Take the driver, and whatever would depend on the server's own environment, from here."""
        self._ssh_driver = driver
        self.console = Console(
            file=cast(IO[str], _NullFile()), force_terminal=True, color_system="truecolor", legacy_windows=False,
            width=80, height=24, markup=True, highlight=False, emoji=False, safe_box=False, _environ={},
        )  # fmt: skip
        self.features = frozenset()
        self.devtools = None
        self.no_color = False  # colour is the frame's business
        self._filters = [hardening.COLOUR_FILTER]
        self.animation_level = "none"
        self.stylesheet = hardening.stylesheet(type(self), self.get_css_variables())
        if isinstance(self, Paints):
            driver.repaint = self.paint_on(driver)
            self._disable_tooltips = self._disable_notifications = True  # two widgets a screen, never to be seen

    def get_default_screen(self) -> Screen[Any]:
        """Behind a painted screen nothing need be drawn, nor remembered."""
        return Backdrop(id="_default") if isinstance(self, Paints) else super().get_default_screen()

    def get_css_variables(self) -> dict[str, str]:
        """Painted screens have next to no styles: one set of variables for all of them."""
        if not isinstance(self, Paints):
            return super().get_css_variables()
        key = (type(self), self.theme)
        if key not in _variables:
            _variables[key] = super().get_css_variables()
        self.theme_variables = _variables[key]
        return self.theme_variables

    def get_driver_class(self) -> type[Driver]:
        """Textual's would be chosen by an environment variable."""
        return SSHDriver

    def _build_driver(self, headless: bool, inline: bool, mouse: bool, size: tuple[int, int] | None) -> Driver:
        self._driver = self._ssh_driver
        return self._ssh_driver

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        if self._running and not self._closed and not self._batch_count:
            if isinstance(renderable, (LayoutUpdate, ChopsUpdate)):
                self._ssh_driver.display(renderable)
            self.post_display_hook()

    def repaint_all(self) -> None:
        """What a redraw key does: forget what the terminal shows, then show everything. The same size again says so."""
        self._ssh_driver.resize(*self.size)

    def refresh_css(self, animate: bool = True) -> None:
        """A theme of one's own must not repaint the others, who share the stylesheet."""
        self.stylesheet = hardening.stylesheet(type(self), self.get_css_variables(), like=self.stylesheet)
        super().refresh_css(animate)

    def _handle_exception(self, error: Exception) -> None:
        """End with a sentence for the person and a line for the log; neither shows a variable."""
        self._return_code = FAILED
        if self._exception is None:
            self._exception = error
            self._failure = failure(error)
        self._close_messages_no_wait()

    def _fatal_error(self) -> None:
        self._close_messages_no_wait()

    def panic(self, *renderables: RenderableType) -> None:
        """Textual's own complaints (a broken stylesheet) print source code: log that it happened, no more."""
        self._handle_exception(RuntimeError("panic"))

    def _print_error_renderables(self) -> None:
        self._exit_renderables.clear()

    def _print(self, text: str, stderr: bool = False) -> None:
        """Never called: nobody's standard output is taken over."""

    def _set_pointer_shape(self, shape: str) -> None:
        """Nothing: terminals that do not know the sequence print it."""

    def action_screenshot(self, filename: str | None = None, path: str | None = None) -> None:
        """Nothing: the file would land on the server's disk."""

    def action_suspend_process(self) -> None:
        """Nothing: the process is everybody's."""


def failure(error: BaseException) -> End:
    """Name a failure for both sides: the log gets its type and place, the person an id to report."""
    name = secrets.token_hex(3)
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f"{place.tb_frame.f_code.co_filename}:{place.tb_lineno}" if place is not None else "nowhere"
    log.error("session failed: %s at %s, error %s", type(error).__name__, where, name)
    return End(f"Something went wrong on our side (error {name}). Your seat is kept: connect again.", FAILED)


@cache
def hosted(app_class: type[App[Any]]) -> type[Hosted]:
    """The hosted form of an app class; made once, for Textual caches by class for ever."""
    return type(app_class.__name__, (Hosted, app_class), {"__module__": app_class.__module__})


class Host:
    """One running app. All calls are safe at any time; after the end they do nothing."""

    def __init__(self, build: Callable[[], Hosted], channel: Channel, terminal: Terminal, size: tuple[int, int]) -> None:
        self._channel = channel
        self._terminal = terminal
        self._size = size
        self._app: Hosted | None = None
        self._driver: SSHDriver | None = None
        self._waiting: list[Callable[[], None]] = []
        self._due: asyncio.Handle | None = None
        self._verdict: End | None = None
        self._deadline: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._context = contextvars.Context()
        self._end: asyncio.Future[End] = self._loop.create_future()
        self._task: asyncio.Task[None] | None = self._loop.create_task(
            self._run(build), name="hosted app", context=self._context
        )
        _running.add(self)

    async def ended(self) -> End:
        """Wait for the app's end; by then the terminal is restored, its sentence said and the app let go."""
        return await asyncio.shield(self._end)

    @property
    def bytes_out(self) -> int:
        """Bytes sent to the client so far."""
        return self._driver.bytes_out if self._driver is not None else 0

    # ── what the session does ────────────────────────────────────────────────────────────────────────────

    def feed(self, data: bytes) -> None:
        """Input from the client."""
        if self._driver is not None:
            self._driver.feed(data)

    def resize(self, width: int, height: int) -> None:
        """The client's window has another size, in cells; any two numbers will do."""
        self._size = width, height
        if self._driver is not None:
            self._driver.resize(width, height)

    def deliver(self, act: Callable[[], None]) -> None:
        """Run `act` in the app's own context, soon; all that is delivered in one turn of the loop runs together."""
        if self._end.done():
            return
        self._waiting.append(act)
        if self._due is None:
            self._due = self._loop.call_soon(self._drain, context=self._context)

    def stop(self, sentence: str, status: int = 0) -> None:
        """End the app: restore the terminal, say why."""
        if self._verdict is None and not self._end.done():
            self._verdict = End(sentence, status)
            self._loop.call_soon(self._ask_to_end, context=self._context)

    def disconnected(self) -> None:
        """The client is gone; end the app without a word."""
        if self._driver is not None:
            self._driver.disconnected()
        self.stop("")

    # ── the app's life ───────────────────────────────────────────────────────────────────────────────────

    async def _run(self, build: Callable[[], Hosted]) -> None:
        try:
            end = await self._live(build)
        except asyncio.CancelledError:
            end = self._verdict or End("The session was ended.", 1)
        except Exception as error:  # noqa: BLE001  # whatever an app does, its session ends with a sentence
            end = failure(error)
        end = self._verdict or end
        if self._driver is not None:
            self._driver.leave(end.sentence)
        self._app = self._driver = self._task = self._deadline = None  # their contexts would keep the app
        self._context = contextvars.Context()
        self._waiting.clear()
        _running.discard(self)
        self._end.set_result(end)

    async def _live(self, build: Callable[[], Hosted]) -> End:
        if self._verdict is not None:
            return self._verdict
        self._app = app = build()
        self._driver = driver = SSHDriver(app, self._channel, self._terminal, self._size)
        app.settle(driver)
        app._loop = self._loop
        app._thread_init()  # type: ignore[no-untyped-call]  # Textual's
        with app._context():
            try:
                await app._process_messages(mouse=self._terminal.mouse, terminal_size=self._size)
            finally:
                if self._deadline is not None:
                    self._deadline.cancel()
                end = self._verdict or app.end
                driver.leave(end.sentence)
                await self._shut_down(app)
        return end

    async def _shut_down(self, app: Hosted) -> None:
        screens = (screen for stack in app._screen_stacks.values() for screen in stack)
        parts = [app, app.animator, *screens, *app._registry]
        try:
            await asyncio.wait_for(app._shutdown(), STOP_SECONDS)
        except TimeoutError:
            log.warning("an app did not shut down within %g seconds", STOP_SECONDS)
        else:
            self._loop.call_later(REST_SECONDS, hardening.dismantle, parts)

    def _drain(self) -> None:
        self._due = None
        app, self._waiting, acts = self._app, [], self._waiting
        try:
            for act in acts:
                act()
        except Exception as error:  # noqa: BLE001  # as in any handler of the app
            if app is not None:
                app._handle_exception(error)

    def _ask_to_end(self) -> None:
        if self._app is not None and self._app._running:
            self._app.exit()
            self._deadline = self._loop.call_later(STOP_SECONDS, self._give_up)
        else:
            self._give_up()

    def _give_up(self) -> None:
        if self._task is not None:
            self._task.cancel()


_running: Final[set[Host]] = set()
"""The loop holds its tasks weakly: an app nobody holds is collected while it runs."""


def host(
    app_class: Callable[P, App[str]],
    channel: Channel,
    terminal: Terminal,
    size: tuple[int, int],
    *args: P.args,
    **kwargs: P.kwargs,
) -> Host:
    """Run `app_class(*args, **kwargs)`, an App class, for one client; call it on the loop, after `hardening.install`."""
    build = cast(Callable[P, Hosted], hosted(cast(type[App[str]], app_class)))
    return Host(lambda: build(*args, **kwargs), channel, terminal, size)
