"""The themes for terminals with 256 colours and more: dark, light, and one of high contrast.

All values are from xterm's 256, so both depths look alike. `tests/client/test_themes.py` computes that text stands out from
what is behind it (WCAG 2, 1.4.3 and 1.4.11), and that the four cards stay four for eyes without red or green cones.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from rich.style import Style

from client.tui.palette import Palette
from client.tui.theme import Theme
from engine.cards import Color

Hue = str
"""`#rrggbb`."""
OnHue = tuple[Hue, Hue]
"""A letter's and the ground's."""


class Four(NamedTuple):
    """Something in the colours of the cards."""

    red: Hue
    yellow: Hue
    green: Hue
    blue: Hue

    def of(self, color: Color) -> Hue:
        """This card's."""
        return self[tuple(Color).index(color)]


class Hues(NamedTuple):
    """A theme. Names are those of `Palette`; what has no `on` lies on `ground`."""

    ground: Hue
    text: Hue
    dim: Hue
    faint: Hue
    bright: Hue
    accent: Hue
    good: Hue
    warn: Hue
    bar: Hue
    on_bar: tuple[Hue, Hue, Hue]
    """Text, dim, accent."""
    panel: Hue
    on_panel: tuple[Hue, Hue, Hue]
    chosen: OnHue
    back: OnHue
    wild: OnHue
    wild_low: OnHue
    wild_edges: tuple[Hue, Hue]
    """Of one that can be played, of one that cannot."""
    face_ink: Four
    face: Four
    low_ink: Hue
    low: Four
    edge: Four
    edge_low: Four
    ink: Four


FACE: Final = Four("#d70000", "#ffd700", "#00af5f", "#005fd7")
ON_FACE: Final = Four("#ffffff", "#121212", "#121212", "#ffffff")

HUES: Final = {
    Theme.DARK: Hues(
        "#121212", "#d0d0d0", "#8a8a8a", "#6c6c6c", "#ffffff", "#ffd75f", "#87d787", "#ff8700",
        "#303030", ("#d0d0d0", "#9e9e9e", "#ffd75f"),
        "#262626", ("#e4e4e4", "#949494", "#ffd75f"),
        chosen=("#121212", "#ffd75f"), back=("#9e9e9e", "#303030"), wild=("#ffffff", "#303030"),
        wild_low=("#949494", "#262626"), wild_edges=("#bcbcbc", "#6c6c6c"),
        face_ink=ON_FACE, face=FACE, low_ink="#eeeeee", low=Four("#5f0000", "#875f00", "#005f5f", "#0000af"),
        edge=FACE, edge_low=Four("#d70000", "#afaf00", "#00875f", "#005fd7"),
        ink=Four("#ff5f5f", "#ffd75f", "#5fd7af", "#5fafff"),
    ),
    Theme.LIGHT: Hues(
        "#ffffff", "#303030", "#626262", "#808080", "#000000", "#87005f", "#005f00", "#af0000",
        "#dadada", ("#303030", "#4e4e4e", "#87005f"),
        "#eeeeee", ("#262626", "#585858", "#87005f"),
        chosen=("#ffffff", "#87005f"), back=("#4e4e4e", "#dadada"), wild=("#ffffff", "#444444"),
        wild_low=("#4e4e4e", "#e4e4e4"), wild_edges=("#444444", "#808080"),
        face_ink=ON_FACE, face=FACE, low_ink="#121212", low=Four("#ff8787", "#ffff87", "#87ffd7", "#87afff"),
        edge=Four("#d70000", "#af5f00", "#00875f", "#005fd7"), edge_low=Four("#d70000", "#af5f00", "#00875f", "#005fd7"),
        ink=Four("#870000", "#af5f00", "#00875f", "#005fd7"),
    ),
    Theme.CONTRAST: Hues(
        "#000000", "#ffffff", "#d0d0d0", "#a8a8a8", "#ffffff", "#ffff00", "#00ff87", "#ffaf00",
        "#ffffff", ("#000000", "#262626", "#000000"),
        "#000000", ("#ffffff", "#d0d0d0", "#ffff00"),
        chosen=("#000000", "#ffff00"), back=("#ffffff", "#000000"), wild=("#000000", "#ffffff"),
        wild_low=("#ffffff", "#000000"), wild_edges=("#ffffff", "#a8a8a8"),
        face_ink=Four("#ffffff", "#000000", "#000000", "#ffffff"), face=Four("#af0000", "#ffff00", "#00d787", "#0000d7"),
        low_ink="", low=Four("#000000", "#000000", "#000000", "#000000"),
        edge=Four("#ff5f5f", "#ffff00", "#00d787", "#5fafff"), edge_low=Four("#ff5f5f", "#ffff00", "#00d787", "#5fafff"),
        ink=Four("#ff5f5f", "#ffff00", "#00d787", "#5fafff"),
    ),
}  # fmt: skip
"""An empty `low_ink` writes in the card's own `ink`."""


def _style(ink: Hue, ground: Hue, bold: bool = False) -> Style:
    return Style.parse(f"{'bold ' if bold else ''}{ink} on {ground}")


def painted(theme: Theme) -> Palette:
    """A theme's styles."""
    h = HUES[theme]
    text, dim, accent = h.on_bar
    panel, panel_dim, panel_accent = h.on_panel
    face: dict[Color | None, Style] = {c: _style(h.face_ink.of(c), h.face.of(c), True) for c in Color}
    low: dict[Color | None, Style] = {c: _style(h.low_ink or h.ink.of(c), h.low.of(c)) for c in Color}
    edge: dict[Color | None, Style] = {c: _style(h.edge.of(c), h.ground) for c in Color}
    edge_low: dict[Color | None, Style] = {c: _style(h.edge_low.of(c), h.ground) for c in Color}
    wild_edge, wild_edge_low = h.wild_edges
    chosen = _style(*h.chosen, True)
    return Palette(
        base=_style(h.text, h.ground),
        dim=_style(h.dim, h.ground),
        faint=_style(h.faint, h.ground),
        bright=_style(h.bright, h.ground, True),
        accent=_style(h.accent, h.ground, True),
        bar=_style(text, h.bar),
        bar_dim=_style(dim, h.bar),
        bar_accent=_style(accent, h.bar, True),
        key=_style(h.accent, h.ground, True),
        good=_style(h.good, h.ground),
        warn=_style(h.warn, h.ground, True),
        uno=chosen,
        panel=_style(panel, h.panel),
        panel_dim=_style(panel_dim, h.panel),
        panel_edge=_style(panel_accent, h.panel),
        panel_key=_style(panel_accent, h.panel, True),
        chosen=chosen,
        back=_style(*h.back),
        card={**face, None: _style(*h.wild, True)},
        edge={**edge, None: _style(wild_edge, h.ground)},
        edge_low={**edge_low, None: _style(wild_edge_low, h.ground)},
        card_low={**low, None: _style(*h.wild_low)},
        chosen_edge=_style(h.bright, h.ground, True),
        ink={c: _style(h.ink.of(c), h.ground, True) for c in Color},
        swatch={c: _style(h.face_ink.of(c), h.face.of(c), True) for c in Color},
    )
