"""Spans of time as operators write them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.admin.spans import LONGEST, seconds_in, span_of


@pytest.mark.parametrize(
    ("text", "seconds"), [("90s", 90), ("5m", 300), ("12h", 43200), ("7d", 604800), ("2W", 1209600), (" 1d ", 86400)]
)
def test_a_span_is_a_number_and_a_unit(text: str, seconds: int) -> None:
    assert seconds_in(text) == seconds


@pytest.mark.parametrize("text", ["", "7", "d", "0d", "-1d", "1.5h", "7 d", "1y", "٣d", "99999999d", "1d2h"])
def test_anything_else_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ValueError, match="7d"):
        seconds_in(text)


@given(st.integers(1, LONGEST))
def test_a_span_is_told_as_it_would_be_typed(seconds: int) -> None:
    assert seconds_in(span_of(seconds)) == seconds


def test_a_span_is_told_in_its_largest_unit() -> None:
    assert [span_of(seconds) for seconds in (90, 300, 3600, 604800)] == ["90s", "5m", "1h", "1w"]
