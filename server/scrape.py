"""`/metrics` and `/healthz` for monitors on this machine: as much of HTTP/1.1 as they need (RFC 9112), and no more.

One request a connection, a short one, answered at once. Whoever is slow or asks for something else costs a few kilobytes for
a few seconds.
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Callable
from ipaddress import ip_address
from typing import Final, cast

from server.config import StartError
from server.metrics import CONTENT_TYPE

HEAD_BYTES: Final = 4096
"""The longest request; bodies are not read."""
SECONDS: Final = 5.0
"""From the connection to its end."""
AT_ONCE: Final = 16
PLAIN: Final = "text/plain; charset=utf-8"
PHRASES: Final = {
    200: "OK",
    400: "Bad Request",
    404: "Not Found",
    405: "Method Not Allowed",
    431: "Request Header Fields Too Large",
    503: "Service Unavailable",
}


def loopback(text: str) -> tuple[str, int]:
    """The address and port in `9100`, `127.0.0.1:9100` or `[::1]:9100`. Raises ValueError with a sentence."""
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]") or "127.0.0.1"
    try:
        is_loopback = ip_address(host).is_loopback
    except ValueError:
        is_loopback = False
    if not (port.isascii() and port.isdecimal() and int(port) <= 65535):
        raise ValueError(f"{text!r} is not a port, or an address and a port")
    if not is_loopback:
        raise ValueError(f"{host} is no loopback address: metrics are for this machine alone, so put a proxy before them")
    return host, int(port)


class Scrape:
    """Answers monitors. `metrics` is the text of the one page, `problem` the line of the other; empty: all is well."""

    def __init__(self, metrics: Callable[[], str], problem: Callable[[], str]) -> None:
        self._metrics, self._problem = metrics, problem
        self._server: asyncio.Server | None = None
        self._callers: set[_Caller] = set()
        self.port = 0
        """The port that was really taken."""

    async def open(self, host: str, port: int) -> None:
        """Begin to answer; `port` 0: at any free one. Raises StartError."""
        loopback(f"[{host}]:{port}")
        try:
            self._server = await asyncio.get_running_loop().create_server(lambda: _Caller(self), host, port)
        except OSError as error:
            why = "is in use" if error.errno == errno.EADDRINUSE else f"cannot be listened on ({error.strerror or error})"
            raise StartError(f"port {port} of {host} for metrics {why}: choose another with --metrics") from None
        self.port = self._server.sockets[0].getsockname()[1]

    def close(self) -> None:
        """Answer no more."""
        if self._server is not None:
            self._server.close()
        for caller in tuple(self._callers):
            caller.cut()

    def enter(self, caller: _Caller) -> bool:
        """Is there room for one more?"""
        self._callers.add(caller)
        return len(self._callers) <= AT_ONCE

    def leave(self, caller: _Caller) -> None:
        """One has gone."""
        self._callers.discard(caller)

    def page(self, method: str, path: str) -> tuple[int, str, str]:
        """Status, type and text of the answer."""
        if method not in ("GET", "HEAD"):
            return 405, PLAIN, "Only GET and HEAD are answered.\n"
        match path.partition("?")[0]:
            case "/metrics":
                return 200, CONTENT_TYPE, self._metrics()
            case "/healthz":
                problem = self._problem()
                return (503, PLAIN, f"{problem}\n") if problem else (200, PLAIN, "ok\n")
        return 404, PLAIN, "There are /metrics and /healthz.\n"


class _Caller(asyncio.Protocol):
    def __init__(self, scrape: Scrape) -> None:
        self._scrape = scrape
        self._head = bytearray()
        self._is_answered = False
        self._transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self._timer = asyncio.get_running_loop().call_later(SECONDS, self.cut)
        if not self._scrape.enter(self):
            self._say(503, PLAIN, "There are too many callers.\n")

    def data_received(self, data: bytes) -> None:
        if self._is_answered:
            return
        self._head += data[: HEAD_BYTES + 1]
        if b"\r\n\r\n" in self._head[: HEAD_BYTES + 4]:
            self._answer()
        elif len(self._head) > HEAD_BYTES:
            self._say(431, PLAIN, f"A request has at most {HEAD_BYTES} bytes.\n")

    def eof_received(self) -> None:
        """Half a request is none."""

    def connection_lost(self, exc: Exception | None) -> None:
        self._timer.cancel()
        self._scrape.leave(self)

    def cut(self) -> None:
        self._transport.abort()

    def _answer(self) -> None:
        words = bytes(self._head).partition(b"\r\n")[0].decode("latin-1").split(" ")
        if len(words) != 3 or not words[2].startswith("HTTP/1.") or not words[1].startswith("/"):
            self._say(400, PLAIN, "That is no HTTP/1.1 request.\n")
        else:
            status, kind, text = self._scrape.page(words[0], words[1])
            self._say(status, kind, text, is_head=words[0] == "HEAD")

    def _say(self, status: int, kind: str, text: str, is_head: bool = False) -> None:
        self._is_answered = True
        body = text.encode()
        allow = "Allow: GET, HEAD\r\n" if status == 405 else ""
        head = (
            f"HTTP/1.1 {status} {PHRASES[status]}\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n"
            f"{allow}Cache-Control: no-store\r\nConnection: close\r\n\r\n"
        )
        self._transport.write(head.encode() + (b"" if is_head else body))
        self._transport.close()
