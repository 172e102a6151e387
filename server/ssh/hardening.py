"""What Textual and Rich keep once per process, and how one app of many is kept from it.

`install` is called once, before the first app; it also refuses to go on with a Textual whose private parts, on which
the driver, the frame and the hosting lean, are not where they were when these were written.
"""

from __future__ import annotations

import contextlib
import contextvars
import inspect
import os
from collections.abc import Iterable
from importlib.metadata import version
from pathlib import PurePath
from typing import Final, TextIO

import textual._ansi_sequences
import textual._compositor
import textual._keyboard_protocol
import textual.app
import textual.constants
import textual.css.stylesheet
import textual.driver
import textual.keys
import textual.screen
import textual.strip
from rich.style import Style
from textual._ansi_theme import MONOKAI
from textual.css.stylesheet import Stylesheet
from textual.filter import ANSIToTruecolor
from textual.map_geometry import MapGeometry
from textual.message_pump import MessagePump

PINNED: Final = {"textual": "8.2.8", "rich": "15.0.0"}

_RELIED_ON: Final[tuple[tuple[object, tuple[str, ...]], ...]] = (
    (textual.app, ("redirect_stdout", "redirect_stderr", "_NullFile")),
    (
        textual.app.App,
        ("_begin_batch", "_build_driver", "_close_all", "_context", "_display", "_end_batch", "_fatal_error",
         "_handle_exception", "_print", "_print_error_renderables", "_process_messages", "_set_pointer_shape",
         "_shutdown"),
    ),
    (textual.screen.Screen, ("_compositor_refresh",)),
    (textual._compositor.Compositor, ("_arrange_root",)),
    (MessagePump, ("_close_messages_no_wait", "_thread_init", "message_queue_size")),
    (textual._compositor.LayoutUpdate, ("__init__",)),
    (textual._compositor.ChopsUpdate, ("__init__",)),
    (textual.strip.Strip, ("_segments", "crop")),
    (Style, ("_attributes", "_set_attributes")),
    (Stylesheet, ("read", "set_variables")),
    (textual.driver.Driver, ("process_message", "send_message", "start_application_mode", "stop_application_mode")),
    (textual._ansi_sequences, ("ANSI_SEQUENCES_KEYS",)),
    (textual._keyboard_protocol, ("FUNCTIONAL_KEYS",)),
    (textual.keys, ("KEY_NAME_REPLACEMENTS", "_character_to_key")),
)  # fmt: skip
_INSTANCE: Final = (
    "_batch_count", "_closed", "_exception", "_exit_renderables", "_filters", "_is_mounted", "_loop",
    "_registry", "_return_code", "_running", "_screen_stacks", "animation_level", "console", "devtools", "features", "no_color",
    "stylesheet",
)  # fmt: skip
_PARAMETERS: Final = (
    (textual._compositor.LayoutUpdate.__init__, ("self", "strips", "region")),
    (textual._compositor.ChopsUpdate.__init__, ("self", "chops", "spans", "chop_ends")),
    (
        MapGeometry.__new__,
        ("_cls", "region", "order", "clip", "virtual_size", "container_size", "virtual_region", "dock_gutter"),
    ),
    (textual._compositor.Compositor._arrange_root, ("self", "root", "size", "visible_only")),
    (textual.app.App._display, ("self", "screen", "renderable")),
    (textual.app.App._build_driver, ("self", "headless", "inline", "mouse", "size")),
)
_UNSTEERED: Final = {
    "DEBUG": False, "FILTERS": "", "LOG_FILE": None, "MAX_FPS": 60, "PRESS": "", "SCREENSHOT_DELAY": -1, "SHOW_RETURN": False,
}  # fmt: skip
"""What Textual took from the environment when it was imported, if there was nothing to take."""


class Unfit(Exception):
    """This installation cannot host apps safely; the text says why, in one line."""


def install() -> None:
    """Check and cure the process. Raises `Unfit`. Calling it again changes nothing."""
    check()
    keep_stdio()


def check() -> None:
    """Are the pinned versions here, with everything we lean on, and free of the server's own environment?"""
    for name, wanted in PINNED.items():
        if version(name) != wanted:
            raise Unfit(f"{name} {version(name)} is installed, but this server is written for {name} {wanted}")
    for owner, names in _RELIED_ON:
        for name in names:
            if not hasattr(owner, name):
                raise Unfit(f"textual has no {getattr(owner, '__name__', owner)}.{name}; reinstall textual {PINNED['textual']}")
    app: textual.app.App[object] = contextvars.Context().run(textual.app.App)
    if missing := [name for name in _INSTANCE if not hasattr(app, name)]:
        raise Unfit(f"textual apps have no {', '.join(missing)}; reinstall textual {PINNED['textual']}")
    for function, parameters in _PARAMETERS:
        if tuple(inspect.signature(function).parameters) != parameters:
            raise Unfit(f"textual's {function.__qualname__} takes other arguments; reinstall textual {PINNED['textual']}")
    if steered := [name for name, wanted in _UNSTEERED.items() if getattr(textual.constants, name) != wanted]:
        raise Unfit(f"textual took {', '.join(steered)} from the environment; unset TEXTUAL_* and start again")


def keep_stdio() -> None:
    """Apps no longer take over `sys.stdout` and `sys.stderr` for their lifetime.

    Overlapping apps put them back out of order, and what is printed then keeps a finished app alive for ever.
    """

    def untouched(target: TextIO) -> contextlib.AbstractContextManager[TextIO]:
        return contextlib.nullcontext(target)

    for name in ("redirect_stdout", "redirect_stderr"):
        setattr(textual.app, name, untouched)


def dismantle(parts: Iterable[object]) -> None:
    """Empty what has ended, as an app with its animator, screens and widgets, so that its memory comes back at once.

    They refer to each other in circles; left alone they would wait for a full pass of the garbage collector, which
    stops everybody else for as long as it takes to look at every living session.
    """
    for part in parts:
        part.__dict__.clear()


COLOUR_FILTER: Final = ANSIToTruecolor(MONOKAI)
"""One for all apps: its cache holds on to the filter it belongs to, and a thousand of them would thrash it."""


class SharedStylesheet(Stylesheet):
    """A stylesheet parsed once for all apps of one class and one set of theme variables."""

    def set_variables(self, variables: dict[str, str]) -> None:
        """Take theme variables; unlike Textual's own, keep what is parsed if they are the same."""
        if variables != self._variables:
            super().set_variables(variables)

    def read(self, filename: str | PurePath) -> None:
        """Read a file, once: a server's files do not change under it."""
        if (os.path.abspath(filename), "") not in self.source:
            super().read(filename)


_stylesheets: Final[dict[tuple[type, frozenset[tuple[str, str]]], SharedStylesheet]] = {}


def stylesheet(owner: type, variables: dict[str, str], like: Stylesheet | None = None) -> SharedStylesheet:
    """The stylesheet of an app class with these theme variables; a new one starts with the sources of `like`."""
    key = (owner, frozenset(variables.items()))
    if key not in _stylesheets:
        _stylesheets[key] = made = SharedStylesheet(variables=variables)
        if like is not None:
            made.source.update(like.source)
            made._require_parse = True
    return _stylesheets[key]
