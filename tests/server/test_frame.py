"""Whatever is drawn, and however it changes, the terminal shows exactly that — in its own colours and characters."""

from __future__ import annotations

import re

import pyte
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.color import ColorSystem
from rich.segment import Segment
from rich.style import Style
from textual._compositor import ChopsUpdate, LayoutUpdate
from textual.geometry import Region
from textual.strip import Strip

from client.tui.theme import Depth
from server.ssh.frame import Frame
from server.ssh.glyphs import TAIL, cells
from server.ssh.terminal import Glyphs, Terminal
from tests.server.hosted import Display

WIDTH, HEIGHT = 14, 4
TERMINALS = [
    Terminal(),
    Terminal(depth=Depth.ANSI256),
    Terminal(depth=Depth.ANSI256, erases_in_colour=False),
    Terminal(depth=Depth.ANSI16, glyphs=Glyphs.CONSOLE),
    Terminal(depth=Depth.MONO),
    Terminal(depth=Depth.MONO, glyphs=Glyphs.ASCII, ansi=False, private_modes=False),
]
SYSTEMS = {Depth.ANSI16: ColorSystem.STANDARD, Depth.ANSI256: ColorSystem.EIGHT_BIT, Depth.TRUECOLOR: ColorSystem.TRUECOLOR}
STYLES = [
    Style.parse(words)
    for words in (
        "none", "#ff0000 on #101010", "bold #ff0000 on #101010", "#00ff00 on #101010", "on #5f87af", "reverse",
        "underline #ffffff", "bold italic yellow on blue", "reverse #102030 on #ffffff", "strike", "dim", "red",
    )
]  # fmt: skip

pieces = st.tuples(
    st.one_of(st.text("ab │─▮G", max_size=6), st.sampled_from(["  ", "   ", "漢字", "é", "e\u0301x", "đž", "╭──╮"])),
    st.sampled_from(STYLES),
)
rows = st.lists(pieces, max_size=5)
screens = st.lists(rows, min_size=HEIGHT, max_size=HEIGHT)

Screen = list[list[Segment]]
Cell = tuple[str, object]


def filled(screen: list[list[tuple[str, Style]]]) -> Screen:
    """Rows of exactly WIDTH cells."""
    return [fitted(Strip([Segment(text, style) for text, style in row])) for row in screen]


def fitted(strip: Strip) -> list[Segment]:
    strip = strip.adjust_cell_length(WIDTH, STYLES[0])
    if len(cells(strip.text)[-1]) > 1:  # pyte wraps a combining mark in the last column
        strip = Strip([*strip.crop(0, WIDTH - 1), Segment("x", STYLES[0])])
    return strip._segments


def shown(data: str) -> list[list[Cell]]:
    """What a terminal shows after some output, cell by cell, without what cannot be seen on a blank."""
    screen = Display(WIDTH, HEIGHT)
    pyte.Stream(screen).feed(data)
    return [[visible(screen.buffer[y][x]) for x in range(WIDTH)] for y in range(HEIGHT)]


def visible(char: pyte.screens.Char) -> Cell:
    if char.data == " ":
        if char.reverse and not (char.underscore or char.strikethrough):
            return " ", ("reverse", char.fg)
        lined = char.underscore, char.strikethrough, char.reverse
        return " ", (char.bg, lined, char.fg if any(lined) else "")
    return char.data, char[1:]


def painted_cell_by_cell(screen: Screen, terminal: Terminal) -> str:
    """The same screen written in the dullest way there is."""
    out = []
    for y, row in enumerate(screen):
        x = 0
        for text, style, _ in row:
            codes = ""
            if style is not None:
                style = style.without_color if terminal.depth is Depth.MONO else style.copy()
                style._ansi = None  # else it keeps the codes of the depth that was asked for first
                codes = style._make_ansi_codes(SYSTEMS.get(terminal.depth, ColorSystem.TRUECOLOR))
            for cell in cells(text, terminal.glyphs):
                if cell != TAIL:
                    out.append(f"\x1b[{y + 1};{x + 1}H\x1b[0m\x1b[0;{codes}m{cell}")
                x += 1
    return "".join(out)


@pytest.mark.parametrize("terminal", TERMINALS, ids=str)
@settings(max_examples=60)
@given(history=st.lists(screens, min_size=1, max_size=4))
def test_the_terminal_shows_what_was_drawn_last(terminal: Terminal, history: list[list[list[tuple[str, Style]]]]) -> None:
    frame = Frame(terminal, WIDTH, HEIGHT)
    sent = ""
    for screen in map(filled, history):
        sent += frame.draw(enumerate(screen))
        assert shown(sent) == shown(painted_cell_by_cell(screen, terminal))


@settings(max_examples=60)
@given(first=screens, patches=st.lists(st.tuples(st.integers(0, HEIGHT - 1), st.integers(0, WIDTH - 1), rows), max_size=4))
def test_a_part_of_a_row_may_be_painted_over_whatever_was_there(
    first: list[list[tuple[str, Style]]], patches: list[tuple[int, int, list[tuple[str, Style]]]]
) -> None:
    frame = Frame(TERMINALS[0], WIDTH, HEIGHT)
    model = filled([[(text.replace("\u0301", ""), style) for text, style in row] for row in first])
    sent = frame.render(LayoutUpdate([[Strip(row)] for row in model], Region(0, 0, WIDTH, HEIGHT)))
    for y, x, row in patches:
        # without combining marks: Textual itself crops rows that have some in the wrong place
        strip = Strip([Segment(text.replace("\u0301", ""), style) for text, style in row])
        if not strip.cell_length or x + strip.cell_length > WIDTH:
            continue
        end = x + strip.cell_length
        whole = Strip(model[y])
        model[y] = Strip.join([whole.crop(0, x), strip, whole.crop(end)])._segments
        chops: list[dict[int, Strip | None]] = [{} for _ in range(HEIGHT)]
        ends: list[list[int]] = [[] for _ in range(HEIGHT)]
        chops[y], ends[y] = {x: strip}, [end]
        sent += frame.render(ChopsUpdate(chops, [(y, x, end)], ends))
        assert shown(sent) == shown(painted_cell_by_cell(model, TERMINALS[0]))


def test_nothing_is_sent_for_what_is_shown_already() -> None:
    frame = Frame(TERMINALS[0], WIDTH, HEIGHT)
    screen = filled([[("hello", STYLES[1])]] * HEIGHT)
    assert frame.draw(enumerate(screen))
    assert frame.draw(enumerate(screen)) == ""


def test_after_forgetting_everything_is_drawn_again() -> None:
    frame = Frame(TERMINALS[0], WIDTH, HEIGHT)
    screen = filled([[("hello", STYLES[1])]] * HEIGHT)
    first = frame.draw(enumerate(screen))
    frame.forget()
    again = frame.draw(enumerate(screen))
    assert again == first
    assert shown("disturbed\x1b[3;3H\x1b[7m!" + again) == shown(first)


@pytest.mark.parametrize(
    ("terminal", "allowed"),
    [
        (Terminal(depth=Depth.TRUECOLOR), r"[34]8;2;\d+;\d+;\d+|[0-9]|2[2-9]|[34]9|3[0-7]|4[0-7]"),
        (Terminal(depth=Depth.ANSI256), r"[34]8;5;\d+|[0-9]|2[2-9]|[34]9|3[0-7]|4[0-7]"),
        (Terminal(depth=Depth.ANSI16), r"[0-9]|2[2-9]|[34]9|3[0-7]|4[0-7]|9[0-7]|10[0-7]"),
        (Terminal(depth=Depth.MONO), r"[0-9]|2[2-9]"),
        (Terminal(depth=Depth.MONO, ansi=False), r"[0-9]"),
    ],
    ids=lambda value: str(getattr(value, "depth", "")),
)
def test_each_depth_gets_codes_of_its_own_kind_alone(terminal: Terminal, allowed: str) -> None:
    frame = Frame(terminal, WIDTH, HEIGHT)
    sent = frame.draw([(y % HEIGHT, filled([[("ab │", style)]])[0]) for y, style in enumerate(STYLES)])
    for style in STYLES:
        sent += frame.draw([(0, filled([[("x y", style)]])[0])])
    parameters = re.findall(r"\x1b\[([\d;]*)m", sent)
    assert all(re.fullmatch(f"(({allowed})(;|$))*", each) for each in parameters)
    assert re.findall(r"\x1b(?!\[[\d;]*[mHGCDdBKJ])", sent) == []


@given(text=st.text(max_size=20))
def test_no_control_character_and_no_bidi_mark_gets_through(text: str) -> None:
    """CASES 2-22."""
    for glyphs in Glyphs:
        for cell in cells(text, glyphs):
            assert cell == TAIL or cell[0].isprintable()
            assert all(each.isprintable() or each == "\u200c" for each in cell[1:])


@given(text=st.text(max_size=20))
def test_ascii_terminals_get_ascii(text: str) -> None:
    """CASES 2-23."""
    assert "".join(cells(text, Glyphs.ASCII)).isascii()


@given(text=st.text(max_size=20))
def test_every_terminal_gets_as_many_cells_as_were_laid_out(text: str) -> None:
    """CASES 2-21."""
    assert {len(cells(text, glyphs)) for glyphs in Glyphs} == {cell_len(text)}


def test_hostile_text_cannot_act() -> None:
    frame = Frame(TERMINALS[0], WIDTH, HEIGHT)
    frame.draw([(0, filled([[]])[0])])
    sent = frame.draw([(0, filled([[("a\x1b[2J\x9b1m\u202e\x07b", STYLES[0])]])[0])])
    assert sent == "\x1b[Ha[2J1mb" or "\x1b[2J" not in sent
    assert not any(character in sent.replace("\x1b[", "") for character in "\x07\x9b\u202e\x1b")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("╭─╮│╰╯", "+-+|++"),
        ("Gintarė Žąsis", "Gintare Zasis"),
        ("đ Đ ß æ", "d D s a"),
        ("→▸▮", ">>#"),
        ("漢a", "??a"),
        ("“so” …", '"so" .'),
    ],
)
def test_without_utf8_our_art_and_most_letters_stay_readable(text: str, expected: str) -> None:
    """CASES 2-23."""
    assert "".join(cells(text, Glyphs.ASCII)) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("🇱🇹", ["L", "T"]),
        ("❤️", ["❤", " "]),
        ("👨‍👩‍👧", ["👨", TAIL]),
        ("漢", ["漢", TAIL]),
        ("e" + "\u0301" * 40, ["e\u0301\u0301"]),
    ],
)
def test_characters_terminals_disagree_about_are_sent_as_ones_they_agree_on(text: str, expected: list[str]) -> None:
    """CASES 2-21."""
    assert list(cells(text)) == expected


def test_the_last_cell_is_spared_where_writing_it_would_scroll() -> None:
    frame = Frame(Terminal(wraps_late=False), WIDTH, HEIGHT)
    sent = frame.draw(enumerate(filled([[("x" * WIDTH, STYLES[0])]] * HEIGHT)))
    assert sent.count("x") == WIDTH * HEIGHT - 1


def test_a_terminal_wider_than_the_frame_is_never_erased_to_its_edge() -> None:
    frame = Frame(Terminal(), WIDTH, HEIGHT, erases=False)
    sent = frame.draw(enumerate(filled([[("x" * WIDTH, STYLES[1])]] * HEIGHT)))
    sent += frame.draw(enumerate(filled([[]] * HEIGHT)))
    assert "\x1b[K" not in sent
    assert "\x1b[m\x1b[2J" in sent
