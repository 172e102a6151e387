"""The runtime lock, requirements.txt, read back: each package with its version and the hashes of its files."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

LOCK = Path(__file__).parents[2] / "requirements.txt"

_PACKAGE = re.compile(r"(?P<name>[a-z0-9.-]+)==(?P<version>[^\s;]+)")
_HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})")


@dataclass(frozen=True)
class Locked:
    """One package of the lock; `hashes` are the SHA-256, in hex, of each file of it that pip takes."""

    name: str
    version: str
    hashes: tuple[str, ...]


def locked(text: str) -> list[Locked]:
    """The packages of a lock, in its order; ValueError for one without a version or without a hash."""
    found = []
    for line in text.replace("\\\n", " ").splitlines():
        package, hashes = _PACKAGE.match(line), tuple(_HASH.findall(line))
        if package is None or not hashes:
            raise ValueError(f"not a package with its version and hashes: {line[:80]!r}")
        found.append(Locked(package["name"], package["version"], hashes))
    return found
