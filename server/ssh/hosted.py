"""Hosted: what every Textual app that is hosted here gets in front of its own class.

Whatever Textual would take from the process it runs in — the environment, the terminal, standard output, the disk —
is replaced, and whatever it would show of a failure is kept to a type and an id.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import IO, TYPE_CHECKING, Any, Final, Protocol, cast, runtime_checkable

from rich.console import Console, RenderableType
from textual import events
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.app import App, _NullFile
from textual.screen import Screen

from server.ssh import hardening
from server.ssh.backdrop import Backdrop
from server.ssh.driver import SSHDriver

if TYPE_CHECKING:
    from textual.driver import Driver

    from client.tui.canvas import Surface

log = logging.getLogger("unotty.app")

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
        return Backdrop() if isinstance(self, Paints) else super().get_default_screen()

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

    async def on_event(self, event: events.Event) -> None:
        """Count what a key costs; all that is done for one is done at once, without waiting for anything."""
        if isinstance(event, events.InputEvent) and isinstance(self, Paints):
            with self._ssh_driver.work:
                await super().on_event(event)
        else:
            await super().on_event(event)

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


def origin(error: BaseException) -> str:
    """Type and place of a failure: all of it that a log may know, for messages and variables hold hands."""
    place = error.__traceback__
    while place is not None and place.tb_next is not None:
        place = place.tb_next
    where = f"{place.tb_frame.f_code.co_filename}:{place.tb_lineno}" if place is not None else "nowhere"
    return f"{type(error).__name__} at {where}"


def failure(error: BaseException) -> End:
    """Name a failure for both sides: the log gets its origin, the person an id to report."""
    name = secrets.token_hex(3)
    log.error("session failed: %s, error %s", origin(error), name)
    return End(f"Something went wrong on our side (error {name}). Your seat is kept: connect again.", FAILED)


@cache
def hosted(app_class: type[App[Any]]) -> type[Hosted]:
    """The hosted form of an app class; made once, for Textual caches by class for ever."""
    return type(app_class.__name__, (Hosted, app_class), {"__module__": app_class.__module__})
