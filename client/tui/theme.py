"""How much a person's terminal can show: colour depth, characters, mouse."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Depth(IntEnum):
    """Colour depth of a terminal, from none to 24 bits."""

    MONO = 0
    ANSI16 = 1
    ANSI256 = 2
    TRUECOLOR = 3


@dataclass(frozen=True)
class Look:
    """What screens may use. `unicode` false means ASCII alone; `mouse` false means no mouse reports arrive."""

    depth: Depth = Depth.TRUECOLOR
    unicode: bool = True
    mouse: bool = True
