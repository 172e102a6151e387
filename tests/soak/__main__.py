"""`python -m tests.soak`: a crowd of SSH clients on a server for as long as you like; part of `make reliability`."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from tests.reliability.record import Verdict
from tests.reliability.words import figure
from tests.soak.run import soak


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.soak", description=__doc__)
    parser.add_argument("--minutes", type=float, default=30.0, help="how long (default: %(default)s)")
    parser.add_argument("--clients", type=int, default=200, help="how many at once (default: %(default)s)")
    parser.add_argument("--tables", type=int, default=0, help="tables they keep open (default: a sixth as many)")
    parser.add_argument("--seed", type=int, default=1, help="of what the people do (default: %(default)s)")
    parser.add_argument("--json", type=Path, metavar="PATH", help="write samples and figures there")
    return parser.parse_args(words)


def main(words: Sequence[str] | None = None) -> int:
    """Soak, print, and exit with 0 only if no bar was missed."""
    wanted = arguments(words)
    done = soak(60 * wanted.minutes, wanted.clients, wanted.seed, wanted.tables, say=lambda line: print(line, flush=True))
    for what, count in sorted(done.counts.items()):
        print(f"{count:9} {what}")
    for row in done.rows:
        print(f"{row.name}: {figure(row)}  {row.verdict}")
    for told in (*done.notes, *done.screens):
        print(told)
    if wanted.json is not None:
        wanted.json.write_text(json.dumps(asdict(done), ensure_ascii=False, indent=1, allow_nan=False), encoding="utf-8")
    return 1 if any(row.verdict is Verdict.MISSED for row in done.rows) else 0


if __name__ == "__main__":
    sys.exit(main())
