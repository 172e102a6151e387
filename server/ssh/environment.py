"""Variables of the server's own environment that would steer every player's screen.

Textual and Rich read them once at import or anew for each app, so `scrub` has to run before either is imported.
"""

from __future__ import annotations

import os
from collections.abc import MutableMapping
from typing import Final

STEERING: Final = frozenset({
    "COLORTERM", "COLUMNS", "ESCDELAY", "FORCE_COLOR", "JUPYTER_COLUMNS", "JUPYTER_LINES", "LC_TERMINAL", "LINES",
    "NO_COLOR", "TERM_PROGRAM", "TTY_COMPATIBLE", "TTY_INTERACTIVE", "UNICODE_VERSION",
})  # fmt: skip


def scrub(environ: MutableMapping[str, str] = os.environ) -> tuple[str, ...]:
    """Take out all of `STEERING` and every `TEXTUAL*`; return the names taken, in order."""
    taken = tuple(sorted(name for name in environ if name in STEERING or name.startswith("TEXTUAL")))
    for name in taken:
        del environ[name]
    return taken
