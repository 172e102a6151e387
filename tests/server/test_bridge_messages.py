"""The messages of the bridge as rows: they come out as they went in, and nothing else comes out."""

from __future__ import annotations

from dataclasses import fields
from typing import Any, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.bridge.down import DOWN, Handed
from server.bridge.frames import LONGEST_DATA, LONGEST_TEXT, Garbled, packed, rows_in
from server.bridge.messages import down_in, handed_in, handed_over, row_of, up_in
from server.bridge.up import UP, Input, Visited

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=50)
VALUES: dict[object, st.SearchStrategy[Any]] = {
    int: st.integers(-(2**53), 2**53),
    str: TEXT,
    bool: st.booleans(),
    bytes: st.binary(max_size=100),
    str | None: st.none() | TEXT,
    dict[str, str]: st.dictionaries(TEXT, TEXT, max_size=5),
    tuple[bytes, ...]: st.lists(st.binary(max_size=100), max_size=3).map(tuple),
}


def any_of(kind: type) -> st.SearchStrategy[Any]:
    """Any message of a kind."""
    hints = get_type_hints(kind)
    return st.builds(kind, *[VALUES[hints[field.name]] for field in fields(kind)])


@pytest.mark.parametrize(("kinds", "read"), [(DOWN, down_in), (UP, up_in)], ids=["down", "up"])
@settings(max_examples=200)
@given(st.data())
def test_a_message_comes_out_as_it_went_in(kinds: tuple[type, ...], read: Any, data: st.DataObject) -> None:
    message = data.draw(st.sampled_from(kinds).flatmap(any_of))
    (row,) = rows_in(packed(row_of(message)))
    assert read(row) == message


@settings(max_examples=50)
@given(any_of(Handed))
def test_what_is_said_of_a_socket_comes_with_it(handed: Handed) -> None:
    assert handed_in(handed_over(handed)) == handed


@pytest.mark.parametrize("read", [down_in, up_in])
@settings(max_examples=300)
@given(
    tag=st.integers(-1, 20) | st.none() | st.text(max_size=3),
    rest=st.lists(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary() | st.lists(st.integers()), max_size=12
    ),
)
def test_any_row_is_a_message_or_garbled(read: Any, tag: object, rest: list[object]) -> None:
    try:
        message = read([tag, *rest])
    except Garbled:
        return
    assert row_of(message)[0] == tag


def test_whatever_a_client_says_is_cut_to_what_the_other_side_takes() -> None:
    visit = Visited(1, 2, "exec", "é" * LONGEST_TEXT + "\ud800", "x" * LONGEST_TEXT, 80, 24, {"LANG": "\udcff"}, "::1", 22)
    (row,) = rows_in(packed(row_of(visit)))
    told = up_in(row)
    assert isinstance(told, Visited)
    assert told.words == "é" * (LONGEST_TEXT // 4)
    assert told.env == {"LANG": "?"}


def test_data_that_is_too_long_is_garbled() -> None:
    with pytest.raises(Garbled):
        up_in(row_of(Input(1, b"x" * (LONGEST_DATA + 1))))
