"""Requests and answers as lines: they come back as they went, and no bytes do harm."""

from __future__ import annotations

import json
from contextlib import suppress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.admin.speech import REQUEST_BYTES, Answer, Request, Unclear, answer_in, answer_line, request_in, request_line

texts = st.text(max_size=20)


@given(texts, st.dictionaries(texts, texts, max_size=4))
def test_a_request_comes_as_it_went_in_one_line(command: str, words: dict[str, str]) -> None:
    line = request_line(Request(command, words))
    assert line.count(b"\n") == 1
    assert request_in(line) == Request(command, words)


@given(st.one_of(st.dictionaries(texts, st.integers(), max_size=3), texts))
def test_an_answer_comes_as_it_went(told: dict[str, int] | str) -> None:
    answer = Answer(False, sentence=told) if isinstance(told, str) else Answer(True, dict(told))
    line = answer_line(answer)
    assert line.count(b"\n") == 1
    assert answer_in(line) == answer


def test_a_request_that_is_too_long_is_not_sent() -> None:
    with pytest.raises(Unclear, match=str(REQUEST_BYTES)):
        request_line(Request("broadcast", {"text": "x" * REQUEST_BYTES}))


@pytest.mark.parametrize(
    "line",
    [
        b"", b"{", b"[]", b"7", b'"kick"', b"\xff\xfe", b"[" * 4000, b'{"command": 7}', b'{"command": "x", "words": []}',
        b'{"command": "x", "words": {"who": 7}}', b'{"command": "x", "words": {"who": null}}', b'{"words": {}}',
    ],
)  # fmt: skip
def test_what_is_no_request_is_refused_in_a_sentence(line: bytes) -> None:
    with pytest.raises(Unclear, match=r"\.$"):
        request_in(line)


@given(st.binary(max_size=200))
def test_no_bytes_do_harm(line: bytes) -> None:
    for read in (request_in, answer_in):
        with suppress(Unclear):
            read(line)


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats(allow_nan=False) | texts,
        lambda inner: st.lists(inner) | st.dictionaries(texts, inner),
    )
)
def test_no_json_does_harm(said: object) -> None:
    line = json.dumps(said).encode()
    for read in (request_in, answer_in):
        with suppress(Unclear):
            read(line)
