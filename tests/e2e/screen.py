"""What a terminal shows: pyte's screen plus the few things it leaves out and a person would notice.

pyte knows no alternate screen and no keyboard protocol; both must be left again when a session ends, so they count here.
"""

from __future__ import annotations

import copy
import re
from typing import Any

import pyte
import pyte.modes

ALTERNATE = frozenset({47 << 5, 1047 << 5, 1049 << 5})
"""The private modes, as pyte numbers them, that show the second screen."""
PLAIN = frozenset({pyte.modes.DECAWM, pyte.modes.DECTCEM})
"""The modes of a terminal nobody has touched: wrapping on, cursor shown."""
_KEYBOARD_PUSH = re.compile(rb"\x1b\[>\d*u")
_KEYBOARD_POP = re.compile(rb"\x1b\[<\d*u")
_COLOUR = re.compile(rb"\x1b\[([0-9;:]*)m")


class Screen(pyte.Screen):
    """A drawn terminal of `columns` × `lines` cells."""

    def __init__(self, columns: int, lines: int) -> None:
        super().__init__(columns, lines)
        self._main: tuple[dict[int, Any], pyte.screens.Cursor] | None = None

    def set_mode(self, *modes: int, **kwargs: bool) -> None:
        """As pyte, and the second screen starts empty."""
        super().set_mode(*modes, **kwargs)
        if kwargs.get("private") and any(mode << 5 in ALTERNATE for mode in modes) and self._main is None:
            self._main = (copy.deepcopy(dict(self.buffer)), copy.copy(self.cursor))
            self.erase_in_display(2)

    def reset_mode(self, *modes: int, **kwargs: bool) -> None:
        """As pyte, and leaving the second screen brings the first one back."""
        super().reset_mode(*modes, **kwargs)
        if kwargs.get("private") and any(mode << 5 in ALTERNATE for mode in modes) and self._main is not None:
            rows, cursor = self._main
            self._main = None
            self.erase_in_display(2)
            self.buffer.update(rows)
            self.cursor_position(cursor.y + 1, cursor.x + 1)
            self.cursor.attrs = self.default_char
            self.dirty.update(range(self.lines))

    @property
    def is_alternate(self) -> bool:
        """Is the second screen shown?"""
        return self._main is not None

    @property
    def rows(self) -> list[str]:
        """The rows from the top, without the blanks at their right end."""
        return [row.rstrip() for row in self.display]


def left_on(screen: Screen, raw: bytes) -> set[str]:
    """What a session changed in a terminal and did not put back: names for the assertion message."""
    found = {f"mode {mode >> 5}" for mode in screen.mode - PLAIN if mode >= 32 and mode not in (20,)}
    found |= {f"mode {mode >> 5} switched off" for mode in PLAIN - screen.mode}
    if screen.is_alternate:
        found.add("second screen")
    if screen.cursor.hidden:
        found.add("hidden cursor")
    if len(_KEYBOARD_PUSH.findall(raw)) > len(_KEYBOARD_POP.findall(raw)):
        found.add("keyboard protocol")
    return found


def colours(raw: bytes) -> set[str]:
    """The kinds of colour codes in a stream: `16`, `256`, `truecolor`."""
    kinds = set()
    for parameters in _COLOUR.findall(raw):
        words = parameters.decode().replace(":", ";").split(";")
        while words:
            word = words.pop(0)
            if word in ("38", "48", "58"):
                kind = words.pop(0) if words else ""
                kinds.add({"2": "truecolor", "5": "256"}.get(kind, kind))
                del words[: {"2": 3, "5": 1}.get(kind, 0)]
            elif word and (30 <= int(word) <= 37 or 40 <= int(word) <= 47 or 90 <= int(word) <= 107):
                kinds.add("16")
    return kinds
