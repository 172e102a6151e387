"""What the table shows of what just happened: the log, the verdict of a challenge, marks on seats and new cards."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.protocol import Said, Set
from client.tui.theme import Depth, Look
from engine.events import Challenged
from engine.moves import Draw
from engine.options import Options
from engine.view import Status, Uno
from tests.client import tables
from tests.client.stage import stage


async def test_the_whole_log_is_a_page_to_scroll_through() -> None:
    log = tuple(Said("Bo", f"line {number}", False) for number in range(40))
    async with stage(tables.table(tables.game(turn=1, legal=()), log=log)) as s:
        await s.press("g")
        assert s.lines[0].endswith("20–40 of 40")
        assert "line 39" in s.screen
        await s.press("home")
        assert s.lines[0].endswith("1–21 of 40")
        assert "line 0" in s.screen
        await s.press("pagedown", "up")
        assert s.lines[0].endswith("19–39 of 40")
        await s.press("end")
        more = (*log[1:], Said("Bo", "the newest", False))
        await s.show(tables.table(tables.game(), log=more))
        assert "the newest" in s.screen
        assert s.status == "It is your turn! Esc: back to the table."
        await s.press("escape")
        assert s.app.top.name == "table"


async def test_a_reader_of_old_lines_is_not_torn_away_by_new_ones() -> None:
    log = tuple(Said("Bo", f"line {number}", False) for number in range(40))
    async with stage(tables.table(tables.game(turn=1, legal=()), log=log)) as s:
        await s.press("g", "home", "down")
        await s.show(tables.table(tables.game(), log=(*log, Said("Bo", "the newest", False))))
        assert s.lines[1].endswith("line 1")


@pytest.mark.parametrize("view", [tables.round_over(), tables.match_over()])
async def test_the_log_can_be_read_between_rounds(view: object) -> None:
    async with stage(view) as s:  # type: ignore[arg-type]  # both are tables
        await s.press("g")
        assert "What happened" in s.lines[0]


async def test_a_challenge_is_shown_with_its_verdict_and_the_log_stays_in_sight() -> None:
    async with stage(tables.revealed()) as s:
        assert "Dmitri bluffed, holding B2 B5" in s.screen
        marks = next(line for line in s.lines if "▴▴  " in line)
        above = s.lines[s.lines.index(marks) - 2]
        assert [above[i - 1 : i + 1] for i in range(len(marks)) if marks[i : i + 2] == "▴▴"] == ["B2", "B5"]
        assert "? You challenge Dmitri: it was a bluff!" in s.screen
        assert "R  RED" in s.screen
        assert "W+4 " in s.screen
    honest = tables.revealed()
    assert honest.game is not None
    assert honest.game.reveal is not None
    reveal = honest.game.reveal._replace(cards=tables.cards("R7 W Y0"))
    log = (*honest.log, Challenged(0, 3, False, reveal.cards))
    async with stage(replace(honest, game=replace(honest.game, reveal=reveal), log=log)) as s:
        assert "Dmitri did not bluff: no blue card" in s.screen
        assert "shown to you alone" in s.screen


@pytest.mark.parametrize("size", [(60, 16), (40, 12)])
async def test_on_small_screens_the_verdict_is_told_in_words(size: tuple[int, int]) -> None:
    async with stage(tables.revealed(), size, Look(Depth.MONO, unicode=False)) as s:
        assert "Dmitri bluffed, holding B2 B5" in s.screen
        assert "R7 Y0 B2 B5 W" in s.screen
        assert "+ Dmitri draws 4 cards." in s.screen


async def test_a_victim_is_told_what_a_challenge_would_be_about() -> None:
    async with stage(tables.challenged()) as s:
        assert "It is a bluff if Dmitri held a red card." in s.screen


async def test_penalty_cards_are_new_until_the_next_thing_one_does() -> None:
    async with stage(tables.table(tables.game("R7 B5", turn=1, legal=()))) as s:
        assert "new" not in s.screen
        await s.show(tables.table(tables.game("R7 B5 R1 G8", turn=1, legal=())))
        await s.show(tables.table(tables.game("R7 B5 R1 G8", turn=0)))
        assert s.screen.count("new") == 2
        await s.press("s", "left", "d")
        assert s.screen.count("new") == 2
        await s.press("enter")
        assert s.wire.bodies == [Set("hand_order", "drawn"), Draw()]
        assert "new" not in s.screen


async def test_a_hand_that_was_swapped_is_not_new_card_by_card() -> None:
    async with stage(tables.table(tables.game("R7 B5", turn=1, legal=()))) as s:
        await s.show(tables.table(tables.game("Y1 Y2 Y3", turn=1, legal=())))
        assert "new" not in s.screen


async def test_a_drawn_card_that_ends_the_turn_keeps_its_mark() -> None:
    async with stage(tables.table(tables.game("R7 B5"))) as s:
        await s.press("d", "enter")
        await s.show(tables.table(tables.game("R7 B5 G2", turn=1, legal=())))
        assert s.screen.count("new") == 1


@pytest.mark.parametrize(("width", "height"), [(80, 24), (60, 16), (72, 20), (79, 23)])
async def test_marks_on_seats_are_whole_and_apart(width: int, height: int) -> None:
    view = tables.table(tables.game(dealer=2, scores=(120, 45, 0, 0), uno=(Uno.NONE,) * 4))
    async with stage(view, (width, height)) as s:
        assert "bot" in s.screen
        assert "dealer" in s.screen
        assert "botdealer" not in s.screen
        assert "…" not in "".join(s.lines[:6])
        if width == 80:
            assert " 0 pts bot · dealer" in s.screen


async def test_the_mark_of_a_seat_on_turn_keeps_away_from_the_arrows_of_the_ring() -> None:
    async with stage(tables.table(tables.game(turn=3, legal=()))) as s:
        row = next(line for line in s.lines if "▸ Dmitri" in line)
        assert "  ▸ Dmitri" in row or "│ ▸ Dmitri" in row or "▾ ▸ Dmitri" in row


async def test_a_match_of_one_round_is_ranked_by_what_was_left() -> None:
    over = tables.match_over()
    assert over.game is not None
    view = replace(over.game, status=(Status.IN,) * 4, scores=(231, 0, 0, 0))
    async with stage(replace(over, game=view, options=Options(target_score=None))) as s:
        assert "75 points left" in next(line for line in s.lines if "Bo " in line and "2." in line)
        assert "▮▮▮" not in s.screen
        assert "231" not in s.screen


async def test_what_was_left_is_called_points() -> None:
    async with stage(tables.round_over()) as s:
        assert "75 points left" in s.screen
        assert "in hand" not in s.screen
    async with stage(tables.round_over(), (40, 12)) as s:
        assert "75 pts left" in s.screen


async def test_a_spectator_of_a_small_screen_sees_no_seat_as_his_own() -> None:
    view = replace(tables.table(tables.game("", viewer=-1, turn=0, legal=(), counts=(5, 7, 1, 12))), you=None)
    async with stage(view, (40, 12)) as s:
        assert "120 points" not in s.screen
        assert s.lines[2].split()[:3] == ["▸Ada", "5", "Bo"]
    async with stage(view) as s:
        assert "you are watching" in s.screen


async def test_what_is_pending_and_the_table_are_called_what_people_call_them() -> None:
    stacked = tables.stackable().game
    assert stacked is not None
    async with stage(tables.table(replace(stacked, turn=1, legal=()))) as s:
        assert "4 to draw" in s.screen
        assert "pending" not in s.screen
        assert "Table K7QX" in s.lines[0]


async def test_help_says_which_part_of_it_is_shown_and_turns_pages() -> None:
    async with stage(tables.table(tables.game())) as s:
        await s.press("question_mark")
        first = s.lines[0].split()[-3]
        assert first == "1–21"
        await s.press("pagedown")
        assert not s.lines[0].endswith(f"1–21 of {s.lines[0].split()[-1]}")
        await s.press("end")
        count = s.lines[0].split()[-1]
        assert s.lines[0].split()[-3].endswith(f"–{count}")
        await s.press("home")
        assert s.lines[0].split()[-3] == "1–21"
        assert "Catch, at once," in s.screen
