"""A process that fills a small disk with moves, makes room again, and looks whether every move is there in its order."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Any

from tests.server.storing import Store, made_up, read_all, within

ROW = 60
"""Events in one row."""


async def fill(disk: Path) -> int:
    """Write until nothing more fits, free what others held, and write on; the number of events that were safe."""
    ballast = disk / "ballast"
    ballast.write_bytes(bytes(1_500_000))
    store = Store(disk / "data")
    store.start()
    at = 0
    rows = []
    told = asyncio.create_task(store.heard.wait())
    while not store.said:
        rows.append(store.journal.append("M", at, made_up(ROW, at)))
        at += ROW
        either: list[asyncio.Future[Any]] = [rows[-1], told]
        await asyncio.wait(either, return_when="FIRST_COMPLETED")
    store.heard.clear()
    rows.append(store.journal.append("M", at, made_up(ROW, at)))
    assert not rows[-1].done()
    assert not rows[-2].done()
    ballast.unlink()
    await store.until_told()
    await within(asyncio.gather(*rows))
    store.database.stop()
    sys.stdout.write(" ".join([word.split(":")[0] for word in store.said]) + "\n")
    return at + ROW


if __name__ == "__main__":
    size = asyncio.run(fill(Path(sys.argv[1])))
    assert read_all(Path(sys.argv[1]) / "data", "M") == made_up(size)
