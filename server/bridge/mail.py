"""`Mail`: messages of the protocol, as one worker reads them for all its visits."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from client.protocol import LOBBY, Message, Patch
from client.wire import unpack_message
from server.bridge.frames import number_at

LOBBY_PATCH: Final = b"\x96\x01\xa5lobby"
"""What a patch of the lobby begins with: a row of six, its kind, its topic. Its base comes next (PROTOCOL.md)."""


class Mail:
    """Reads messages of the protocol. What many get, one after another, is read once: those who look on at a table get the
    same bytes, and who follows the lobby the same but for his own count of its versions.
    """

    def __init__(self) -> None:
        self._data = b""
        self._message: Message | None = None
        self._rest = b""
        self._patch = Patch(LOBBY, 0, 0, {}, ())

    def read(self, data: bytes) -> Message:
        """The message. Raises Malformed."""
        if data.startswith(LOBBY_PATCH):
            return self._lobby(data)
        if self._message is None or data != self._data:
            self._message = unpack_message(data)
            self._data = data
        return self._message

    def _lobby(self, data: bytes) -> Message:
        base, end = number_at(data, len(LOBBY_PATCH))
        rest = data[end:]
        if rest != self._rest:
            patch = unpack_message(LOBBY_PATCH + b"\0" + rest)
            assert isinstance(patch, Patch)
            self._patch, self._rest = patch, rest
        return replace(self._patch, base=base, version=base + self._patch.version)
