"""Somebody without rights: what root may do anyway is tried in a child process that is not root."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

NOBODY = 65534


def as_nobody(act: Callable[[Path], object]) -> str:
    """Run `act` on an empty folder of its own, as who may read and write no more than that; what it raised, or returned."""
    reader, writer = os.pipe()
    child = os.fork()
    if not child:
        os.write(writer, _tried(act).encode())
        os._exit(0)
    os.close(writer)
    with open(reader, "rb") as answer:
        said = answer.read().decode()
    os.waitpid(child, 0)
    return said


def _tried(act: Callable[[Path], object]) -> str:
    try:
        if os.geteuid() == 0:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        with TemporaryDirectory() as folder:
            return str(act(Path(folder)))
    except Exception as error:  # noqa: BLE001 - the parent judges it
        return f"{type(error).__name__}: {error}"
