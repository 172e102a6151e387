"""One thread writes everything: in groups, in order, and again and again while the disk refuses."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
import subprocess
import sys
from pathlib import Path
from threading import Event as Gate

import pytest

from server.store import writer
from server.store.errors import StoreError
from tests.server.storing import PATIENCE, Store, change, made_up, read_all, started, within

ROOT = Path(__file__).parents[2]


async def test_what_is_ordered_while_the_disk_is_busy_is_written_with_one_commit(tmp_path: Path) -> None:
    async with started(tmp_path / "data") as store:
        gate, statements, rows = await store.hold(), list[str](), []
        traced = store.database.write(lambda connection: connection.set_trace_callback(statements.append))
        for at in range(100):
            rows.append(store.journal.append("M", at, made_up(1, at)))
            await asyncio.sleep(0)
        gate.set()
        await within(asyncio.gather(traced, *rows))
        assert statements.count("COMMIT") == 1
    assert read_all(tmp_path / "data", "M") == made_up(100)


async def test_nothing_is_done_before_it_is_in_the_file(tmp_path: Path) -> None:
    async with started(tmp_path / "data") as store:
        gate = await store.hold()
        row = store.journal.append("M", 0, made_up(1))
        await asyncio.sleep(0)
        assert not row.done()
        gate.set()
        await within(row)
        kept = await within(store.database.ask(lambda connection: connection.in_transaction))
        assert kept  # a question is answered within a group as well, after those before it


async def test_what_one_turn_of_the_loop_orders_is_in_one_group(tmp_path: Path) -> None:
    async with started(tmp_path / "data") as store:
        statements: list[str] = []
        await within(store.database.write(lambda connection: connection.set_trace_callback(statements.append)))
        both = [store.journal.append("M", 0, made_up(2)), store.journal.note("ABCD", b"two events")]
        await within(asyncio.gather(*both))
        begin = statements.index("BEGIN")
        commit = statements.index("COMMIT", begin)
        written = " ".join(statements[begin:commit])
        assert "INSERT INTO events" in written
        assert "INTO tables" in written


async def test_a_jobs_own_error_hurts_no_other_of_its_group(tmp_path: Path) -> None:
    def halfway(connection: sqlite3.Connection) -> None:
        connection.execute("INSERT INTO tables (code, record, sum) VALUES ('HALF', x'00', x'00')")
        raise KeyError("mine")

    async with started(tmp_path / "data") as store:
        gate = await store.hold()
        before = store.journal.append("M", 0, made_up(1))
        wrong = store.database.write(halfway)
        after = store.journal.append("M", 1, made_up(1, 1))
        gate.set()
        with pytest.raises(KeyError, match="mine"):
            await within(wrong)
        await within(asyncio.gather(before, after))
        assert store.said == []
    assert read_all(tmp_path / "data", "M") == made_up(2)
    again = Store(tmp_path / "data")
    assert again.journal.tables() == ()
    again.database.stop()


@pytest.mark.parametrize("meddle", ["commit", "rollback", "__enter__"])
async def test_a_job_cannot_end_the_groups_transaction(tmp_path: Path, meddle: str) -> None:
    async with started(tmp_path / "data") as store:
        wrong = store.database.write(lambda connection: getattr(connection, meddle)())
        with pytest.raises(RuntimeError, match="leave its transaction alone"):
            await within(wrong)
        await store.keep("M", 3)


async def test_a_long_job_alone_leaves_nothing_behind_that_was_ordered_with_it(tmp_path: Path) -> None:
    async with started(tmp_path / "data") as store:
        begun, ended, loop = asyncio.Event(), Gate(), asyncio.get_running_loop()

        def long(connection: sqlite3.Connection) -> int:
            (seen,) = connection.execute("SELECT count(*) FROM events").fetchone()
            loop.call_soon_threadsafe(begun.set)
            while not ended.wait(0.001):
                store.database.breathe()
            return int(seen)

        gate = await store.hold()
        before = store.journal.append("M", 0, made_up(1))
        alone = store.database.alone(long)
        behind = [store.journal.append("M", 1, made_up(1, 1)), store.journal.note("ABCD", b"open")]
        await asyncio.sleep(0)
        gate.set()
        await within(begun.wait())
        later = [store.journal.append("M", 2, made_up(1, 2)), store.journal.note("ABCD", None)]
        await within(asyncio.gather(before, *behind, *later))
        tables = await within(store.database.ask(lambda connection: connection.execute("SELECT code FROM tables").fetchall()))
        assert (tables, alone.done()) == ([], False)
        ended.set()
        assert await within(alone) >= 1
    assert read_all(tmp_path / "data", "M") == made_up(3)


async def test_a_full_disk_stalls_the_store_and_room_resumes_it_with_nothing_lost(tmp_path: Path) -> None:
    async with started(tmp_path / "data") as store:
        await store.keep("M", 30)
        (connection,) = await within(store.database.ask(lambda connection: (connection,)))
        (pages,) = await within(store.database.ask(lambda connection: connection.execute("PRAGMA page_count").fetchone()))
        await within(store.database.write(lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}").fetchall()))
        rows = [store.journal.append("M", at, made_up(100, at)) for at in range(30, 6030, 100)]
        others = [store.journal.append("N", at, made_up(1, at)) for at in range(50)]
        await store.until_told()
        assert store.said == ["stalled: database or disk is full"]
        later = store.journal.append("M", 6030, made_up(1, 6030))
        assert not any(row.done() for row in [*rows, *others, later])
        connection.execute("PRAGMA max_page_count = 1000000").fetchall()
        await store.until_told()
        await within(asyncio.gather(*rows, *others, later))
        assert store.said == ["stalled: database or disk is full", "resumed"]
    assert read_all(tmp_path / "data", "M") == made_up(6031)
    assert read_all(tmp_path / "data", "N") == made_up(50)


async def test_a_disk_that_does_not_answer_stalls_the_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(writer, "PATIENCE", 0.05)
    async with started(tmp_path / "data") as store:
        gate = await store.hold()
        rows = [store.journal.append("M", at, made_up(1, at)) for at in range(9)]
        await store.until_told()
        assert store.said[0].startswith("stalled: the disk has not answered for")
        assert not any(row.done() for row in rows)
        monkeypatch.setattr(writer, "PATIENCE", PATIENCE)  # real disks are slow at times
        gate.set()
        await store.until_told()
        await within(asyncio.gather(*rows))
        assert store.said[1:] == ["resumed"]
    assert read_all(tmp_path / "data", "M") == made_up(9)


async def test_stop_writes_what_was_ordered(tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    store.start()
    rows = [store.journal.append("M", at, made_up(1, at)) for at in range(2000)]
    store.database.stop()
    await within(asyncio.gather(*rows))
    late = store.journal.append("M", 2000, made_up(1))
    with pytest.raises(StoreError, match="closed"):
        await within(late)
    assert read_all(tmp_path / "data", "M") == made_up(2000)


async def test_stop_gives_up_on_a_full_disk_and_says_what_was_not_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(writer, "LAST_TRIES", 0.1)
    store = Store(tmp_path / "data")
    store.start()
    await store.keep("M", 30)
    await within(store.database.write(lambda connection: connection.execute("PRAGMA max_page_count = 1").fetchall()))
    complaints: list[object] = []
    asyncio.get_running_loop().set_exception_handler(lambda loop, context: complaints.append(context))
    row = store.journal.append("M", 30, made_up(3000, 30))
    store.database.write(lambda connection: connection.execute("DELETE FROM tables").fetchall())  # nobody waits for this
    await store.until_told()
    store.database.stop()
    with pytest.raises(StoreError, match="not saved: database or disk is full"):
        await within(row)
    gc.collect()
    assert complaints == []
    assert "2 writes were not saved" in caplog.text
    assert read_all(tmp_path / "data", "M") == made_up(30)


async def test_the_log_of_writes_is_moved_into_the_file_without_silence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(writer, "MUCH", 20)
    async with started(tmp_path / "data") as store:
        for at in range(0, 600, 3):
            await within(store.journal.append("M", at, made_up(3, at)))
        assert store.database.path.with_name("unotty.db-wal").stat().st_size < 600_000
    change(tmp_path / "data", "DELETE FROM journals")


SMALL_DISK = """
mount -t tmpfs -o size=3m,mode=700 none "$1" && exec "$0" -m tests.server.filling "$1"
"""


def test_a_disk_that_is_really_full_loses_nothing(tmp_path: Path) -> None:
    small = ["unshare", "--map-root-user", "--mount", "sh", "-c", SMALL_DISK, sys.executable, str(tmp_path)]
    try:
        probe = [*small[:3], "mount", "-t", "tmpfs", "none", str(tmp_path)]
        subprocess.run(probe, check=True, capture_output=True, timeout=20)
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("no file system can be mounted here")
    done = subprocess.run(small, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.split("\n")[0] == "stalled resumed", done.stderr
    assert done.returncode == 0, done.stderr
