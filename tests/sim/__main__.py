"""`python -m tests.sim`: random games, each checked after every event (`make sim`). A fault is printed with its game."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from typing import Final

from tests.sim.game import play
from tests.sim.laws import Broken

NIGHTLY: Final = 50_000
MOST_REPORTS: Final = 5
A_WORD_EVERY: Final = 5_000


def arguments(words: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.sim", description=__doc__)
    parser.add_argument("--games", type=int, default=NIGHTLY, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another seed is another row of games (default: %(default)s)")
    parser.add_argument("--only", type=int, metavar="N", help="only the game with this number")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> int:
    """Play, print, and exit with 0 only if every law held."""
    wanted = arguments(words)
    numbers = range(wanted.games) if wanted.only is None else range(wanted.only, wanted.only + 1)
    begin, faults, played = time.perf_counter(), 0, 0
    totals: Counter[str] = Counter()
    for number in numbers:
        try:
            totals += play(wanted.seed, number)
        except Broken as broken:
            print(f"{broken}\n")
            faults += 1
            if faults == MOST_REPORTS:
                break
        played += 1
        if played % A_WORD_EVERY == 0:
            print(f"{played} games played, {faults} with a fault", flush=True)
    rate = totals["moves"] / (time.perf_counter() - begin)
    told = ", ".join([f"{count} {name}" for name, count in sorted(totals.items()) if name != "moves"])
    print(f"seed {wanted.seed}: {played} games, {totals['moves']} moves, {rate:.0f} moves/s; {told}")
    print(f"{faults} games with a fault" if faults else "every law held")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
