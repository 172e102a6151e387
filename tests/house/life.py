"""`Life`: one run of the server, from what the disk has to the crash: everything real but the clock, the disk and the door."""

from __future__ import annotations

from collections.abc import Callable

from server.health import Health
from server.lobby.accounts import Accounts
from server.lobby.lobby import Lobby
from server.lobby.opening import Limits
from server.store.accounts import StoredAccounts
from server.store.history import StoredHistory
from tests.house.disk import Disk, Writer
from tests.house.ledger import Ledger, WatchedJournal
from tests.house.time import LifeClock, Time


class Life:
    """The lobby and what it stands on. Nothing happens at its tables before `open`."""

    def __init__(
        self,
        disk: Disk,
        time: Time,
        ledger: Ledger,
        origin: float,
        limits: Limits,
        entropy: Callable[[], bytes],
        fresh_id: Callable[[], str],
    ) -> None:
        """`origin` is what the monotonic clock has counted before; `fresh_id` names new accounts."""
        self.clock = LifeClock(time, origin)
        self.writer = Writer(disk, time, self.clock)
        self.health = Health()
        journal, shelf = WatchedJournal(self.writer, ledger), StoredAccounts(self.writer)
        accounts = Accounts(self.clock, bytes(32), shelf, shelf.load(), fresh_id)
        history = StoredHistory(self.writer, self.clock.wall)
        self.lobby = Lobby(self.clock, entropy, journal, limits, history=history, accounts=accounts)
        self.lobby.restore()
        self.health.on_change(self.lobby.halt, self.lobby.go_on)

    def open(self) -> None:
        """Let time run."""
        self.writer.start(self.health.stall, self.health.resume)
        self.lobby.reopen()

    def end(self) -> None:
        """Nothing of it happens any more."""
        self.clock.is_alive = False
