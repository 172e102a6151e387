"""What the operator of a running house has: his socket and its office, the bans, and the pages for his monitors."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from server.admin.barrier import Barrier
from server.admin.desk import Desk, NoDesk
from server.admin.office import Connections, Office, Rooms
from server.admin.speech import Mistake, Plain
from server.config import Config, StartError
from server.health import Health
from server.lobby.bans import Bans
from server.lobby.clock import Clock
from server.lobby.lobby import Lobby
from server.memory import Memory, use_of_memory
from server.metrics import Lag, TimedJournal, exposition
from server.scrape import Scrape
from server.ssh.gate import Gate
from server.store.backup import backup
from server.store.bans import StoredBans
from server.store.database import Database, StoreError
from server.store.journal import StoredJournal
from server.vitals import Vitals, turned_away, workers
from server.watchdog import Watchdog


class Operation:
    """Made before the lobby, on a database that was not started yet; opened behind the listener."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self._database, self._clock = database, clock
        self._stored = StoredJournal(database)
        self._bans = Bans(clock.wall, StoredBans(database))
        self._closers: list[Callable[[], None]] = []
        self._desk: Desk | None = None
        self.journal = TimedJournal(self._stored, clock)
        """For the lobby."""
        self.health = Health()
        """For the store to tell."""
        self.memory = Memory(use_of_memory, clock.now)
        self.metrics_port = 0
        """The port that was really taken for `/metrics`; 0: none was."""

    def barrier(self, lobby: Lobby) -> Barrier:
        """Who does not come in."""
        return Barrier(self._bans, lobby.accounts)

    async def open(self, config: Config, lobby: Lobby, listener: Connections, gate: Gate, stop: Callable[[], None]) -> None:
        """Let the operator in; `stop` is called when he wants the server to end. Raises StartError; then nothing is open."""
        quarantined = self._stored.quarantined
        refused = partial(turned_away, gate, self.memory)
        hired = partial(workers, listener)
        rooms = Rooms(lobby, listener, self._bans, self._backup, quarantined, self.health, self._clock, stop, refused, hired)
        office = Office(rooms)
        try:
            if config.metrics is not None:
                await self._open_metrics(*config.metrics, lobby, listener, gate)
            desk = Desk(config.data, office.serve)
            await desk.open()
        except NoDesk as error:
            self._close()
            raise StartError(str(error)) from None
        except StartError:
            self._close()
            raise
        self._desk = desk
        self._closers += [office.drain.close, Watchdog().stop]

    async def close(self) -> None:
        """Nobody is let in any more."""
        if self._desk is not None:
            await self._desk.close()
        self._close()

    async def _open_metrics(self, host: str, port: int, lobby: Lobby, listener: Connections, gate: Gate) -> None:
        lag = Lag()
        self._closers.append(lag.stop)
        vitals = Vitals(lobby, listener, gate, self.journal, self.health, lag, self.memory)
        scrape = Scrape(lambda: exposition(vitals.gather()), lambda: self.health.problem)
        self._closers.append(scrape.close)
        await scrape.open(host, port)
        self.metrics_port = scrape.port

    async def _backup(self, path: Path) -> dict[str, Plain]:
        try:
            copy = await backup(self._database, path)
        except StoreError as error:
            raise Mistake(f"{error}.") from None
        return {"bytes": copy.size, "matches": copy.matches, "broken": list(copy.broken)}

    def _close(self) -> None:
        for close in self._closers:
            close()
        self._closers.clear()
