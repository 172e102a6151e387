"""All workers, with real processes: who hangs is replaced, who comes while none is there is told, and monitors see it."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import psutil
import pytest

from client.protocol import Create, Stage, Start
from server.bridge import wing, wings
from server.bridge.wings import Wings
from server.config import Config, StartError
from server.house import House
from server.ssh.environment import scrub
from server.ssh.farewell import parting
from server.ssh.gate import BUSY
from tests.server.rig import until
from tests.server.test_wire_doors import ONE_HAND, robot

scrub()


@pytest.fixture
async def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[House]:
    monkeypatch.setattr(wing, "HANGS", 1.0)
    monkeypatch.setattr(wings, "LOOK", 0.1)
    metrics = ("127.0.0.1", 0)
    one = await House.open(Config("127.0.0.1", 0, tmp_path / "data", tmp_path / "hostkeys", metrics=metrics, workers=1))
    yield one
    await one.close("The test is over.")


async def page(house: House) -> str:
    """What monitors are told."""
    reader, writer = await asyncio.open_connection("127.0.0.1", house.operation.metrics_port)
    writer.write(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n")
    told = (await reader.read()).decode()
    writer.close()
    return told


def worker() -> int:
    """The process id of the only one."""
    (process,) = [one for one in psutil.Process().children() if "server.bridge" in one.cmdline()]
    return int(process.pid)


async def test_a_worker_that_hangs_is_replaced_and_meanwhile_whoever_comes_is_told(house: House) -> None:
    service = house.listener
    assert isinstance(service, Wings)
    ann = await robot(house, frames=True)
    await ann.do(Create(options=ONE_HAND, seats=2, bots=("easy",)))
    await ann.do(Start())
    await until(lambda: ann.link.table and ann.link.table.stage is Stage.PLAYING)
    assert service.connections == 1
    (person,) = service.logged_in
    assert person.guest

    os.kill(worker(), signal.SIGSTOP)
    await until(lambda: service.deaths == 1)
    assert (service.connections, service.ready, service.ended) == (0, 0, 1)
    (member,) = house.lobby.members
    assert member.sessions == []
    reader, writer = await asyncio.open_connection("127.0.0.1", house.port)
    assert await reader.read() == parting(BUSY)
    writer.close()

    await until(lambda: service.ready == 1)
    bo = await robot(house, frames=False)
    assert bo.link.lobby is not None
    assert [line.code for line in bo.link.lobby.tables] == [table.code for table in house.lobby.tables]
    told = await page(house)
    assert "unotty_workers 1\n" in told
    assert "unotty_workers_died_total 1\n" in told
    assert 'unotty_workers_trip_seconds_bucket{le="1"}' in told
    assert service.expel(lambda address, one: one is not None, "Out.") == 1
    await until(lambda: service.connections == 0)


async def test_a_start_without_workers_that_start_leaves_nothing_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.bridge.hiring.sys.executable", "/bin/false")
    with pytest.raises(Exception, match="a worker process ended as soon as it was started"):
        await House.open(Config("127.0.0.1", 0, tmp_path / "data", tmp_path / "hostkeys", workers=2))
    assert [one for one in psutil.Process().children() if one.name() == "false" and one.status() != "zombie"] == []


async def test_as_many_files_as_the_crowd_needs_may_be_open_before_anybody_is_hired(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[int] = []

    def files(wanted: int) -> int:
        asked.append(wanted)
        return wanted

    async def none_to_hire(*_: object) -> Wings:
        raise StartError(f"asked for {asked}")

    config = Config("127.0.0.1", 0, tmp_path / "data", tmp_path / "hostkeys", workers=1)
    monkeypatch.setattr("server.house.open_files", files)
    monkeypatch.setattr("server.house.with_workers", none_to_hire)
    with pytest.raises(StartError, match=rf"^asked for \[{config.crowd.descriptors}\]$"):
        await House.open(config)
