"""The bench's small terminal must draw what a whole one draws, or its latencies are those of something else."""

from __future__ import annotations

from random import Random

import pyte
import pytest

from tests.bench.grid import Grid

WIDTH, HEIGHT = 20, 6


def piece(random: Random) -> bytes:
    """Some text, a cursor move, an erasure, a colour or a mode."""
    count = random.randint(1, 5)
    return random.choice(
        (
            (random.choice("abc│é┗") * random.randint(1, 3)).encode(),
            f"\x1b[{random.randint(1, HEIGHT)};{random.randint(1, 12)}H".encode(),
            f"\x1b[{count}{random.choice('ABCDGX')}".encode(),
            f"\x1b[{random.choice(['', 0, 1, 2])}{random.choice('JK')}".encode(),
            random.choice((b"\r", b"\n", b"\b", b"\x1b[1;38;5;9m", b"\x1b[m", b"\x1b[?25l", b"\x1b(B")),
        )
    )


@pytest.mark.parametrize("seed", range(40))
def test_any_stream_in_any_bites_draws_the_same_as_in_a_real_terminal(seed: int) -> None:
    random = Random(seed)
    grid, screen = Grid(WIDTH, HEIGHT), pyte.Screen(WIDTH, HEIGHT)
    stream = pyte.ByteStream(screen)
    for _ in range(60):
        data = piece(random)
        if screen.cursor.x > 12 or screen.cursor.y == HEIGHT - 1:
            data = b"\x1b[1;1H"  # neither wraps nor scrolls: our frames do not
        stream.feed(data)
        for start in range(0, len(data), 3):
            grid.feed(data[start : start + 3])
    assert grid.rows == screen.display
