"""A line that is only half there: a client that stands still is found by probes, and comes back (CASES 3-03, 3-04)."""

from __future__ import annotations

import asyncio
import json
import signal
import subprocess
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import asyncssh
import pytest

from client.protocol import Chair
from server.doors.reception import Reception
from server.lobby.clock import LoopClock
from server.lobby.lobby import Lobby
from server.ssh.connection import QUIET
from server.ssh.doorman import Doorman
from server.ssh.environment import scrub
from server.ssh.options import connection_options
from tests.server.rig import PATIENCE, Rig, client_environment, rig, ssh_line, until

scrub()

PROBE: Final = 0.4
"""Seconds between two probes here: a server's own are further apart."""
Message = dict[str, Any]


class Frozen:
    """A real ssh at the `bot` door, which can be stopped and let go on."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process
        self.heard: list[Message] = []
        self._id = 0

    def say(self, do: str, **about: object) -> int:
        """Ask for something; the command's id."""
        self._id += 1
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"id": self._id, "do": do, **about}).encode() + b"\n")
        return self._id

    async def hear(self, fits: Callable[[Message], bool]) -> Message:
        """The next message that fits."""
        assert self.process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            while line := await self.process.stdout.readline():
                self.heard.append(json.loads(line))
                if fits(self.heard[-1]):
                    return self.heard[-1]
        raise AssertionError(f"it hung up after {self.heard[-3:]}")

    async def ask(self, do: str, **about: object) -> Message:
        """The reply to a command."""
        number = self.say(do, **about)
        return await self.hear(lambda one: one["kind"] == "reply" and one["id"] == number)

    async def table(self) -> Message:
        """The table, whole."""
        view: Message = (await self.hear(lambda one: one["kind"] == "snapshot" and one["topic"] != "lobby"))["view"]
        return view

    def stop(self) -> None:
        """Stand still: the system goes on to take what is sent, nobody reads it."""
        self.process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        """Go on."""
        self.process.send_signal(signal.SIGCONT)


class Place:
    """A server that probes often, and who comes to it."""

    def __init__(self, one: Rig, lobby: Lobby, home: Path) -> None:
        self.lobby, self.rig, self._home = lobby, one, home
        self.clients: list[Frozen] = []

    async def enter(self, name: str) -> Frozen:
        """Somebody with a key, the same one for the same name."""
        key = self._home / f"key_{name}"
        if not key.exists():
            key.touch(0o600)
            key.write_bytes(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
        process = await asyncio.create_subprocess_exec(
            *ssh_line(self.rig.port, self._home, ["-i", str(key)]), f"{name}@127.0.0.1", "bot",
            env=client_environment(self._home), stdin=subprocess.PIPE, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        self.clients.append(Frozen(process))
        return self.clients[-1]

    @property
    def chair(self) -> Chair:
        """The first chair of the only table."""
        (table,) = self.lobby.tables
        return table.seats[0].chair(is_unasked=False)


@asynccontextmanager
async def place(home: Path, seconds: float) -> AsyncIterator[Place]:
    """Probes are `seconds` apart; three may stay without an answer, as everywhere."""
    lobby = Lobby(LoopClock(asyncio.get_running_loop()))
    async with rig(home, Reception(lobby).choose, keepalive_interval=seconds) as one:
        here = Place(one, lobby, home)
        try:
            yield here
        finally:
            for client in here.clients:
                if client.process.returncode is None:
                    client.process.kill()
                await client.process.wait()


async def test_a_client_that_is_gone_is_found_within_45_seconds_and_lets_three_probes_go_unanswered() -> None:
    key = asyncssh.generate_private_key("ssh-ed25519")
    sheet = await connection_options([key], lambda: Doorman(lambda visit, port: pytest.fail("nobody comes")))
    assert sheet.keepalive_count_max == 3
    assert 20 <= (QUIET + sheet.keepalive_count_max) * float(sheet.keepalive_interval) <= 45, "0 would mean never"


async def test_a_frozen_client_becomes_away_and_its_key_gets_the_hand_back(tmp_path: Path) -> None:
    async with place(tmp_path, PROBE) as here:
        ann = await here.enter("ann")
        made = await ann.ask("create", bots=["normal"], seats=2, start=True, clock=None)
        ann.say("sync", table=made["table"])
        hand = (await ann.table())["game"]["hand"]
        ann.stop()
        start = asyncio.get_running_loop().time()
        await until(lambda: here.chair.away)
        assert asyncio.get_running_loop().time() - start > 2 * PROBE, "three probes were given time"
        await until(lambda: here.rig.listener.connections == 0)
        again = await here.enter("ann")
        view = await again.table()
        assert (view["you"], view["game"]["hand"][: len(hand)]) == (0, hand), "the bot may have made her draw in between"
        assert not here.chair.away
        ann.go_on()
        assert await ann.process.wait() == 255, "the old line was cut, and its client sees it now"


async def test_one_missed_probe_costs_nobody_his_line(tmp_path: Path) -> None:
    async with place(tmp_path, 2 * PROBE) as here:
        ann = await here.enter("ann")
        await ann.ask("create", bots=["normal"], seats=2, start=True, clock=None)
        ann.stop()
        loop = asyncio.get_running_loop()
        start = loop.time()
        await until(lambda: loop.time() - start > (QUIET + 0.5) * 2 * PROBE)
        ann.go_on()
        assert "refusal" not in await ann.ask("say", text="still here")
        assert not here.chair.away
        assert here.rig.listener.connections == 1


async def test_the_newest_line_has_the_seat_though_the_frozen_one_was_not_found_yet(tmp_path: Path) -> None:
    async with place(tmp_path, 60) as here:
        ann = await here.enter("ann")
        made = await ann.ask("create", bots=["normal"], seats=2, start=True, clock=None)
        ann.say("sync", table=made["table"])
        hand = (await ann.table())["game"]["hand"]
        ann.stop()
        again = await here.enter("ann")
        assert (await again.table())["game"]["hand"][: len(hand)] == hand, "the bot may have made her draw in between"
        ann.go_on()
        told = await ann.hear(lambda one: one["kind"] == "reply" and one["id"] == 0)
        assert told["refusal"]["code"] == "elsewhere"
