"""The PROXY protocol, version 2: how a proxy in front of us tells whom it speaks for (haproxy's proxy-protocol.txt §2.2)."""

from __future__ import annotations

from ipaddress import ip_address
from typing import Final

from server.ssh.addresses import parsed

SIGNATURE: Final = b"\r\n\r\n\0\r\nQUIT\n"
FIXED: Final = 16
"""Bytes of the part that every header has."""
MOST: Final = 256
"""Bytes of a whole header, what it adds about TLS and the like (TLVs, which are not looked at) included."""
VERSION: Final = 0x20
LOCAL: Final = 0
PROXY: Final = 1
STREAMS: Final = {0x11: 4, 0x21: 16}
"""TCP over IPv4 and IPv6, and how long an address is. Nothing else comes to a TCP port."""


class NotProxied(Exception):
    """No header that we take; the message says what is wrong with it."""


class Header:
    """Reads one header, bit by bit, and not one byte after it."""

    def __init__(self) -> None:
        self._read = b""
        self._size = FIXED
        self.is_complete = False
        self.address = ""
        """Of the client; empty: the proxy speaks for itself, to see if we live (its LOCAL command)."""

    @property
    def wanted(self) -> int:
        """How many bytes may be read next; 0: none are needed."""
        return self._size - len(self._read)

    def feed(self, data: bytes) -> None:
        """At most as many bytes as are wanted. Raises NotProxied as soon as something is wrong."""
        assert len(data) <= self.wanted
        self._read += data
        if not SIGNATURE.startswith(self._read[: len(SIGNATURE)]):
            raise NotProxied("it did not begin with a PROXY v2 header")
        if not self.wanted and self._size == FIXED:
            self._judge_fixed()
        if not self.wanted:
            self._finish()

    def _judge_fixed(self) -> None:
        if self._read[12] not in (VERSION | LOCAL, VERSION | PROXY):
            raise NotProxied("its PROXY header has a version or a command that is not known")
        size = FIXED + int.from_bytes(self._read[14:16], "big")
        if size > MOST:
            raise NotProxied(f"its PROXY header has {size} bytes, which is more than {MOST}")
        if self._read[12] == VERSION | PROXY:
            length = STREAMS.get(self._read[13])
            if length is None:
                raise NotProxied("its PROXY header is not about TCP over IPv4 or IPv6")
            if size < FIXED + 2 * length + 4:
                raise NotProxied("its PROXY header is too short for its addresses")
        self._size = size

    def _finish(self) -> None:
        self.is_complete = True
        if self._read[12] == VERSION | PROXY:
            source = ip_address(self._read[FIXED : FIXED + STREAMS[self._read[13]]])
            self.address = str(parsed(str(source)))  # an IPv4 one that was only wrapped is itself
