"""`python -m engine case FILE... | show FILE | bench`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from engine import bench
from engine.game import legal
from engine.notation import move_text, seat_letter
from engine.scenario import format_position, run_file

USAGE: Final = """\
python -m engine case FILE...   run scenario files: a line for each failure, then `N passed, N failed`
python -m engine show FILE      play a scenario file and print the position it ends in
python -m engine bench [SECONDS]  measure the rules, the views and the codec"""
LONGEST_MEASURE: Final = 600


def case(names: Sequence[str]) -> int:
    """Run scenario files; 0 only if everything held."""
    passed = failed = 0
    for name in names:
        report = run_file(Path(name))
        for failure in report.failures:
            place = f"{name}:{failure.line}" if failure.column is None else f"{name}:{failure.line}:{failure.column}"
            print(f"{place}: {failure.text}")
        passed += report.passed
        failed += len(report.failures)
    print(f"{passed} passed, {failed} failed")
    return 1 if failed else 0


def show(names: Sequence[str]) -> int:
    """Print the position a scenario file ends in, and what each seat may do there."""
    name = names[0]
    report = run_file(Path(name))
    state = report.state
    if state is None:
        failure = report.failures[0]
        print(f"{name}:{failure.line}:{failure.column}: {failure.text}")
        return 1
    print(format_position(state), end="")
    for seat in range(len(state.hands)):
        moves = ", ".join([move_text(move) for move in legal(state, seat)])
        print(f"# {seat_letter(seat)} may: {moves or 'nothing'}")
    for failure in report.failures:
        print(f"# line {failure.line}: {failure.text}")
    return 1 if report.failures else 0


def measure(words: Sequence[str]) -> int:
    """Print how fast the engine is."""
    try:
        seconds = float(words[0]) if words else 1.0
    except ValueError:
        print(f"seconds are a number, not {words[0]!r}", file=sys.stderr)
        return 2
    if not 0 < seconds <= LONGEST_MEASURE:
        print(f"measure for at most {LONGEST_MEASURE} seconds a line", file=sys.stderr)
        return 2
    print(bench.report(seconds))
    return 0


COMMANDS: Final[dict[str, tuple[Callable[[Sequence[str]], int], range]]] = {
    "case": (case, range(1, sys.maxsize)),
    "show": (show, range(1, 2)),
    "bench": (measure, range(2)),
}


def main(words: Sequence[str]) -> int:
    """Run one command; the exit status."""
    command = COMMANDS.get(words[0]) if words else None
    if command is None or len(words) - 1 not in command[1]:
        print(USAGE, file=sys.stderr)
        return 2
    return command[0](words[1:])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
