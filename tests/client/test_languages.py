"""Every screen in a language of accents, a third longer than English: nothing is left in English, nothing breaks its box."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from client.tui import app, liking
from client.tui.keys import actions_of
from client.usertext import width
from tests.client import tables
from tests.client.pseudo import Pseudo
from tests.client.scenes import SCENES
from tests.client.scenes import scene as at
from tests.client.stage import Stage

SIZES = ((80, 24), (40, 12))
KEY_NAMES = {"Enter", "Esc", "Tab", "Home", "End", "PgUp", "PgDn", "Space", "Ctrl", "UNO"}
TYPED = {"unotty", "ssh", "host", "join", "watch", "replay", "verify", "example", "guest", "well", "played"}
"""What is typed into a shell, and what people said: in no language of ours."""
PEOPLE = {*tables.NAMES, "Zoe", "Dmitr", "Dmit", "Cyri"}
PAGES = (
    *[("lobby", (action.keys[0],)) for action in actions_of("lobby")],
    *[("table", (action.keys[0],)) for action in actions_of("table")],
    *[("lobby", ("r", *["pagedown"] * count)) for count in range(1, 12)],
    *[("lobby", ("n", *["down"] * count)) for count in range(1, 12)],
    *[("full", (key, "enter")) for key in ("d", "u", "c", "x", "k")],
)
"""Scenes, and what is pressed there."""
WORD = re.compile(r"[^\W\d_]+")
VOWEL = re.compile("[AEIOUaeiou]")
TOP, BOTTOM, SIDE = "╭┌╔", "╰└╚", "│║┃├┤╟╢"


@pytest.fixture
def foreign(monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody reads the language of tests."""
    for module in (app, liking):
        monkeypatch.setattr(module, "Text", lambda language="": Pseudo())


def english(lines: list[str]) -> Iterator[str]:
    """Words that never went through the language: every vowel of one that did has an accent."""
    for line in lines:
        for word in WORD.findall(line):
            if len(word) > 2 and word.isascii() and VOWEL.search(word) and word not in KEY_NAMES | TYPED | PEOPLE:
                yield f"{word}: {line.strip()}"


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.usefixtures("foreign")
async def test_nothing_on_a_screen_is_left_in_english(scene: str, size: tuple[int, int]) -> None:
    async with at(scene, size) as s:
        assert list(english(s.lines)) == []
        await s.press("question_mark")
        assert list(english(s.lines)) == []


@pytest.mark.parametrize(("scene", "keys"), PAGES)
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.usefixtures("foreign")
async def test_no_page_that_a_key_opens_is_left_in_english(scene: str, keys: tuple[str, ...], size: tuple[int, int]) -> None:
    async with at(scene, size) as s:
        await s.press(*keys)
        assert list(english(s.lines)) == []


@pytest.mark.parametrize("scene", SCENES)
@pytest.mark.parametrize("size", SIZES, ids=str)
async def test_long_sentences_break_no_row_and_no_box(
    scene: str, size: tuple[int, int], request: pytest.FixtureRequest
) -> None:
    async with at(scene, size) as s:
        at_home = rows_of(s)
    request.getfixturevalue("foreign")
    async with at(scene, size) as s:
        rows = rows_of(s)
    assert {sum(map(width, row)) for row in rows} == {size[0]}
    assert len(list(open_boxes(rows))) <= len(list(open_boxes(at_home))), "cards behind a panel are open in any language"


def rows_of(s: Stage) -> list[str]:
    """The screen, every row as wide as it is."""
    canvas = s.app.canvas
    return [strip.text for strip in canvas.render_lines(canvas.size.region)]


def open_boxes(rows: list[str]) -> Iterator[tuple[int, int]]:
    """Corners at the top of a box below which its side is not drawn down to a corner at the bottom."""
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark not in TOP:
                continue
            below = [other[x] for other in rows[y + 1 :]]
            end = next((place for place, other in enumerate(below) if other not in SIDE), len(below))
            if end == len(below) or below[end] not in BOTTOM:
                yield x, y


@pytest.mark.parametrize("language", ["en", "fa", "lt", "sr"])
async def test_the_line_that_speaks_is_whole_on_the_smallest_screen(language: str) -> None:
    for scene in [*SCENES, "log", "rules"]:
        async with at(scene, (40, 12), likes={"language": language}) as s:
            assert "…" not in s.status, scene
