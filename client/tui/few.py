"""The styles for terminals with sixteen colours, and for those without: bold, underline and reverse alone.

Sixteen colours are the terminal's own, whatever it makes of them, and on its own ground: what must be read never rests on
two of them. Without colour every meaning is carried by letters and shapes.
"""

from __future__ import annotations

from typing import Final

from rich.style import Style

from client.tui.palette import Palette
from client.tui.theme import Theme
from engine.cards import Color

_NAMES: Final = {Color.RED: "red", Color.YELLOW: "yellow", Color.GREEN: "green", Color.BLUE: "blue"}


def _style(definition: str) -> Style:
    return Style.parse(definition)


def sixteen(theme: Theme) -> Palette:
    """With the terminal's own colours. The light theme trusts that its ground is light; that of contrast brings its own."""
    light, own = theme is Theme.LIGHT, theme is Theme.CONTRAST
    ground = " on black" if own else ""
    vivid = "" if light else "bright_"
    face: dict[Color | None, Style] = {
        c: _style(f"{'bold bright_white' if c in (Color.RED, Color.BLUE) else 'black'} on {name}") for c, name in _NAMES.items()
    }
    low: dict[Color | None, Style] = {  # the dark blue of most terminals cannot be read on their black
        c: _style((vivid if own or c is Color.BLUE else "") + name + ground) for c, name in _NAMES.items()
    }
    plain = _style("bright_white on black" if own else "none")
    bold = _style(f"bold bright_white{ground}" if own else "bold")
    accent = _style("bold magenta" if light else f"bold bright_yellow{ground}")
    faint = _style("white on black" if own else "bright_black")
    chosen = _style("bold bright_white on magenta" if light else "black on yellow")
    return Palette(
        base=plain,
        dim=plain,
        faint=faint,
        bright=bold,
        accent=accent,
        bar=_style("reverse"),
        bar_dim=_style("reverse"),
        bar_accent=_style("bold reverse"),
        key=accent,
        good=_style(f"{vivid}green{ground}"),
        warn=_style("bold red" if light else f"bold bright_magenta{ground}"),
        uno=chosen,
        panel=plain,
        panel_dim=plain,
        panel_edge=accent,
        panel_key=accent,
        chosen=chosen,
        back=plain,
        card={**face, None: _style("reverse")},
        edge={**low, None: plain},
        edge_low={**low, None: faint},
        card_low={**low, None: plain},
        chosen_edge=bold if light else _style(f"bold bright_white{ground}"),
        ink={c: _style(f"bold {vivid}{name}{ground}") for c, name in _NAMES.items()},
        swatch={c: style for c, style in face.items() if c is not None},
    )


def mono() -> Palette:
    """Without colour."""
    plain, bold, reverse, strong = _style("none"), _style("bold"), _style("reverse"), _style("bold reverse")
    every: dict[Color | None, Style] = dict.fromkeys((*Color, None), plain)
    return Palette(
        base=plain,
        dim=plain,
        faint=plain,
        bright=bold,
        accent=bold,
        bar=reverse,
        bar_dim=reverse,
        bar_accent=strong,
        key=bold,
        good=plain,
        warn=bold,
        uno=strong,
        panel=plain,
        panel_dim=plain,
        panel_edge=bold,
        panel_key=bold,
        chosen=reverse,
        back=plain,
        card=dict.fromkeys((*Color, None), bold),
        edge=every,
        edge_low=every,
        card_low=every,
        chosen_edge=bold,
        ink=dict.fromkeys(Color, bold),
        swatch=dict.fromkeys(Color, reverse),
    )
