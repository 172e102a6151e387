"""The settings page: every setting with its sentence, at once in force, and remembered by the lobby."""

from __future__ import annotations

import pytest

from client.play.likings import LANGUAGES, LIKINGS
from client.protocol import LOBBY, Refusal, Reply, Set
from client.tui.screens.settings import SettingsPage
from client.tui.theme import Depth, Look, Theme, liked
from server.lobby.settings import CHOICES
from tests.client import tables
from tests.client.golden import assert_golden
from tests.client.stage import Stage, stage

SIZES = ((80, 24), (40, 12), (60, 16), (160, 50))
MONO = Look(Depth.MONO, most=Depth.MONO)
NO_COLOR = Look(Depth.MONO, most=Depth.ANSI256)


async def go_to(s: Stage, name: str) -> None:
    """Open the settings and select one."""
    if not isinstance(s.app.top, SettingsPage):
        await s.press("o")
    page = s.app.top
    assert isinstance(page, SettingsPage)
    while page.liking.name != name:
        await s.press("down")


def test_the_page_offers_every_value_that_the_lobby_knows() -> None:
    offered = {one.name: tuple(one.choices) for one in LIKINGS}
    assert offered | {"greeted": CHOICES["greeted"]} == dict(CHOICES)
    assert tuple(LANGUAGES) == CHOICES["language"][1:]
    for one in LIKINGS:
        assert one.about.endswith(".")
        assert all(choice.means.endswith(".") for name, choice in one.choices.items() if name not in LANGUAGES)


@pytest.mark.parametrize("size", SIZES)
async def test_every_setting_can_be_walked_through_at_every_size(size: tuple[int, int]) -> None:
    async with stage(None, size) as s:
        await s.press("o")
        for one in LIKINGS:
            assert one.label in s.screen
            for _ in one.choices:
                await s.press("right")
                assert len(s.lines) == size[1]
            await s.press("down")
        assert [body for body in s.wire.bodies if isinstance(body, Set)] == [
            Set(one.name, value) for one in LIKINGS for value in (*list(one.choices)[1:], next(iter(one.choices)))
        ]
        assert {command.table for command in s.wire.sent} == {LOBBY}


async def test_the_settings_open_at_a_table_and_lead_back_to_it() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("right", "o")
        assert "Settings" in s.lines[0]
        await s.press("escape")
        assert "Table K7QX" in s.lines[0]


async def test_a_theme_holds_at_once_and_everywhere() -> None:
    async with stage(tables.table(tables.game())) as s:
        dark = s.app.palette
        await go_to(s, "theme")
        await s.press("right", "right")
        assert s.app.look.theme is Theme.LIGHT
        assert s.app.palette is not dark
        await s.press("escape")
        styles = {segment.style for strip in s.app.canvas.render_lines(s.app.canvas.size.region) for segment in strip}
        assert dark.base not in styles
        assert s.app.palette.base in styles


async def test_no_colours_and_no_symbols_hold_at_once() -> None:
    async with stage(tables.table(tables.game())) as s:
        await go_to(s, "theme")
        await s.press("left")
        assert s.app.look.depth is Depth.MONO
        await go_to(s, "symbols")
        await s.press("left", "escape")
        assert s.screen.isascii()
        s.likes.like(symbols="auto", theme="auto")
        await s.pilot.pause()
        assert not s.screen.isascii()
        assert s.app.look == Look()


async def test_another_language_holds_at_once_without_losing_the_place() -> None:
    async with stage(None) as s:
        await go_to(s, "language")
        await s.press("right", "right", "right")
        assert s.app.text.language == "sr"
        page = s.app.top
        assert isinstance(page, SettingsPage)
        assert page.liking.name == "language"
        await s.press("left", "left", "left")
        assert s.app.text.language == "en"


async def test_auto_takes_the_language_of_the_persons_machine() -> None:
    async with stage(None, look=Look(language="lt")) as s:
        assert s.app.text.language == "lt"
        s.likes.like(language="en")
        await s.pilot.pause()
        assert s.app.text.language == "en"


@pytest.mark.parametrize(
    ("look", "name", "told"),
    [
        (Look(Depth.ANSI256), "theme", "can show: 256 colours."),
        (Look(Depth.ANSI16), "theme", "can show: 16 colours."),
        (NO_COLOR, "theme", "can show: no colours."),
        (Look(unicode=False), "symbols", "can show: ASCII."),
        (Look(), "symbols", "can show: Unicode."),
        (Look(), "language", "is set up: English."),
        (Look(unicode=False, language="lt"), "language", "Lietuviu."),
    ],
)
async def test_auto_says_what_it_found(look: Look, name: str, told: str) -> None:
    async with stage(None, look=look, likes={"language": "en"}) as s:
        s.likes.like(**{name: "auto"} if look.language == "en" else {"language": "auto"})
        await go_to(s, name)
        assert told in " ".join(s.screen.split())


async def test_what_a_terminal_does_not_take_is_said() -> None:
    async with stage(None, look=MONO) as s:
        await go_to(s, "theme")
        await s.press("right")
        assert "has no colours" in s.screen
        await go_to(s, "notify")
        await s.press("right")
        assert "takes none" in s.screen


async def test_what_the_lobby_refused_is_not_shown_as_chosen() -> None:
    async with stage(None) as s:
        s.wire.answer = lambda command: (Reply(command.id, Refusal("slow_down", "That was a bit fast; wait a moment.")),)
        await go_to(s, "theme")
        await s.press("right", "right")
        assert "[auto]" in next(line for line in s.lines if "▸Colours" in line)
        assert s.status == "That was a bit fast; wait a moment."


async def test_a_guest_is_told_that_it_holds_for_this_visit() -> None:
    async with stage(None) as s:
        await s.press("o")
        assert s.status == "Kept with your key."


@pytest.mark.parametrize(
    ("found", "likes", "shown"),
    [
        (Look(), {}, Look()),
        (Look(), {"theme": "none"}, Look(Depth.MONO)),
        (Look(), {"theme": "light"}, Look(theme=Theme.LIGHT)),
        (MONO, {"theme": "dark"}, MONO),
        (MONO, {"theme": "light"}, Look(Depth.MONO, most=Depth.MONO, theme=Theme.LIGHT)),
        (NO_COLOR, {"theme": "auto"}, NO_COLOR),
        (NO_COLOR, {"theme": "dark"}, Look(Depth.ANSI256, most=Depth.ANSI256)),
        (Look(), {"symbols": "ascii"}, Look(unicode=False)),
        (Look(unicode=False), {"symbols": "unicode"}, Look()),
        (Look(unicode=False), {"symbols": "auto"}, Look(unicode=False)),
    ],
)
def test_what_is_liked_overrules_what_was_found(found: Look, likes: dict[str, str], shown: Look) -> None:
    assert liked(found, lambda name: likes.get(name, "")) == shown


@pytest.mark.parametrize(
    ("name", "size", "look", "keys"),
    [
        ("settings-80x24", (80, 24), Look(), ("down",)),
        ("settings-40x12", (40, 12), Look(), ("down", "down", "down")),
        ("settings-80x24-ascii", (80, 24), Look(Depth.MONO, unicode=False, most=Depth.MONO), ("down", "right")),
        ("settings-160x50", (160, 50), Look(), ("up", "up")),
    ],
)
async def test_it_looks_as_it_should(name: str, size: tuple[int, int], look: Look, keys: tuple[str, ...]) -> None:
    async with stage(None, size, look) as s:
        await s.press("o", *keys)
        assert_golden(name, s.screen)
