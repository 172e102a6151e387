"""How soon everybody is back at his hand after a server with many live tables was killed.

A process plays at N tables of two people and two bots each, and kills itself. Then a real server is started on its folder,
and one person of each table connects with his key as soon as the port is open.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import asyncssh
import uvloop

from client.protocol import Command, Create, Join, Message, Patch, Snapshot, Start, TableView
from engine.moves import Move, Resign
from engine.view import PlayerView
from server.config import make_folder
from server.lobby.lobby import Lobby
from server.lobby.opening import Limits
from server.lobby.people import Person, Session
from server.store.accounts import open_accounts
from server.store.database import Database
from server.store.journal import StoredJournal
from tests.bench.report import Row
from tests.clock import Seeds, VirtualClock

FEW, MANY = 50, 200
MOVES = 150
"""At each table before the kill."""
BUDGET = 2.0
LOOSE = Limits(tables=10_000, tables_each=10_000, acts=((1_000_000, 1.0),))


class Player:
    """A session in this process that knows its table, its version and its moves."""

    def __init__(self, lobby: Lobby, key: str, name: str) -> None:
        self._lobby, self._id = lobby, 0
        self.version, self.legal, self.table = 0, tuple[Move, ...](), ""
        self.session: Session = lobby.connect(Person(key, name, guest=False), self._hear)

    def _hear(self, message: Message) -> None:
        if isinstance(message, Snapshot) and isinstance(message.view, TableView):
            self.version, self.table = message.version, message.topic
            self.legal = message.view.game.legal if message.view.game else ()
        elif isinstance(message, Patch) and message.topic == self.table:
            self.version, changes = message.version, message.changes
            if isinstance(game := changes.get("game"), PlayerView):
                self.legal = game.legal
            self.legal = changes.get("game.legal", self.legal)  # type: ignore[assignment]  # a patch's changes have no types

    def ask(self, body: Create | Join | Start | Move) -> None:
        """Ask for something, as of the newest version."""
        self._id += 1
        self._lobby.handle(self.session, Command(self._id, self.table, self.version, body))


async def populate(folder: Path, fingerprints: list[str]) -> None:
    """Play at a table for each fingerprint, see that all is safe, and end as a killed process does."""
    clock, random = VirtualClock(), Random(1)
    database = Database.open(folder)
    accounts = open_accounts(database, folder, clock)
    lobby = Lobby(clock, Seeds(1), StoredJournal(database), LOOSE, accounts=accounts)
    database.start(lambda reason: None, lambda: None)
    players = []
    for number, fingerprint in enumerate(fingerprints):
        player = Player(lobby, fingerprint, f"p{number}")
        player.ask(Create(seats=4, bots=("easy", "normal", "easy"), clock=None, start=True))
        players.append(player)
    await database.ask(lambda connection: None)
    for _ in range(MOVES):
        clock.advance(2.0)
        await database.ask(lambda connection: None)
        for player in players:
            if moves := [move for move in player.legal if not isinstance(move, Resign)]:
                player.ask(random.choice(moves))
        await database.ask(lambda connection: None)
    os.kill(os.getpid(), signal.SIGKILL)


async def _back(port: int, key: asyncssh.SSHKey) -> None:
    """One person connects and waits for his cards."""
    async with asyncssh.connect(
        "127.0.0.1", port, known_hosts=None, client_keys=[key], username="p", config=None
    ) as connection:
        process = await connection.create_process("bot")
        async for line in process.stdout:
            message = json.loads(line)
            if message["kind"] == "snapshot" and message["topic"] != "lobby":
                view = message["view"]
                assert view["game"]["hand"] or view["stage"] != "playing", "no cards"
                return
    raise AssertionError("not at his table")


async def _all_back(port: int, keys: list[asyncssh.SSHKey]) -> None:
    gate = asyncio.Semaphore(16)

    async def one(key: asyncssh.SSHKey) -> None:
        async with gate:
            await _back(port, key)

    await asyncio.gather(*map(one, keys))


def measured(tables: int) -> tuple[float, float]:
    """Seconds from the start of the server until it is open, and until everybody is back."""
    with tempfile.TemporaryDirectory() as name:
        data, hostkeys = Path(name) / "data", Path(name) / "hostkeys"
        make_folder(data, "data")
        keys = [asyncssh.generate_private_key("ssh-ed25519") for _ in range(tables)]
        marks = json.dumps([key.get_fingerprint() for key in keys])
        done = subprocess.run([sys.executable, "-m", "tests.bench.restart", str(data)], input=marks, text=True, check=False)
        assert done.returncode == -signal.SIGKILL, f"the tables were not played: {done.returncode}"
        serve = [sys.executable, "-m", "server", "serve", "--host", "127.0.0.1", "--port", "0"]
        folders = ["--data", str(data), "--hostkeys", str(hostkeys), "--max-people", "1000"]
        begin = time.perf_counter()
        server = subprocess.Popen([*serve, *folders], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert server.stdout is not None
            port = next(int(line.split("-p ")[1].split()[0]) for line in server.stdout if "ssh -p " in line)
            is_open = time.perf_counter() - begin
            with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
                runner.run(_all_back(port, keys))
            return is_open, time.perf_counter() - begin
        finally:
            server.kill()
            server.wait()


def rows() -> list[Row]:
    """What was measured."""
    found = []
    for tables in (FEW, MANY):
        is_open, back = measured(tables)
        group = f"Killed with {tables} live tables and started again (each {MOVES} moves old, SSH included)"
        found.append(Row(group, "until the port is open", is_open, "s", BUDGET if tables == MANY else None))
        found.append(Row(group, f"until {tables} people are back at their cards", back, "s", BUDGET if tables == FEW else None))
    return found


if __name__ == "__main__":
    asyncio.run(populate(Path(sys.argv[1]), json.load(sys.stdin)))
