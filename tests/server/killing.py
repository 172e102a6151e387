"""A process that writes matches until it is killed, and tells of each row once it is safe; and one that kills it.

Children are forked, for a fresh interpreter would take longer to start than it lives.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import time
from functools import partial
from pathlib import Path
from random import Random

from server.store import writer
from tests.server.storing import Store, made_up

MATCHES = 50
LONGEST = 0.3
"""Seconds a child lives at most: it may die before it has opened the file, or while it mends what the last one left."""
RECORD = "{} events"
"""What is noted of a table, in the same turn as the events themselves."""


def sizes(store: Store) -> dict[str, int]:
    """How long each match is. Raises what reading raises; `AssertionError` if one is not as it was made."""
    records = dict(store.journal.tables())
    found = {}
    for number in range(MATCHES):
        match = f"T{number}"
        events = store.journal.read(match)
        assert events == made_up(len(events)), f"{match} has other events"
        kept = records.get(match, RECORD.format(0).encode())
        assert kept == RECORD.format(len(events)).encode(), f"{match} has {len(events)} events, but its table says {kept!r}"
        found[match] = len(events)
    return found


async def write(folder: Path, random: Random, told: int) -> None:
    """Write for ever; a line on `told` for every row that is safe."""
    writer.MUCH = 40  # type: ignore[misc]  # so that many children die while the log of writes is moved into the file
    store = Store(folder)
    lengths = sizes(store)
    store.start()
    names = list(lengths)
    while True:
        for _ in range(random.randint(1, 8)):
            match, size = random.choice(names), random.randint(1, 5)
            at = lengths[match]
            lengths[match] = end = at + size
            row = store.journal.append(match, at, made_up(size, at))
            store.journal.note(match, RECORD.format(end).encode())
            row.add_done_callback(partial(tell, told, f"{match} {end}\n"))
        await asyncio.sleep(0 if random.random() < 0.5 else 0.002)


def tell(told: int, line: str, row: asyncio.Future[None]) -> None:
    """A row is safe, or the child fails."""
    row.result()
    os.write(told, line.encode())


def live_and_die(folder: Path, random: Random) -> bytes:
    """Let a child write and kill it at a random instant; what it has told."""
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(here)
        try:
            asyncio.run(write(folder, random, there))
        finally:
            os._exit(1)  # only a fault leads here
    os.close(there)
    os.set_blocking(here, True)
    time.sleep(random.random() * LONGEST)
    os.kill(child, signal.SIGKILL)
    with open(here, "rb") as pipe:
        told = pipe.read()
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the child failed by itself"
    return told


def main() -> None:
    """Kill, look, kill again."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kills", type=int, default=25)
    parser.add_argument("--seed", type=int, default=time.time_ns())
    wanted = parser.parse_args()
    random = Random(wanted.seed)
    safe: dict[str, int] = {}
    rows = 0
    for kill in range(wanted.kills):
        told = live_and_die(wanted.folder, Random(random.random()))
        for line in told.decode().splitlines():
            match, end = line.split()
            safe[match] = int(end)
            rows += 1
        store = Store(wanted.folder)
        found = sizes(store)
        store.database.stop()
        lost = {match: (end, found[match]) for match, end in safe.items() if found[match] < end}
        assert not lost, f"kill {kill} of seed {wanted.seed} lost what was told to be safe: {lost}"
    sys.stdout.write(f"{wanted.kills} kills, {rows} rows told to be safe, {sum(found.values())} events, none lost\n")


if __name__ == "__main__":
    main()
