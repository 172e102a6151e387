"""`python -m tests.matches`: whole matches of every rule set over real ssh, side by side at one server (`make matches`).

At each table one person, a real `ssh` under a pty, plays by what is drawn; bots sit on the other chairs and think as long as
they do for people. A table where something fails is told with its screen, and the others go on.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from engine.options import MAX_SEATS, MIN_SEATS
from tests.e2e.form import RULE_SETS
from tests.e2e.house import House
from tests.e2e.sitting import Outcome, Sitting, faults

SIZES = (2, 4, 10)
A_LOOK_EVERY = 0.05
A_WORD_EVERY = 60.0
ROW = "{:<9} {:>5} {:>6} {:>6} {:>6} {:>7}  {}"


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.matches", description=__doc__)
    parser.add_argument("--rules", choices=RULE_SETS, action="append", help="only this rule set (default: each)")
    sizes = range(MIN_SEATS, MAX_SEATS + 1)
    parser.add_argument("--seats", type=int, choices=sizes, action="append", help=f"only this size (default: {SIZES})")
    parser.add_argument("--target", default="", help="as the form shows it, e.g. 200 or 'one round' (default: the rule set's)")
    return parser.parse_args(words)


class Night:
    """All the tables of a run."""

    def __init__(self, house: House) -> None:
        self.house = house
        self.playing: list[Sitting] = []
        self.failed = 0
        self._told = time.monotonic()

    def sit_down(self, rules: str, seats: int, target: str) -> None:
        """Open one more table."""
        try:
            self.playing.append(Sitting(self.house, rules, seats, target=target))
        except AssertionError as fault:
            self._fail(f"{rules} at {seats} seats", fault)

    def play(self) -> None:
        """Deal everywhere, and play until all have left or failed."""
        for sitting in list(self.playing):
            with self._minding(sitting):
                sitting.deal()
        while self.playing:
            for sitting in list(self.playing):
                with self._minding(sitting):
                    if sitting.step():
                        self.playing.remove(sitting)
                        print(row(sitting.outcome), flush=True)
            self._say_how_far()
            self.house.desk.pump(A_LOOK_EVERY)

    @contextmanager
    def _minding(self, sitting: Sitting) -> Iterator[None]:
        """A fault at a table ends its match."""
        try:
            yield
        except AssertionError as fault:
            self.playing.remove(sitting)
            self._fail(f"{sitting.rules} at {sitting.seats} seats, round {sitting.rounds}", fault)

    def _fail(self, where: str, fault: AssertionError) -> None:
        self.failed += 1
        print(f"failed: {where}: {fault}", flush=True)

    def _say_how_far(self) -> None:
        now = time.monotonic()
        if now - self._told > A_WORD_EVERY:
            self._told = now
            rounds = ", ".join(f"{one.rules} {one.seats}: round {one.rounds}" for one in self.playing)
            print(f"still playing: {rounds}", file=sys.stderr, flush=True)


def row(outcome: Outcome | None) -> str:
    """A line of the table of results, or its heading."""
    if outcome is None:
        return ROW.format("rules", "seats", "rounds", "keys", "again", "seconds", "winner")
    seconds = f"{outcome.seconds:.0f}"
    return ROW.format(outcome.rules, outcome.seats, outcome.rounds, outcome.keys, outcome.again, seconds, outcome.winner)


def main(words: Sequence[str] | None = None) -> int:
    """Play, print a row per match, and exit with 0 only if nothing was wrong."""
    wanted = arguments(words)
    with tempfile.TemporaryDirectory(prefix="unotty-matches-") as folder, House(Path(folder)) as house:
        night = Night(house)
        print(row(None), flush=True)
        for rules in wanted.rules or RULE_SETS:
            for seats in wanted.seats or SIZES:
                night.sit_down(rules, seats, wanted.target)
        night.play()
        wrong = faults(house.log)
        status = house.stop()
    for line in wrong:
        print(f"the server's log: {line}")
    print(f"{night.failed} matches failed, {len(wrong)} complaints in the log, the server ended with {status}")
    return 1 if night.failed or wrong or status else 0


if __name__ == "__main__":
    sys.exit(main())
