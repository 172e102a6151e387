"""`Memory`: is there room for one more app, or would the system soon end everybody's?"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

from server.metrics import resident

SHARE: Final = 0.8
"""Of the memory that may be used: from there on nobody new gets an app."""
EVERY: Final = 1.0
"""Seconds that an answer holds."""
CGROUPS: Final = Path("/sys/fs/cgroup")
OWN: Final = Path("/proc/self/cgroup")


class Use(NamedTuple):
    """Bytes in use, of so many."""

    used: int
    limit: int
    is_ours: bool = False
    """Is it what this process uses, and not a group of processes?"""


class Memory:
    """Asks the system now and then."""

    def __init__(self, read: Callable[[], Use | None], now: Callable[[], float]) -> None:
        self._read, self._now = read, now
        self.elsewhere: Callable[[], int] = lambda: 0
        """Bytes that other processes of ours use."""
        self._until = -EVERY
        self._has_room = True
        self.turned_away = 0
        """How many people there was no room for; counted by who told them."""

    def has_room(self) -> bool:
        """Is there room for one more?"""
        now = self._now()
        if now >= self._until:
            use = self._read()
            used = 0 if use is None else use.used + (self.elsewhere() if use.is_ours else 0)
            self._has_room = use is None or used < SHARE * use.limit
            self._until = now + EVERY
        return self._has_room


def use_of_memory() -> Use | None:
    """Of the control group that is fullest, this process's or one around it; without any limit: of this process, and of all
    the machine has. None: the system does not tell.
    """
    uses = list(in_cgroups(CGROUPS, OWN))
    if uses:
        return max(uses, key=lambda use: use.used / use.limit)
    used, pages = resident(), os.sysconf("SC_PHYS_PAGES")
    return Use(used, pages * os.sysconf("SC_PAGE_SIZE"), is_ours=True) if used and pages > 0 else None


def in_cgroups(root: Path, own: Path) -> Iterator[Use]:
    """What is used in every control group (version 2) around this process that has a limit.

    Pages of files that nobody has touched lately are not counted: the system takes them back before it ends anybody.
    """
    try:
        inside = next(line[3:] for line in own.read_text().splitlines() if line.startswith("0::"))
    except (OSError, StopIteration):
        return
    folder = root / inside.strip("/")
    for group in (folder, *folder.parents):
        if not group.is_relative_to(root):
            return
        try:
            limits = [(group / name).read_text().strip() for name in ("memory.max", "memory.high")]
            limit = min((int(text) for text in limits if text != "max"), default=0)
            if limit > 0:
                stat = dict(line.split() for line in (group / "memory.stat").read_text().splitlines())
                yield Use(int((group / "memory.current").read_text()) - int(stat.get("inactive_file", 0)), limit)
        except (OSError, ValueError):
            continue
