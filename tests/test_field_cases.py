"""Every case about terminals (CASES, group 2) is held by a test that names it: `grep -r 2-13 tests` finds it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent
CASES: Final = [f"2-{number:02}" for number in (2, 4, *range(6, 11), 12, 13, 16, 17, *range(19, 24), 25, 26, 28, 31, 33, 34)]


def test_every_case_about_terminals_is_named_by_a_test() -> None:
    others = (path for path in FOLDER.rglob("test_*.py") if path != Path(__file__))
    named = {case for path in others for case in re.findall(r"\b2-\d\d\b", path.read_text(encoding="utf-8"))}
    assert set(CASES) - named == set()
