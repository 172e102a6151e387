"""The form for a new table: its defaults, what every field asks for, what does not go together."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.protocol import Create, Reply
from client.tui.parts import wish as wishes
from client.tui.parts.wish import FIELDS, Wish, quick_game
from client.tui.screens.new_table import NewTablePage
from client.tui.screens.rules import RulesPage
from client.tui.theme import Depth, Look
from engine.options import MAX_SEATS, MIN_SEATS, Options
from engine.rules.presets import PRESETS
from server.lobby.lobby import check_wish
from tests.client.golden import assert_golden
from tests.client.stage import stage


@pytest.mark.parametrize(
    ("name", "size", "look"),
    [
        ("new-table-80x24", (80, 24), Look()),
        ("new-table-80x24-ascii", (80, 24), Look(Depth.MONO, unicode=False)),
        ("new-table-40x12", (40, 12), Look()),
        ("new-table-160x50", (160, 50), Look()),
    ],
)
async def test_the_form_looks_as_it_did(name: str, size: tuple[int, int], look: Look) -> None:
    async with stage(None, size, look) as s:
        await s.press("n", "right")
        assert_golden(name, s.screen)


async def test_two_keys_open_a_classic_table_for_four() -> None:
    async with stage(None) as s:
        await s.press("n", "enter")
        assert s.wire.bodies == [Create(options=Options(), seats=4, clock=30)]
        assert isinstance(s.app.top, NewTablePage)
        s.wire.deliver(Reply(s.wire.sent[-1].id, table="K7QX"))
        await s.pilot.pause()
        assert s.app.top.name == "lobby"


async def test_every_field_is_changed_with_the_arrows() -> None:
    async with stage(None) as s:
        await s.press("n", "down", "right", "down", "right", "down", "right", "down", "right", "right")
        await s.press("down", "left", "down", "right", "down", "right", "down", "right", "enter")
        assert s.wire.bodies == [
            Create(
                options=replace(Options(), target_score=200, uno_penalty=2),
                seats=5,
                bots=("easy", "easy"),
                clock=60,
                public=False,
                spectators=False,
            )
        ]


async def test_a_rule_set_brings_its_own_target_and_penalty() -> None:
    async with stage(None) as s:
        await s.press("n", "right", "enter")
        assert s.wire.bodies == [Create(options=PRESETS["all_wild"])]


@pytest.mark.parametrize("name", PRESETS)
async def test_every_rule_set_can_be_chosen_and_introduces_itself(name: str) -> None:
    async with stage(None, (80, 24)) as s:
        await s.press("n", *["right"] * list(PRESETS).index(name))
        page = s.app.top
        assert isinstance(page, NewTablePage)
        assert page.wish.options == PRESETS[name]
        assert "2–10 players" in s.screen
        assert "minutes" in s.screen


async def test_fewer_chairs_send_bots_away_and_say_so() -> None:
    async with stage(None) as s:
        await s.press("n", "down", "down", "down", "down", "left")
        page = s.app.top
        assert isinstance(page, NewTablePage)
        assert page.wish.bots == 3
        await s.press("up", "left")
        assert (page.wish.seats, page.wish.bots) == (3, 2)
        assert s.status == "That leaves room for 2 bots beside you."


async def test_choices_can_be_clicked() -> None:
    async with stage(None) as s:
        await s.press("n")
        y, row = next((y, row) for y, row in enumerate(s.lines) if "Turn clock" in row)
        await s.pilot.click(offset=(row.index("off") + 1, y))
        await s.pilot.pause()
        assert isinstance(s.app.top, NewTablePage)
        assert s.app.top.wish.clock is None
        y, row = next((y, row) for y, row in enumerate(s.lines) if "[Classic]" in row)
        await s.pilot.click(offset=(row.index("▸", 5), y))
        await s.pilot.pause()
        assert s.app.top.wish.options.rules == "all_wild"


async def test_what_cannot_be_played_is_explained_and_not_sent() -> None:
    async with stage(None) as s:
        await s.press("n")
        page = s.app.top
        assert isinstance(page, NewTablePage)
        page.wish = replace(page.wish, options=replace(Options(), teams_2v2=True), seats=5)
        await s.press("down", "enter")
        assert "Teams need exactly four players." in "\n".join(s.lines[:-2])
        assert s.status == "Teams need exactly four players."
        assert s.wire.bodies == []


async def test_r_opens_the_book_of_the_rule_set_in_the_form() -> None:
    async with stage(None) as s:
        await s.press("n", "right", "right", "right", "r")
        page = s.app.top
        assert isinstance(page, RulesPage)
        assert page.chosen == "stacking"
        await s.press("escape")
        assert isinstance(s.app.top, NewTablePage)
        await s.press("escape")
        assert s.app.top.name == "lobby"


@pytest.mark.parametrize("seats", range(MIN_SEATS, MAX_SEATS + 1))
def test_the_lobby_accepts_whatever_the_form_can_say(seats: int) -> None:
    wish = Wish().with_seats(seats)
    for field in FIELDS:
        for choice in field.choices(wish):
            changed = field.change(wish, choice)
            assert field.read(changed) == choice
            assert changed.problems == ()
            check_wish(changed.verb())


def test_the_quick_game_is_for_one_person_at_once_and_in_peace() -> None:
    wish = quick_game()
    check_wish(wish)
    assert (wish.start, wish.clock, len(wish.bots), wish.seats) == (True, None, 3, 4)


def test_a_house_rule_needs_one_line_to_be_a_switch() -> None:
    field = wishes.option_field("seven_zero", "Sevens and zeros", lambda text, value: "on" if value else "off")
    wish = Wish()
    assert field.choices(wish) == (False, True)
    assert field.change(wish, True).options.seven_zero
