"""Persian on the screen: read from right to left in cells that stay where English has them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import pytest
from rich.cells import cell_len

from client.bidi import Bidi, shown, stripped
from client.plain import edge
from client.protocol import Said, TableView
from client.text import Text
from client.tui import reading
from client.tui.dialogs import Answer, Question
from client.tui.theme import Look
from client.usertext import clean
from tests.client import lobbies, tables
from tests.client.golden import assert_golden
from tests.client.stage import Stage, stage
from tests.client.test_bidi import read

SCENES: dict[str, tuple[Callable[[], TableView | None], str]] = {
    "table": (lambda: tables.table(tables.game()), ""),
    "answer": (tables.challenged, ""),
    "waiting": (lobbies.room, ""),
    "round": (tables.round_over, ""),
    "rules": (lambda: tables.table(tables.game()), "r"),
    "lobby": (lambda: None, ""),
}
NAMES = ["علی", "Bo", "علی 7", "7 علی!", "(رضا)", "~Bo سارا", "نرگس-Bo", clean("\u202eعلی\u2066", 16), "אבג", "محمّدرضا"]
FRAMES = frozenset("│┃╭╮╰╯┏┓┗┛─━╺▮▯░")


def persian(view: TableView | None, size: tuple[int, int] = (80, 24), bidi: str = "ours", look: Look | None = None):  # type: ignore[no-untyped-def]  # what `stage` returns
    return stage(view, size, look, likes={"language": "fa", "bidi": bidi})


def widths(s: Stage) -> set[int]:
    return {sum(cell_len(part.text) for part in strip) for strip in s.app.canvas.render_lines(s.app.canvas.size.region)}


@pytest.mark.parametrize("mode", list(Bidi))
@pytest.mark.parametrize("scene", SCENES)
async def test_persian_looks_as_it_did(scene: str, mode: Bidi) -> None:
    make, keys = SCENES[scene]
    async with persian(make(), bidi=mode) as s:
        await s.press(*keys)
        assert_golden(f"fa-{scene}-{mode}-80x24", s.screen)


@pytest.mark.parametrize("mode", list(Bidi))
@pytest.mark.parametrize("size", [(80, 24), (60, 16), (40, 12), (120, 32), (160, 50)])
@pytest.mark.parametrize("scene", SCENES)
async def test_every_row_fills_its_cells(scene: str, size: tuple[int, int], mode: Bidi) -> None:
    make, keys = SCENES[scene]
    async with persian(make(), size, mode) as s:
        await s.press(*keys)
        assert widths(s) == {size[0]}


@pytest.mark.parametrize("scene", ["table", "answer"])
async def test_cards_and_frames_are_where_english_has_them(scene: str) -> None:
    view = SCENES[scene][0]()
    rows = slice(0, 9) if scene == "table" else slice(17, 22)
    async with stage(view, likes={"language": "en"}) as english, persian(view) as s:
        for row, other in zip(english.lines[rows], s.lines[rows], strict=True):
            assert [(x, c) for x, c in enumerate(other) if c in FRAMES] == [(x, c) for x, c in enumerate(row) if c in FRAMES]


async def test_a_reader_reads_what_happened_from_right_to_left() -> None:
    async with persian(tables.table(tables.game())) as s:
        told = [read(line).strip() for line in s.lines]
        assert any(line.startswith("! liryC گفت »اونو«!") for line in told), "the quotation marks are drawn mirrored"
        assert any(line.startswith("irtimD ۳ قرمز را بازی کرد.") for line in told)
        assert read(s.status) == "نوبت شماست: retnE ۷ قرمز را بازی میکند."


async def test_a_sentence_begins_at_the_right_where_many_stand_below_each_other() -> None:
    async with persian(tables.table(tables.game())) as s:
        log = [line for line in s.lines if "Cyril" in line and line.rstrip().endswith(("!", "+"))]
        assert len(log) == 2
        assert len({len(line) for line in log}) == 1
        await s.press("r")
        assert sum(len(line) == 79 for line in s.lines) >= 8, "paragraphs of the rules"


async def test_digits_are_persian_in_sentences_and_latin_on_cards_and_in_what_is_typed() -> None:
    async with persian(tables.table(tables.game())) as s:
        assert "۵۲" in s.screen
        assert "۰:۲۴" in s.lines[0]
        assert "K7QX" in s.lines[0]
        assert "R7" in s.screen
        assert "━1━" in s.screen, "the key that selects the card"
    async with stage(lobbies.room(), likes={"language": "fa"}, address="-p 2222 uno.example.org") as s:
        assert "ssh -t -p 2222 uno.example.org join K7QX" in s.screen


def between(name: str, line: str) -> TableView:
    """A table where two seats have this name and say things of both directions."""
    view = tables.table(tables.game())
    chairs = tuple(replace(chair, name=name) if seat in (1, 3) else chair for seat, chair in enumerate(view.chairs))
    return replace(view, chairs=chairs, log=(*view.log, Said(name, line, False), Said("Cyril", name, False)))


@pytest.mark.parametrize("language", ["fa", "en"])
@pytest.mark.parametrize("name", NAMES)
async def test_names_of_both_directions_leave_their_neighbours_alone(name: str, language: str) -> None:
    likes = {"language": language}
    view = between(name, "سلام, hello (7) ۷!")
    for size in ((80, 24), (60, 16), (40, 12)):
        async with stage(view, size, likes=likes) as s:
            assert widths(s) == {size[0]}
            assert "Cyril" in s.screen
    async with stage(view, likes=likes) as s, stage(between("Bo", "hello"), likes=likes) as plain:
        assert s.lines[15:22] == plain.lines[15:22], "the hand"
        assert s.lines[7] == plain.lines[7], "cards and piles in the row below the names"
        assert s.lines[6].replace("\u0651", "")[17:63] == plain.lines[6][17:63], "the piles between them"


async def test_a_box_over_persian_cuts_it_where_it_is_seen() -> None:
    async with persian(tables.table(tables.game())) as s:
        before = s.lines
        await s.press("ctrl+q")
        boxed = [(old, new) for old, new in zip(before, s.lines, strict=True) if new.find("│") == 7 and new.count("│") == 2]
        assert len(boxed) > 6
        assert all(new[:7] == old[:7].ljust(7) and new[73:] == old[73:] for old, new in boxed if new[72] == "│")
        assert any(new[72] == "│" and is_shaped(new[73:]) for _, new in boxed), "half a sentence"


def is_shaped(text: str) -> bool:
    return any("\ufb50" <= character <= "\ufefc" for character in text)


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize("words", ["אבג", "ڕۆژ ڕێ", "سـلام"])
@pytest.mark.parametrize("keys", [("end", "enter"), ("end", "enter", "c")], ids=["a box", "two boxes"])
async def test_what_lies_beside_a_box_is_put_in_order_once(keys: tuple[str, ...], words: str, language: str) -> None:
    view = replace(tables.accusable(), log=(Said("Bo", words, False),))
    async with stage(view, (120, 32), likes={"language": language}) as s:
        before = [line[81:] for line in s.lines]
        assert any(shown(words, Bidi.OURS, language == "fa") in line for line in before), "in the log, on the right"
        await s.press(*keys)
        assert len(s.app.pages) == len(keys)
        assert [line[81:] for line in s.lines[1:-2]] == before[1:-2]
        s.app.tell(f"{words} {'la ' * 60}")
        s.app.canvas.repaint()
        assert shown(words, Bidi.OURS, language == "fa") in s.screen


@pytest.mark.parametrize("words", ["אבג", "ڕۆژ ڕێ"])
async def test_a_box_is_put_in_order_once_itself(words: str) -> None:
    async with persian(tables.table(tables.game())) as s:
        for _ in range(2):
            s.app.open(Question(s.app, "", [words], [Answer(words)]))
            s.app.canvas.repaint()
            assert s.screen.count(shown(words, Bidi.OURS, True)) == 2


async def test_persian_is_typed_towards_the_left_with_the_cursor_at_its_end() -> None:
    async with persian(tables.table(tables.game())) as s:
        await s.press("t", *"سلام علی")
        assert read(s.lines[-2]).lstrip().startswith("سلام علی")
        await s.press("left", "left", "left", "backspace")
        assert read(s.lines[-2]).lstrip().startswith("سلامعلی")
        assert s.app.top.entry is not None
        assert (s.app.top.entry.before, s.app.top.entry.after) == ("سلام", "علی")


async def test_a_terminal_without_the_letters_is_spoken_to_in_english() -> None:
    async with persian(tables.table(tables.game()), look=Look(unicode=False)) as s:
        assert s.screen.isascii()
        assert "Your turn" in s.screen


async def test_changing_who_orders_letters_holds_at_once() -> None:
    async with persian(tables.table(tables.game())) as s:
        ours = s.status
        s.likes.like(bidi="terminal")
        await s.pilot.pause()
        assert s.status.startswith("نوبت شماست: Enter")
        s.likes.like(bidi="ours")
        await s.pilot.pause()
        assert s.status == ours


async def test_what_was_read_once_is_not_worked_out_again() -> None:
    async with persian(tables.table(tables.game())) as s:
        before = reading._read.cache_info().misses
        for _ in range(3):
            s.app.canvas.repaint()
        assert reading._read.cache_info().misses == before


@pytest.mark.parametrize("key", "rygb")
async def test_the_letter_of_a_colour_stays_before_its_name_when_it_is_chosen(key: str) -> None:
    async with persian(tables.asked_color()) as s:
        await s.press(key)
        row = next(line for line in s.screen.splitlines() if f"▸{key.upper()} " in line)
        assert [letter for letter in row if letter in "RYGB"] == list("RYGB")


@pytest.mark.parametrize("width", [20, 39, 79])
def test_a_line_of_the_line_mode_is_broken_before_it_is_put_in_order(width: int) -> None:
    text = Text("fa")
    line = text("{name} plays {card}.", name="Bo", card="7") + " " + text("You are in the lobby.") * 3
    lines = edge.shown(text, line, "ours", width).split("\n")
    assert max(map(cell_len, lines)) <= width
    assert read(lines[0])[:12] == read(edge.shown(text, line, "ours"))[:12], "it begins at the top"
    assert edge.shown(text, line, "off", width) == edge.shown(text, line, "") == stripped(line)
