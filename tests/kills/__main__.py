"""`python -m tests.kills`: kill a server at random instants during games over SSH, again and again (part of `make sim`)."""

from __future__ import annotations

import argparse
import sys
import tempfile
from pathlib import Path

from tests.kills.havoc import Havoc

NIGHTLY = 1000
A_WORD_EVERY = 50


def main(words: list[str] | None = None) -> int:
    """Kill, print, and exit with 0 only if nothing was lost."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("--kills", type=int, default=NIGHTLY, help="how many (default: %(default)s)")
    parser.add_argument("--tables", type=int, default=4, help="tables of two people each (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="of the instants and the moves (default: %(default)s)")
    wanted = parser.parse_args(words)
    with tempfile.TemporaryDirectory() as folder:
        havoc = Havoc(Path(folder), wanted.tables, wanted.seed)
        try:
            for number in range(1, wanted.kills + 1):
                havoc.strike()
                if number % A_WORD_EVERY == 0 or number == wanted.kills:
                    print(f"{number} kills: {havoc.count}", flush=True)
        finally:
            havoc.close()
    print("nothing that anybody had been told was lost")
    return 0


if __name__ == "__main__":
    sys.exit(main())
