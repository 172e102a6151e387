"""`python -m tests.attack`: every attack against a real server with twenty people on it, in a table, by the absolute bars.

A row that failed while other programs held the processors is measured again, up to three times.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import time
from dataclasses import asdict
from pathlib import Path

from tests.attack.attacks import ATTACKS
from tests.attack.siege import GROWTH, LATE, Figures, Siege
from tests.bench.report import machine

HEAD = """\
| attack | keys | calm p50 / p99 | attacked p50 / p99 | server's work, p99 | server's core | grown by | verdict |
| --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |"""


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("--only", action="append", help="only attacks with these words in their names")
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**31), help="(default: any)")
    parser.add_argument("--stretch", type=float, default=1.0, help="so many times as long (default: %(default)s)")
    parser.add_argument("--workers", type=int, default=0, metavar="N", help="as of `unotty serve` (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="PATH", help="write the figures there, too")
    return parser.parse_args()


def row(figures: Figures) -> str:
    """A line of the table."""
    found = figures.verdict()
    verdict = "held" if not found else "**" + "; ".join(found) + "**"
    cells = (
        figures.name,
        str(figures.keys),
        f"{figures.calm[0]:.1f} / {figures.calm[1]:.1f} ms",
        f"{figures.under[0]:.1f} / {figures.under[1]:.1f} ms",
        f"{figures.work:.1f} ms",
        f"{100 * figures.share:.0f} %",
        f"{max(0.0, figures.growth):.1f} MiB",
        verdict + (" (disturbed by other programs)" if figures.is_disturbed else ""),
    )
    return f"| {' | '.join(cells)} |"


def main() -> int:
    """Attack, print, and say how many attacks got anywhere."""
    wanted = arguments()
    names = [name for name in ATTACKS if not wanted.only or any(words in name for words in wanted.only)]
    where, began = machine(), time.monotonic()
    print(f"{where}; seed {wanted.seed}. p99 below {LATE:.0f} ms and growth below {GROWTH:.0f} MiB are wanted.\n\n{HEAD}")
    told = []
    with Siege(wanted.seed, wanted.workers) as siege:
        for name in names:
            told.append(siege.undisturbed(name, wanted.stretch))
            print(row(told[-1]), flush=True)
    failed = sum(bool(one.verdict()) for one in told)
    print(f"\n{len(told) - failed} of {len(told)} attacks held off in {time.monotonic() - began:.0f} s.")
    if wanted.json is not None:
        rows = [{**asdict(one), "verdict": one.verdict(), "disturbed": one.is_disturbed} for one in told]
        wanted.json.write_text(json.dumps({"machine": where, "seed": wanted.seed, "attacks": rows}, indent=1), encoding="utf-8")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
