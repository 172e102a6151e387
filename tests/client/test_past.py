"""My games, and what the page after a match says of ratings and replay."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client import protocol
from client.protocol import Kind, Past, PastView, RatingChange, Reply, Snapshot
from client.tui.theme import Depth, Look
from tests.client import lobbies, pasts
from tests.client.golden import assert_golden
from tests.client.scenes import scene
from tests.client.stage import Stage, stage

ASCII = Look(Depth.MONO, unicode=False)


def chosen(s: Stage) -> str:
    """The id of the selected match."""
    return s.status.split(":")[0]


@pytest.mark.parametrize(
    ("name", "which", "size", "look"),
    [
        ("past-80x24", "past", (80, 24), Look()),
        ("past-80x24-ascii", "past", (80, 24), ASCII),
        ("past-60x16", "past", (60, 16), Look()),
        ("past-40x12", "past", (40, 12), Look()),
        ("past-160x50", "past", (160, 50), Look()),
        ("rated-match-80x24", "rated_match", (80, 24), Look()),
        ("rated-match-60x16", "rated_match", (60, 16), Look()),
        ("rated-match-40x12-ascii", "rated_match", (40, 12), ASCII),
        ("unrated-match-80x24", "unrated_match", (80, 24), Look()),
        ("unrated-match-40x12", "unrated_match", (40, 12), Look()),
    ],
)
async def test_it_looks_as_it_did(name: str, which: str, size: tuple[int, int], look: Look) -> None:
    async with scene(which, size, look, address="unotty.example") as s:
        assert_golden(name, s.screen)


async def test_a_line_tells_date_rules_place_rating_and_company() -> None:
    async with scene("past") as s:
        assert s.lines[3].split(maxsplit=9) == [
            "2023-11-13", "18:26", "Classic", "+2", "2nd", "of", "3", "1504?", "+4", "Bo, one bot",
        ]  # fmt: skip


async def test_enter_opens_the_replay_and_escape_comes_back_to_the_line() -> None:
    async with scene("past") as s:
        await s.press("down", "down")
        match = chosen(s)
        await s.press("enter")
        assert protocol.Replay(match) in s.wire.bodies
        assert s.lines[0].startswith(f" UNO  Replay {match}")
        await s.press("escape")
        assert chosen(s) == match
        assert s.lines[4].startswith(" ▸")


async def test_going_past_the_end_of_a_page_leads_to_the_next() -> None:
    async with scene("past", (80, 24)) as s:
        await s.press(*["down"] * 20)
        assert "page 2 of 3" in s.lines[0]
        assert s.lines[2].startswith(" ▸")
        await s.press("up")
        assert "page 1 of 3" in s.lines[0]
        assert s.lines[21].startswith(" ▸")
        await s.press("end")
        assert "page 3 of 3" in s.lines[0]
        assert s.lines[4].startswith(" ▸")
        await s.press("down", "pagedown")
        assert "page 3 of 3" in s.lines[0]
        await s.press("home")
        assert [body.page for body in s.wire.bodies if isinstance(body, Past)] == [0, 1, 2]
        assert "page 1 of 3" in s.lines[0]


async def test_a_short_screen_scrolls_with_the_selection() -> None:
    async with scene("past", (40, 12)) as s:
        await s.press(*["down"] * 11)
        assert s.lines[9].startswith(" ▸")
        await s.press(*["up"] * 11)
        assert s.lines[2].startswith(" ▸")


async def test_a_click_selects_and_another_one_opens() -> None:
    async with scene("past") as s:
        await s.pilot.click(offset=(10, 5))
        await s.pilot.pause()
        assert s.lines[5].startswith(" ▸")
        await s.pilot.click(offset=(10, 5))
        await s.pilot.pause()
        assert s.app.top.name == "replay"


async def test_guests_are_told_why_and_ask_for_nothing() -> None:
    async with stage(None) as s:
        await lobbies.show(s, lobbies.crowd(you="~visitor"))
        await s.press("m")
        assert "Games are kept with an account, and a guest has none." in s.screen
        assert "SSH key" in s.screen
        await s.press("down", "enter", "pagedown")
        assert s.wire.bodies == []
        await s.press("i", *pasts.MATCH.lower(), "enter")
        assert s.lines[0].startswith(f" UNO  Replay {pasts.MATCH}")


async def test_who_has_played_nothing_is_told_how_to_begin() -> None:
    async with stage(None) as s:
        s.wire.answer = lambda command: (Snapshot("past", 1, PastView(0, 1, ())), Reply(command.id))
        await s.press("m")
        assert "You have not finished a match yet." in s.screen
        assert s.footer.startswith("i open by id")
        await s.press("enter", "down")
        assert s.app.top.name == "past"


# ── after a match ────────────────────────────────────────────────────────────────────────────────────────────


async def test_what_a_match_did_to_ratings_stands_beside_each_seat() -> None:
    async with scene("rated_match") as s:
        rows = {row.split(". ")[1].split()[0]: row for row in s.lines if ". " in row and "Enter" not in row}
        assert rows["Ada"].endswith("1500 → 1524")
        assert rows["Bo"].endswith("1611 → 1590")
        assert "→" not in rows["Cyril"]
        assert rows["Dmitri"].endswith("left  1500 → 1471?")


async def test_p_opens_the_replay_of_the_match_and_enter_is_the_rematch() -> None:
    async with scene("rated_match") as s:
        assert s.footer.startswith("Enter rematch  p replay")
        await s.press("p")
        assert s.lines[0].startswith(f" UNO  Replay {pasts.MATCH}")
        await s.press("escape", "enter")
        assert s.wire.bodies[-1] == protocol.Rematch()


async def test_without_a_replay_there_is_no_key_for_it() -> None:
    async with stage(replace(pasts.rated_match(), replay="")) as s:
        assert "replay" not in s.screen
        await s.press("p")
        assert s.app.top.name == "match_over"


async def test_only_what_is_sure_is_said_about_a_match_that_did_not_count() -> None:
    async with scene("unrated_match") as s:
        assert "Not rated: it takes two people with SSH keys" in s.screen
    over = pasts.unrated_match()
    two = tuple([replace(chair, kind=Kind.PERSON) for chair in over.chairs])
    async with stage(replace(over, chairs=two)) as s:
        assert "ot rated" not in s.screen
    async with stage(replace(over, ratings=(RatingChange(0, 1500, 1510, 3),))) as s:
        assert "ot rated" not in s.screen
