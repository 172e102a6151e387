"""`make reliability`: run the long tests one after the other, keep what each measured, and write RELIABILITY.md.

Parts can be run on different occasions: each record has its own date, commit and machine, and the page shows them.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from tests.reliability import place
from tests.reliability.part import Part, Wish
from tests.reliability.parts import BY_NAME, PARTS
from tests.reliability.record import FOLDER, UNENDED, Record, Verdict, kept
from tests.reliability.report import records_in, written

PAGE = place.ROOT / "RELIABILITY.md"


def arguments(words: Sequence[str] | None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.reliability", description=__doc__)
    parser.add_argument("--part", choices=tuple(BY_NAME), action="append", help="only this one; may be repeated")
    parser.add_argument("--short", action="store_true", help="so little of each that all take a few minutes")
    parser.add_argument("--size", type=float, metavar="N", help="how much of each chosen part, in its own unit")
    parser.add_argument("--soak-minutes", type=float, metavar="N", help="how long the soak is (default: 30)")
    parser.add_argument("--soak-clients", type=int, metavar="N", help="clients of the soak (default: 200; with --short 20)")
    parser.add_argument("--workers", type=int, default=0, metavar="N", help="attack a server that has so many (default: none)")
    parser.add_argument("--seed", type=int, default=1, help="of everything that is left to chance (default: %(default)s)")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes for games and inputs (default: %(default)s)"
    )
    parser.add_argument(
        "--render", action="store_true", help="run nothing; write the page anew from its records and those that are kept"
    )
    parser.add_argument(
        "--records", type=Path, default=FOLDER, metavar="DIR", help="where they are kept (default: %(default)s)"
    )
    parser.add_argument("--page", type=Path, default=PAGE, metavar="FILE", help="what is written (default: RELIABILITY.md)")
    return parser.parse_args(words)


def wish(part: Part, wanted: argparse.Namespace) -> Wish:
    """How much of a part."""
    size = wanted.size if wanted.size is not None else part.short if wanted.short else part.usual
    if part.name == "soak" and wanted.soak_minutes is not None:
        size = wanted.soak_minutes
    clients = wanted.soak_clients or (20 if wanted.short else 200)
    return Wish(size, wanted.seed, clients, wanted.jobs, wanted.workers)


def command(part: Part, one: Wish) -> str:
    """What repeats it."""
    words = [f"--part {part.name}", f"--size {one.size:g}", f"--seed {one.seed}"]
    words += [f"--soak-clients {one.clients}"] if part.name == "soak" else []
    words += [f"--workers {one.workers}"] if part.name == "attacks" and one.workers else []
    return f'make reliability ARGS="{" ".join(words)}"'


def run(part: Part, one: Wish, folder: Path) -> Record:
    """Run a part, and keep its record; while it runs, one that says that it did not end is kept."""
    began, dirty = time.monotonic(), place.dirty()
    commit, again, size = place.commit(), command(part, one), f"{one.size:g} {part.unit} wanted"
    facts = (place.now(), 0.0, commit, commit, dirty, place.machine(), place.load())
    begun = Record(part.name, one.seed, again, *facts, one.size, size, fault=UNENDED)
    begun.keep(folder)
    try:
        outcome = part.run(one, lambda line: print(f"  {part.name}: {line}", flush=True))
        fault = ""
    except Exception as error:  # noqa: BLE001 - a part that breaks off is told of, and the next one is run
        traceback.print_exc()
        outcome, fault = None, f"{type(error).__name__}: {error}"[:1000] or type(error).__name__
    record = replace(
        begun,
        seconds=round(time.monotonic() - began, 1),
        ended_on=place.commit(),
        dirty=max(dirty, place.dirty()),
        fault=fault,
    )
    if outcome is not None:
        record = replace(
            record, size=outcome.size, rows=tuple(outcome.rows), notes=outcome.notes, heads=outcome.heads, lines=outcome.lines
        )
    record.keep(folder)
    return record


def newest(page: Path, folder: Path) -> dict[str, Record]:
    """Of each part the newest record, from those that are kept here and those at the end of the page, which may be others'."""
    found = records_in(page.read_text(encoding="utf-8")) if page.exists() else {}
    for name, one in kept(folder).items():
        if name not in found or one.began >= found[name].began:
            found[name] = one
    return found


def write(page: Path, folder: Path) -> None:
    """Write the page anew."""
    page.write_text(written(newest(page, folder)), encoding="utf-8")


def main(words: Sequence[str] | None = None) -> int:
    """Run, write, and exit with 0 only if nothing that was run failed or missed a bar."""
    wanted = arguments(words)
    chosen = [] if wanted.render else [part for part in PARTS if not wanted.part or part.name in wanted.part]
    missed = 0
    for part in chosen:
        one = wish(part, wanted)
        print(f"{part.title}: {one.size:g} {part.unit} …", flush=True)
        record = run(part, one, wanted.records)
        missed += record.verdict is Verdict.MISSED
        print(f"{part.title}: {record.verdict.strip('*')}, {record.seconds:.0f} s", flush=True)
        write(wanted.page, wanted.records)
    write(wanted.page, wanted.records)
    print(f"{wanted.page.name} is written" + (f"; {missed} of {len(chosen)} parts failed or missed a bar" if chosen else ""))
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
