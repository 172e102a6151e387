"""The pipe between processes by itself: what is sent arrives, in order, however it is cut; what makes no sense ends it."""

from __future__ import annotations

import asyncio
import socket
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from server.bridge import frames
from server.bridge.frames import LONGEST_DATA, LONGEST_FRAME, LONGEST_ROW, LONGEST_TEXT, Garbled, Pipe, packed, rows_in
from tests.server.bridging import Wire
from tests.server.rig import until

TEXT = st.text(st.characters(exclude_categories=["Cs"]))
ROWS = st.lists(
    st.lists(
        st.none()
        | st.booleans()
        | st.integers(-(2**53), 2**53)
        | st.text(st.characters(exclude_categories=["Cs"]))
        | st.binary(),
        min_size=1,
        max_size=8,
    ),
    max_size=20,
)


class Ended:
    """A pipe of the running loop, what it heard, and why it ended."""

    def __init__(self) -> None:
        self.heard: list[list[Any]] = []
        self.reasons: list[str] = []
        self.pipe = Pipe(self.heard.append, self.reasons.append)
        self.wire = Wire()
        self.pipe.connection_made(self.wire)

    def take(self, body: bytes) -> None:
        """A frame comes."""
        self.pipe.data_received(len(body).to_bytes(4, "big") + body)


@settings(max_examples=50)
@given(ROWS, st.lists(st.integers(1, 40), max_size=30))
def test_rows_arrive_as_they_were_sent_however_the_stream_is_cut(rows: list[list[Any]], cuts: list[int]) -> None:
    async def talk() -> list[list[Any]]:
        here, there = Ended(), Ended()
        for row in rows:
            here.pipe.send(row)
        await asyncio.sleep(0)
        stream = b"".join(here.wire.written)
        for cut in cuts:
            there.pipe.data_received(stream[:cut])
            stream = stream[cut:]
        there.pipe.data_received(stream)
        async with asyncio.timeout(5):
            while len(there.heard) < len(rows):  # noqa: ASYNC110 - it hears in turns of the loop
                await asyncio.sleep(0)
        return there.heard

    assert asyncio.run(talk()) == rows


async def test_all_that_is_sent_in_a_turn_is_one_frame() -> None:
    one = Ended()
    for number in range(100):
        one.pipe.send([number])
    await asyncio.sleep(0)
    assert len(one.wire.written) == 1


async def test_a_frame_that_is_full_is_followed_by_another() -> None:
    here, there = Ended(), Ended()
    rows = [[number, b"x" * LONGEST_DATA] for number in range(5)]
    for row in rows:
        here.pipe.send(row)
    await asyncio.sleep(0)
    assert len(here.wire.written) == 5
    there.pipe.data_received(b"".join(here.wire.written))
    await until(lambda: len(there.heard) == 5)
    assert there.heard == rows


@pytest.mark.parametrize(
    "body",
    [
        b"\xc1",
        b"\x05",
        packed([]),
        b"\x81\xa1a\x01",
        packed([b"x" * (LONGEST_DATA + 1)]),
        packed(["x" * (LONGEST_TEXT + 1)]),
        packed([0] * (LONGEST_ROW + 1)),
        packed([1])[:-1],
        packed([{1: 2}]),
        b"\x91" * 100_000,
        b"\xc7\x03\x01abc",
    ],
    ids=["no-msgpack", "number", "empty", "map", "data", "text", "wide", "half", "keys", "deep", "ext"],
)
async def test_what_makes_no_sense_ends_the_pipe(body: bytes) -> None:
    one = Ended()
    one.take(packed(["before"]) + body)
    one.take(packed(["after"]))
    await asyncio.sleep(0.01)
    assert one.wire.is_cut
    assert one.heard == []
    assert len(one.reasons) == 1


async def test_a_frame_that_is_too_long_is_not_waited_for() -> None:
    one = Ended()
    one.pipe.data_received((LONGEST_FRAME + 1).to_bytes(4, "big"))
    assert one.reasons == [f"a frame of {LONGEST_FRAME + 1} bytes is too long"]


@settings(max_examples=200)
@given(st.binary(max_size=200))
def test_any_bytes_are_rows_or_garbled(body: bytes) -> None:
    try:
        rows = rows_in(body)
    except Garbled:
        return
    assert all(isinstance(row, list) and row for row in rows)


async def test_who_is_too_far_behind_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "UNSENT", 1000)
    one = Ended()
    one.pipe.send([b"x" * 900])
    await asyncio.sleep(0)
    assert one.reasons == []
    one.pipe.send([b"x" * 900])
    await asyncio.sleep(0)
    assert one.wire.is_cut
    assert len(one.reasons) == 1
    one.pipe.send([b"more"])
    await asyncio.sleep(0)
    assert len(one.wire.written) == 2


async def test_much_at_once_is_heard_in_slices_and_no_more_is_read_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(frames, "SLICE", 0.0)
    monkeypatch.setattr(frames, "AHEAD", 10)
    one = Ended()
    one.take(b"".join(packed([number]) for number in range(30)))
    assert one.wire.is_held
    await asyncio.sleep(0)
    assert len(one.heard) < 30
    await until(lambda: len(one.heard) == 30)
    assert not one.wire.is_held


async def test_what_came_before_the_end_is_heard_before_it() -> None:
    heard: list[object] = []
    pipe = Pipe(heard.append, heard.append)
    ours, theirs = socket.socketpair()
    loop = asyncio.get_running_loop()
    await loop.create_connection(lambda: pipe, sock=ours)
    body = packed([1]) + packed([2])
    theirs.sendall(len(body).to_bytes(4, "big") + body)
    theirs.close()
    await until(lambda: len(heard) == 3)
    assert heard == [[1], [2], "it hung up"]


async def test_who_makes_no_sense_of_a_row_says_so_and_hears_no_more() -> None:
    reasons: list[str] = []
    heard: list[list[Any]] = []

    def hear(row: list[Any]) -> None:
        heard.append(row)
        raise Garbled("there is no such message")

    pipe = Pipe(hear, reasons.append)
    wire = Wire()
    pipe.connection_made(wire)
    body = packed([1]) + packed([2])
    pipe.data_received(len(body).to_bytes(4, "big") + body)
    await until(lambda: reasons)
    assert heard == [[1]]
    assert reasons == ["there is no such message"]


async def test_a_fault_of_ours_in_one_row_keeps_no_other_from_being_heard_nor_the_end() -> None:
    heard: list[object] = []
    reasons: list[str] = []
    faults: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, about: faults.append(about["exception"]))

    def hear(row: list[Any]) -> None:
        heard.append(row[0])
        if row[0] != 2:
            raise RuntimeError("a fault of ours")

    pipe = Pipe(hear, reasons.append)
    pipe.connection_made(Wire())
    body = b"".join(packed([number]) for number in (1, 2, 3))
    pipe.data_received(len(body).to_bytes(4, "big") + body)
    pipe.connection_lost(None)
    await until(lambda: reasons == ["it hung up"])
    assert heard == [1, 2, 3]
    assert len(faults) == 2
