"""The form for a new table: its defaults, what every field asks for, what does not go together."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from client.play.fields import Field
from client.play.wish import Wish, quick_game
from client.protocol import Create, Reply
from client.text import Text
from client.tui.screens.new_table import FIELDS, NewTablePage
from client.tui.screens.rules import RulesPage
from client.tui.theme import Depth, Look
from engine.options import MAX_SEATS, MIN_SEATS, OPTIONS, Options
from engine.refusal import Refused
from engine.rules.presets import PRESETS
from server.lobby.opening import check_wish
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


@pytest.mark.parametrize(
    ("name", "size", "look"),
    [
        ("new-table-house-80x24", (80, 24), Look()),
        ("new-table-house-40x12-ascii", (40, 12), Look(Depth.MONO, unicode=False)),
    ],
)
async def test_house_rules_that_quarrel_look_as_they_did(name: str, size: tuple[int, int], look: Look) -> None:
    async with stage(None, size, look) as s:
        await s.press("n", *keys_to("Stacking"), "right", *["down"] * 7, "right", "down", "right")
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


async def test_a_match_of_one_round_opens_no_hands_and_says_why() -> None:
    async with stage(None) as s:
        await s.press("n", "end")
        page = s.app.top
        assert isinstance(page, NewTablePage)
        page.wish = replace(page.wish, open_hands=True)
        assert page.wish.verb().open_hands
        page.chosen = next(at for at, field in enumerate(page.fields) if field.label == "Open hands")
        page.wish = page.wish.with_option("target_score", None)
        assert not page.wish.verb().open_hands
        await s.press("right")
        assert not page.wish.verb().open_hands
        told = page.field.help(page.text, page.wish)
        assert told.startswith("A match of one round opens no hands:")
        await s.press("enter")
        assert [body.open_hands for body in s.wire.bodies if isinstance(body, Create)] == [False]


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
            if changed.problems:
                with pytest.raises(Refused, match=re.escape(changed.problems[0])):
                    check_wish(changed.verb())
            else:
                check_wish(changed.verb())


def test_the_quick_game_is_for_one_person_at_once_and_in_peace() -> None:
    wish = quick_game()
    check_wish(wish)
    assert (wish.start, wish.clock, len(wish.bots), wish.seats) == (True, None, 3, 4)


@pytest.mark.parametrize("name", PRESETS)
def test_the_defaults_of_every_rule_set_are_its_own(name: str) -> None:
    wish = Wish().with_rules(name)
    fields = [field for field in FIELDS if field.belongs(wish)]
    assert not any(field.is_changed(wish) for field in fields)
    assert all(field.read(wish) in field.choices(wish) for field in fields)


def test_every_option_of_the_rules_can_be_changed_in_some_rule_set() -> None:
    changed = set()
    for name in PRESETS:
        wish = Wish().with_rules(name)
        wishes = [wish, wish.with_option("stacking", "same_kind"), wish.with_option("play_on_until_one_left", True)]
        for start in wishes:
            for field in FIELDS:
                for choice in field.choices(start) if field.belongs(start) else ():
                    other = field.change(start, choice).options
                    if other.rules == start.options.rules:
                        changed |= {one.name for one in OPTIONS if getattr(other, one.name) != getattr(start.options, one.name)}
    assert {one.name for one in OPTIONS} - changed == {"deck"}


@pytest.mark.parametrize("name", PRESETS)
def test_choices_made_at_random_fit_together_or_say_why_not(name: str) -> None:
    chance = random.Random(name)
    for _ in range(150):
        wish = Wish().with_rules(name)
        for field in chance.sample(FIELDS, 6):
            if field.belongs(wish) and field.label != "Rules":
                wish = field.change(wish, chance.choice(field.choices(wish)))
        for field in FIELDS:
            if field.belongs(wish):
                assert field.read(wish) in field.choices(wish)
        assert not any("first Draw Two" in problem or "false catch" in problem for problem in wish.problems)
        if not wish.problems:
            check_wish(wish.verb())


@pytest.mark.parametrize("field", FIELDS, ids=lambda field: str(field.label))
def test_every_field_says_in_a_sentence_what_it_is_about(field: Field) -> None:
    for wish in (Wish(), Wish().with_rules("all_wild")):
        assert field.help(Text(), wish).endswith((".", "?"))
        assert len(field.label) <= 14
    assert set(field.says) <= set(field.choices(Wish()))


@pytest.mark.parametrize("size", [(160, 50), (80, 24), (60, 16), (40, 12)], ids=lambda size: "x".join(map(str, size)))
async def test_the_sentence_about_the_selected_field_is_on_every_screen(size: tuple[int, int]) -> None:
    beside = 46 if size[0] >= 80 else 0
    async with stage(None, size) as s:
        await s.press("n")
        for field in FIELDS[1:]:
            if field.belongs(Wish()):
                await s.press("down")
                told = field.help(Text(), Wish()), Text()(field.says.get(field.read(Wish()), "-"))
                shown = " ".join("".join(line[beside:].strip(" │") + " " for line in s.lines).split())
                assert any(sentence in shown for sentence in told), field.label


def keys_to(label: str, wish: Wish | None = None) -> list[str]:
    """What to press to get from the first field to the one of this name."""
    shown = [field.label for field in FIELDS if field.belongs(wish or Wish())]
    return ["down"] * shown.index(label)


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_a_house_rule_is_switched_on_with_the_arrows(size: tuple[int, int]) -> None:
    async with stage(None, size) as s:
        await s.press("n", *keys_to("Jumping in"), "right")
        assert "Jumping in*" in s.screen
        assert "Out of turn, you may" in s.screen
        await s.press("enter")
        assert s.wire.bodies == [Create(options=replace(Options(), jump_in=True))]


async def test_rules_that_make_no_sense_are_not_offered() -> None:
    async with stage(None, (160, 50)) as s:
        await s.press("n")
        assert "Stacking" in s.screen
        assert "Forced Swap" not in s.screen
        await s.press("right")
        for words in ("Stacking ", "Jumping in", "Seven and zero", "First Reverse"):
            assert words not in s.screen
        assert "Forced Swap" in s.screen
        await s.press("right", "right")
        assert "Points locked" in s.screen
        assert "First Draw Two" in s.screen


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_what_does_not_go_together_is_explained_at_once(size: tuple[int, int]) -> None:
    async with stage(None, size) as s:
        await s.press("n", *keys_to("Teams of two"), "right", "down", "right")
        told = " ".join(s.screen.split())
        assert "Teams win points; they cannot be held against them." in told
        await s.press("enter")
        assert s.wire.bodies == []
        await s.press("left", "enter")
        assert s.wire.bodies == [Create(options=Options(teams_2v2=True))]


async def test_stacking_switched_off_takes_its_small_print_along() -> None:
    wish = Wish().with_rules("stacking").with_option("stacking", "none")
    assert wish.problems == ()
    assert wish.with_option("stacking", "same_kind").options == PRESETS["stacking"]
    strict = Wish().with_option("stacking", "same_kind").with_option("wild4_legality_when_stacking", "applies")
    for stacking in ("none", "any_draw"):
        assert strict.with_option("stacking", stacking).options == Options(stacking=stacking)


async def test_the_whole_form_is_reached_on_the_smallest_screen() -> None:
    async with stage(None, (40, 12)) as s:
        await s.press("n")
        seen = []
        for _ in FIELDS:
            seen.append(next(line for line in s.lines if line.startswith(" ▸")))
            await s.press("down")
        shown = [field for field in FIELDS if field.belongs(Wish())]
        assert [line[2:16].rstrip() for line in seen[: len(shown)]] == [field.label for field in shown]
        await s.press("end")
        assert "Cards dealt" in s.screen
        await s.press("home", "pagedown")
        assert "▸Spectators" in s.screen
