"""The edge of the line mode: a sentence becomes the characters of a line here, and nowhere else."""

from __future__ import annotations

from client import bidi
from client.text import Text


def shown(text: Text, line: str, liked: str) -> str:
    """A line as it is sent to who reads this language. `liked`: the setting `bidi`; anything but its words leaves a line as it
    is spelled, for screen readers and programs.
    """
    mode = bidi.Bidi(liked) if liked in tuple(bidi.Bidi) else bidi.Bidi.OFF
    return bidi.shown(line, mode, text.rtl)
