"""What every full page shares: the title bar on top, the status line and the footer of keys below."""

from __future__ import annotations

from collections.abc import Sequence

from client.tui.keys import action
from client.tui.page import Hit, Page
from client.tui.paint import Line, Row, blank, cells, clip


def title_bar(page: Page, width: int, title: str, right: str = "") -> Row:
    """`UNO  title …                right`: the name of the game, what this page is, and one fact at the end."""
    palette = page.palette
    line = Line(width, palette.bar)
    line.add(" UNO ", palette.bar_accent).add(" ")
    room = width - line.x - (cells(right) + 2 if right else 0)
    line.add(clip(title, max(0, room)), palette.bar)
    if right:
        line.to(max(line.x, width - cells(right) - 1)).add(right, palette.bar_accent)
    return line.row()


def status_line(page: Page, width: int, prompt: str = "") -> Row:
    """The one line that speaks: what is being typed, else the last answer, else the page's own prompt."""
    palette = page.palette
    line = Line(width, palette.base).add(" ")
    if page.entry is not None:
        line.add(page.entry_label, palette.accent)
        page.entry.paint(line, palette, max(1, line.room - 1))
    elif page.app.status:
        line.add(clip(page.app.status, line.room - 1), palette.warn)
    else:
        front = in_front(page)
        line.add(clip(prompt if front is page else front.prompt, line.room - 1), palette.bright)
    return line.row()


def in_front(page: Page) -> Page:
    """The dialog above a page, if there is one: its keys and its prompt are the ones to show."""
    return page.app.top if page.app.top.floats else page


def footer(page: Page, width: int, y: int, names: Sequence[str]) -> Row:
    """The keys that apply now, each of which can be clicked; later ones are left out where room is short.

    `help` and `leave` keep their places at the end.
    """
    front = in_front(page)
    if front is not page:
        page, names = front, front.actions()
    palette = page.palette
    line = Line(width, palette.base).add(" ")
    kept = ("help", "leave") if width >= 60 else ("help",)
    ends = [name for name in kept if name not in names and page.name != name]
    tail = sum(_size(page, name) for name in ends)
    for name in names:
        if line.x + _size(page, name) + tail <= width:
            _key(page, line, y, name)
    for name in ends:
        if line.x + _size(page, name) <= width + 2:
            _key(page, line, y, name)
    return line.row()


def _size(page: Page, name: str) -> int:
    return cells(action(name).shown) + cells(page.label(name)) + 3


def _key(page: Page, line: Line, y: int, name: str) -> None:
    start = line.x
    line.add(action(name).shown, page.palette.key).add(" ").add(page.label(name), page.palette.dim)
    page.hits.append(Hit(start, y, line.x - start, 1, name))
    line.add("  ")


def framed(
    page: Page, width: int, height: int, title: str, body: Sequence[Row], *, right: str = "", prompt: str = ""
) -> list[Row]:
    """A whole page: bar, `height - 3` rows of `body` (cut or filled up), status line, footer."""
    room = height - 3
    rows = [title_bar(page, width, title, right), *body[:room]]
    rows += [blank(width, page.palette.base)] * (room + 1 - len(rows))
    rows.append(status_line(page, width, prompt))
    rows.append(footer(page, width, height - 1, page.actions()))
    return rows
