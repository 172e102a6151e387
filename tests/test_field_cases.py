"""Every case about the game (CASES, group 1) has a scenario file, every one about terminals or servers (2, 3) a test naming it.

`ls tests/cases/1-13*` finds the one, `grep -r 2-13 tests` the other.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
GAME: Final = [
    f"1-{number:02}"
    for number in (3, *range(5, 12), 13, *range(15, 20), 21, 22, 24, *range(26, 32), 33, 34, 36, 37, 40, 41, 44)
]
NO_POSITION: Final = {"1-27", "1-44"}
"""What a client sends as a color, and how bots behave: a scenario file has no words for that, so tests name them."""
TERMINALS: Final = [
    f"2-{number:02}" for number in (2, 4, *range(6, 11), 12, 13, 16, 17, *range(19, 24), 25, 26, 28, 31, 33, 34)
]
SERVERS: Final = [f"3-{number:02}" for number in (3, 4, 6, 7, 10, 13, 14, 15, 17, 19, 20, 21, 22, 23, 25, 26, 28, 29, 30)]


def named() -> set[str]:
    """The cases that some other test names."""
    others = (path for path in FOLDER.rglob("test_*.py") if path != Path(__file__))
    return {case for path in others for case in re.findall(r"\b[123]-\d\d\b", path.read_text(encoding="utf-8"))}


def test_every_case_about_the_game_has_a_scenario_file() -> None:
    filed = {path.stem[:4] for path in (FOLDER / "cases").glob("1-*.uno")}
    assert set(GAME) - NO_POSITION == filed
    assert named() >= NO_POSITION


def test_every_case_about_terminals_is_named_by_a_test() -> None:
    assert set(TERMINALS) - named() == set()


def test_every_case_about_servers_is_named_by_a_test() -> None:
    assert set(SERVERS) - named() == set()
