"""One simulated game of the whole house, from its seed and number; `play` tells what happened, `Broken` what must not have."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from functools import partial
from hashlib import blake2b, sha256
from random import Random
from typing import Final, NamedTuple

from client.protocol import Command, Create, Leave, Stage
from engine.bots.chance import Chance
from engine.options import Options, problems
from server.lobby.guests import Unknown
from server.lobby.opening import Limits
from tests.clock import Seeds
from tests.house.disk import Disk, Mood
from tests.house.ears import Ears
from tests.house.laws import Inspector, check_gone, check_restored, check_view, written
from tests.house.ledger import Ledger
from tests.house.life import Life
from tests.house.minds import thought
from tests.house.people import Somebody, guest_id, somebody
from tests.house.terminal import Terminal
from tests.house.time import Time
from tests.house.trouble import ALL, Trouble, troubles
from tests.sim.laws import Broken, check
from tests.sim.tables import table

LOOSE: Final = Limits(tables_each=3, tables_per_source=100, chat=((6, 3.0),), acts=((30, 10.0),))
HOUR: Final = 3600.0
PATIENCE: Final = 1100.0
"""Seconds after which nothing is left of a house that everybody has left: `EXPECTING`, and some for the disk."""
NIGHT: Final = 12 * HOUR
"""In which every match with a clock comes to its end, though nobody does anything."""
MOST_TURNS: Final = 60_000
LOOKS: Final = (25, 130)
"""How many looks at a screen make a game."""


class Kind(NamedTuple):
    """Which game: the same kind is the same game, byte for byte."""

    seed: int
    number: int
    without: frozenset[str] = frozenset()
    """Sorts of trouble (`trouble.ALL`) that are left out of it."""


class Report(NamedTuple):
    """What came of a game."""

    digest: str
    """Of everything that anybody was told, and when."""
    counts: Counter[str]


class Game:
    """The house, its people and its troubles."""

    def __init__(self, kind: Kind) -> None:
        self.kind = kind
        self.time = Time()
        self.disk = Disk(self._stream("disk"))
        self.ledger = Ledger(self.disk)
        self.look = self._stream("look")
        self.counts: Counter[str] = Counter()
        self._digest = blake2b(digest_size=16)
        self._chance, self._fate = self._stream("people"), self._stream("fate")
        self._seeds = Seeds(kind.seed << 32 | kind.number)
        self._accounts = 0
        self._terminals = 0
        self._inspector = Inspector(self.ledger, self.look)
        self._creates = [self._create(which) for which in range(3)]
        count = self._chance.choice((1, 2, 2, 3, 3, 4, 6))
        self.people = [somebody(number, self._chance, "odd" not in kind.without) for number in range(count)]
        self.looks, self._most = 0, self._chance.randrange(*LOOKS)
        self._plan = troubles(self._stream("trouble"), kind.without, self._most)
        self._stopped: dict[str, dict[str, object]] = {}
        self.life: Life | None = None
        self.broken: Exception | None = None
        """What a terminal found out while the lobby spoke to it."""
        self.is_active = True

    def _stream(self, name: str) -> Random:
        return Random(f"{self.kind.seed} {self.kind.number} {name}")

    def _create(self, which: int) -> Create:
        seed, number = self.kind.seed, self.kind.number + which * 100_003
        found = table(seed, number, Chance((seed << 32) + number))
        chance = self._chance
        options = _short(found.options, found.seats, chance)
        bots = tuple([chance.choice(("easy", "normal")) for _ in range(chance.randrange(found.seats))])
        watched = chance.random() < 0.8
        return Create(
            options,
            found.seats,
            bots,
            chance.random() < 0.8 or which == 0,
            watched,
            chance.choice((None, 5, 20, 30)),
            False,
            watched and chance.random() < 0.3,
        )

    # ── what terminals need (`Desk`) ─────────────────────────────────────────────────────────────────────────

    def trace(self, terminal: int, message: bytes) -> None:
        """Everything that anybody is told goes into the digest."""
        self._digest.update(b"%d %r " % (terminal, repr(self.time.now).encode()) + message)
        self.counts["messages"] += 1

    def soon(self, terminal: Terminal) -> None:
        """The server has ended a session."""
        self.time.soon(partial(self._hang_up, terminal))

    # ── the server ───────────────────────────────────────────────────────────────────────────────────────────

    def _boot(self) -> None:
        life = Life(self.disk, self.time, self.ledger, self._fate.uniform(0, 1e6), LOOSE, self._seeds, self._fresh_id)
        check_restored(life.lobby, self.ledger)
        for code, kept in self._stopped.items():
            back = next((one for one in life.lobby.tables if one.code == code), None)
            check(back is not None and written(back) == kept, "a stop that was asked for loses nothing", code)
        self._stopped = {}
        self.life = life
        life.open()

    def _fresh_id(self) -> str:
        self._accounts += 1
        return sha256(f"account {self._accounts}".encode()).hexdigest()[:16]

    def crash(self) -> None:
        """The process is gone, this instant."""
        life, self.life = self.life, None
        if life is None:
            return
        self.counts["crashes"] += 1
        life.end()
        for one in self.people:
            for terminal in one.terminals:
                terminal.is_over = True
                terminal.pump()
            one.terminals.clear()
        self.ledger.crash()
        self.time.later(self._fate.choice((0.5, 2.0, 30.0, 400.0)), self._boot)

    def stop(self) -> None:
        """The operator ends the server; it is started again."""
        life = self.life
        if life is None:
            return
        self.counts["stops"] += 1
        life.lobby.stop()
        self.time.later(self._fate.uniform(0.0, 3.0), partial(self._stop, life))

    def _stop(self, life: Life) -> None:
        if self.life is life:
            if self.disk.answers:
                self._stopped = {one.code: written(one) for one in life.lobby.tables if not one._tools.is_lesson}
            life.writer.stop()
            self.crash()

    # ── the people ───────────────────────────────────────────────────────────────────────────────────────────

    def wake(self, one: Somebody) -> None:
        """Somebody looks at his screen, and does something or not."""
        if not self.is_active:
            return
        temper, chance = one.temper, self._chance
        self.time.later(chance.uniform(temper.quickest, temper.slowest), partial(self.wake, one))
        self.looks += 1
        if self.life is None:
            return
        if not one.terminals or (chance.randrange(100) < temper.second and len(one.terminals) < 3):
            self._come(one)
        terminal = chance.choice(one.terminals)
        if chance.randrange(100) < temper.vanish:
            self._hang_up(terminal)
            return
        terminal.pump(1_000_000 if chance.random() < 0.9 else 2)
        if not terminal.inbox and self.look.random() < 0.3:
            check_view(terminal, self.life.lobby)
        wish = thought(one, terminal.link, self._creates[chance.randrange(3)], chance)
        if wish is None:
            return
        if chance.randrange(100) < temper.repeat:
            self._repeat(terminal, wish)
        elif chance.random() < 0.1:
            self.time.later(chance.uniform(0.01, 0.4), partial(self._ask, terminal, wish))
        else:
            self._ask(terminal, wish)

    def _ask(self, terminal: Terminal, wish: tuple[object, str]) -> None:
        if not terminal.is_over:
            terminal.link.request(*wish)  # type: ignore[arg-type]  # a body, and a table

    def _repeat(self, terminal: Terminal, wish: tuple[object, str]) -> None:
        """Twice, or as decided on a view that is no longer, or not yet, there."""
        body, code = wish
        version = terminal.link.version + self._chance.choice((-3, -1, 0, 0, 5))
        code = code or (terminal.link.table.code if terminal.link.table else "")
        command = Command(1_000_000 + self.looks, code, max(0, version), body)  # type: ignore[arg-type]
        for _ in range(self._chance.choice((1, 2, 2, 3))):
            terminal.send(command)

    def _come(self, one: Somebody) -> None:
        assert self.life is not None
        if one.is_guest and one.id.startswith("guest:"):
            try:
                self.life.lobby.guests.recognise(one.id.removeprefix("guest:"), one.source)
            except Unknown:
                one.id = guest_id(self._chance)
        self._terminals += 1
        one.terminals.append(Terminal(self, self.life, one.person, self._terminals))

    def _hang_up(self, terminal: Terminal) -> None:
        if terminal.is_over or self.life is None:
            return
        self.life.lobby.disconnect(terminal.session)
        terminal.is_over = True
        terminal.pump()
        for one in self.people:
            if terminal in one.terminals:
                one.terminals.remove(terminal)

    # ── the course of a game ─────────────────────────────────────────────────────────────────────────────────

    def play(self) -> Report:
        """Play it. Raises whatever goes wrong."""
        with Ears() as ears:
            self._boot()
            for one in self.people:
                self.time.later(self._chance.uniform(0, 3), partial(self.wake, one))
            while self.looks < self._most:
                self._turn(ears)
                while self._plan and self._plan[0].look <= self.looks:
                    self._strike(self._plan.pop(0))
            self._finish(ears)
        self.counts["turns"] = self.time.turns
        return Report(self._digest.hexdigest(), self.counts)

    def _turn(self, ears: Ears) -> None:
        self.time.turn()
        if self.broken is not None:
            raise self.broken
        check(self.time.turns <= MOST_TURNS, "a game ends", self.time.turns)
        check(not ears.heard, "nothing goes wrong on our side", ears.heard)
        if self.life is not None:
            self._inspector.look_around(self.life)

    def _strike(self, trouble: Trouble) -> None:
        trouble.strike(self)
        self.time.settle()

    def cut_everybody(self) -> None:
        """The network is gone for a moment."""
        for one in self.people:
            for terminal in tuple(one.terminals):
                self._hang_up(terminal)

    def _pass(self, seconds: float, ears: Ears) -> None:
        end = self.time.now + seconds
        while (due := self.time.due) is not None and due <= end:
            self._turn(ears)

    def _finish(self, ears: Ears) -> None:
        """Nobody does anything more: all comes to its end by itself."""
        self.is_active = False
        self.disk.mood = Mood.QUICK
        self._pass(30.0, ears)
        if self.life is None:
            self._pass(500.0, ears)
        life = self.life
        assert life is not None, "the server is up again"
        life.lobby.is_draining = False
        self._pass(30.0, ears)
        for one in self.people:
            for terminal in one.terminals:
                terminal.pump()
                check_view(terminal, life.lobby)
                check(not +terminal.asked, "every command is answered", (terminal.asked, terminal._bodies))
        end = self._fate.choice(("leave", "leave", "leave", "leave", "vanish", "vanish", "idle"))
        if end == "idle":
            self._idle(life, ears)
        for one in self.people:
            for terminal in tuple(one.terminals):
                if end == "leave":
                    terminal.pump()
                    terminal.link.request(Leave())
                self._hang_up(terminal)
        self.time.settle()
        self._pass(PATIENCE, ears)
        check_gone(life.lobby)
        check(self.time.due is None, "no timer is left behind")

    def _idle(self, life: Life, ears: Ears) -> None:
        end = self.time.now + NIGHT
        while _is_on(life) and self.time.due is not None and self.time.now < end:
            self._turn(ears)
        check(not _is_on(life), "a match with a clock comes to its end by itself", [one.line for one in life.lobby.tables])


def _is_on(life: Life) -> bool:
    return any(
        one.wish.clock and one.wish.options.target_score is None and one.stage in (Stage.PLAYING, Stage.ROUND_OVER)
        for one in life.lobby.tables
    )


def _short(options: Options, seats: int, chance: Random) -> Options:
    """Mostly with fewer cards, so that many games are seen."""
    if chance.random() < 0.85:
        fewer = replace(options, hand_size=chance.randint(1, 4))
        return options if problems(fewer, seats) else fewer
    return options


def play(kind: Kind) -> Report:
    """Play one game. Raises `Broken` with what went wrong, where, and how to see it again."""
    game = Game(kind)
    try:
        return game.play()
    except Exception as problem:
        said = str(problem) if isinstance(problem, Broken) else f"{type(problem).__name__}: {problem}"
        without = f" --without {','.join(sorted(kind.without))}" if kind.without else ""
        lines = [
            f"game {kind.number} of seed {kind.seed}, turn {game.time.turns}, second {game.time.now:.3f}: {said[:2000]}",
            f"  again: python -m tests.house --seed {kind.seed} --only {kind.number}{without}",
        ]
        raise Broken("\n".join(lines)) from problem


__all__ = ["ALL", "Game", "Kind", "Report", "play"]
