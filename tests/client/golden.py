"""Golden screens: a text file each, rewritten by `UPDATE_GOLDEN=1 pytest`; a person reads the difference."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent.parent / "golden"


def assert_golden(name: str, screen: str) -> None:
    """This screen is the one in `tests/golden/NAME.txt`."""
    file = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_GOLDEN"):
        file.write_text(screen, encoding="utf-8")
    assert screen == file.read_text(encoding="utf-8")
