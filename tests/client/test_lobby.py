"""The lobby: what it lists, what stays selected, what each key asks for."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.protocol import LOBBY, Create, Join, LobbyView, Refusal, Rename, Reply, TableLine, Watch
from client.protocol import Stage as Life
from client.tui.parts.banner import BUTTONS
from client.tui.parts.tablelist import COLUMNS, placed
from client.tui.screens.lobby import LobbyPage
from client.tui.theme import Depth, Look
from engine.options import Options
from tests.client import lobbies
from tests.client.golden import assert_golden
from tests.client.lobbies import busy, crowd, empty, line, many, show
from tests.client.stage import Stage, stage

ASCII = Look(Depth.MONO, unicode=False)


def listed(s: Stage) -> list[str]:
    """The codes on the screen, from top to bottom."""
    known = {one.code for one in s.app.link.lobby.tables} if s.app.link.lobby else set()
    words = (row[:8].replace("▸", " ").split() for row in s.lines)
    return [row[0] for row in words if row and row[0] in known]


def selected(s: Stage) -> str:
    """The code of the selected line."""
    return next(row.split()[1] for row in s.lines if row.startswith(" ▸"))


@pytest.mark.parametrize(
    ("name", "view", "size", "look"),
    [
        ("lobby-80x24", crowd(), (80, 24), Look()),
        ("lobby-80x24-ascii", crowd(), (80, 24), ASCII),
        ("lobby-60x16", busy(), (60, 16), Look()),
        ("lobby-120x32", busy(), (120, 32), Look()),
        ("lobby-40x12", crowd(), (40, 12), Look()),
        ("lobby-160x50", many(60), (160, 50), Look()),
        ("lobby-empty-80x24", empty(), (80, 24), Look()),
        ("lobby-empty-40x12", empty(), (40, 12), Look()),
    ],
)
async def test_the_lobby_looks_as_it_did(name: str, view: LobbyView, size: tuple[int, int], look: Look) -> None:
    async with stage(None, size, look) as s:
        await show(s, view)
        assert_golden(name, s.screen)


async def test_tables_that_can_be_joined_come_first_and_the_newest_of_them_on_top() -> None:
    async with stage(None) as s:
        await show(s, crowd())
        assert listed(s) == ["K7QX", "R9TT", "N7KM", "F9CD", "M2PR", "C3DF", "W4VX", "P6HJ"]


async def test_a_line_tells_all_about_its_table() -> None:
    async with stage(None) as s:
        await show(
            s, crowd(line("K7QX", Life.PLAYING, 3, 5, rules="all_wild", watchers=7, host="Bo", opened=lobbies.NOW - 7200))
        )
        row = next(row for row in s.lines if "K7QX" in row and "All Wild" in row)
        assert row.split() == ["▸", "K7QX", "All", "Wild", "round", "3", "▮▮▮▯▯", "3/5", "7", "2", "h", "Bo"]


async def test_sorting_goes_through_the_columns_and_a_click_on_a_heading_picks_one() -> None:
    async with stage(None) as s:
        await show(s, crowd())
        await s.press("s")
        assert listed(s)[:2] == ["R9TT", "K7QX"]
        await s.press("s")
        assert listed(s)[:3] == ["M2PR", "W4VX", "C3DF"]
        headings = next(y for y, row in enumerate(s.lines) if row.startswith("   Table Rules"))
        await s.pilot.click(offset=(4, headings))
        await s.pilot.pause()
        assert listed(s) == sorted(one.code for one in lobbies.TABLES)


async def test_the_filter_works_while_it_is_typed_and_escape_lifts_it() -> None:
    async with stage(None) as s:
        await show(s, crowd())
        await s.press("slash", *"stack")
        assert listed(s) == ["R9TT"]
        await s.press("enter")
        assert listed(s) == ["R9TT"]
        assert s.status.startswith("Table R9TT: 5 free seats")
        await s.press("escape")
        assert len(listed(s)) == len(lobbies.TABLES)
        await s.press("slash", *"nothing like it")
        assert "No table matches “nothing like it”." in s.screen
        await s.press("escape")
        assert len(listed(s)) == len(lobbies.TABLES)


async def test_the_selection_stays_with_its_table_while_others_come_and_go() -> None:
    async with stage(None) as s:
        await show(s, crowd())
        await s.press("down", "down", "down")
        assert selected(s) == "F9CD"
        await show(s, crowd(line("T7WW", opened=lobbies.NOW), *lobbies.TABLES[3:]))
        assert selected(s) == "F9CD"
        await show(s, crowd(*(one for one in lobbies.TABLES if one.code != "F9CD")))
        assert selected(s) == "N7KM"


async def test_a_long_list_scrolls_with_the_selection_and_says_where_it_is() -> None:
    async with stage(None) as s:
        await show(s, many(40))
        assert "1–12 of 40" in s.screen
        await s.press("end")
        assert selected(s) == "X039"
        assert "29–40 of 40" in s.screen
        await s.press("pageup", "up")
        assert selected(s) == "X028"
        await s.press("home")
        assert selected(s) == "X000"


async def test_enter_sits_down_where_a_chair_is_free_and_watches_where_none_is() -> None:
    async with stage(None) as s:
        await show(s, crowd())
        await s.press("enter")
        assert (s.wire.sent[-1].body, s.wire.sent[-1].table) == (Join(), "K7QX")
        await s.press("down", "down", "enter")
        assert (s.wire.sent[-1].body, s.wire.sent[-1].table) == (Watch(), "N7KM")
        await s.press("down", "enter")
        assert len(s.wire.sent) == 2
        assert s.status == "Table F9CD takes no spectators."


async def test_a_click_selects_and_a_second_one_enters() -> None:
    async with stage(None) as s:
        await show(s, crowd())
        y = next(y for y, row in enumerate(s.lines) if "R9TT" in row)
        await s.pilot.click(offset=(10, y))
        await s.pilot.pause()
        assert (selected(s), s.wire.sent) == ("R9TT", [])
        await s.pilot.click(offset=(10, y))
        await s.pilot.pause()
        assert (s.wire.sent[-1].body, s.wire.sent[-1].table) == (Join(), "R9TT")


async def test_the_quick_game_is_one_key_or_one_click_away() -> None:
    wanted = Create(seats=4, bots=("normal",) * 3, clock=None, start=True)
    async with stage(None) as s:
        await show(s, empty())
        assert "the best seat is free" in s.screen
        assert s.status == "Press g, and three bots sit down with you."
        await s.press("g")
        assert s.wire.bodies == [wanted]
        y, x = next((y, row.index("quick game")) for y, row in enumerate(s.lines) if "quick game" in row)
        await s.pilot.click(offset=(x, y))
        await s.pilot.pause()
        assert s.wire.bodies == [wanted, wanted]


async def test_a_code_is_typed_in_any_case_and_is_where_one_sits_down() -> None:
    async with stage(None) as s:
        await show(s, crowd())
        await s.press("j", *"w4vx")
        assert s.status == "Code of the table: w4vx"
        assert s.footer.startswith("Enter done  Esc never mind")
        await s.press("enter")
        assert (s.wire.sent[-1].body, s.wire.sent[-1].table) == (Join(), "W4VX")


async def test_where_the_match_has_begun_watching_is_offered() -> None:
    async with stage(None) as s:
        await show(s, crowd())
        await s.press("j", *"w4vx", "enter")
        s.wire.deliver(Reply(s.wire.sent[-1].id, Refusal("started", "The match at W4VX has begun; you can watch it.")))
        await s.pilot.pause()
        assert "The match at W4VX has begun" in s.screen
        s.now[0] += 1
        await s.press("enter")
        assert (s.wire.sent[-1].body, s.wire.sent[-1].table) == (Watch(), "W4VX")


@pytest.mark.parametrize(("keys", "asked"), [(("j", *"c3df"), Join()), (("y", "ctrl+u", *"Vida"), Rename("Vida"))])
async def test_an_enter_pressed_twice_after_a_line_joins_no_table(keys: tuple[str, ...], asked: object) -> None:
    async with stage(None) as s:
        await show(s, crowd())
        await s.press(*keys, "enter", "enter")
        assert s.wire.bodies == [asked]
        s.now[0] += 1
        await s.press("enter")
        assert (s.wire.sent[-1].body, s.wire.sent[-1].table) == (Join(), "K7QX")


async def test_any_other_refusal_is_said() -> None:
    async with stage(None) as s:
        await s.press("j", *"zzzz", "enter")
        s.wire.deliver(Reply(s.wire.sent[-1].id, Refusal("no_such_table", "There is no table ZZZZ.")))
        await s.pilot.pause()
        assert s.status == "There is no table ZZZZ."


async def test_w_watches_the_selected_table_and_b_the_busiest() -> None:
    async with stage(None) as s:
        await show(s, crowd())
        await s.press("b")
        assert (s.wire.sent[-1].body, s.wire.sent[-1].table) == (Watch(), "M2PR")
        await s.press("end", "w")
        assert (s.wire.sent[-1].body, s.wire.sent[-1].table) == (Watch(), "P6HJ")
        await show(s, empty())
        await s.press("w")
        assert s.status == "There is no table to watch yet."


async def test_a_new_name_is_asked_for_without_the_mark_of_a_guest() -> None:
    async with stage(None) as s:
        await show(s, empty("~visitor"))
        await s.press("y")
        assert s.status == "Your new name: visitor"
        await s.press(*["backspace"] * 7, *"Vida", "enter")
        assert (s.wire.sent[-1].body, s.wire.sent[-1].table) == (Rename("Vida"), LOBBY)


@pytest.mark.parametrize("given", ["player-c0de", "~guest", "~guest2"])
async def test_a_name_the_server_made_up_is_no_start_for_another(given: str) -> None:
    async with stage(None) as s:
        await show(s, empty(given))
        await s.press("y")
        assert s.status == f"Your new name:   {given}"
        await s.press(*"Vida", "enter")
        assert s.wire.sent[-1].body == Rename("Vida")


async def test_people_are_named_and_the_rest_is_counted() -> None:
    async with stage(None) as s:
        await show(s, crowd())
        row = next(row for row in s.lines if row.startswith(" Here:"))
        assert row.startswith(" Here: Ada, Bo, Cyril,")
        assert row.endswith("more")
    async with stage(None, (160, 50)) as s:
        await show(s, crowd())
        assert "13 people here" in s.screen
        assert any(row.rstrip().endswith("you │") and "│ Ada " in row for row in s.lines)


async def test_whoever_has_just_come_in_counts_as_here() -> None:
    async with stage(None) as s:
        await show(s, crowd(you="Vida", online=("Ada",)))
        assert "2 people here" in s.screen
        assert " Here: Vida, Ada" in s.screen


async def test_no_letter_but_the_offered_ones_asks_for_anything() -> None:
    async with stage(None) as s:
        await show(s, crowd())
        await s.press(*"cdfhikqtuvxz0123456789")
        assert s.wire.bodies == []
        assert isinstance(s.app.top, LobbyPage)


async def test_tables_grow_old_by_themselves() -> None:
    async with stage(None) as s:
        await show(s, crowd())
        assert s.app.base.ticks
        assert s.app.base.period >= 30
        await show(s, empty())
        assert not s.app.base.ticks


async def test_what_a_table_changed_about_its_rules_is_told_in_the_list_and_below_it() -> None:
    table = line("N7KM", seats=5, options=Options(stacking="any_draw", jump_in=True))
    async with stage(None) as s:
        await show(s, crowd(table))
        assert "Classic +2" in s.screen
        assert s.status == "N7KM, 3 seats free: Classic, stacking of any draw cards, jump-in."
        await show(s, crowd(replace(table, stage=Life.PLAYING)))
        assert s.status.startswith("N7KM, to watch: Classic")
    async with stage(None, (160, 50)) as s:
        await show(s, crowd(table))
        assert "Classic +2" in s.screen or "Classic, stacking of any draw" in s.screen
        await s.press("slash", *"jump-in", "enter")
        assert "▸ N7KM" in s.screen


async def test_a_filter_that_was_accepted_stays_to_be_seen() -> None:
    async with stage(None) as s:
        await show(s, crowd())
        await s.press("slash", *"stack", "enter")
        assert f"Only tables matching “stack” (1 of {len(lobbies.TABLES)}); Esc shows all." in s.screen
        assert s.footer.startswith("Enter sit down  Esc show all")
        await s.press("escape")
        assert "Only tables" not in s.screen
        assert "Esc" not in s.footer
        for width in (40, 60):
            await s.pilot.resize_terminal(width, 16)
            await s.press("slash", *"stack", "enter")
            assert "(1 of" in s.screen
            assert "Esc" in s.footer or "Esc: all" in s.screen
            await s.press("escape")


async def test_the_older_terminal_finds_its_seat_marked_and_takes_it_back() -> None:
    async with stage(None) as s:
        await show(s, replace(crowd(), seat="W4VX"))
        assert selected(s) == listed(s)[0] == "W4VX"
        assert "your seat" in next(row for row in s.lines if "W4VX" in row)
        assert s.status == "Your seat is here: Enter takes you back."
        assert s.footer.startswith("Enter take your seat")
        await s.press("w")
        assert s.wire.sent == []
        await s.press("enter")
        assert (s.wire.sent[-1].body, s.wire.sent[-1].table) == (Join(), "W4VX")


async def test_a_table_whose_host_left_is_nobodys() -> None:
    async with stage(None) as s:
        await show(s, crowd(line("K7QX", Life.PLAYING, 3, 4, host="")))
        assert s.status == "Table K7QX: you can watch the Classic table."
        assert next(row for row in s.lines if "K7QX" in row and "Classic" in row).endswith("·")
        await show(s, crowd(line("K7QX", host="")))
        assert s.status == "Table K7QX: 2 free seats."


@pytest.mark.parametrize(
    ("tables", "online", "words"),
    [
        ((line("A", Life.PLAYING), line("B")), 7, "1 table in play, 1 waiting · 7 people here"),
        ((line("A", Life.PLAYING), line("B", Life.ROUND_OVER)), 2, "2 tables in play · 2 people here"),
        ((line("A"),), 2, "1 table waiting · 2 people here"),
        ((line("A", Life.MATCH_OVER),), 2, "All is quiet · 2 people here"),
    ],
)
async def test_the_greeting_counts_tables_and_people(tables: tuple[TableLine, ...], online: int, words: str) -> None:
    async with stage(None) as s:
        await show(s, crowd(*tables, online=lobbies.PEOPLE[:online]))
        assert words in s.screen


@pytest.mark.parametrize("language", ["en", "fa", "sr", "lt"])
@pytest.mark.parametrize("width", [40, 60, 80])
async def test_no_heading_is_cut(language: str, width: int) -> None:
    async with stage(None, (width, 24), likes={"language": language}) as s:
        await show(s, crowd())
        for _ in range(len(COLUMNS)):
            await s.press("s")
            headings = next(row for row in s.lines if "▾" in row)
            assert "…" not in headings


@pytest.mark.parametrize("width", [40, 60, 80, 160])
async def test_the_column_that_is_sorted_by_keeps_its_arrow(width: int) -> None:
    async with stage(None, (width, 24)) as s:
        await show(s, crowd())
        for _ in range(7):
            await s.press("s")
            shown = [column.column.name for column in placed(width - 4)]
            assert isinstance(s.app.base, LobbyPage)
            headings = next(row for row in s.lines if " Rules" in row)
            assert ("▾" in headings) == (s.app.base.list.order in shown)
            assert all(word in headings for word in ("Table", "Rules", "Stage", "Seats"))
            assert ("Watch" in headings) == ("watchers" in shown)


# ── a free seat ──────────────────────────────────────────────────────────────────────────────────────────


def refuse(s: Stage, code: str) -> None:
    """The last command is refused."""
    s.wire.deliver(Reply(s.wire.sent[-1].id, Refusal(code, "No.")))


async def test_a_free_seat_is_where_most_people_wait_and_bots_are_no_people() -> None:
    waiting = (
        line("AAAA", seated=3, seats=4, bots=2),
        line("BBBB", seated=2, seats=8),
        line("CCCC", seated=2, seats=4),
        line("DDDD", seated=4, seats=4),
        line("EEEE", Life.PLAYING, 3, 4),
    )
    async with stage(None) as s:
        await show(s, crowd(*waiting))
        await s.press("a")
        assert (s.wire.bodies[-1], s.wire.sent[-1].table) == (Join(), "CCCC")


async def test_who_comes_too_late_is_led_on_and_at_last_to_a_quick_game() -> None:
    async with stage(None) as s:
        await show(s, crowd(line("BBBB", seated=2, seats=8), line("CCCC", seated=2, seats=4)))
        await s.press("a")
        refuse(s, "table_full")
        await s.pilot.pause()
        assert s.wire.sent[-1].table == "BBBB"
        refuse(s, "started")
        await s.pilot.pause()
        assert isinstance(s.wire.bodies[-1], Create)
        assert [type(body) for body in s.wire.bodies] == [Join, Join, Create]


async def test_the_filter_says_which_rules_are_wished_for() -> None:
    async with stage(None) as s:
        await show(s, crowd(line("BBBB", seated=3, seats=8), line("CCCC", seated=1, seats=4, rules="stacking")))
        await s.press("slash", *"stack", "enter", "a")
        assert s.wire.sent[-1].table == "CCCC"
        refuse(s, "table_full")
        await s.pilot.pause()
        body = s.wire.bodies[-1]
        assert isinstance(body, Create)
        assert (body.options.rules, body.start, len(body.bots)) == ("stacking", True, 3)


async def test_an_empty_lobby_seats_everybody_at_once() -> None:
    async with stage(None) as s:
        await show(s, empty())
        await s.press("a")
        body = s.wire.bodies[-1]
        assert isinstance(body, Create)
        assert body.start


# ── many tables ──────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("size", [(80, 24), (60, 16), (40, 12)])
async def test_two_hundred_tables_scroll_to_the_last_and_the_selected_one_stays(size: tuple[int, int]) -> None:
    async with stage(None, size) as s:
        await show(s, many(200))
        await s.press("end")
        assert selected(s) == "X199"
        await s.press("pageup")
        assert selected(s) == "X189"
        view = many(200)
        fresh = tuple(line(f"Y{number:03}", opened=lobbies.NOW) for number in range(20))
        gone = tuple(one for one in view.tables if one.code not in ("X188", "X000", "X150"))
        await show(s, replace(view, tables=(*fresh, *gone)))
        assert selected(s) == "X189"
        await s.press("home")
        assert selected(s).startswith("Y")


@pytest.mark.parametrize("width", [80, 60])
async def test_round_watchers_and_age_stand_under_their_headings(width: int) -> None:
    async with stage(None, (width, 16)) as s:
        await show(s, busy())
        heads = next(row for row in s.lines if "Stage" in row)
        row = next(row for row in s.lines if "M2PR" in row)
        assert row[heads.index("Stage") :].startswith("round 3")
        assert row[heads.index("Watch") :].startswith("12")
        assert row[heads.index("Age") :].startswith("6 min")
        assert row[heads.index("Seats") :].lstrip("▮▯ ").startswith("10/10")


async def test_a_narrow_list_is_sorted_by_columns_that_are_to_be_seen() -> None:
    async with stage(None, (40, 12)) as s:
        await show(s, busy())
        orders = []
        for _ in range(4):
            await s.press("s")
            assert isinstance(s.app.top, LobbyPage)
            orders.append(s.app.top.list.order)
            assert "▾" in s.screen
        assert orders == ["chairs", "code", "rules", "stage"]


@pytest.mark.parametrize("language", ["en", "fa", "sr", "lt"])
async def test_no_key_beside_the_sign_is_left_out_in_any_language(language: str) -> None:
    async with stage(None, likes={"language": language}) as s:
        shown = {hit.action for hit in s.app.base.hits}
        assert {name for row in BUTTONS for name in row} | {"rename", "learn"} <= shown


async def test_an_answer_longer_than_the_line_takes_the_rows_above_it_until_the_next_key() -> None:
    async with stage(None, (40, 12)) as s:
        await s.press("y", *"Eve", "enter")
        above = s.lines[-3]
        s.wire.deliver(Reply(s.wire.sent[-1].id, Refusal("name_taken", "Somebody has that name, or one that looks like it.")))
        await s.pilot.pause()
        assert s.lines[-3:-1] == [" Somebody has that name, or one that", " looks like it."]
        await s.press("ctrl+l")
        assert s.lines[-3] == above
