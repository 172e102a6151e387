"""Who goes leaves nothing behind for the garbage collector, whose full passes stop everybody else."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from server.bridge import down, up
from server.bridge.mail import Mail
from server.bridge.porter import Porter, RemotePlace
from server.bridge.remote import Envoy
from server.bridge.up import Up
from server.config import Config, bind
from server.doors.door import Door, Port, Visit
from server.house import House
from server.ssh.doorman import Doorman
from server.ssh.guard import Guard
from server.ssh.listener import Listener
from server.ssh.notes import Notes
from server.ssh.options import connection_options
from tests.server.rig import until


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    one = await House.open(Config("127.0.0.1", 0, tmp_path / "data", tmp_path / "hostkeys"))
    yield one
    await one.close("The test is over.")


@pytest.fixture
def without_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


def guest(port: int) -> asyncssh.misc._ACMWrapper[asyncssh.SSHClientConnection]:
    """Somebody without a key, of whom no configuration of this machine is read."""
    return asyncssh.connect(
        "127.0.0.1", port, username="guest", client_keys=None, known_hosts=None, config=None, agent_path=None
    )


def parts(guard: Guard) -> dict[str, Any]:
    """What one connection consists of, from the socket to what answers."""
    doorman = guard.conn.get_owner()
    assert isinstance(doorman, Doorman)
    session = doorman.session
    assert session is not None
    door = session._door
    found = {
        "guard": guard,
        "place": guard.place,
        "connection": guard.conn,
        "doorman": doorman,
        "session": session,
        "door": door,
    }
    return found | {
        name: getattr(door, name) for name in ("_host", "_link", "_outlet", "_session", "_client") if hasattr(door, name)
    }


@pytest.mark.parametrize(
    "wanted",
    [
        {"term_type": "xterm-256color", "term_size": (80, 24)},
        {"command": "quick", "term_type": "xterm-256color", "term_size": (80, 24)},
        {"command": "bot"},
        {"subsystem": "unotty"},
        {"command": "plain", "term_type": "xterm"},
        {"command": "plain"},
    ],
    ids=["lobby", "table", "lines of JSON", "frames", "line mode", "line mode without a terminal"],
)
async def test_a_visit_that_is_cut_is_gone_without_a_pass(
    house: House, wanted: dict[str, Any], without_collector: None
) -> None:
    assert isinstance(house.listener, Listener)
    async with guest(house.port) as conn:
        process = await conn.create_process(encoding=None, **wanted)
        assert await asyncio.wait_for(process.stdout.read(100), 20)
        (guard,) = house.listener._guards
        left = {name: weakref.ref(part) for name, part in parts(guard).items()}
        assert len(left) > 6
        del guard
        conn.abort()
    await until(lambda: all(part() is None for part in left.values()))


async def test_a_screen_leaves_no_circle_of_textuals(house: House, without_collector: None) -> None:
    """Neither the layout of a page, in two sizes, nor its styles."""
    assert isinstance(house.listener, Listener)
    async with guest(house.port) as conn:
        process = await conn.create_process("quick", encoding=None, term_type="xterm-256color", term_size=(80, 24))
        assert await asyncio.wait_for(process.stdout.read(100), 20)
        process.change_terminal_size(100, 30)
        (guard,) = house.listener._guards
        app = weakref.ref(parts(guard)["_host"]._app)
        del guard
        await until(lambda: getattr(app(), "size", None) == (100, 30))
        conn.abort()
    await until(lambda: app() is None)
    gc.set_debug(gc.DEBUG_SAVEALL)
    gc.collect()
    gc.set_debug(0)
    kinds = {type(one).__qualname__ for one in gc.garbage if type(one).__module__.startswith(("textual", "rich", "server.ssh"))}
    gc.garbage.clear()
    assert not kinds


class Bench:
    """What serves a worker's connection; the test says what the lobby's process would."""

    def __init__(self) -> None:
        self._mail, self.envoys = Mail(), dict[int, Envoy]()

    def send(self, message: Up) -> None:
        if isinstance(message, up.Visited):
            asyncio.get_running_loop().call_soon(self._begin, message.visit)

    def _begin(self, visit: int) -> None:
        self.envoys[visit].hear(down.Screens(visit, "lobby", "", "localhost", False, "en", "ours"))
        self.envoys[visit].hear(down.Begin(visit))

    def receive(self, line: int, visit: Visit, port: Port) -> Door:
        self.envoys[line] = Envoy(line, line, visit, port, self.send, self._mail, lambda: self.envoys.pop(line))
        return self.envoys[line]


async def test_a_visit_at_a_worker_that_is_cut_is_gone_without_a_pass(without_collector: None) -> None:
    bench, loop = Bench(), asyncio.get_running_loop()
    key, notes = asyncssh.generate_private_key("ssh-ed25519"), Notes(loop)
    listener = Listener(await connection_options([key], lambda: Porter(bench.receive)), notes)
    (listening,) = bind("127.0.0.1", 0)

    async def take() -> None:
        peer, _ = await loop.sock_accept(listening)
        listener.admit(peer, RemotePlace(1, "127.0.0.1", True, bench.send, lambda: None), "127.0.0.1")

    with listening:
        conn, _ = await asyncio.gather(guest(listening.getsockname()[1]), take())
    process = await conn.create_process(encoding=None, term_type="xterm-256color", term_size=(80, 24))
    assert await asyncio.wait_for(process.stdout.read(100), 20)
    (guard,) = listener._guards
    found = parts(guard)
    screens = found["door"]._door
    found |= {"screens": screens, "host": screens._host, "lobby": screens._lobby}
    left = {name: weakref.ref(part) for name, part in found.items()}
    del guard, found, screens
    conn.abort()
    await until(lambda: all(part() is None for part in left.values()))
    notes.close()
