"""One simulated game of the whole house; `play` tells what happened in it, and `Broken` what must not have."""

from __future__ import annotations

from collections import Counter
from functools import partial
from hashlib import blake2b
from typing import Final

from tests.house.crowd import Crowd
from tests.house.disk import Mood
from tests.house.ears import Ears
from tests.house.house import House
from tests.house.kind import Kind, Report
from tests.house.laws import Inspector, check_gone, check_history, check_view
from tests.house.registry import seeded
from tests.house.terminal import Terminal
from tests.house.trouble import Trouble, troubles
from tests.sim.laws import Broken, check

HOUR: Final = 3600.0
AT_LEAST: Final = 0.5
SETTLING: Final = 430.0
"""Seconds in which a server that is down is up again, and everything that was asked for is answered."""
PATIENCE: Final = 1100.0
"""After which nothing is left of a house that everybody has left: `EXPECTING`, and some for the disk."""
NIGHT: Final = 12 * HOUR
"""In which a single round with a clock comes to its end, though nobody does anything."""
MOST_TURNS: Final = 60_000
LOOKS: Final = (20, 125)
"""So many looks at screens make a game."""
ENDS: Final = (*["leave"] * 7, "vanish", "vanish", "idle")


class Game:
    """The house, its people, its troubles, and the inspector who looks on."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.counts: Counter[str] = Counter()
        self.look = kind.stream("look")
        """What is checked: it decides nothing else."""
        self.crowd = Crowd(kind, self, self.look)
        self.house = House(kind, self.counts, self.crowd.cut)
        self.ledger = self.house.ledger
        self.broken: Exception | None = None
        """What a terminal found out while the lobby spoke to it."""
        self._digest = blake2b(digest_size=16)
        self._inspector = Inspector(self.ledger, self.look)
        self._ears = Ears()
        fate = kind.stream("trouble")
        most = fate.randrange(*LOOKS)
        self._looks = most if kind.looks is None else kind.looks
        self._end = fate.choice(ENDS)
        self._troubles = troubles(fate, kind.without, most)

    # ── what terminals need (`Desk`) ─────────────────────────────────────────────────────────────────────────

    def trace(self, terminal: int, message: bytes) -> None:
        """Everything that anybody is told goes into the digest."""
        self._digest.update(f"{terminal} {self.house.time.now!r} ".encode() + message)
        self.counts["messages"] += 1

    def soon(self, terminal: Terminal) -> None:
        """The server has ended a session."""
        self.house.time.soon(partial(self.crowd.hang_up, self.house, terminal))

    # ── the course of a game ─────────────────────────────────────────────────────────────────────────────────

    def play(self) -> Report:
        """Play it. Raises whatever goes wrong."""
        with self._ears, seeded(self.kind.stream("desk")):
            self.house.boot()
            self.crowd.begin(self.house)
            while self.crowd.looks < self._looks:
                self._turn()
                while self._troubles and self._troubles[0].look <= self.crowd.looks:
                    self._strike(self._troubles.pop(0))
            self._finish()
        self.counts["turns"] = self.house.time.turns
        self.counts.update(type(event).__name__ for match in self.ledger.matches.values() for event in match.events)
        return Report(self._digest.hexdigest(), self.counts)

    def _turn(self) -> None:
        time = self.house.time
        time.turn()
        if self.broken is not None:
            raise self.broken
        check(time.turns <= MOST_TURNS, "a game ends", time.turns)
        check(not self._ears.heard, "nothing goes wrong on our side", self._ears.heard)
        if self.house.life is not None:
            self._inspector.look_around(self.house.life)

    def _strike(self, trouble: Trouble) -> None:
        trouble.strike(self.house, self.crowd)
        self.house.time.settle()

    def _pass(self, seconds: float) -> None:
        time = self.house.time
        end = time.now + seconds
        while (due := time.due) is not None and due <= end:
            self._turn()

    def _finish(self) -> None:
        """Nobody does anything more: all comes to its end by itself."""
        house, crowd = self.house, self.crowd
        crowd.is_active = False
        house.disk.mood = Mood.QUICK
        end = house.time.now + SETTLING
        self._pass(AT_LEAST)
        while not self._is_settled and house.time.now < end and house.time.due is not None:
            self._turn()
        life = house.life
        assert life is not None, "the server is up again"
        life.lobby.is_draining = False
        for terminal in [terminal for one in crowd.people for terminal in one.terminals]:
            terminal.pump()
            check_view(terminal, life.lobby)
            terminal.check_answered()
        if self._end == "idle":
            self._pass_the_night()
        if self._end == "leave":
            crowd.take_leave(house)
        crowd.hang_up_all(house)
        house.time.settle()
        self._pass(PATIENCE)
        check_gone(life.lobby)
        house.registry.check(house.disk.connection)
        check_history(house.disk.connection, self.ledger, self.look)
        check(house.time.due is None, "no timer is left behind")

    @property
    def _is_settled(self) -> bool:
        """Is the server up, and was everybody answered?"""
        life = self.house.life
        if life is None or life.lobby._is_stopping or life.writer.waiting:
            return False
        return not any(+terminal.asked for one in self.crowd.people for terminal in one.terminals)

    def _pass_the_night(self) -> None:
        house = self.house
        end = house.time.now + NIGHT
        while house.waits_for_nobody and house.time.due is not None and house.time.now < end:
            self._turn()
        check(not house.waits_for_nobody, "a round with a clock comes to its end by itself")

    def tell(self, problem: Exception) -> str:
        """What went wrong, where, and how to see it again."""
        said = str(problem) if isinstance(problem, Broken) else f"{type(problem).__name__}: {problem}"
        kind, time = self.kind, self.house.time
        at = f"turn {time.turns}, look {self.crowd.looks}, second {time.now:.3f}"
        return f"game {kind.number} of seed {kind.seed}, {at}: {said[:2000]}\n  again: {kind.command}"


def play(kind: Kind) -> Report:
    """Play one game. Raises `Broken` with what `tell` says."""
    game = Game(kind)
    try:
        return game.play()
    except Exception as problem:
        raise Broken(game.tell(problem)) from problem
