"""People: who is listed where, and what muting does to what one sees."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.link import Link
from client.protocol import LOBBY, Kind, LobbyView, Mute, Patch, Replay, Reply, Said, Snapshot, TableView
from client.tui.screens.lobby import LobbyPage
from client.tui.theme import Depth, Look
from tests.client.golden import assert_golden
from tests.client.lobbies import busy, room, show
from tests.client.stage import Stage, stage
from tests.client.tables import game, match_over, round_over, table, watched

ASCII = Look(Depth.MONO, unicode=False)
TALK = (Said("Bo", "you are so slow", False), Said("Zoe", "hurry up!", True), Said("Dmitri", "let her think", False))


def talking(**changes: object) -> TableView:
    """A table where some things are said."""
    view = table(game())
    return replace(view, log=(*view.log, *TALK), watchers=("Zoe", "~visitor"), **changes)  # type: ignore[arg-type]


def here() -> LobbyView:
    """The lobby of who sits at that table."""
    return replace(busy(), table="K7QX")


async def answer(s: Stage) -> None:
    """The last command was done."""
    s.wire.deliver(Reply(s.wire.sent[-1].id))
    await s.pilot.pause()


@pytest.mark.parametrize(
    ("name", "count", "size", "look"),
    [
        ("people-80x24", 0, (80, 24), Look()),
        ("people-80x24-ascii", 0, (80, 24), ASCII),
        ("people-60x16", 60, (60, 16), Look()),
        ("people-40x12", 0, (40, 12), Look()),
        ("people-40x12-ascii", 60, (40, 12), ASCII),
    ],
)
async def test_the_people_look_as_they_did(name: str, count: int, size: tuple[int, int], look: Look) -> None:
    async with stage(None, size, look) as s:
        await show(s, busy(count))
        await s.press("p")
        assert_golden(name, s.screen)


@pytest.mark.parametrize(("count", "turns"), [(0, False), (60, True)])
async def test_pages_are_turned_only_where_there_are_more_than_one(count: int, turns: bool) -> None:
    async with stage(None, (80, 24)) as s:
        await show(s, busy(count))
        await s.press("p")
        assert ("PgDn" in s.lines[-1]) is turns


@pytest.mark.parametrize(
    ("name", "size", "look"),
    [
        ("people-table-80x24", (80, 24), Look()),
        ("people-table-60x16", (60, 16), Look()),
        ("people-table-40x12-ascii", (40, 12), ASCII),
    ],
)
async def test_the_people_of_a_table_look_as_they_did(name: str, size: tuple[int, int], look: Look) -> None:
    async with stage(talking(), size, look) as s:
        await show(s, here())
        await s.press("m", "down")
        assert_golden(name, s.screen)


async def test_everybody_is_listed_with_where_he_is_and_bots_apart() -> None:
    async with stage(None) as s:
        await show(s, busy())
        await s.press("p")
        told = {row.split()[0].lstrip("▸"): " ".join(row.replace("▸", " ").split()[1:]) for row in s.lines[1:15] if row.strip()}
        assert told["Bo"] == "plays N7KM"
        assert told["Jun"] == "watches M2PR"
        assert told["Eleni"] == "a private table"
        assert told["Zoe"] == "in the lobby"
        assert told["Troll"] == "not here muted"
        assert "Besides, 14 bots play." in s.screen


async def test_enter_goes_to_the_line_of_the_table_somebody_is_at() -> None:
    async with stage(None) as s:
        await show(s, busy())
        await s.press("slash", *"official", "enter", "p", *["down"] * 9)
        assert "Enter shows table M2PR" in s.screen
        await s.press("enter")
        assert isinstance(s.app.top, LobbyPage)
        assert s.app.top.selected is not None
        assert s.app.top.selected.code == "M2PR"


async def test_the_selection_is_a_person_and_stays_with_him() -> None:
    async with stage(None) as s:
        await show(s, busy())
        await s.press("p", "down", "down")
        assert "▸ Cyril" in s.screen
        view = busy()
        await show(s, replace(view, online=tuple(name for name in view.online if name != "Bo")))
        assert "▸ Cyril" in s.screen
        await show(s, replace(view, online=tuple(name for name in view.online if name not in ("Bo", "Cyril"))))
        assert "▸ Dmitri" in s.screen


async def test_many_people_scroll() -> None:
    async with stage(None, (60, 16)) as s:
        await show(s, busy(380))
        await s.press("p", "end")
        assert "▸ Troll" in s.screen
        assert "384–394 of 394" in s.screen
        await s.press("up", "pageup")
        assert "▸ somebody-369" in s.screen


async def test_m_mutes_who_is_selected_says_so_and_how_to_undo_it() -> None:
    async with stage(talking()) as s:
        await show(s, replace(here(), muted=()))
        assert "you are so slow" in s.screen
        await s.press("m", "down", "m")
        assert (s.wire.bodies[-1], s.wire.sent[-1].table) == (Mute("Bo", True), LOBBY)
        await show(s, replace(here(), muted=("Bo",)))
        await answer(s)
        assert "Bo is muted for you, and not told so. m here unmutes." in s.screen
        await s.press("escape")
        assert "you are so slow" not in s.screen
        assert "hurry up!" in s.screen
        assert "let her think" in s.screen
        await s.press("m", "down")
        assert "m unmute" in s.screen
        await s.press("m")
        assert s.wire.bodies[-1] == Mute("Bo", False)
        await answer(s)
        assert "You hear Bo again." in s.screen


async def test_nobody_mutes_himself() -> None:
    async with stage(talking()) as s:
        await show(s, here())
        await s.press("m", "m")
        assert s.wire.bodies == []
        assert "That is you" in s.screen


@pytest.mark.parametrize("view", [room(3), watched()])
async def test_the_list_opens_in_the_waiting_room_and_for_spectators(view: TableView) -> None:
    async with stage(view) as s:
        await show(s, here())
        await s.press("m")
        assert "People at table K7QX" in s.screen


@pytest.mark.parametrize(
    ("view", "is_told"),
    [(table(game()), True), (round_over(), True), (match_over(), False), (room(4), False)],
    ids=["playing", "round over", "match over", "waiting"],
)
async def test_that_a_bot_goes_on_is_told_only_while_there_is_something_to_go_on_with(view: TableView, is_told: bool) -> None:
    people = tuple(replace(chair, kind=Kind.PERSON) for chair in view.chairs)
    async with stage(replace(view, chairs=people)) as s:
        await show(s, here())
        await s.press("m", "down", "x")
        assert "off the table?" in s.screen
        assert ("A bot goes on with the cards." in s.screen) is is_told


# ── the link ─────────────────────────────────────────────────────────────────────────────────────────────


def linked(muted: tuple[str, ...]) -> tuple[Link, list[object]]:
    """A link at the talking table, and what its listeners hear."""
    link, heard = Link(lambda command: None), list[object]()
    link.subscribe(heard.append)
    link.deliver(Snapshot(LOBBY, 1, replace(here(), muted=muted)))
    link.deliver(Snapshot("K7QX", 1, talking()))
    return link, heard


def said(link: Link) -> list[str]:
    """The names of who was heard."""
    assert link.table is not None
    return [one.name for one in link.table.log if isinstance(one, Said)]


def test_listeners_are_told_nothing_of_what_the_muted_say() -> None:
    link, heard = linked(("Bo",))
    assert said(link) == ["Zoe", "Dmitri"]
    link.deliver(Patch("K7QX", 1, 2, {}, (Said("Bo", "psst", False), Said("Zoe", "ha", True))))
    assert link.version == 2
    assert said(link) == ["Zoe", "Dmitri", "Zoe"]
    assert "psst" not in repr(heard)
    assert "slow" not in repr(heard)


def test_what_was_heard_before_is_gone_as_soon_as_one_mutes() -> None:
    link, _ = linked(())
    assert said(link) == ["Bo", "Zoe", "Dmitri"]
    link.deliver(Patch(LOBBY, 1, 2, {"muted": ("Zoe", "Bo")}, ()))
    assert said(link) == ["Dmitri"]
    link.deliver(Patch(LOBBY, 2, 3, {"muted": ()}, ()))
    link.deliver(Patch("K7QX", 1, 2, {}, (Said("Bo", "hello", False),)))
    assert said(link) == ["Dmitri", "Bo"]


# ── open hands ───────────────────────────────────────────────────────────────────────────────────────────


async def test_a_spectator_opens_the_round_before_where_the_table_allows_it() -> None:
    async with stage(watched(open_hands=True)) as s:
        assert "v open hands" in s.screen
        await s.press("v")
        assert s.wire.bodies == [Replay("K7QX")]


@pytest.mark.parametrize("view", [watched(), table(game(), open_hands=True)])
async def test_nobody_else_does(view: TableView) -> None:
    async with stage(view) as s:
        assert "v open hands" not in s.screen
        await s.press("v")
        assert s.wire.bodies == []
        assert "Open hands are for spectators" in s.screen


async def test_everybody_at_the_table_sees_that_hands_are_open() -> None:
    async with stage(table(game(), open_hands=True)) as s:
        assert "Classic, open hands" in s.lines[0]
    async with stage(room(3, open_hands=True)) as s:
        assert "Spectators see every hand" in s.screen


async def test_a_spectator_is_told_who_hears_him() -> None:
    async with stage(watched()) as s:
        await s.press("t")
        assert s.status.startswith("Say to spectators:")
    async with stage(room(3, you=None)) as s:
        await s.press("t")
        assert s.status.startswith("Say:")


@pytest.mark.parametrize(
    ("name", "view", "size", "look"),
    [
        ("open-hands-80x24", watched(open_hands=True), (80, 24), Look()),
        ("open-hands-60x16", watched(open_hands=True), (60, 16), Look()),
        ("open-hands-40x12-ascii", watched(open_hands=True), (40, 12), ASCII),
        ("open-hands-waiting-80x24", room(3, open_hands=True), (80, 24), Look()),
        ("open-hands-waiting-40x12-ascii", room(3, open_hands=True), (40, 12), ASCII),
    ],
)
async def test_a_table_with_open_hands_looks_as_it_did(name: str, view: TableView, size: tuple[int, int], look: Look) -> None:
    async with stage(view, size, look, address="unotty.example") as s:
        await show(s, here())
        assert_golden(name, s.screen)
