"""Text in aligned columns, for terminals and pipes."""

from __future__ import annotations

from collections.abc import Sequence

from client.bidi import stripped
from client.usertext import width


def aligned(rows: Sequence[Sequence[str]]) -> str:
    """A line a row, every column as wide as its widest cell."""
    columns = [max(map(_cells, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell + " " * (size - _cells(cell)) for cell, size in zip(row, columns, strict=True)).rstrip() for row in rows
    )


def _cells(text: str) -> int:
    return sum(map(width, stripped(text)))
