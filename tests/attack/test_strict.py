"""The strict reader knows what our driver sends, and nothing else."""

from __future__ import annotations

import pytest

from tests.attack.strict import Strict
from tests.server.hosted import Client

OURS = (
    b"\x1b[?1049h\x1b[?2004h\x1b[?25l\x1b[?1000h\x1b[?1006h",
    b"\x1b[m\x1b[2J\x1b[H\x1b[24;80H\x1b[5d\x1b[80G\x1b[3C\x1b[B\x1b[2D\x1b[K",
    b"\x1b[0;1;38;2;1;2;3;48;5;9m\x1b[22;39;49m\x1b[97;100m",
    b"\x1b[22;2t\x1b]2;unotty: your turn\a\x1b]2;\a\x1b[23;2t\x1b]9;your turn\a\x1b]777;notify;unotty;your turn\a\a",
    "╭──╮ R5 漢字 ♥\r\n\b".encode(),
    b"\x1b[8l\x1b[8h\x1b[?1006l\x1b[?1000l\x1b[?2004l\x1b[?1049l\x1b[?25h",
)
OTHERS = (
    b"\x1b]0;pwned\a", b"\x1b]52;c;cm0gLXJm\a", b"\x1bc", b"\x1b[3J", b"\x1b[J", b"\x1b[6n", b"\x1b[c", b"\x1bP1$tx\x1b\\",
    b"\x1b]2;x\x1b\\",
    b"\x1b[?1003h", b"\x1b[?47h", b"\x1b[25;1H", b"\x1b[1;81H", b"\x1b[1;2;3H", b"\x1b[99B",
    b"\x1b[8;1;1t", b"\x1b[38;5m", b"\x1b[6m",
    b"\x07\x00",
    b"\x7f", b"\x0e", "\x9b2J".encode(), "\u202e".encode(), "\u200b".encode(), "\ue000".encode(), b"\xff", b"\x1b[1\x07m",
)  # fmt: skip


@pytest.mark.parametrize("stream", OURS)
@pytest.mark.parametrize("bite", [1, 3, 1000])
def test_what_the_driver_sends_is_known_however_it_is_cut(stream: bytes, bite: int) -> None:
    strict = Strict()
    for start in range(0, len(stream), bite):
        strict.feed(stream[start : start + bite])
    assert strict.faults == []


@pytest.mark.parametrize("stream", OTHERS)
def test_anything_else_is_a_fault(stream: bytes) -> None:
    strict = Strict()
    strict.feed(b"before" + stream + b"after")
    assert strict.faults


async def test_a_real_session_is_clean_from_its_first_byte_to_its_last() -> None:
    strict, client = Strict(), Client()
    await client.sees("hello")
    client.host.feed(b"abc\x1b[A")
    await client.sees("typed abc")
    client.host.stop("You have left the table.")
    await client.host.ended()
    strict.feed(bytes(client.channel.raw))
    assert strict.faults == []
