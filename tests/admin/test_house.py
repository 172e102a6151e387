"""A whole house and its operator: over real SSH connections and the real socket, and across a restart."""

from __future__ import annotations

import asyncio
import json
import os
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import asyncssh
import pytest

from client.protocol import Create, Refusal, Reply, Stage
from server.admin.asking import ask
from server.admin.office import COMMANDS, KICKED
from server.admin.speech import ROOM, SOCKET, Answer, Plain, Request
from server.admin.words import told
from server.cli import welcome
from server.config import Config, StartError
from server.house import House
from server.ssh.environment import scrub
from tests.server.rig import until
from tests.server.robot import Robot

scrub()


@asynccontextmanager
async def house_in(folder: Path, stop: asyncio.Event | None = None, metrics: bool = False) -> AsyncIterator[House]:
    config = Config("127.0.0.1", 0, folder / "data", folder / "hostkeys", metrics=("127.0.0.1", 0) if metrics else None)
    house = await House.open(config, stop=(stop or asyncio.Event()).set)
    try:
        yield house
    finally:
        await house.close("The test is over.")


async def asked(house: House, command: str, **words: str) -> dict[str, Plain]:
    """What came of a request that can be done."""
    answer = await answered(house, command, **words)
    assert answer.done, answer.sentence
    return dict(answer.facts)


async def answered(house: House, command: str, **words: str) -> Answer:
    given = {name.rstrip("_"): text for name, text in words.items()}
    return await asyncio.to_thread(ask, house.config.data, Request(command, given))


async def connect(house: House, key: asyncssh.SSHKey | None = None, name: str = "ann") -> asyncssh.SSHClientConnection:
    return await asyncssh.connect(
        "127.0.0.1", house.port, username=name if key else "guest", client_keys=[key] if key else None,
        known_hosts=None, agent_path=None, config=None,
    )  # fmt: skip


class Leaving(asyncssh.SSHClient):
    """Remembers how its connection ended."""

    def __init__(self) -> None:
        self.fault: Exception | None = None

    def connection_lost(self, exc: Exception | None) -> None:
        self.fault = exc


async def why_sent_away(house: House, key: asyncssh.SSHKey) -> str:
    """What somebody is told whose login is right; empty if he is let in."""
    end = Leaving()
    conn, _ = await asyncssh.create_connection(
        lambda: end, "127.0.0.1", house.port, username="ann", client_keys=[key],
        known_hosts=None, agent_path=None, config=None,
    )  # fmt: skip
    try:
        await conn.run("version", check=True)
    except (asyncssh.Error, OSError):
        await asyncio.wait_for(conn.wait_closed(), 10)
        return str(end.fault)
    conn.abort()
    return ""


async def page(house: House, path: str) -> str:
    reader, writer = await asyncio.open_connection("127.0.0.1", house.operation.metrics_port)
    writer.write(f"GET {path} HTTP/1.1\r\n\r\n".encode())
    said = await reader.read(-1)
    writer.close()
    return said.decode()


@pytest.fixture
def key() -> asyncssh.SSHKey:
    return asyncssh.generate_private_key("ssh-ed25519")


async def test_a_banned_key_is_cut_off_at_once_and_turned_away_also_after_a_restart(
    tmp_path: Path, key: asyncssh.SSHKey
) -> None:
    async with house_in(tmp_path) as house:
        conn = await connect(house, key)
        one = await Robot.open(conn, frames=False)
        await one.until(lambda: one.link.lobby)
        name = one.link.lobby.you if one.link.lobby else ""
        await asked(house, "ban-key", name=name, for_="7d", reason="abuse")
        await asyncio.wait_for(conn.wait_closed(), 10)
        assert any(reply.refusal and "abuse" in reply.refusal.sentence for reply in one.replies.values())
        other = await connect(house, asyncssh.generate_private_key("ssh-ed25519"), "bo")
        other.abort()
    async with house_in(tmp_path) as house:
        said = await why_sent_away(house, key)
        assert re.match(r"Your account is banned from this server until [-0-9]+ [0-9:]+ UTC: abuse", said)
        assert await why_sent_away(house, asyncssh.generate_private_key("ssh-ed25519")) == ""
        assert house.entrance.gate.turned_away["banned"] == 1
        house.operation.memory.turned_away = 2
        facts = await asked(house, "status")
        assert facts["turned_away"] == {"banned": 1, "memory": 2}
        assert "\nRefused   1 banned, 2 memory\n" in told("status", facts)
        await asked(house, "unban", id="1")
        assert await why_sent_away(house, key) == ""


async def test_somebody_who_is_kicked_is_told_and_may_come_back(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    async with house_in(tmp_path) as house:
        one = await Robot.open(await connect(house, key), frames=False)
        await one.until(lambda: one.link.lobby)
        assert await one.do(Create(seats=2, bots=("easy",), start=True)) is None
        await one.until(lambda: one.link.table is not None)
        assert (await asked(house, "kick", who="ann"))["ended"] == 1
        await one.ended()
        assert Reply(0, Refusal("closed", KICKED)) in one.replies.values()
        again = await Robot.open(await connect(house, key), frames=False)
        await again.until(lambda: again.link.lobby)
        assert again.link.lobby is not None
        assert (again.link.lobby.you, again.link.lobby.seat) == ("ann", None)


async def test_a_broadcast_reaches_whoever_is_connected(tmp_path: Path) -> None:
    async with house_in(tmp_path) as house:
        one = await Robot.open(await connect(house), frames=True)
        await asked(house, "broadcast", text="Back at nine")
        await one.until(lambda: one.link.lobby is not None and one.link.lobby.notice == "Back at nine")


async def test_a_drain_ends_the_server_and_the_table_is_back_afterwards(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    stop = asyncio.Event()
    async with house_in(tmp_path, stop, metrics=True) as house:
        one = await Robot.open(await connect(house, key), frames=True)
        await one.until(lambda: one.link.lobby)
        assert await one.do(Create(seats=2, bots=("easy",), clock=None, start=True)) is None
        await one.until(lambda: one.link.table is not None)
        code = one.link.table.code if one.link.table else ""
        assert (await page(house, "/healthz")).startswith("HTTP/1.1 200 ")
        assert (await asked(house, "drain", in_="2s"))["rounds"] == 1
        assert (await page(house, "/healthz")).startswith("HTTP/1.1 503 ")
        await asyncio.wait_for(stop.wait(), 10)
    async with house_in(tmp_path) as house:
        tables = (await asked(house, "tables"))["tables"]
        assert isinstance(tables, list)
        assert [one["code"] for one in tables if isinstance(one, dict)] == [code]


async def test_metrics_tell_what_happens(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    async with house_in(tmp_path, metrics=True) as house:
        assert f"http://127.0.0.1:{house.operation.metrics_port}/metrics\n" in welcome(house)
        one = await Robot.open(await connect(house, key), frames=True, plays=True)
        await one.until(lambda: one.link.lobby)
        assert await one.do(Create(seats=99)) is not None
        assert await one.do(Create(seats=2, bots=("easy",), start=True)) is None
        await one.until(lambda: one.link.table is not None and one.link.version >= 3)
        said = await page(house, "/metrics")
        lines = said.split("\n")
        for line in (
            'unotty_people{kind="key"} 1',
            "unotty_sessions 1",
            'unotty_tables{stage="playing"} 1',
            'unotty_refusals_total{code="bad_table"} 1',
            "unotty_connections_entered_total 1",
            "unotty_store_stalled 0",
        ):
            assert line in lines
        count = next(int(line.split()[1]) for line in lines if line.startswith("unotty_journal_commit_seconds_count"))
        assert count >= 2
        house.operation.health.stall("disk full")
        assert "unotty_store_stalled 1" in (await page(house, "/metrics")).split("\n")
        assert (await page(house, "/healthz")).endswith("nothing can be written down: disk full\n")
        house.operation.health.resume()
        assert (await page(house, "/healthz")).endswith("ok\n")


async def test_a_copy_of_a_running_house_opens_as_a_house(tmp_path: Path, key: asyncssh.SSHKey) -> None:
    copy = tmp_path / "copy" / "data"
    copy.mkdir(parents=True, mode=0o700)
    async with house_in(tmp_path) as house:
        one = await Robot.open(await connect(house, key), frames=True)
        await one.until(lambda: one.link.lobby)
        assert await one.do(Create(seats=2, bots=("easy",), clock=None, start=True)) is None
        await one.until(lambda: one.link.table is not None)
        code = one.link.table.code if one.link.table else ""
        assert (await asked(house, "backup", path=str(copy / "unotty.db")))["broken"] == []
        (copy / "secret").write_bytes((house.config.data / "secret").read_bytes())
        (copy / "secret").chmod(0o600)
    async with house_in(tmp_path / "copy") as house:
        again = await Robot.open(await connect(house, key), frames=True)
        await again.until(lambda: again.link.table is not None)
        assert again.link.table is not None
        assert (again.link.table.code, again.link.table.stage) == (code, Stage.PLAYING)


async def test_a_metrics_port_that_is_taken_ends_the_start_and_lets_everything_go(tmp_path: Path) -> None:
    server = await asyncio.start_server(lambda reader, writer: None, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    config = Config("127.0.0.1", 0, tmp_path / "data", tmp_path / "hostkeys", metrics=("127.0.0.1", port))
    with pytest.raises(StartError, match=f"port {port} of 127.0.0.1 for metrics is in use"):
        await House.open(config)
    server.close()
    async with house_in(tmp_path):
        pass


# ── what players cannot do ───────────────────────────────────────────────────────────────────────────────────


async def test_no_word_of_a_player_is_an_operators(tmp_path: Path) -> None:
    async with house_in(tmp_path) as house:
        for command in ("admin status", *COMMANDS, "kick ann", "drain --in 1s"):
            async with await connect(house) as conn:
                done = await conn.run(command, check=False)
            if command != "tables":
                assert done.exit_status == 1, command
                assert "no command" in str(done.stderr)
        assert not house.lobby.is_draining


async def test_no_message_of_a_player_is_an_operators(tmp_path: Path) -> None:
    words = {"who": "ann", "in": "1s", "text": "x", "network": "203.0.113.0/24"}
    async with house_in(tmp_path) as house:
        for command in COMMANDS:
            forged = (
                {"command": command, "words": words},
                {"kind": command, "id": 7, "table": "", "version": 0, **words},
                {"kind": "command", "id": 8, "table": "", "version": 0, "body": {"kind": command, **words}},
            )
            async with await connect(house) as conn:
                said = await conn.run("bot", input="".join(json.dumps(one) + "\n" for one in forged), check=False)
            refusals = [one for one in map(json.loads, str(said.stdout).splitlines()) if one["kind"] == "reply"]
            assert [one["refusal"]["code"] for one in refusals] == ["malformed"] * len(forged), command
        assert not house.lobby.is_draining
        assert (await asked(house, "bans"))["bans"] == []


async def test_nobody_is_led_to_the_socket_by_ssh(tmp_path: Path) -> None:
    async with house_in(tmp_path, metrics=True) as house:
        conn = await connect(house)
        path = os.fspath(house.config.data / ROOM / SOCKET)
        with pytest.raises(asyncssh.ChannelOpenError):
            await conn.open_unix_connection(path)
        with pytest.raises(asyncssh.ChannelOpenError):
            await conn.open_connection("127.0.0.1", house.operation.metrics_port)
        conn.abort()
        await until(lambda: house.listener.connections == 0)
