"""`make bench`: what this program costs, beside what it may cost (BUDGETS). `--full` adds 500 sessions and takes longer."""

from __future__ import annotations

import argparse
import sys
import time

from tests.bench import engine, hosting, journal, ordeals, restart, views, workers
from tests.bench.report import Row, machine, table

PARTS = ("engine", "views", "journal", "restart", "ordeals", "hosting")
SIZES = (50, 200)
FULL = 500
LATE = 130.0
"""Seconds after which no disturbed run is repeated: the whole shall take less than five minutes."""
HOW = """\
Hosting: real SSH clients (asyncssh, pty 80×24, xterm-256color) in a process of their own on the other core; the server alone
on one. Every player presses a cursor key every 3 s; a driver inside the server's process makes one move a second at every
table with the players' own sessions. Latency: key sent → bytes arrived that show another card selected. The floor beside a row
is a bare asyncssh server that sends made-up frames of the same size under the same load, a minute later on the same machine.
What is quoted of other programs was measured on a machine of this kind under the same kind of load, but not in this run."""


def arguments() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument("--full", action="store_true", help=f"also {FULL} sessions, and longer runs")
    parser.add_argument("--only", choices=PARTS, action="append", help="only this part")
    parser.add_argument("--sessions", type=int, action="append", help=f"sizes of the hosting runs (default: {SIZES})")
    parser.add_argument("--seconds", type=float, default=15.0, help="length of the loaded part of a hosting run")
    parser.add_argument("--workers", type=int, metavar="N", help="also the hosting runs with N worker processes")
    return parser.parse_args()


def main() -> int:
    """Run, print, and say how many budgets were missed."""
    wanted = arguments()
    parts = wanted.only or PARTS
    sizes = wanted.sessions or [*SIZES, *([FULL] if wanted.full else [])]
    begin, rows, where = time.monotonic(), list[Row](), machine()
    if "engine" in parts:
        rows += engine.rows(2.0 if wanted.full else 0.6)
    if "views" in parts:
        rows += views.rows(10.0 if wanted.full else 4.0)
    if "journal" in parts:
        rows += journal.rows(20.0 if wanted.full else 8.0)
    if "restart" in parts:
        rows += restart.rows()
    if "ordeals" in parts:
        note("coming and going, and clients that take nothing …")
        rows += ordeals.rows(1000 if wanted.full else 200, 8.0)
    if "hosting" in parts:
        for sessions in sizes:
            note(f"hosting {sessions} sessions …")
            again = wanted.full or time.monotonic() - begin < LATE
            ours = hosting.run("tests.bench.server", sessions, wanted.seconds, again)
            rows += hosting.rows(ours, hosting.run_once("tests.bench.echo", sessions, min(6.0, wanted.seconds)))
            if wanted.workers:
                rows += workers.rows(sessions, wanted.seconds, wanted.workers)
    missed = [row for row in rows if "missed" in row.verdict]
    print(f"Measured {where}; {time.monotonic() - begin:.0f} s.\n\n{HOW}\n\n{table(rows)}\n")
    print(f"{len(missed)} of {sum(row.budget is not None for row in rows)} budgets missed.")
    return 0


def note(line: str) -> None:
    """Progress, where it does not get into the table."""
    print(line, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
