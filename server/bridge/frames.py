"""`Pipe`: rows of plain values to another process of ours and from it, over a connected stream socket.

All that is sent in one turn of the loop goes out together: a big-endian 32-bit length, then that many bytes, in which rows of
msgpack stand one behind the other. The other side may be slow, or may have been taken over by whoever it talks to: nothing
that comes is believed before it was looked at, and nothing that waits is without bounds.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Sequence
from contextvars import Context
from typing import Any, Final, cast

import msgpack

PREFIX: Final = 4
LONGEST_FRAME: Final = 1024 * 1024
"""Bytes of a frame, its length not counted."""
LONGEST_DATA: Final = 128 * 1024
"""Bytes of one value."""
FULL_FRAME: Final = 256 * 1024
"""Bytes after which what is left of a turn goes into a frame of its own."""
LONGEST_TEXT: Final = 16 * 1024
LONGEST_ROW: Final = 64
WIDEST_MAP: Final = 64
AHEAD: Final = 4096
"""Rows that may wait here to be heard; with more, no more is read."""
SLICE: Final = 0.002
"""Seconds of hearing at a time: sockets are looked at in between."""
UNSENT: Final = 16 * 1024 * 1024
"""Bytes the other side may be behind; with more it counts as dead."""


_PACKER: Final = msgpack.Packer()  # `packb` makes a new one at each call, which costs twenty times as much


class Garbled(ValueError):
    """What came makes no sense, so that nothing more from there can be believed."""


class Pipe(asyncio.Protocol):
    """One end. `hear` gets every row and may raise Garbled; `gone` is called once, with the reason, when it is over."""

    def __init__(self, hear: Callable[[list[Any]], None], gone: Callable[[str], None]) -> None:
        self._hear, self._gone = hear, gone
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport | None = None
        self._read = bytearray()
        self._heard: deque[list[Any]] = deque()
        self._hearing: asyncio.Handle | None = None
        self._is_paused = self._has_ended = self._is_over = False
        self._unsent: list[bytes] = []
        self._flushing: asyncio.Handle | None = None

    # ── out ──────────────────────────────────────────────────────────────────────────────────────────────────

    def send(self, row: Sequence[object]) -> None:
        """Send this, in order, soon. Never blocks; after the end it does nothing."""
        if not self._is_over:
            self._unsent.append(packed(row))
            if self._flushing is None:
                self._flushing = self._loop.call_soon(self._flush, context=Context())

    def close(self) -> None:
        """Send what waits, then hang up."""
        self._flush()
        if self._transport is not None:
            self._transport.close()

    def abort(self, reason: str) -> None:
        """Hang up now."""
        if self._transport is not None:
            self._transport.abort()
        self._end(reason)

    @property
    def waiting(self) -> int:
        """Bytes that the system has not taken yet."""
        return self._transport.get_write_buffer_size() if self._transport is not None else 0

    def _flush(self) -> None:
        self._flushing = None
        rows, self._unsent = self._unsent, []
        if self._transport is None or self._transport.is_closing() or not rows:
            return
        frame, size = list[bytes](), 0
        for row in rows:
            if frame and size + len(row) > FULL_FRAME:
                self._transport.write(size.to_bytes(PREFIX, "big") + b"".join(frame))
                frame, size = [], 0
            frame.append(row)
            size += len(row)
        self._transport.write(size.to_bytes(PREFIX, "big") + b"".join(frame))
        if self.waiting > UNSENT:
            self.abort(f"it is {self.waiting} bytes behind")

    # ── in ───────────────────────────────────────────────────────────────────────────────────────────────────

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """asyncio: the socket is ours."""
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        """asyncio: bytes, split anywhere."""
        self._read += data
        try:
            self._cut()
        except Garbled as why:
            self.abort(str(why))

    def _cut(self) -> None:
        start = 0
        while len(self._read) - start >= PREFIX:
            size = int.from_bytes(self._read[start : start + PREFIX], "big")
            if size > LONGEST_FRAME:
                raise Garbled(f"a frame of {size} bytes is too long")
            end = start + PREFIX + size
            if len(self._read) < end:
                break
            self._heard.extend(rows_in(bytes(self._read[start + PREFIX : end])))
            start = end
        del self._read[:start]
        self._order()

    def _order(self) -> None:
        if self._heard and self._hearing is None:
            self._hearing = self._loop.call_soon(self._go_on, context=Context())
        if len(self._heard) > AHEAD and not self._is_paused and self._transport is not None:
            self._is_paused = True
            self._transport.pause_reading()

    def _go_on(self) -> None:
        """Hear some, and the rest in later turns, also if a fault of ours ends this one."""
        self._hearing = None
        end = self._loop.time() + SLICE
        try:
            while self._heard and not self._is_over:
                self._hear(self._heard.popleft())
                if self._loop.time() >= end:
                    break
        except Garbled as why:
            self.abort(str(why))
        finally:
            if not self._is_over:
                self._look_on()

    def _look_on(self) -> None:
        """Is there room for more, is more to be heard, or was this all?"""
        if self._is_paused and len(self._heard) <= AHEAD // 2 and self._transport is not None:
            self._is_paused = False
            self._transport.resume_reading()
        if self._has_ended and not self._heard:
            self._end("it hung up")
        self._order()

    def eof_received(self) -> None:
        """asyncio: the other side is through; so are we."""

    def connection_lost(self, exc: Exception | None) -> None:
        """asyncio: nothing more comes. What came before is heard first."""
        self._has_ended = True
        if not self._heard:
            self._end("it hung up" if exc is None else f"{type(exc).__name__} on its pipe")

    def _end(self, reason: str) -> None:
        if not self._is_over:
            self._is_over = True
            self._heard.clear()
            self._unsent.clear()
            self._gone(reason)


def packed(row: Sequence[object]) -> bytes:
    """One row."""
    data: bytes = _PACKER.pack(row)
    return data


def number_at(data: bytes, start: int) -> tuple[int, int]:
    """The whole number that begins there, and where it ends. Raises Garbled."""
    reader = msgpack.Unpacker(max_buffer_size=LONGEST_DATA)
    reader.feed(data[start : start + 9])
    try:
        number = reader.unpack()
    except (ValueError, msgpack.UnpackException):
        number = None
    if type(number) is not int:
        raise Garbled("there is no number")
    return number, start + reader.tell()


def rows_in(frame: bytes) -> list[list[Any]]:
    """The rows of a frame, in order. Raises Garbled."""
    reader = msgpack.Unpacker(
        max_buffer_size=LONGEST_FRAME,
        strict_map_key=True,
        max_str_len=LONGEST_TEXT,
        max_bin_len=LONGEST_DATA,
        max_array_len=LONGEST_ROW,
        max_map_len=WIDEST_MAP,
        max_ext_len=0,
    )
    reader.feed(frame)
    rows: list[list[Any]] = []
    try:
        while reader.tell() < len(frame):
            row = reader.unpack()
            if not isinstance(row, list) or not row:
                raise Garbled("that is no row")
            rows.append(row)
    except Garbled:
        raise
    except (ValueError, msgpack.UnpackException) as error:
        raise Garbled(f"that is no msgpack ({type(error).__name__})") from None
    return rows
