"""A transport that keeps what is written, for the pipes of a bridge."""

from __future__ import annotations

import asyncio
from typing import Any

from server.bridge.down import Down
from server.bridge.frames import PREFIX, packed, rows_in
from server.bridge.messages import down_in, row_of
from server.bridge.up import Up


class Wire(asyncio.Transport):
    """Nobody reads it."""

    def __init__(self) -> None:
        super().__init__()
        self.written: list[bytes] = []
        self.is_cut = self.is_held = False

    def write(self, data: bytes | bytearray | memoryview[Any]) -> None:
        self.written.append(bytes(data))

    def get_write_buffer_size(self) -> int:
        return sum(map(len, self.written))

    def is_closing(self) -> bool:
        return self.is_cut

    def abort(self) -> None:
        self.is_cut = True

    def pause_reading(self) -> None:
        self.is_held = True

    def resume_reading(self) -> None:
        self.is_held = False

    def told(self) -> list[Down]:
        """What was said to a worker, which is forgotten here."""
        frames, self.written = self.written, []
        return [down_in(row) for frame in frames for row in rows_in(frame[PREFIX:])]


def frame(*messages: Up | Down) -> bytes:
    """Some messages as a frame."""
    body = b"".join(packed(row_of(message)) for message in messages)
    return len(body).to_bytes(PREFIX, "big") + body
