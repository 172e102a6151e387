"""What every full page shares: the title bar on top, the status line and the footer of keys below."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from client.play.votes import tally_words, vote_words
from client.tui.keys import action
from client.tui.page import ENTRY_DONE, ENTRY_DROPPED, Hit, Page
from client.tui.paint import Line, Row, blank, cells, clip, clip_words
from client.tui.palette import Palette
from client.tui.reading import in_order, paragraph


def shout(page: Page) -> Sequence[str]:
    """What must be known on every page: that the server cannot save just now, or the operator's words; and what is voted on."""
    lobby = page.lobby
    if lobby is not None and lobby.saving:
        return page.text("The server cannot save: the game waits."), page.text("Cannot save: all waits.")
    if page.answers_votes and (words := ballot(page)):
        return words
    return (lobby.notice,) if lobby is not None and lobby.notice else ()


def ballot(page: Page) -> Sequence[str]:
    """What is voted on; the keys that answer it are named where they do, not below a box nor beside a line that is typed."""
    table = page.table
    if table is None or (in_front(page) is page and page.entry is None):
        return vote_words(page.text, table)
    return tally_words(page.text, table)


def shouted(page: Page, room: int) -> str:
    """What must be known, in `room` cells; words of the operator that do not fit end with the key that shows all of them."""
    words = shout(page)
    lobby = page.lobby
    if lobby is None or words != (lobby.notice,) or cells(lobby.notice) <= room:
        return spoken(words, room)

    def told(words: str) -> str:
        # Translators: the key shows all the words.
        return page.text("{words} {key}: all", words=words, key=action("help").shown)

    end = cells(told(""))
    return told(clip_words(lobby.notice, room - end)) if room > 2 * end else spoken(words, room)


def title_bar(page: Page, width: int, title: str, right: str = "") -> Row:
    """`UNO  title …                right`: the name of the game, what this page is, and one fact at the end.

    What must be known stands in place of the title.
    """
    palette = page.palette
    line = Line(width, palette.bar)
    line.add(" UNO ", palette.bar_accent).add(" ")
    room = width - line.x - (cells(right) + 2 if right else 0)
    if words := shouted(page, max(0, room)):
        line.add(words, palette.bar_accent)
    else:
        line.add(clip(title, max(0, room)), palette.bar)
    if right:
        line.to(max(line.x, width - cells(right) - 1)).add(right, palette.bar_accent)
    return line.row()


MOST: Final = 4
"""Rows that the last answer may take."""
Prompt = str | Sequence[str]
"""A sentence, or the same thing said in fewer and fewer words."""


def spoken(prompt: Prompt, room: int) -> str:
    """The longest that fits; the last is cut between two words if even that does not."""
    sentences = (prompt,) if isinstance(prompt, str) else prompt
    return next((words for words in sentences if cells(words) <= room), clip_words(sentences[-1], room) if sentences else "")


def status_line(page: Page, width: int, prompt: Prompt = "") -> Row:
    """The one line that speaks: what is being typed, else the last answer, else the page's own prompt."""
    palette = page.palette
    line = Line(width, palette.base).add(" ")
    if page.entry is not None:
        line.add(page.entry_label, palette.accent)
        room = max(1, line.room - 1)
        page.entry.paint(line, palette, room, spoken(page.entry_hints, room - 2))
    elif page.app.status:
        line.add(spoken(page.app.status, line.room - 1), palette.warn)
    else:
        front = in_front(page)
        line.add(spoken(prompt if front is page else front.prompt, line.room - 1), palette.bright)
    return line.row()


def unfold_status(page: Page, rows: list[Row], width: int) -> None:
    """Give a last answer that does not fit into the status line the rows above it too, in place; `page` fills the screen.

    The letters of `rows` are in order already.
    """
    words = page.app.status
    if page.entry is None and cells(words) > width - 2:
        told = paragraph(words, width, page.palette.warn, 1, page.text.rtl)[:MOST]
        rows[-1 - len(told) : -1] = in_order(told, page.look.bidi, page.text.rtl)


def in_front(page: Page) -> Page:
    """The dialog above a page, if there is one: its keys and its prompt are the ones to show."""
    return page.app.top if page.app.top.floats else page


def footer(page: Page, width: int, y: int, names: Sequence[str]) -> Row:
    """The keys that apply now, each of which can be clicked; later ones are left out where room is short.

    `help` and `leave` keep their places at the end, and the way back its room beside all but the first keys. While a line is
    typed, only what ends it is a key.
    """
    front = in_front(page)
    if front is not page:
        page, names = front, front.actions()
    kept = ["help", "leave"]
    if page.entry is not None:
        names, kept = (), kept[1:]
    ends = [name for name in kept if name not in names and page.name != name]
    keys = tuple((name, action(name).shown, page.label(name)) for name in (*names, *ends))
    if width < 60 and "leave" in ends:
        keys = (*keys[:-1], ("leave", action("leave").shown, ""))
    if page.entry is not None:
        done = ENTRY_DONE, action("confirm").shown, page.entry_verb
        keys = (done, (ENTRY_DROPPED, action("back").shown, page.text("never mind")), *keys)
    row, spots = _footer(page.palette, keys, len(ends), width)
    page.hits += [Hit(x, y, size, 1, name) for x, size, name in spots]
    return row


FIRST: Final = 2
"""How many keys matter more than the way back where not all have room."""


@lru_cache(maxsize=1024)
def _footer(
    palette: Palette, keys: tuple[tuple[str, str, str], ...], ends: int, width: int
) -> tuple[Row, tuple[tuple[int, int, str], ...]]:
    """The row, and where each key is in it: column, width, name."""
    line = Line(width, palette.base).add(" ")
    sizes = [cells(shown) + cells(label) + 1 for _, shown, label in keys]
    tail = sum(size + 2 for size in sizes[len(keys) - ends :])
    back = next((index for index, (name, _, _) in enumerate(keys) if name == "back"), 0)
    spots: list[tuple[int, int, str]] = []
    for index, ((name, shown, label), size) in enumerate(zip(keys, sizes, strict=True)):
        x = line.x + 2 if spots else line.x
        kept = (tail if index < len(keys) - ends else 0) + (sizes[back] + 2 if FIRST <= index < back else 0)
        if x + size - (not label) + kept > width:
            continue
        line.to(x).add(shown, palette.key)
        if label:
            line.add(" ").add(label, palette.dim)
        spots.append((x, size, name))
    return line.row(), tuple(spots)


def framed(
    page: Page, width: int, height: int, title: str, body: Sequence[Row], *, right: str = "", prompt: Prompt = ""
) -> list[Row]:
    """A whole page: bar, `height - 3` rows of `body` (cut or filled up), status line, footer."""
    room = height - 3
    rows = [title_bar(page, width, title, right), *body[:room]]
    rows += [blank(width, page.palette.base)] * (room + 1 - len(rows))
    rows.append(status_line(page, width, prompt))
    rows.append(footer(page, width, height - 1, page.actions()))
    return rows
