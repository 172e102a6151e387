"""A listener on a free port inside the test's own loop, and clients for it: real OpenSSH and asyncssh."""

from __future__ import annotations

import asyncio
import os
import subprocess
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import asyncssh

from server.config import bind
from server.doors.door import Port, Visit
from server.ssh.addresses import Network
from server.ssh.crowd import CROWD, Crowd
from server.ssh.doorman import Doorman
from server.ssh.entrance import Entrance
from server.ssh.gate import Gate
from server.ssh.listener import Listener, accept_any_user_name
from server.ssh.notes import Notes
from server.ssh.options import connection_options
from server.ssh.session import Choose

PATIENCE = 20.0
"""Seconds anything may take: these machines are shared."""


class Told(NamedTuple):
    """What an ssh client wrote, and its exit status."""

    status: int
    out: bytes
    err: bytes


class Note:
    """A door that writes down what happens to it, says who came, and stays open until its input ends."""

    def __init__(self, visit: Visit, port: Port) -> None:
        self.visit, self.port = visit, port
        self.heard = bytearray()
        self.sizes: list[tuple[int, int]] = []
        self.is_lost = False

    def open(self) -> None:
        self.port.write(f"{self.visit.person.id}|{self.visit.person.name}|{self.visit.person.guest}\n".encode())
        if self.visit.words == "exit":
            self.port.exit(7)

    def feed(self, data: bytes) -> None:
        self.heard += data
        self.port.write(data)

    def resize(self, columns: int, rows: int) -> None:
        self.sizes.append((columns, rows))

    def end_input(self) -> None:
        self.port.exit(0)

    def stop(self, sentence: str) -> None:
        self.port.write(sentence.encode())
        self.port.exit(0)

    def lost(self) -> None:
        self.is_lost = True


class Rig:
    """One listener; `doors` are those it opened, in order."""

    def __init__(
        self, entrance: Entrance, gate: Gate, listener: Listener, port: int, host_key: asyncssh.SSHKey, home: Path
    ) -> None:
        self.entrance, self.gate = entrance, gate
        self.listener, self.port, self.host_key, self.home = listener, port, host_key, home
        self.doors: list[Note] = []

    def choose(self, visit: Visit, port: Port) -> Note:
        self.doors.append(Note(visit, port))
        return self.doors[-1]

    def connect(self, **options: object) -> asyncssh.misc._ACMWrapper[asyncssh.SSHClientConnection]:
        """An asyncssh client that reads no configuration and no agent; keys and names as the test says."""
        settled = {"username": "ann", "client_keys": None, "agent_path": None, "config": None, "known_hosts": None, **options}
        return asyncssh.connect("127.0.0.1", self.port, **settled)

    async def guest(self, **options: object) -> asyncssh.SSHClientConnection:
        """An asyncssh client that is let in without a key."""
        return await self.connect(username="guest", **options)

    async def ssh(self, *words: str, flags: Sequence[str] = (), stdin: bytes = b"", user: str = "guest") -> Told:
        """A real ssh without a terminal, until it ends."""
        process = await asyncio.create_subprocess_exec(
            *ssh_line(self.port, self.home, flags),
            f"{user}@127.0.0.1",
            *words,
            env=client_environment(self.home),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )
        out, err = await asyncio.wait_for(process.communicate(stdin), PATIENCE)
        assert process.returncode is not None
        return Told(process.returncode, out, err)


def ssh_line(port: int, home: Path, flags: Sequence[str] = ()) -> list[str]:
    """The command line of a client that reads no configuration, holds no key unless told, and trusts the first sight."""
    base = ["ssh", "-F", "none", "-p", str(port), "-oStrictHostKeyChecking=accept-new", "-oLogLevel=ERROR"]
    files = [f"-oUserKnownHostsFile={home / 'known_hosts'}", "-oGlobalKnownHostsFile=/dev/null"]
    given = " ".join(flags)
    keys = [] if "IdentityAgent" in given else ["-oIdentityAgent=none"]
    keys += [] if "-i" in flags or "IdentityAgent" in given else ["-oIdentityFile=none", "-oPubkeyAuthentication=no"]
    return [*base, *files, *flags, *keys]


def client_environment(home: Path, **more: str) -> dict[str, str]:
    """What a client's own environment holds: nothing of this machine's."""
    return {"PATH": os.environ["PATH"], "HOME": str(home), "TERM": "xterm-256color", **more}


@asynccontextmanager
async def rig(
    home: Path, choose: Choose | None = None, crowd: Crowd = CROWD, proxies: Sequence[Network] = (), **options: object
) -> AsyncIterator[Rig]:
    """A listener whose every session gets a `Note`, or what `choose` says; `options` replace asyncssh's."""
    accept_any_user_name()
    host_key = asyncssh.generate_private_key("ssh-ed25519")
    sockets = bind("127.0.0.1", 0)
    door: list[Choose] = []
    sheet = await connection_options([host_key], lambda: Doorman(door[0]))
    sheet = await asyncssh.SSHServerConnectionOptions.construct(sheet, **options) if options else sheet
    notes = Notes(asyncio.get_running_loop())
    listener, gate = Listener(sheet, notes), Gate(crowd)
    entrance = Entrance(gate, listener.admit, notes, proxies)
    one = Rig(entrance, gate, listener, sockets[0].getsockname()[1], host_key, home)
    door.append(choose or one.choose)
    entrance.open(sockets)
    try:
        yield one
    finally:
        entrance.close()
        await listener.stop("The test is over.")
        notes.close()


async def until(ask: Callable[[], object], seconds: float = PATIENCE) -> None:
    """Let the loop run until `ask()` is true-ish."""
    async with asyncio.timeout(seconds):
        while not ask():  # noqa: ASYNC110 - what is asked for belongs to the code under test
            await asyncio.sleep(0.005)
