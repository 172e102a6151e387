"""The operator's socket: who may knock, how much he may say, and that no request harms the server."""

from __future__ import annotations

import asyncio
import os
import socket
import stat
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
import uvloop

from server.admin import desk
from server.admin.asking import NoServer, ask
from server.admin.desk import AT_ONCE, Desk, NoDesk, name_of
from server.admin.speech import (
    ANSWER_BYTES,
    REQUEST_BYTES,
    ROOM,
    SOCKET,
    Answer,
    Mistake,
    Request,
    Unclear,
    answer_in,
    request_line,
)
from tests.server.rig import until


async def echo(request: Request, who: str) -> Answer:
    """Answers with what was asked and by whom."""
    if request.command == "mistake":
        raise Mistake("That cannot be.")
    if request.command == "fault":
        raise KeyError("secret")
    return Answer(True, {"command": request.command, "who": who, "words": dict(request.words)})


@asynccontextmanager
async def desk_in(folder: Path, serve: Callable[[Request, str], Awaitable[Answer]] = echo) -> AsyncIterator[Path]:
    one = Desk(folder, serve)
    await one.open()
    try:
        yield folder / ROOM / SOCKET
    finally:
        await one.close()


async def asked(folder: Path, request: Request) -> Answer:
    return await asyncio.to_thread(ask, folder, request)


async def raw(path: Path, data: bytes, *, end: bool = False) -> bytes:
    reader, writer = await asyncio.open_unix_connection(path)
    writer.write(data)
    if end:
        writer.write_eof()
    said = await asyncio.wait_for(reader.read(-1), 10)
    writer.close()
    return said


async def test_a_request_is_answered_and_tells_who_asked(tmp_path: Path) -> None:
    async with desk_in(tmp_path):
        answer = await asked(tmp_path, Request("kick", {"who": "ann"}))
    assert answer == Answer(True, {"command": "kick", "who": name_of(os.geteuid()), "words": {"who": "ann"}})


def test_it_works_on_the_servers_own_loop(tmp_path: Path) -> None:
    async def go() -> Answer:
        async with desk_in(tmp_path):
            return await asked(tmp_path, Request("status"))

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        assert runner.run(go()).facts["who"] == name_of(os.geteuid())


async def test_the_socket_and_its_folder_are_the_owners_alone_whatever_they_were(tmp_path: Path) -> None:
    (tmp_path / ROOM).mkdir(mode=0o777)
    (tmp_path / ROOM).chmod(0o777)
    async with desk_in(tmp_path) as path:
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert not path.exists()


async def test_another_user_is_refused_and_nothing_is_done(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done = []

    async def serve(request: Request, who: str) -> Answer:
        done.append(request)
        return Answer(True)

    monkeypatch.setattr(desk, "peer_of", lambda connected: 12345)
    async with desk_in(tmp_path, serve):
        answer = await asked(tmp_path, Request("drain"))
    assert answer == Answer(False, sentence="Only the account that runs the server may do that.")
    assert done == []


async def test_the_kernel_says_who_is_there() -> None:
    here, there = socket.socketpair()
    assert desk.peer_of(here) == os.geteuid()
    here.close()
    there.close()


async def test_a_mistake_is_a_sentence_and_a_fault_tells_nothing(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with desk_in(tmp_path):
        assert await asked(tmp_path, Request("mistake")) == Answer(False, sentence="That cannot be.")
        fault = await asked(tmp_path, Request("fault"))
        assert await asked(tmp_path, Request("after")) == Answer(
            True, {"command": "after", "who": name_of(os.geteuid()), "words": {}}
        )
    assert not fault.done
    assert "secret" not in fault.sentence
    assert "its log has more" in fault.sentence
    assert any(record.exc_info for record in caplog.records)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"\n", b"no line of JSON"),
        (b"\xff\xfe\x00\n", b"no line of JSON"),
        (b"[" * 3000 + b"\n", b"no line of JSON"),
        (b"[1]\n", b"no JSON object"),
        (b'{"command": 1}\n', b"A request is an object"),
        (b"x" * (REQUEST_BYTES + 1), b"at most 4096 bytes"),
        (b"x" * 300_000 + b"\n", b"at most 4096 bytes"),
    ],
)
async def test_nonsense_gets_a_sentence(tmp_path: Path, data: bytes, says: bytes) -> None:
    async with desk_in(tmp_path) as path:
        try:
            assert says in await raw(path, data)
        except ConnectionError:
            assert len(data) > REQUEST_BYTES, "only what was not read to its end may be cut off"
        assert (await asked(tmp_path, Request("after"))).done


async def test_half_a_request_ends_with_its_connection(tmp_path: Path) -> None:
    async with desk_in(tmp_path) as path:
        assert b"no line of JSON" in await raw(path, b'{"command": "ki', end=True)


async def test_whoever_says_nothing_is_sent_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk, "READ_SECONDS", 0.05)
    async with desk_in(tmp_path) as path:
        assert b"took too long" in await raw(path, b"")


async def test_so_many_requests_at_once_and_no_more(tmp_path: Path) -> None:
    go_on, begun = asyncio.Event(), []

    async def wait(request: Request, who: str) -> Answer:
        begun.append(request)
        await go_on.wait()
        return Answer(True)

    async with desk_in(tmp_path, wait) as path:
        line = request_line(Request("status"))
        waiting = [asyncio.create_task(raw(path, line)) for _ in range(AT_ONCE)]
        await until(lambda: len(begun) == AT_ONCE)
        assert "busy" in (await asked(tmp_path, Request("one more"))).sentence
        go_on.set()
        assert all(answer_in(said).done for said in await asyncio.gather(*waiting))
        assert (await asked(tmp_path, Request("later"))).done


async def test_the_socket_of_a_killed_server_is_taken_over_but_no_other_file(tmp_path: Path) -> None:
    (tmp_path / ROOM).mkdir()
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(tmp_path / ROOM / SOCKET))
    left.close()
    async with desk_in(tmp_path):
        assert (await asked(tmp_path, Request("status"))).done
    (tmp_path / ROOM / SOCKET).write_text("mine")
    with pytest.raises(NoDesk, match="is no socket"):
        async with desk_in(tmp_path):
            pass
    assert (tmp_path / ROOM / SOCKET).read_text() == "mine"


async def test_a_folder_deeper_than_a_sockets_name_may_be_works(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    deep.mkdir(parents=True)
    async with desk_in(deep):
        assert (await asked(deep, Request("status"))).done


# ── the other side ───────────────────────────────────────────────────────────────────────────────────────────


def test_where_no_server_runs_one_line_says_so(tmp_path: Path) -> None:
    with pytest.raises(NoServer, match="no server runs on the data folder"):
        ask(tmp_path, Request("status"))
    (tmp_path / ROOM).mkdir()
    with pytest.raises(NoServer, match="no server runs on the data folder"):
        ask(tmp_path, Request("status"))
    left = socket.socket(socket.AF_UNIX)
    left.bind(str(tmp_path / ROOM / SOCKET))
    left.close()
    with pytest.raises(NoServer, match="no server runs on the data folder"):
        ask(tmp_path, Request("status"))


async def test_an_answer_without_an_end_is_not_read_for_ever(tmp_path: Path) -> None:
    async def flood(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            for _ in range(ANSWER_BYTES // 65536 + 2):
                writer.write(b"x" * 65536)
                await writer.drain()
        except ConnectionError:
            pass
        writer.close()

    (tmp_path / ROOM).mkdir()
    server = await asyncio.start_unix_server(flood, tmp_path / ROOM / SOCKET)
    with pytest.raises(Unclear, match="has no end"):
        await asked(tmp_path, Request("status"))
    server.close()
