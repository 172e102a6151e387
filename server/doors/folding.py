"""Answers for people in 80 columns: without a terminal of their own, nobody says how wide theirs is."""

from __future__ import annotations

import re
from typing import Final

from client.tui.paint import cells, wrap

WIDTH: Final = 80
NARROWEST: Final = 24
"""Columns that an explanation beside a command has at least; with fewer it begins on the next row."""
_COMMAND: Final = re.compile(r"( +ssh \S.*?  +)(\S.*)")


def folded(answer: str) -> str:
    """Lines that are too long go on below, as far in as they began; a command stays whole, its explanation beside it."""
    return "\n".join(row for line in answer.split("\n") for row in _rows(line))


def _rows(line: str) -> list[str]:
    if cells(line) <= WIDTH:
        return [line]
    if explained := _COMMAND.fullmatch(line):
        command, words = explained.groups()
        column = len(command) if WIDTH - len(command) >= NARROWEST else 6
        first, *rest = (" " * column + part for part in wrap(words, WIDTH - column))
        return [command + first[column:], *rest] if column == len(command) else [command.rstrip(), first, *rest]
    indent = line[: len(line) - len(line.lstrip())]
    return [line] if line.lstrip().startswith("ssh ") else [indent + part for part in wrap(line.strip(), WIDTH - len(indent))]
