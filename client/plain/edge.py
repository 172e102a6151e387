"""The edge of the line mode: a sentence becomes the characters of a line here, and nowhere else."""

from __future__ import annotations

from textwrap import wrap

from client import bidi
from client.text import Text


def shown(text: Text, line: str, liked: str, width: int = 0) -> str:
    """A line as it is sent to who reads this language. `liked`: the setting `bidi`; anything but its words leaves a line as it
    is spelled, for screen readers and programs.

    What we put in order ourselves is broken into lines of `width` cells before: a terminal would break it at the wrong end.
    """
    mode = bidi.Bidi(liked) if liked in tuple(bidi.Bidi) else bidi.Bidi.OFF
    if mode is not bidi.Bidi.OURS or not width or not bidi.is_rtl(line):
        return bidi.shown(line, mode, text.rtl)
    lines = wrap(line, width, break_on_hyphens=False)
    return "\n".join(bidi.shown(one, mode, text.rtl) for one in bidi.rejoined(lines))
