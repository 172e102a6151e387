"""The replay page: every key, one question for a position at a time, playing, and what is shown of a match."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client import protocol
from client.protocol import Command, Leave, Message, Reply, Seek, Snapshot
from client.tui.parts.replayplan import plan
from client.tui.parts.timeline import place_of
from client.tui.screens.replay import SPEEDS, ReplayPage
from client.tui.theme import Depth, Look
from tests.client import pasts, tables
from tests.client.golden import assert_golden
from tests.client.pasts import LENGTH, MATCH
from tests.client.scenes import scene
from tests.client.stage import Stage, stage

LAST = LENGTH - 1
ASCII = Look(Depth.MONO, unicode=False)


def where(s: Stage) -> int:
    """The position that the title tells."""
    return int(s.lines[0].split("move ")[1].split()[0])


def page(s: Stage) -> ReplayPage:
    top = s.app.top
    assert isinstance(top, ReplayPage)
    return top


def sought(s: Stage) -> list[int]:
    return [body.position for body in s.wire.bodies if isinstance(body, Seek)]


@pytest.mark.parametrize(
    ("name", "which", "size", "look", "keys"),
    [
        ("replay-80x24", "replay", (80, 24), Look(), ()),
        ("replay-80x24-ascii", "replay", (80, 24), ASCII, ()),
        ("replay-60x16", "replay", (60, 16), Look(), ()),
        ("replay-40x12", "replay", (40, 12), Look(), ()),
        ("replay-40x12-ascii", "replay", (40, 12), ASCII, ("space",)),
        ("replay-160x50", "replay", (160, 50), Look(), ("pagedown",)),
        ("replay-end-80x24", "replay", (80, 24), Look(), ("end",)),
        ("replay-about-60x16", "replay", (60, 16), Look(), ("v",)),
        ("replay10-80x24", "replay10", (80, 24), Look(), ("4", "1", "enter", "space")),
        ("replay10-40x12", "replay10", (40, 12), Look(), ()),
        ("replay10-160x50-ascii", "replay10", (160, 50), ASCII, ()),
    ],
)
async def test_a_replay_looks_as_it_did(
    name: str, which: str, size: tuple[int, int], look: Look, keys: tuple[str, ...]
) -> None:
    async with scene(which, size, look, address="unotty.example") as s:
        for key in keys:
            await s.press(key)
        assert_golden(name, s.screen)


@pytest.mark.parametrize(
    ("keys", "position"),
    [
        (("right",), 1),
        (("l", "l", "h"), 1),
        (("left",), 0),
        (("end",), LAST),
        (("end", "right"), LAST),
        (("end", "home"), 0),
        (("pagedown",), 61),
        (("right_square_bracket", "right_square_bracket"), 118),
        (("pagedown", "right", "pageup"), 61),
        (("pagedown", "right", "left_square_bracket", "left_square_bracket"), 0),
        (("end", "pagedown"), LAST),
        (("4", "1", "enter"), 41),
        (("g", "1", "2", "0", "enter"), 120),
        (("9", "9", "9", "9", "enter"), LAST),
        (("g", *"۱۲۰", "enter"), 120),
        (("g", "enter"), 0),
        (("right", "4", "escape"), 1),
    ],
)
async def test_keys_lead_to_positions(keys: tuple[str, ...], position: int) -> None:
    async with stage(pasts.rated_match()) as s:
        await s.press("p")
        for key in keys:
            await s.press(key)
        assert where(s) == position


async def test_what_is_no_number_is_told_so() -> None:
    async with scene("replay") as s:
        await s.press("g", "x", "enter")
        assert s.status == f"A number from 0 to {LAST}, please."


async def test_held_keys_ask_once_at_a_time_and_then_for_the_newest_wish() -> None:
    async with stage(pasts.rated_match()) as s:
        await s.press("p")
        waiting: list[Command] = []

        def later(command: Command) -> tuple[Message, ...]:
            waiting.append(command)
            return ()

        s.wire.answer = later
        await s.press(*["right"] * 7)
        assert sought(s) == [1]
        for message in pasts.answer(waiting[0]):
            s.wire.deliver(message)
        await s.pilot.pause()
        assert where(s) == 1
        assert sought(s) == [1, 7]
        for message in pasts.answer(waiting[1]):
            s.wire.deliver(message)
        await s.pilot.pause()
        assert where(s) == 7
        assert sought(s) == [1, 7]


async def test_it_plays_pauses_and_stops_at_the_end() -> None:
    async with stage(pasts.rated_match()) as s:
        await s.press("p", "end", "left", "left")
        await s.press("space")
        assert page(s).ticks
        assert "a move every 1 s" in s.status
        for position in (LAST - 1, LAST, LAST, LAST, LAST):
            page(s).beat()
            await s.pilot.pause()
            assert where(s) == position
        assert not page(s).ticks
        await s.press("space")
        assert where(s) == 0
        assert page(s).ticks
        await s.press("right")
        assert not page(s).ticks


async def test_the_end_of_a_round_stays_a_little_longer() -> None:
    over = pasts.replay(position=LAST)
    async with stage(pasts.rated_match()) as s:
        await s.press("p")
        s.wire.answer = lambda command: (Snapshot("x", 1, replace(over, position=60)), Reply(command.id))
        await s.press("6", "0", "enter", "space")
        s.wire.answer = pasts.answer
        shown = []
        for _ in range(4):
            page(s).beat()
            await s.pilot.pause()
            shown.append(where(s))
        assert shown == [60, 60, 61, 62]


async def test_speed_is_shown_and_has_two_ends() -> None:
    async with scene("replay") as s:
        await s.press("space", *["plus"] * 9)
        assert page(s).period == SPEEDS[-1]
        assert "a move every 0.1 s" in s.status
        await s.press(*["minus"] * 9)
        assert "a move every 4 s" in s.status
        assert page(s).period == SPEEDS[0]


async def test_the_timeline_can_be_clicked() -> None:
    async with scene("replay") as s:
        row = next(y for y, line in enumerate(s.lines) if "◉" in line)
        start = s.lines[row].index("│")
        await s.pilot.click(offset=(start, row))
        await s.pilot.pause()
        assert where(s) == pasts.ROUNDS[1]
        assert s.lines[row].index("◉") == start


def test_every_position_has_its_place_on_the_line() -> None:
    assert [place_of(position, 4, 9) for position in range(5)] == [0, 2, 4, 6, 8]
    assert place_of(0, 0, 9) == 0


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("size", [(40, 12), (60, 16), (79, 23), (80, 24), (160, 50)])
def test_the_parts_fill_the_screen(seats: int, size: tuple[int, int]) -> None:
    width, height = size
    parts = plan(seats, width, height - 3)
    assert sum(parts) + 1 == height - 3
    assert min(parts.middle, parts.hands, parts.told) >= 1


async def test_every_hand_is_open_and_a_long_one_says_how_much_is_hidden() -> None:
    async with scene("replay") as s:
        for words in pasts.HANDS[:3]:
            assert set(words.split()) <= set(s.screen.split())
    async with scene("replay10") as s:
        row = next(row for row in s.lines if "Eleni" in row)
        assert row.split()[-2] == "+10"
        assert len(row.split()) == 4 + 15


async def test_where_not_all_seats_fit_they_can_be_scrolled() -> None:
    async with scene("replay10", (40, 12)) as s:
        assert "Ada" in s.screen
        assert "Jun" not in s.screen
        await s.press(*["down"] * 12)
        assert "Jun" in s.screen
        assert "Ada" not in "\n".join(s.lines[2:8])
        await s.press(*["up"] * 12)
        assert "Ada" in "\n".join(s.lines[2:8])


async def test_who_looks_sits_at_the_bottom_and_comes_first() -> None:
    async with scene("replay") as s:
        rows = [row for row in s.lines if "R7 Y2 G7 B5 W" in row]
        assert rows[0].split()[0] == "Ada"
        view = pasts.replay()
        s.wire.link.lobby = tables.lobby("K7QX").__class__("Bo", (), ("Bo",), "K7QX")
        await s.press("right")
        first = next(row for row in s.lines if "R3 RS Y7" in row)
        assert s.lines.index(first) < s.lines.index(next(row for row in s.lines if "R7 Y2 G7 B5 W" in row))
        assert view.chairs[1].name == "Bo"


async def test_a_match_that_is_not_kept_leads_back_with_a_sentence() -> None:
    async with stage(None) as s:
        await s.press("m", "i", *"zzzz", "enter")
        assert s.app.top.name == "past"
        assert s.status == "There is no finished match ZZZZ."


async def test_the_door_opens_the_replay_above_the_lobby() -> None:
    async with stage(None, door="replay", table=MATCH.lower()) as s:
        assert where(s) == 0
        await s.press("escape")
        assert s.app.top.name == "lobby"
        assert isinstance(s.wire.bodies[-1], Leave)
        assert s.wire.sent[-1].table == f"replay:{MATCH}"
    async with stage(None, door="replay", table="NOSUCHONE") as s:
        assert s.app.top.name == "lobby"
        assert s.status == "There is no finished match NOSUCHONE."


async def test_what_it_takes_to_share_and_to_verify_is_told() -> None:
    async with scene("replay", address="unotty.example") as s:
        assert f"ssh -t unotty.example replay {MATCH}" in s.screen
        assert "ssh unotty.example verify 0a1b2c3d4e5f" in s.screen
        await s.press("pagedown", "v")
        assert "verify 1a1b2c3d4e5f" in s.screen
        assert "Ended 2023-11-14 22:13 UTC." in s.screen
        await s.press("enter", "end", "v")
        assert "kept no longer" in s.screen


async def test_a_turn_that_comes_meanwhile_is_told() -> None:
    async with scene("replay") as s:
        await s.show(tables.table(tables.game()))
        assert s.app.top.name == "replay"
        assert s.status == "It is your turn! Esc: back to the table."
        await s.press("escape")
        assert "Your turn" in s.lines[0]


async def test_a_replay_that_was_closed_meanwhile_leads_back() -> None:
    async with scene("replay") as s:
        refusal = protocol.Refusal("no_replay", "No match is open.")
        s.wire.answer = lambda command: (Reply(command.id, refusal),)
        await s.press("right")
        assert s.app.top.name == "match_over"
        assert s.status == "No match is open."


async def test_who_was_too_fast_stays_where_he_is_and_may_go_on() -> None:
    async with scene("replay") as s:
        refusal = protocol.Refusal("slow_down", "That was a bit fast; wait a moment.")
        s.wire.answer = lambda command: (Reply(command.id, refusal),)
        await s.press("right")
        assert where(s) == 3
        assert s.status == "That was a bit fast; wait a moment."
        s.wire.answer = pasts.answer
        await s.press("right")
        assert where(s) == 4


async def test_a_round_by_itself_is_told_by_its_own_number_and_not_shared_by_an_id() -> None:
    view = replace(pasts.replay(), id="K7QX", rounds=(0,), length=61, seals=("", "", "2a1b2c3d4e5f"))
    view = replace(view, game=replace(view.game, round=3))
    async with stage(None, door="replay", table="K7QX") as s:
        assert s.app.top.name == "lobby"
        s.wire.answer = lambda command: (Snapshot("replay:K7QX", 1, view), Reply(command.id))
        s.app.open(ReplayPage(s.app, "K7QX"))
        await s.pilot.pause()
        assert s.lines[0].endswith("move 0 of 60, round 3")
        assert "round 3" in "\n".join(s.lines[1:])
        assert "To share it" not in s.screen
        assert "verify 2a1b2c3d4e5f" in s.screen
