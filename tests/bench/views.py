"""What one move costs to show to ten seats and to spectators, and how many bytes it is on the wire.

The lobby itself runs here, with a clock that stands still and sessions that pack whatever they are sent.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from random import Random
from statistics import mean
from typing import Any

from client import wire
from client.protocol import LOBBY, Command, Create, Join, Message, Patch, Reply, Start, Sync, Watch
from engine.bench import ONE_HAND
from server.lobby.clock import Timer
from server.lobby.lobby import Lobby
from server.lobby.people import Person
from tests.bench.driver import SEATS, Ear, decision
from tests.bench.engine import replay_rate
from tests.bench.report import Row, percentile

SPECTATORS = 3
NAMES = ("Ada", "Boris", "Clara", "David", "Emilia", "Farid", "Greta", "Hamid", "Ines", "Jonas", "Karin", "Lukas", "Milda")
"""Of the seats, then of the spectators: as long as people's names are. Names that look alike would get longer."""
FEW = 2
"""Cards left in a hand at which a table is given up for a fresh one: the end of a hand is another matter."""


class Still:
    """A clock that stands still: nothing that is ordered for later ever happens."""

    def now(self) -> float:
        """Always the same moment."""
        return 0.0

    def wall(self) -> float:
        """Always the same moment."""
        return 0.0

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        """Never called."""
        return _Never()


class _Never:
    def cancel(self) -> None:
        """Nothing was ordered."""


class Viewer(Ear):
    """A session's end that packs what it is sent, as the doors for programs do."""

    def __init__(self) -> None:
        super().__init__()
        self.patches: list[int] = []
        self.snapshots: list[int] = []
        self._unheard: list[tuple[Message, int]] = []

    def deliver(self, message: Message) -> None:
        """See `Lobby.connect`."""
        self._unheard.append((message, len(wire.pack(message))))

    def listen(self) -> None:
        """Take in what was delivered, which is the bench's business and not timed."""
        for message, size in self._unheard:
            if not isinstance(message, Reply) and message.topic != LOBBY:
                (self.patches if isinstance(message, Patch) else self.snapshots).append(size)
            self.hear(message)
        self._unheard.clear()


class Watched:
    """One table of ten with spectators, and the time its moves take."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._lobby = Lobby(Still(), entropy=lambda: random.randbytes(32))
        self.seats = [Viewer() for _ in range(SEATS)]
        self.spectators = [Viewer() for _ in range(SPECTATORS)]
        viewers = [*self.seats, *self.spectators]
        for number, viewer in enumerate(viewers):
            viewer.session = self._lobby.connect(Person(f"key{number}", NAMES[number], guest=False), viewer.deliver)
        host = self.seats[0]
        self._ask(host, Command(1, "", 0, Create(ONE_HAND, seats=SEATS)))
        for viewer in viewers[1:]:
            wish = Join() if viewer in self.seats else Watch()
            self._ask(viewer, Command(1, host.table, 0, wish))
        self._ask(host, Command(2, host.table, host.version, Start()))
        for viewer in viewers:
            viewer.patches.clear()
        self._shown = 0.0
        (table,) = self._lobby.tables
        self._publish = table.showing.publish
        table.showing.publish = self._timed  # type: ignore[method-assign, assignment]  # to know its part of a turn

    @property
    def fewest(self) -> int:
        """Cards in the smallest hand."""
        return min(self.seats[0].known["game.counts"])  # type: ignore[call-overload, no-any-return]  # see Ear

    def move(self) -> tuple[float, float]:
        """One move of whoever is on turn: seconds the whole turn of the lobby took, and those of them for showing it to all."""
        mover = next(viewer for viewer in self.seats if viewer.is_on_turn)
        command = decision(mover, self._random)
        self._shown = 0.0
        taken = self._ask(mover, command)
        assert mover.version > command.version, f"{command.body} was refused"
        return taken, self._shown

    def _timed(self, *about: Any) -> None:
        begin = time.perf_counter()
        self._publish(*about)
        self._shown += time.perf_counter() - begin

    def _ask(self, viewer: Viewer, command: Command) -> float:
        begin = time.perf_counter()
        self._lobby.handle(viewer.session, command)
        taken = time.perf_counter() - begin
        for one in (*self.seats, *self.spectators):
            one.listen()
        return taken

    def snapshot(self) -> int:
        """Bytes of a whole view for a seat."""
        viewer = self.seats[1]
        self._ask(viewer, Command(3, viewer.table, viewer.version, Sync()))
        return viewer.snapshots[-1]


def rows(seconds: float) -> list[Row]:
    """Tables one after the other for so many seconds."""
    random = Random(7)
    turns: list[tuple[float, float]] = []
    seat_bytes: list[int] = []
    spectator_bytes: list[int] = []
    snapshots: list[int] = []
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        table = Watched(random)
        while table.fewest > FEW:
            turns.append(table.move())
        snapshots.append(table.snapshot())
        seat_bytes += [size for viewer in table.seats for size in viewer.patches]
        spectator_bytes += [size for viewer in table.spectators for size in viewer.patches]
    rules = 1e6 / replay_rate(SEATS, 1.0, random)[1]
    group = f"A move at a table of {SEATS} with {SPECTATORS} spectators: through the lobby, packed for each of them"
    whole, shown = ([1e6 * turn[part] for turn in turns] for part in (0, 1))
    how = f"{rules:.0f} µs of it for `decide` and `evolve`; the rest: what may be done, timers, journal, what follows"
    return [
        Row(group, "observe, diff and encode, p50", percentile(shown, 0.5), "µs", 100),
        Row(group, "the lobby's whole turn, p50", percentile(whole, 0.5), "µs", reference=how),
        Row(group, "the lobby's whole turn, p99", percentile(whole, 0.99), "µs"),
        Row(group, "patch for a seat, mean", mean(seat_bytes), "B", 60),
        Row(group, "patch for a spectator, mean", mean(spectator_bytes), "B", 40),
        Row(group, "snapshot for a seat, late in a round, mean", mean(snapshots), "B", 400),
    ]
