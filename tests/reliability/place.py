"""Where and when a part runs: the commit, whether files differ from it, the machine, what the libraries are."""

from __future__ import annotations

import os
import platform
import sqlite3
import subprocess
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
OURS: Final = "RELIABILITY.md"
"""What a run itself writes does not make the tree differ."""
LIBRARIES: Final = ("asyncssh", "cryptography", "textual", "uvloop")


def _git(*words: str) -> str:
    done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout if done.returncode == 0 else ""


def commit() -> str:
    """The first twelve digits; empty where this is no clone."""
    return _git("rev-parse", "--short=12", "HEAD").strip()


def dirty() -> int:
    """How many files differ from the commit, or are not in it and not ignored."""
    lines = _git("status", "--porcelain", "--untracked-files=all").splitlines()
    return sum(line[3:] != OURS for line in lines)


def now() -> str:
    """To the minute, UTC."""
    return datetime.now(UTC).strftime("%Y-%m-%d %H:%M")


def load() -> float:
    """The load average of the last minute."""
    return round(os.getloadavg()[0], 1)


def machine() -> dict[str, str]:
    """What a reader must know to compare."""
    facts = {
        "processor": f"{os.cpu_count()} × {_processor()}",
        "memory": f"{_memory():.0f} GiB",
        "system": f"{_system()}, Linux {platform.release()}",
        "Python": platform.python_version(),
        "SQLite": sqlite3.sqlite_version,
    }
    return facts | {name: version(name) for name in LIBRARIES}


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.split(":", 1)[1].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def _memory() -> float:
    return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30


def _system() -> str:
    try:
        return platform.freedesktop_os_release().get("PRETTY_NAME", "Linux")
    except OSError:
        return platform.system()
