"""The colours and attributes of the screens, for each colour depth.

A `Palette` names what a thing *is* (`accent`, `dim`, `card[RED]`), painters never name a colour. The 24-bit
values are all from xterm's 256, so both depths look alike; with 16 colours the terminal's own background
stays; without colour only bold, underline and reverse remain, and every meaning is carried by letters and shapes.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from rich.style import Style

from client.tui.theme import Depth, Look
from engine.cards import Color


@dataclass(frozen=True, eq=False)
class Palette:
    """Named styles. Compared by identity: one object per depth, so it can key a cache."""

    base: Style
    """Ordinary text on the screen's background."""
    dim: Style
    """What may be overlooked."""
    faint: Style
    """Lines and empty places."""
    bright: Style
    """What is read first."""
    accent: Style
    """Whose turn, what is selected."""
    bar: Style
    """The title bar."""
    bar_dim: Style
    bar_accent: Style
    key: Style
    """A key in the footer and in help."""
    good: Style
    warn: Style
    """Refusals, penalties, a clock running out."""
    uno: Style
    """UNO! calls and marks."""
    panel: Style
    """Text in dialogs."""
    panel_dim: Style
    panel_edge: Style
    panel_key: Style
    chosen: Style
    """The chosen line of a list."""
    back: Style
    """The back of a card."""
    card: dict[Color | None, Style]
    """A card's face; None is a wild's."""
    edge: dict[Color | None, Style]
    """The outline of a card."""
    edge_low: dict[Color | None, Style]
    """The outline of a card that cannot be played now."""
    card_low: dict[Color | None, Style]
    """The face of a card that cannot be played now."""
    chosen_edge: Style
    """The outline of the selected card."""
    ink: dict[Color, Style]
    """Words and lines in a card's colour on the screen's background."""
    swatch: dict[Color, Style]
    """A word on a patch of a card's colour."""


_HEX: Final = {Color.RED: "#d70000", Color.YELLOW: "#ffd700", Color.GREEN: "#008700", Color.BLUE: "#005fd7"}
_LOW: Final = {Color.RED: "#870000", Color.YELLOW: "#875f00", Color.GREEN: "#005f00", Color.BLUE: "#000087"}
_LOW_EDGE: Final = {Color.RED: "#af0000", Color.YELLOW: "#af8700", Color.GREEN: "#008700", Color.BLUE: "#005faf"}
_INK: Final = {Color.RED: "#ff5f5f", Color.YELLOW: "#ffd75f", Color.GREEN: "#5fd75f", Color.BLUE: "#5fafff"}
_ANSI: Final = {Color.RED: "red", Color.YELLOW: "yellow", Color.GREEN: "green", Color.BLUE: "blue"}
_ANSI_INK: Final = {
    Color.RED: "bright_red",
    Color.YELLOW: "bright_yellow",
    Color.GREEN: "bright_green",
    Color.BLUE: "bright_blue",
}


def _style(definition: str) -> Style:
    return Style.parse(definition)


def _dark() -> Palette:
    ground, panel, bar = "#121212", "#262626", "#303030"
    on, on_panel, on_bar = f"on {ground}", f"on {panel}", f"on {bar}"
    face: dict[Color | None, Style] = {
        c: _style(f"bold {'#121212' if c is Color.YELLOW else '#ffffff'} on {h}") for c, h in _HEX.items()
    }
    low: dict[Color | None, Style] = {c: _style(f"#d0d0d0 on {h}") for c, h in _LOW.items()}
    edge: dict[Color | None, Style] = {c: _style(f"{h} {on}") for c, h in _HEX.items()}
    edge_low: dict[Color | None, Style] = {c: _style(f"{h} {on}") for c, h in _LOW_EDGE.items()}
    return Palette(
        base=_style(f"#d0d0d0 {on}"),
        dim=_style(f"#8a8a8a {on}"),
        faint=_style(f"#4e4e4e {on}"),
        bright=_style(f"bold #ffffff {on}"),
        accent=_style(f"bold #ffd75f {on}"),
        bar=_style(f"#d0d0d0 {on_bar}"),
        bar_dim=_style(f"#8a8a8a {on_bar}"),
        bar_accent=_style(f"bold #ffd75f {on_bar}"),
        key=_style(f"bold #ffd75f {on}"),
        good=_style(f"#87d787 {on}"),
        warn=_style(f"bold #ff8700 {on}"),
        uno=_style("bold #121212 on #ffd75f"),
        panel=_style(f"#e4e4e4 {on_panel}"),
        panel_dim=_style(f"#949494 {on_panel}"),
        panel_edge=_style(f"#ffd75f {on_panel}"),
        panel_key=_style(f"bold #ffd75f {on_panel}"),
        chosen=_style("bold #121212 on #ffd75f"),
        back=_style("#8a8a8a on #303030"),
        card={**face, None: _style("bold #ffffff on #303030")},
        edge={**edge, None: _style(f"#bcbcbc {on}")},
        edge_low={**edge_low, None: _style(f"#585858 {on}")},
        card_low={**low, None: _style("#949494 on #262626")},
        chosen_edge=_style(f"bold #ffffff {on}"),
        ink={c: _style(f"bold {h} {on}") for c, h in _INK.items()},
        swatch={c: _style(f"bold {'#121212' if c is Color.YELLOW else '#ffffff'} on {h}") for c, h in _HEX.items()},
    )


def _sixteen() -> Palette:
    face: dict[Color | None, Style] = {
        c: _style(f"{'black' if c is Color.YELLOW else 'bold bright_white'} on {name}") for c, name in _ANSI.items()
    }
    low: dict[Color | None, Style] = {c: _style(name) for c, name in _ANSI.items()}
    edge: dict[Color | None, Style] = {c: _style(name) for c, name in _ANSI.items()}
    plain, bold, accent = _style("none"), _style("bold"), _style("bold bright_yellow")
    return Palette(
        base=plain,
        dim=plain,
        faint=_style("bright_black"),
        bright=bold,
        accent=accent,
        bar=_style("reverse"),
        bar_dim=_style("reverse"),
        bar_accent=_style("bold reverse"),
        key=accent,
        good=_style("bright_green"),
        warn=_style("bold bright_magenta"),
        uno=_style("black on yellow"),
        panel=plain,
        panel_dim=plain,
        panel_edge=accent,
        panel_key=accent,
        chosen=_style("black on yellow"),
        back=plain,
        card={**face, None: _style("reverse")},
        edge={**edge, None: plain},
        edge_low={**edge, None: _style("bright_black")},
        card_low={**low, None: plain},
        chosen_edge=_style("bold bright_white"),
        ink={c: _style(f"bold {name}") for c, name in _ANSI_INK.items()},
        swatch={c: _style(f"{'black' if c is Color.YELLOW else 'bold bright_white'} on {n}") for c, n in _ANSI.items()},
    )


def _mono() -> Palette:
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


@lru_cache(maxsize=8)
def _of_depth(depth: Depth) -> Palette:
    if depth is Depth.MONO:
        return _mono()
    return _sixteen() if depth is Depth.ANSI16 else _dark()


def palette(look: Look) -> Palette:
    """The styles for what a terminal can show."""
    return _of_depth(Depth.TRUECOLOR if look.depth is Depth.ANSI256 else look.depth)
