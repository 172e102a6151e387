"""Overrun: whoever types a line goes on for a moment when it is taken away; those letters are no keys of what he sees then."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from textual.events import Key

from client.tui.entry import ENTER

CLOSE: Final = 1.5
"""Seconds in which a key still follows the one before it on the line."""


class Overrun:
    """The keys that come too late for one person's line."""

    def __init__(self, now: Callable[[], float]) -> None:
        self._now = now
        self._last: float | None = None
        """When the line went, or its last letter came after that; None: nobody was typing."""

    def begin(self) -> None:
        """The line is gone."""
        self._last = self._now()

    def takes(self, event: Key) -> bool:
        """Was this key meant for the line? Letters and Backspace are, as long as they follow closely; Enter and Esc end it."""
        last, self._last = self._last, None
        if last is None or self._now() - last >= CLOSE:
            return False
        if event.key in (*ENTER, "escape"):
            return True
        if event.is_printable or event.key in ("backspace", "ctrl+h"):
            self._last = self._now()
            return True
        return False
