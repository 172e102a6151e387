"""A row of tabs: names side by side, the chosen one marked; a click takes one."""

from __future__ import annotations

from collections.abc import Sequence

from client.tui.page import Hit, Page
from client.tui.paint import Line, Row, cells


def tabs(page: Page, names: Sequence[str], chosen: int, width: int, y: int) -> Row:
    """The row, on row `y` of the screen; where not all fit, those around the chosen one. A click is the action `take`."""
    palette = page.palette
    line = Line(width, palette.base).add(" ")
    first = 0
    while first < chosen and sum(cells(name) + 3 for name in names[first : chosen + 1]) > width - 4:
        first += 1
    if first:
        line.add("◂ ", palette.dim)
    for index in range(first, len(names)):
        size = cells(names[index]) + 2
        if line.room < size + 2:
            line.add("▸", palette.dim)
            break
        page.hits.append(Hit(line.x, y, size, 1, "take", index))
        line.add(f" {names[index]} ", palette.chosen if index == chosen else palette.dim).add(" ")
    return line.row()
