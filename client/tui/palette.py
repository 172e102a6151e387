"""The colours and attributes of the screens: what a thing *is* (`accent`, `dim`, `card[RED]`); painters never name a colour."""

from __future__ import annotations

from dataclasses import dataclass

from rich.style import Style

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
