"""`Backdrop`: the screen behind an app that paints itself.

Textual lays out and styles a screen with functions and nodes that refer to each other in circles; each time these are left for
a full pass of the garbage collector, which stops everybody. There is nothing here to style, and one widget, which fills all.
"""

from __future__ import annotations

from textual._compositor import Compositor
from textual.geometry import NULL_SPACING, Size
from textual.map_geometry import MapGeometry
from textual.screen import Screen
from textual.widget import Widget


class Filling(Compositor):
    """Lays out a screen with one widget, or none yet."""

    def _arrange_root(
        self, root: Widget, size: Size, visible_only: bool = True
    ) -> tuple[dict[Widget, MapGeometry], set[Widget]]:
        if not root._is_mounted:
            return {}, set()
        shown = [root, *(child for child in root.displayed_children if child._is_mounted)]
        region = size.region
        places = {
            widget: MapGeometry(region, ((0, 0, 0),) * depth, region, size, size, region, NULL_SPACING)
            for depth, widget in enumerate(shown, 1)
        }
        return places, set(shown)


class Backdrop(Screen[None], inherit_css=False):
    """It passes sizes and events on, but styles and composes nothing."""

    ALLOW_SELECT = False  # without styles there is none for what is selected

    def __init__(self) -> None:
        super().__init__(id="_default")
        self._compositor = Filling()

    def _compositor_refresh(self) -> None:
        self._compositor._dirty_regions.clear()
        self._dirty_widgets.clear()
