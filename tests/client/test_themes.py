"""Themes: what is written can be read (WCAG 2), and the four cards are four for colour-blind eyes."""

from __future__ import annotations

from dataclasses import fields
from itertools import combinations
from typing import Final

import pytest
from rich.style import Style

from client.tui.palette import Palette
from client.tui.theme import Depth, Look, Theme
from client.tui.wardrobe import palette
from engine.cards import Color

MARKS: Final = ("faint", "edge", "edge_low", "chosen_edge", "panel_edge")
"""Lines and the like (WCAG 2, 1.4.11); everything else is text (1.4.3)."""
EYES: Final = {
    "all cones": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "no red": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "no green": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}
"""Machado, Oliveira and Fernandes 2009, severity 1, on linear RGB."""

Light = tuple[float, float, float]
"""Linear RGB, 0 to 1."""


def light(style: Style, ground: bool) -> Light:
    """A style's colour as light."""
    color = style.bgcolor if ground else style.color
    assert color is not None
    assert color.triplet is not None
    parts = [part / 255 for part in color.triplet]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return red, green, blue


def luminance(color: Light) -> float:
    return 0.2126 * color[0] + 0.7152 * color[1] + 0.0722 * color[2]


def contrast(style: Style) -> float:
    """WCAG 2's contrast ratio of letters and ground."""
    low, high = sorted(luminance(light(style, ground)) for ground in (False, True))
    return (high + 0.05) / (low + 0.05)


def lab(color: Light) -> Light:
    """CIE L*a*b* under D65."""
    red, green, blue = color
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.9505
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.089
    fx, fy, fz = (part ** (1 / 3) if part > 0.008856 else 7.787 * part + 16 / 116 for part in (x, luminance(color), z))
    return 116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz)


def apart(one: Light, other: Light, eyes: str) -> float:
    """How different two colours are to these eyes: the CIE 1976 distance; 2.3 is just noticeable."""

    def seen(color: Light) -> Light:
        first, second, third = (sum(a * b for a, b in zip(row, color, strict=True)) for row in EYES[eyes])
        return min(1, max(0, first)), min(1, max(0, second)), min(1, max(0, third))

    pairs = zip(lab(seen(one)), lab(seen(other)), strict=True)
    return float(sum((a - b) ** 2 for a, b in pairs) ** 0.5)


def styles(shown: Palette) -> list[tuple[str, Style]]:
    """Every style with its name; those by colour as `card RED`."""
    named: list[tuple[str, Style]] = []
    for field in fields(shown):
        value = getattr(shown, field.name)
        if isinstance(value, Style):
            named.append((field.name, value))
        else:
            named += [(f"{field.name} {color.name if color else 'WILD'}", style) for color, style in value.items()]
    return named


@pytest.mark.parametrize("theme", Theme)
def test_text_and_marks_stand_out_from_their_ground(theme: Theme) -> None:
    least = {"text": 7.0, "mark": 4.5} if theme is Theme.CONTRAST else {"text": 4.5, "mark": 3.0}
    shown = styles(palette(Look(theme=theme)))
    kinds = {name: "mark" if name.split()[0] in MARKS else "text" for name, _ in shown}
    weak = {name: round(contrast(style), 2) for name, style in shown if contrast(style) < least[kinds[name]]}
    assert weak == {}


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("eyes", EYES)
def test_the_four_cards_are_four_for_all_eyes(theme: Theme, eyes: str) -> None:
    shown = palette(Look(theme=theme))
    for ground, kind, least in ((True, shown.card, 25), (True, shown.swatch, 25), (False, shown.ink, 15)):
        lights = {color: light(kind[color], ground) for color in Color}
        near = {(a.name, b.name): apart(lights[a], lights[b], eyes) for a, b in combinations(Color, 2)}
        assert {pair: round(far) for pair, far in near.items() if far < least} == {}


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("eyes", EYES)
def test_cards_that_cannot_be_played_are_told_apart_by_ground_or_letters(theme: Theme, eyes: str) -> None:
    low = palette(Look(theme=theme)).card_low
    for a, b in combinations(Color, 2):
        far = [apart(light(low[a], ground), light(low[b], ground), eyes) for ground in (True, False)]
        assert max(far) >= 15, (a, b, far)


def test_the_test_of_cards_can_fail() -> None:
    red, green = light(Style.parse("#d70000"), False), light(Style.parse("#008700"), False)
    assert apart(red, green, "no green") < 15 < apart(red, green, "all cones")
    assert contrast(Style.parse("#777777 on #888888")) < 1.5
    assert round(contrast(Style.parse("#000000 on #ffffff")), 1) == 21.0


def test_all_24_bit_values_are_among_the_256() -> None:
    steps = (0, 95, 135, 175, 215, 255)
    greys = {(8 + 10 * step,) * 3 for step in range(24)}
    for theme in Theme:
        for name, style in styles(palette(Look(theme=theme))):
            for color in (style.color, style.bgcolor):
                assert color is not None
                assert color.triplet is not None
                assert all(part in steps for part in color.triplet) or tuple(color.triplet) in greys, (theme, name)


@pytest.mark.parametrize("theme", Theme)
def test_without_colour_no_theme_has_any(theme: Theme) -> None:
    for name, style in styles(palette(Look(Depth.MONO, theme=theme))):
        assert (style.color, style.bgcolor) == (None, None), name


def test_themes_of_one_depth_are_different_and_each_is_one_object() -> None:
    for depth in (Depth.ANSI16, Depth.ANSI256, Depth.TRUECOLOR):
        assert len({id(palette(Look(depth, theme=theme))) for theme in Theme}) == len(Theme)
        assert palette(Look(depth)) is palette(Look(depth))
    assert palette(Look(Depth.ANSI256)) is palette(Look(Depth.TRUECOLOR))
