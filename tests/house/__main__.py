"""`python -m tests.house`: games of the whole house in virtual time (part of `make sim`). A fault is printed with its game."""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from typing import Final

from tests.house.game import play
from tests.house.kind import Kind
from tests.house.shrinking import shrunk
from tests.house.trouble import ALL
from tests.sim.laws import Broken

NIGHTLY: Final = 20_000
MOST_REPORTS: Final = 5
A_WORD_EVERY: Final = 1_000


def arguments(words: list[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.house", description=__doc__)
    parser.add_argument("--games", type=int, default=NIGHTLY, help="how many (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="another seed is another row of games (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, metavar="N", help="the number of the first (default: %(default)s)")
    parser.add_argument("--only", type=int, metavar="N", help="only the game with this number")
    parser.add_argument("--without", default="", metavar="A,B", help=f"leave sorts of trouble out: {', '.join(ALL)}")
    parser.add_argument("--looks", type=int, metavar="N", help="end a game after so many looks at screens")
    parser.add_argument("--people", type=int, metavar="N", help="let only so many people come")
    parser.add_argument("--digests", action="store_true", help="print the digest of every game")
    return parser.parse_args(words)


def main(words: list[str] | None = None) -> int:
    """Play, print, and exit with 0 only if every law held."""
    wanted = arguments(words)
    without = frozenset(wanted.without.split(",")) - {""}
    first, count = (wanted.first, wanted.games) if wanted.only is None else (wanted.only, 1)
    begin, faults, played = time.process_time(), 0, 0
    totals: Counter[str] = Counter()
    for number in range(first, first + count):
        kind = Kind(wanted.seed, number, without, wanted.looks, wanted.people)
        try:
            report = play(kind)
        except Broken as broken:
            print(f"{broken}\n", flush=True)
            if wanted.only is None:
                print(f"the same with less in it: {shrunk(kind)}\n", flush=True)
            faults += 1
            if faults == MOST_REPORTS:
                break
        else:
            totals += report.counts
            if wanted.digests:
                print(number, report.digest, flush=True)
        played += 1
        if played % A_WORD_EVERY == 0:
            print(f"{played} games played, {faults} with a fault", flush=True)
    seconds = time.process_time() - begin
    told = ", ".join([f"{count} {name}" for name, count in sorted(totals.items()) if not name.startswith("refused")])
    refused = ", ".join([f"{count} {name[8:]}" for name, count in sorted(totals.items()) if name.startswith("refused")])
    print(f"seed {wanted.seed}: {played} games, {played / seconds:.1f} a second of one core; {told}")
    print(f"refused: {refused}")
    print(f"{faults} games with a fault" if faults else "every law held")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
