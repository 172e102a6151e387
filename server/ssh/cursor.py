"""The shortest way to move a terminal's cursor."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=8192)
def travel(at_x: int | None, at_y: int | None, x: int, y: int, ansi: bool = True) -> str:
    """The codes that bring the cursor from one cell to another; rows and columns count from 0.

    `at_x` None: the column is unknown, because the last column was just written; `at_y` None: the row is, too.
    `ansi` false: the terminal has no CHA and VPA (a vt100).
    """
    ways = [_absolute(x, y)]
    if at_y == y:
        ways += ["\r" + _right(x)]
        if ansi:
            ways.append(f"\x1b[{x + 1}G")
        if at_x is not None:
            ways += [_right(x - at_x)] if x >= at_x else ["\b" * (at_x - x), f"\x1b[{at_x - x}D"]
    elif at_y is not None and y > at_y:
        down = y - at_y
        ways.append("\r" + "\n" * down + _right(x))
        if at_x == x:
            ways.append(f"\x1b[{down}B" if down > 1 else "\x1b[B")
            if ansi:
                ways.append(f"\x1b[{y + 1}d")
    return min(ways, key=len)


def _absolute(x: int, y: int) -> str:
    if x:
        return f"\x1b[{y + 1};{x + 1}H"
    return f"\x1b[{y + 1}H" if y else "\x1b[H"


def _right(count: int) -> str:
    if not count:
        return ""
    return f"\x1b[{count}C" if count > 1 else "\x1b[C"
