"""How much a person's terminal can show, and how much of that the person wants: colours, characters, mouse."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import IntEnum, StrEnum

from client.bidi import Bidi


class Depth(IntEnum):
    """Colour depth of a terminal, from none to 24 bits."""

    MONO = 0
    ANSI16 = 1
    ANSI256 = 2
    TRUECOLOR = 3


class Theme(StrEnum):
    """Which colours are taken, where there are any."""

    DARK = "dark"
    LIGHT = "light"
    CONTRAST = "contrast"


@dataclass(frozen=True)
class Look:
    """What screens may use. `unicode` false means ASCII alone; `mouse` false means no mouse reports arrive."""

    depth: Depth = Depth.TRUECOLOR
    unicode: bool = True
    mouse: bool = True
    theme: Theme = Theme.DARK
    most: Depth = Depth.TRUECOLOR
    """The depth if somebody asks for colours although his NO_COLOR does not want them; never more than the terminal has."""
    language: str = "en"
    """What the person's own machine speaks."""
    titles: bool = False
    """Has the terminal a title that can be set, and given back?"""
    notices: bool = False
    """Does it pass a notice on to the desktop?"""
    bidi: Bidi = Bidi.OURS
    """Who puts right-to-left words in order?"""


def liked(found: Look, like: Callable[[str], str]) -> Look:
    """What a person sees whose terminal was `found` to be so, and who likes `theme`, `symbols` and `bidi` as `like` tells.

    A theme with colours overrules NO_COLOR, but gives a terminal without colours none: it is taken for its taste, on whatever
    terminal. `symbols` are only ever set where a terminal was judged wrongly, so they overrule all of it.
    """
    theme, symbols = like("theme"), like("symbols")
    look = found
    if theme == "none":
        look = replace(look, depth=Depth.MONO)
    elif theme in tuple(Theme):
        look = replace(look, theme=Theme(theme), depth=look.depth or look.most)
    if symbols in ("unicode", "ascii"):
        look = replace(look, unicode=symbols == "unicode")
    bidi = like("bidi")
    return replace(look, bidi=Bidi(bidi)) if bidi in tuple(Bidi) else look
