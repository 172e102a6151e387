"""The brush: widths are exact, whatever people are called."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.segment import Segment
from rich.style import Style

from client.tui.paint import Line, Row, boxed, centre, clip, crop, fit, length, overlay, seg, to_ascii, wrap

PLAIN = Style()
WORDS = st.text(alphabet=st.sampled_from("ab ē漢字e\u0301界·─╭▮xyz"), max_size=30)


def text_of(row: Row) -> str:
    return "".join(segment.text for segment in row)


@given(WORDS, st.integers(0, 40))
def test_clip_is_never_wider_than_asked(text: str, width: int) -> None:
    assert cell_len(clip(text, width)) <= width


@given(WORDS, st.integers(1, 40))
def test_fit_and_centre_are_exactly_as_wide_as_asked(text: str, width: int) -> None:
    assert cell_len(fit(text, width)) == width
    assert cell_len(centre(text, width)) == width


@given(WORDS, st.integers(2, 40))
def test_wrapped_lines_fit_and_keep_every_letter(text: str, width: int) -> None:
    lines = wrap(text, width)
    assert all(cell_len(line) <= width for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


@given(st.lists(WORDS, max_size=5), st.integers(0, 60))
def test_a_line_is_as_wide_as_it_was_made(words: list[str], width: int) -> None:
    line = Line(width, PLAIN)
    for word in words:
        line.add(word)
    assert length(line.row()) == width


@given(st.lists(WORDS, max_size=4), st.integers(0, 30), st.integers(0, 30))
def test_a_crop_has_the_width_of_its_columns(words: list[str], start: int, size: int) -> None:
    row = tuple(Segment(word, PLAIN) for word in words)
    whole = length(row)
    stop = min(whole, start + size)
    assert length(crop(row, start, stop)) == max(0, stop - start)


@given(st.lists(WORDS, min_size=1, max_size=3), st.integers(-5, 30), st.integers(-2, 4))
def test_an_overlay_never_changes_a_rows_width(words: list[str], x: int, y: int) -> None:
    rows = [Line(24, PLAIN).add("漢字" * 12).row() for _ in range(3)]
    overlay(rows, [tuple(seg(word, PLAIN) for word in words)] * 2, x, y)
    assert [length(row) for row in rows] == [24, 24, 24]


def test_an_overlay_hides_what_is_below_and_nothing_else() -> None:
    rows: list[Row] = [(seg("abcdefgh", PLAIN),), (seg("ijklmnop", PLAIN),)]
    overlay(rows, [(seg("XY", PLAIN),)], 3, 1)
    assert [text_of(row) for row in rows] == ["abcdefgh", "ijkXYnop"]


def test_half_a_wide_character_becomes_a_space() -> None:
    row: Row = (seg("a漢b", PLAIN),)
    assert text_of(crop(row, 0, 2)) == "a "
    assert text_of(crop(row, 2, 4)) == " b"


def test_a_box_frames_every_row() -> None:
    rows = boxed([(seg("hi", PLAIN),)], 12, PLAIN, PLAIN, "Title")
    assert [text_of(row) for row in rows] == ["╭─ Title ──╮", "│hi        │", "╰──────────╯"]


@given(WORDS)
def test_ascii_keeps_the_width_and_leaves_no_byte_above_127(text: str) -> None:
    row = to_ascii((seg(text, PLAIN),))
    assert text_of(row).isascii()
    assert length(row) == cell_len(text)


def test_equal_pieces_are_one_object() -> None:
    assert seg("x", PLAIN) is seg("x", PLAIN)
