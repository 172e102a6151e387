"""What a peer is told that does not come in, before any key exchange: a line for people, a disconnect for SSH clients.

RFC 4253 §4.2 lets a server send lines before its version, which few clients show; a disconnect message (§11.1) in a
packet that is not yet enciphered (§6) is shown by all. Both together fit in the system's own buffer.
"""

from __future__ import annotations

import asyncio
import socket
from collections import Counter
from typing import Final

VERSION_LINE: Final = b"SSH-2.0-UNO\r\n"
DISCONNECT: Final = 1
TOO_MANY_CONNECTIONS: Final = 12
BLOCK: Final = 8
MOST: Final = 64
"""Sockets that wait at once for their peer to read; one more is closed at once, and may lose its sentence."""
SECONDS: Final = 2.0
GLANCE: Final = 4096
"""Bytes that are read of what a peer sends meanwhile, at once."""
GLANCES: Final = 8


def parting(sentence: str) -> bytes:
    """All that is sent to somebody who is turned away with this sentence."""
    text = sentence.encode()
    payload = bytes((DISCONNECT, 0, 0, 0, TOO_MANY_CONNECTIONS)) + _string(text) + _string(b"")
    padding = BLOCK - (5 + len(payload)) % BLOCK
    padding += BLOCK if padding < 4 else 0
    packet = (1 + len(payload) + padding).to_bytes(4, "big") + bytes((padding,)) + payload + bytes(padding)
    return text + b"\r\n" + VERSION_LINE + packet


def _string(text: bytes) -> bytes:
    return len(text).to_bytes(4, "big") + text


class Farewells:
    """Those who were told, and whose sockets are not closed yet: what a peer sends meanwhile would reset the connection,
    and take the sentence away before it is read.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._waiting: dict[socket.socket, asyncio.TimerHandle] = {}
        self._glances: Counter[socket.socket] = Counter()

    def say(self, peer: socket.socket, sentence: str, *, wait: bool = True) -> None:
        """Tell a peer, and close its socket: soon, or at once if it cannot wait."""
        try:
            peer.send(parting(sentence))
            peer.shutdown(socket.SHUT_WR)
        except OSError:
            peer.close()
            return
        if not wait or len(self._waiting) >= MOST:
            peer.close()
            return
        self._waiting[peer] = self._loop.call_later(SECONDS, self._end, peer)
        self._loop.add_reader(peer, self._glance, peer)

    def close(self) -> None:
        """Close them all."""
        for peer in tuple(self._waiting):
            self._end(peer)

    def __len__(self) -> int:
        return len(self._waiting)

    def _glance(self, peer: socket.socket) -> None:
        self._glances[peer] += 1
        try:
            has_ended = not peer.recv(GLANCE)
        except (BlockingIOError, InterruptedError):
            return
        except OSError:
            has_ended = True
        if has_ended or self._glances[peer] >= GLANCES:
            self._end(peer)

    def _end(self, peer: socket.socket) -> None:
        self._waiting.pop(peer).cancel()
        self._glances.pop(peer, None)
        self._loop.remove_reader(peer)
        peer.close()
