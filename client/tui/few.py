"""The styles for terminals with sixteen colours, and for those without: bold, underline and reverse alone.

Sixteen colours are the terminal's own, whatever it makes of them. Without colour every meaning is carried by letters and
shapes.
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
    """With the terminal's own colours. Dark rests on the terminal's own ground; light and contrast bring theirs."""
    light, strong = theme is Theme.LIGHT, theme is Theme.CONTRAST
    ground = {Theme.DARK: "default", Theme.LIGHT: "white", Theme.CONTRAST: "black"}[theme]
    face: dict[Color | None, Style] = {
        c: _style(f"{'bold bright_white' if c in (Color.RED, Color.BLUE) else 'black'} on {name}") for c, name in _NAMES.items()
    }
    # Most terminals' dark blue cannot be read on black, nor their yellow on white.
    drawn = {c: f"{'bright_' if strong or (c is Color.BLUE and not light) else ''}{name}" for c, name in _NAMES.items()}
    inks = {c: name if light else f"bright_{name}" for c, name in _NAMES.items()}
    if light:
        drawn[Color.YELLOW] = inks[Color.YELLOW] = "black"
    low: dict[Color | None, Style] = {c: _style(f"{drawn[c]} on {ground}") for c in Color}
    ink = {Theme.DARK: "default", Theme.LIGHT: "black", Theme.CONTRAST: "bright_white"}[theme]
    plain, bold = _style(f"{ink} on {ground}"), _style(f"bold {ink} on {ground}")
    accent = _style(f"bold {'magenta' if light else 'bright_yellow'} on {ground}")
    faint_ink = {Theme.DARK: "bright_black", Theme.LIGHT: "black", Theme.CONTRAST: "white"}[theme]
    faint = _style(f"{faint_ink} on {ground}")
    chosen = _style("bold bright_white on magenta" if light else "black on yellow")
    bar = _style("bright_white on black" if light else "reverse")
    strong_bar = _style("bold bright_white on black" if light else "bold reverse")
    return Palette(
        base=plain,
        dim=plain,
        faint=faint,
        bright=bold,
        accent=accent,
        bar=bar,
        bar_dim=bar,
        bar_accent=strong_bar,
        key=accent,
        good=_style(f"{inks[Color.GREEN]} on {ground}"),
        warn=_style(f"bold {'red' if light else 'bright_magenta'} on {ground}"),
        uno=chosen,
        panel=plain,
        panel_dim=plain,
        panel_edge=accent,
        panel_key=accent,
        chosen=chosen,
        back=plain,
        card={**face, None: bar},
        edge={**low, None: plain},
        edge_low={**low, None: faint},
        card_low={**low, None: plain},
        chosen_edge=bold if light else _style(f"bold bright_white on {ground}"),
        ink={c: _style(f"bold {name} on {ground}") for c, name in inks.items()},
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
