"""The monitors' pages: two of them, on this machine alone, and nobody can hold the server up through them."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import pytest
import uvloop

from server import scrape as scrapes
from server.config import StartError
from server.scrape import AT_ONCE, HEAD_BYTES, Scrape, loopback
from tests.server.rig import until


@asynccontextmanager
async def scrape(
    metrics: Callable[[], str] = lambda: "unotty_people 3\n", problem: Callable[[], str] = lambda: ""
) -> AsyncIterator[Scrape]:
    one = Scrape(metrics, problem)
    await one.open("127.0.0.1", 0)
    try:
        yield one
    finally:
        one.close()


async def say(one: Scrape, data: bytes) -> bytes:
    """Everything that is answered to these bytes, up to the end of the connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", one.port)
    writer.write(data)
    said = await asyncio.wait_for(reader.read(-1), 10)
    writer.close()
    return said


def get(path: str, method: str = "GET") -> bytes:
    return f"{method} {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


async def test_the_metrics_are_a_page_with_its_length_and_type() -> None:
    async with scrape() as one:
        head, _, body = (await say(one, get("/metrics"))).partition(b"\r\n\r\n")
    lines = head.decode().split("\r\n")
    assert lines[0] == "HTTP/1.1 200 OK"
    assert "Content-Type: text/plain; version=0.0.4; charset=utf-8" in lines
    assert f"Content-Length: {len(body)}" in lines
    assert "Connection: close" in lines
    assert body == b"unotty_people 3\n"


async def test_health_is_a_status_and_a_reason() -> None:
    problems = ["", "nothing can be written down: disk full"]
    async with scrape(problem=lambda: problems[0]) as one:
        assert (await say(one, get("/healthz"))).endswith(b"\r\n\r\nok\n")
        del problems[0]
        said = await say(one, get("/healthz?probe=1"))
    assert said.startswith(b"HTTP/1.1 503 Service Unavailable\r\n")
    assert said.endswith(b"\r\n\r\nnothing can be written down: disk full\n")


async def test_head_gets_the_head_alone() -> None:
    async with scrape() as one:
        said = await say(one, get("/metrics", "HEAD"))
    assert said.startswith(b"HTTP/1.1 200 OK\r\n")
    assert b"Content-Length: 16" in said
    assert said.endswith(b"\r\n\r\n")


@pytest.mark.parametrize(
    ("data", "status"),
    [
        (get("/"), 404),
        (get("/metrics/../admin"), 404),
        (get("/metrics", "POST"), 405),
        (get("/metrics", "get"), 405),
        (b"GET /metrics\r\n\r\n", 400),
        (b"\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\r\n\r\n", 400),
        (b"GET  /metrics HTTP/1.1\r\n\r\n", 400),
        (b"GET metrics HTTP/1.1\r\n\r\n", 400),
        (b"GET /metrics HTTP/2\r\n\r\n", 400),
        (b"SSH-2.0-x\r\n\r\n", 400),
        (b"GET /" + b"x" * HEAD_BYTES, 431),
        (b"GET /metrics HTTP/1.1\r\nx: " + b"y" * HEAD_BYTES + b"\r\n\r\n", 431),
    ],
)
async def test_anything_else_is_refused_in_http(data: bytes, status: int) -> None:
    async with scrape() as one:
        said = await say(one, data)
        assert said.startswith(f"HTTP/1.1 {status} ".encode())
        assert said.partition(b"\r\n\r\n")[2].endswith(b".\n")
        assert (await say(one, get("/healthz"))).endswith(b"ok\n")


async def test_a_request_in_pieces_is_put_together_and_a_second_one_is_not_read() -> None:
    async with scrape() as one:
        reader, writer = await asyncio.open_connection("127.0.0.1", one.port)
        for byte in get("/healthz"):
            writer.write(bytes([byte]))
            await writer.drain()
        assert (await asyncio.wait_for(reader.read(-1), 10)).endswith(b"ok\n")
        writer.close()
        assert (await say(one, get("/healthz") + get("/metrics"))).count(b"HTTP/1.1") == 1


async def test_who_says_nothing_or_reads_nothing_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scrapes, "SECONDS", 0.1)
    async with scrape(metrics=lambda: "x" * 20_000_000) as one:
        assert await say(one, b"GET /met") == b""
        _, writer = await asyncio.open_connection("127.0.0.1", one.port)
        writer.write(get("/metrics"))
        await until(lambda: not one._callers)
        writer.transport.abort()


async def test_there_is_room_for_so_many_callers() -> None:
    async with scrape() as one:
        silent = [await asyncio.open_connection("127.0.0.1", one.port) for _ in range(AT_ONCE)]
        await until(lambda: len(one._callers) == AT_ONCE)
        assert (await say(one, b"")).startswith(b"HTTP/1.1 503 ")
        for _, writer in silent:
            writer.transport.abort()
        await until(lambda: not one._callers)
        assert (await say(one, get("/healthz"))).endswith(b"ok\n")


def test_it_works_on_the_servers_own_loop() -> None:
    async def go() -> bytes:
        async with scrape() as one:
            return await say(one, get("/metrics"))

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert runner.run(go()).endswith(b"unotty_people 3\n")


@pytest.mark.parametrize(
    ("text", "place"),
    [("9100", ("127.0.0.1", 9100)), ("127.0.0.2:0", ("127.0.0.2", 0)), ("[::1]:9100", ("::1", 9100)), (":1", ("127.0.0.1", 1))],
)
def test_a_loopback_address_is_read(text: str, place: tuple[str, int]) -> None:
    assert loopback(text) == place


@pytest.mark.parametrize(
    "text",
    [
        "0.0.0.0:9100",
        "203.0.113.7:9100",
        "[::]:9100",
        "example.org:9100",
        "localhost.example:1",
        "x",
        "",
        "1:2:3",
        "127.0.0.1:99999",
        "٢",
    ],
)
def test_any_other_address_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"loopback|not a port"):
        loopback(text)


async def test_a_port_that_is_taken_is_said_in_one_line() -> None:
    async with scrape() as one:
        with pytest.raises(StartError, match=f"port {one.port} of 127.0.0.1 for metrics is in use"):
            await Scrape(str, str).open("127.0.0.1", one.port)
    with pytest.raises(ValueError, match="loopback"):
        await Scrape(str, str).open("0.0.0.0", 0)
