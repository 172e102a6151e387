"""Which palette a look takes: one object for each, shared by all sessions."""

from __future__ import annotations

from functools import cache

from client.tui import few, hues
from client.tui.palette import Palette
from client.tui.theme import Depth, Look, Theme


@cache
def _palette(depth: Depth, theme: Theme) -> Palette:
    if depth is Depth.MONO:
        return few.mono()
    return few.sixteen(theme) if depth is Depth.ANSI16 else hues.painted(theme)


def palette(look: Look) -> Palette:
    """The styles for what a terminal can show and its person likes."""
    return _palette(Depth.TRUECOLOR if look.depth is Depth.ANSI256 else look.depth, look.theme)
