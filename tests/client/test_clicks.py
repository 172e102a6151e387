"""With the mouse: whatever the footer names, and the buttons beside the sign, do what their keys do."""

from __future__ import annotations

import pytest

from client.tui.keys import action, action_for
from client.tui.page import Hit
from tests.client import tables
from tests.client.lobbies import crowd, show
from tests.client.scenes import scene as on
from tests.client.stage import Stage, stage
from tests.client.test_autopilot import flown

PAGES = (
    "lobby",
    "full",
    "both_answers",
    "vote",
    "wild",
    "spectator",
    "open_hands",
    "chat",
    "round",
    "match",
    "waiting",
    "form",
    "people",
    "settings",
    "welcome",
    "lesson",
    "table_help",
    "rules",
    "log",
    "leave",
    "replay",
    "leaderboard",
    "past",
    "broken",
)
STAYS = ("up", "down", "page_up", "page_down", "scroll_up", "scroll_down")
"""What may do nothing, at an end of what scrolls."""


async def click(s: Stage, hit: Hit) -> None:
    """Click into the middle of it."""
    s.app.click(hit.x + hit.width // 2, hit.y)
    s.app.canvas.repaint()
    await s.pilot.pause()


def offered(s: Stage) -> list[Hit]:
    """The keys of the last row."""
    return [hit for hit in s.app.top.hits if hit.y == len(s.lines) - 1]


def state(s: Stage) -> tuple[object, ...]:
    """All that a click could change."""
    return s.screen, len(s.wire.sent), s.app.return_value


@pytest.mark.parametrize("scene", PAGES)
async def test_every_key_that_is_named_can_be_clicked(scene: str) -> None:
    async with on(scene) as s:
        hits = offered(s)
    assert hits[-1].action == "leave"
    for hit in hits:
        async with on(scene) as s:
            before = state(s)
            await click(s, hit)
            assert hit.action in STAYS or state(s) != before, hit.action


@pytest.mark.parametrize("scene", ["lobby", "full", "match", "settings", "leave"])
async def test_a_click_does_what_the_key_does(scene: str) -> None:
    async with on(scene) as s:
        hits = [hit for hit in offered(s) if action(hit.action).keys]
    for hit in hits:
        async with on(scene) as clicked, on(scene) as pressed:
            name = clicked.app.top.name
            await click(clicked, hit)
            await pressed.press(next(key for key in action(hit.action).keys if action_for(name, key) is action(hit.action)))
            assert state(clicked) == state(pressed), hit.action


async def test_the_buttons_beside_the_sign_open_rules_and_settings() -> None:
    for name in ("rules", "settings"):
        async with stage(None) as s:
            await show(s, crowd())
            hit = next(hit for hit in s.app.base.hits if hit.action == name)
            await s.pilot.click(offset=(hit.x, hit.y))
            await s.pilot.pause()
            assert s.app.top.name == name


async def test_the_arrows_of_hand_and_box_select_the_next_one() -> None:
    async with stage(tables.table(tables.game())) as s:
        await click(s, next(hit for hit in offered(s) if hit.action == "select"))
        assert s.app.base.hand.selected == 1  # type: ignore[attr-defined]  # the table page
        await s.press("end", "enter")
        await click(s, next(hit for hit in offered(s) if hit.action == "select"))
        assert "▸Y yellow" in s.screen


async def test_who_is_flown_can_click_on_what_his_keys_do_at_once() -> None:
    async with stage(flown(tables.table(tables.game()), 0)) as s:
        await click(s, next(hit for hit in offered(s) if hit.action == "log"))
        assert s.app.top.name == "log"
