"""Killed at any instant, or with a torn write-ahead log: what was said to be safe is there, and nothing is there by halves."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from engine.events import Event
from server.store.database import NAME
from server.store.log import HEAD, lost_commit
from tests.server.storing import made_up, read_all, started, within

ROOT = Path(__file__).parents[2]
KILLS = 25
WAL = NAME + "-wal"


def test_a_writer_killed_at_random_instants_loses_nothing_it_told_to_be_safe(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.server.killing", str(tmp_path / "data"), "--kills", str(KILLS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=90, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{KILLS} kills, ")
    assert done.stdout.endswith("none lost\n")


class Torn:
    """A running store's files as they are on the disk, and how long its match was when the log had which size."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.safe: dict[int, int] = {}
        self.log = b""

    async def make(self) -> Torn:
        """Some of the match is in the file; the rest in the log, written by commits of several rows."""
        async with started(self.folder / "live") as store:
            await store.keep("M", 30)
        async with started(self.folder / "live") as store:
            wal, at, random = self.folder / "live" / WAL, 30, Random(1)
            while at < 300:
                rows = []
                for _ in range(random.randint(1, 4)):
                    rows.append(store.journal.append("M", at, made_up(3, at)))
                    at += 3
                await within(asyncio.gather(*rows))
                self.safe[wal.stat().st_size] = at
            await within(store.database.ask(lambda connection: self._copy()))
        self.log = (self.folder / "torn" / WAL).read_bytes()
        return self

    def _copy(self) -> None:
        (self.folder / "torn").mkdir(mode=0o700)
        for name in (NAME, WAL):
            shutil.copy(self.folder / "live" / name, self.folder / "torn" / name)

    def after(self, log: bytes) -> tuple[Event, ...]:
        """What a server that starts with this log reads of the match."""
        here = self.folder / "again"
        shutil.rmtree(here, ignore_errors=True)
        here.mkdir(mode=0o700)
        shutil.copy(self.folder / "torn" / NAME, here / NAME)
        (here / WAL).write_bytes(log)
        return read_all(here, "M")

    def kept(self) -> list[bytes]:
        """The logs that the last start set apart."""
        return [path.read_bytes() for path in (self.folder / "again").glob("unotty.damaged-*-wal")]

    def safe_at(self, size: int) -> int:
        """The match's length when the log had at most this size."""
        return max([length for reached, length in self.safe.items() if reached <= size], default=30)


@pytest.fixture
async def torn(tmp_path: Path) -> Torn:
    """Made afresh, for a test may spoil it."""
    return await Torn(tmp_path).make()


async def test_a_log_cut_anywhere_gives_the_commits_before_the_cut(torn: Torn) -> None:
    random = Random(2)
    edges = [size + off for size in torn.safe for off in (-1, 0, 1)]
    for cut in [0, 1, 31, 32, 33, *edges, *[random.randrange(len(torn.log)) for _ in range(40)]]:
        events = torn.after(torn.log[:cut])
        assert len(events) == torn.safe_at(min(cut, len(torn.log))), f"cut at {cut}"
        assert events == made_up(len(events))
        assert torn.kept() == [], f"cut at {cut}: as by a kill"


async def test_a_log_with_a_flipped_bit_gives_the_commits_before_it(torn: Torn) -> None:
    random = Random(3)
    lengths = {30, *torn.safe.values()}
    for _ in range(60):
        at = random.randrange(len(torn.log))
        flipped = bytes([torn.log[at] ^ 1 << random.randrange(8)])
        events = torn.after(torn.log[:at] + flipped + torn.log[at + 1 :])
        assert len(events) >= torn.safe_at(at), f"flipped at {at}"
        assert len(events) in lengths, f"flipped at {at}"
        assert events == made_up(len(events))


@pytest.mark.parametrize("at", [3, 17, HEAD, HEAD + 5000])
async def test_a_log_that_was_damaged_before_its_end_is_kept_and_told_of(
    torn: Torn, at: int, caplog: pytest.LogCaptureFixture
) -> None:
    harmed = torn.log[:at] + bytes([torn.log[at] ^ 0x40]) + torn.log[at + 1 :]
    torn.after(harmed)
    assert "moves that were told are lost" in caplog.text
    assert torn.kept() == [harmed]


async def test_what_stands_behind_the_end_of_a_log_that_was_begun_anew_is_no_damage(tmp_path: Path) -> None:
    async with started(tmp_path / "live") as store:
        await store.keep("M", 60)
        await within(store.database.alone(lambda connection: connection.execute("PRAGMA wal_checkpoint(RESTART)").fetchall()))
        long = (tmp_path / "live" / WAL).stat().st_size
        await within(store.journal.append("M", 60, made_up(3, 60)))
        data = (tmp_path / "live" / WAL).read_bytes()
    assert len(data) == long, "there are old frames behind"
    assert not lost_commit(data, 4)
    assert not lost_commit(data, 0), "the only commit of its kind may have been under way"
