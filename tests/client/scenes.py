"""The positions that are looked at: by golden files, by the render tool, by hostile-input tests."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.protocol import TableView
from tests.client import tables

SCENES: Final[dict[str, Callable[[], TableView | None]]] = {
    "lobby": lambda: None,
    "table": lambda: tables.table(tables.game()),
    "full": tables.full_table,
    "pair": lambda: tables.table(tables.game("R7 W", 2)),
    "answer": tables.challenged,
    "reveal": tables.revealed,
    "round": tables.round_over,
    "round10": lambda: tables.round_over(10),
    "match": tables.match_over,
    "catch": tables.catchable,
}
