"""A store opens what it can, says what it cannot, and never throws a file away."""

from __future__ import annotations

import asyncio
import os
import signal
import sqlite3
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path

import pytest

from engine.codec import events_to_bytes
from server.store import database
from server.store.backup import Copy, backup, prove
from server.store.database import NAME, Database, StoreError
from server.store.errors import Damaged, OutOfStep
from server.store.schema import Migration, migrations, version
from tests.server.storing import PATIENCE, Store, made_up, read_all, started, within

HOLD = """
import pathlib, sys, server.store.database
kept = server.store.database.Database.open(pathlib.Path(sys.argv[1]))
print("ok", flush=True)
input()
"""
STEPS = migrations()


async def keep(folder: Path, *matches: str) -> None:
    """A stopped store with these matches."""
    async with started(folder) as store:
        for match in matches:
            await store.keep(match, 90)


def mode(path: Path) -> int:
    """Who may do what."""
    return path.stat().st_mode & 0o777


async def test_files_are_for_their_owner_alone(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        async with started(tmp_path / "data") as store:
            await store.keep("M", 3)
            await within(backup(store.database, tmp_path / "copy.db"))
            files = {path.name: mode(path) for path in (tmp_path / "data").iterdir()}
    finally:
        os.umask(before)
    assert files == {"unotty.db": 0o600, "unotty.db-wal": 0o600, "unotty.lock": 0o600}
    assert mode(tmp_path / "data") == 0o700
    assert mode(tmp_path / "copy.db") == 0o600


def test_an_empty_folder_is_closed_to_others_and_a_strangers_is_refused(tmp_path: Path) -> None:
    for name in ("empty", "used"):
        (tmp_path / name).mkdir()
        (tmp_path / name).chmod(0o755)
    (tmp_path / "used" / "letter").touch()
    Database.open(tmp_path / "empty").stop()
    assert mode(tmp_path / "empty") == 0o700
    with pytest.raises(StoreError, match=r"used is open to others \(mode 0755\): chmod 700"):
        Database.open(tmp_path / "used")
    assert [path.name for path in (tmp_path / "used").iterdir()] == ["letter"]


def test_a_second_server_is_refused_until_the_first_has_ended_however_it_ends(tmp_path: Path) -> None:
    first = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path / "data")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
    )
    with first:
        assert first.stdout is not None
        assert first.stdout.readline() == b"ok\n"
        with pytest.raises(StoreError, match=rf"another server \(process {first.pid}\) uses the data folder"):
            Database.open(tmp_path / "data")
        first.send_signal(signal.SIGKILL)
    opened = Database.open(tmp_path / "data")
    with pytest.raises(StoreError, match=f"process {os.getpid()}"):
        Database.open(tmp_path / "data")
    opened.stop()
    Database.open(tmp_path / "data").stop()


def test_no_other_program_writes_meanwhile(tmp_path: Path) -> None:
    opened = Database.open(tmp_path / "data")
    with closing(sqlite3.connect(opened.path, timeout=0)) as other, pytest.raises(sqlite3.OperationalError, match="locked"):
        other.execute("DELETE FROM tables")
    opened.stop()


def test_a_file_that_another_program_has_open_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database, "BUSY", 0.0)
    Database.open(tmp_path / "data").stop()
    with closing(sqlite3.connect(tmp_path / "data" / NAME)) as other:
        other.execute("SELECT * FROM tables").fetchall()
        other.execute("BEGIN EXCLUSIVE")
        with pytest.raises(StoreError, match="is open in another program: close that first"):
            Database.open(tmp_path / "data")


async def test_stopping_twice_is_stopping_once(tmp_path: Path) -> None:
    async with started(tmp_path / "data") as store:
        await store.keep("M", 3)
        store.database.stop()
        Database.open(tmp_path / "data").stop()


def test_a_disk_that_refuses_at_start_is_told_as_such(tmp_path: Path) -> None:
    store = Store(tmp_path / "data")
    store.database.prepare(lambda connection: connection.execute("INSERT INTO tables VALUES (1, 'ABCD', x'00', x'00')"))
    store.database.read(lambda connection: connection.execute("PRAGMA max_page_count = 1").fetchall())
    much = "INSERT INTO tables VALUES (2, 'EFGH', zeroblob(100000), x'00')"
    with pytest.raises(StoreError, match=r"unotty\.db cannot be changed: database or disk is full"):
        store.database.prepare(lambda connection: connection.execute(much))
    assert store.database.read(lambda connection: connection.execute("SELECT code FROM tables").fetchall()) == [("ABCD",)]
    store.database.stop()


async def test_the_disk_is_asked_for_every_commit(tmp_path: Path) -> None:
    opened = Database.open(tmp_path / "data")
    pragmas = ("journal_mode", "synchronous", "wal_autocheckpoint", "locking_mode")
    found = opened.read(lambda connection: [connection.execute(f"PRAGMA {name}").fetchone()[0] for name in pragmas])
    assert found == ["wal", 2, 0, "exclusive"]
    opened.stop()


def test_nothing_of_the_database_is_left_in_other_files(tmp_path: Path) -> None:
    """SQLite notes what a large statement changes, so as to take it back, and keeps that file open as long as its lock."""
    opened = Database.open(tmp_path / "data")
    rows = [(number, str(number), bytes(1000), bytes(32)) for number in range(1000)]

    def much(connection: sqlite3.Connection) -> None:
        connection.executemany("INSERT INTO tables VALUES (?, ?, ?, ?)", rows)
        connection.execute("UPDATE tables SET record = zeroblob(2000)")

    before = len(os.listdir("/proc/self/fd"))
    opened.prepare(much)
    assert len(os.listdir("/proc/self/fd")) == before
    opened.stop()


@pytest.mark.parametrize("known", range(1, len(STEPS)))
async def test_every_older_schema_is_brought_up_to_date_after_a_copy_was_made(tmp_path: Path, known: int) -> None:
    folder, old = tmp_path / "data", STEPS[known - 1].number
    Database.open(folder, STEPS[:known]).stop()
    with closing(sqlite3.connect(folder / NAME, isolation_level=None)) as connection:
        connection.execute("INSERT INTO tables (code, record, sum) VALUES ('OLD1', x'01', x'02')")
    opened = Database.open(folder)
    assert opened.read(version) == STEPS[-1].number
    assert opened.read(lambda connection: connection.execute("SELECT code FROM tables").fetchall()) == [("OLD1",)]
    opened.stop()
    copy = folder / f"unotty.version-{old}.db"
    with closing(sqlite3.connect(copy)) as connection:
        assert version(connection) == old
        assert connection.execute("SELECT code FROM tables").fetchall() == [("OLD1",)]
    assert mode(copy) == 0o600
    Database.open(folder).stop()
    assert sorted(path.name for path in folder.iterdir()) == [NAME, "unotty.lock", copy.name]


async def test_a_step_that_fails_changes_nothing(tmp_path: Path) -> None:
    await keep(tmp_path / "data", "M")
    last = STEPS[-1].number
    bad = Migration(last + 1, "broken", "CREATE TABLE half (id INTEGER); INSERT INTO nowhere VALUES (1);")
    for _ in range(2):
        with pytest.raises(StoreError, match=rf"schema version {last + 1} \(broken\), stays at {last}: no such table: nowhere"):
            Database.open(tmp_path / "data", (*STEPS, bad))
    opened = Database.open(tmp_path / "data")
    names = opened.read(lambda connection: connection.execute("SELECT name FROM sqlite_schema WHERE name = 'half'").fetchall())
    assert names == []
    opened.stop()
    assert read_all(tmp_path / "data", "M") == made_up(90)


async def test_a_newer_file_is_refused_with_both_versions_and_left_alone(tmp_path: Path) -> None:
    Database.open(tmp_path / "data", (*STEPS, Migration(9001, "later", "CREATE TABLE later (id INTEGER);"))).stop()
    before = (tmp_path / "data" / NAME).read_bytes()
    with pytest.raises(StoreError, match=f"has schema version 9001 and this server knows versions up to {STEPS[-1].number}"):
        Database.open(tmp_path / "data")
    assert (tmp_path / "data" / NAME).read_bytes() == before


def test_another_programs_file_is_refused_and_left_alone(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir(mode=0o700)
    with closing(sqlite3.connect(tmp_path / "data" / NAME)) as connection:
        connection.execute("CREATE TABLE holidays (photo BLOB)")
    with pytest.raises(StoreError, match="is a database of another program"):
        Database.open(tmp_path / "data")
    (tmp_path / "text").mkdir(mode=0o700)
    (tmp_path / "text" / NAME).write_bytes(b"Dear diary, " * 100)
    with pytest.raises(StoreError, match=r"cannot be read: file is not a database. It was left as it is"):
        Database.open(tmp_path / "text")
    assert (tmp_path / "text" / NAME).read_bytes() == b"Dear diary, " * 100


def ruin(folder: Path, match: str) -> None:
    """Destroy the page of the file on which the middle of a match lies; every match has some pages of its own."""
    path = folder / NAME
    data = bytearray(path.read_bytes())
    with closing(sqlite3.connect(path)) as connection:
        (number,) = connection.execute("SELECT id FROM journals WHERE match = ?", (match,)).fetchone()
        (chain,) = connection.execute("SELECT chain FROM events WHERE match = ? AND seq = 300", (number,)).fetchone()
    page = data.index(chain) // 4096
    data[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    path.write_bytes(data)


async def test_what_a_damaged_file_still_holds_goes_on_and_the_file_is_kept(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "data"
    async with started(folder) as store:
        for number in range(5):
            await store.keep(f"M{number}", 600)
        await within(store.journal.note("ABCD", b"record"))
    ruin(folder, "M2")
    harmed = (folder / NAME).read_bytes()
    store = Store(folder)
    assert "table events was damaged" in caplog.text
    assert store.journal.tables() == (("ABCD", b"record"),)
    for number in (0, 1, 3, 4):
        assert store.journal.read(f"M{number}") == made_up(600)
    with pytest.raises(Damaged, match="match M2 has lost its end after event 0"):
        store.journal.read("M2")
    store.database.stop()
    (kept,) = folder.glob("unotty.damaged-*.db")
    assert kept.read_bytes() == harmed
    assert {path.name for path in folder.iterdir()} == {NAME, "unotty.lock", kept.name}
    caplog.clear()
    async with started(folder) as again:
        await within(again.journal.append("M3", 600, made_up(3, 600)))
        assert "damaged" not in caplog.text


@pytest.mark.parametrize(
    ("table", "row", "key"),
    [
        (
            "tables",
            "INSERT INTO tables (code, record, sum) VALUES ('T' || ?1, CAST('record ' || ?1 AS BLOB), zeroblob(200))",
            "id",
        ),
        ("ratings", "INSERT INTO ratings VALUES (?1, 'record ' || ?1, hex(zeroblob(100)), 0, 0, 0)", "person, rules"),
    ],
)
async def test_a_damaged_table_keeps_its_rows_before_and_after_the_damage(
    tmp_path: Path, table: str, row: str, key: str
) -> None:
    folder, everything = tmp_path / "data", [f"{number:04}" for number in range(1000)]
    store = Store(folder)
    store.database.prepare(lambda connection: connection.executemany(row, [(name,) for name in everything]))
    store.database.stop()
    data = bytearray((folder / NAME).read_bytes())
    page = data.index(b"record 0500") // 4096
    data[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    (folder / NAME).write_bytes(data)
    store = Store(folder)
    column = "code" if table == "tables" else "person"
    found = store.database.read(
        lambda connection: connection.execute(f"SELECT {column} FROM {table} ORDER BY {key}").fetchall()
    )
    names = [name.removeprefix("T") for (name,) in found]
    store.database.stop()
    lost = [name for name in everything if name not in names]
    assert names == [name for name in everything if name in names]
    assert "0500" in lost
    assert len(lost) < 40
    assert lost == everything[everything.index(lost[0]) : everything.index(lost[-1]) + 1]


async def test_a_file_whose_list_of_tables_is_gone_is_refused_and_left_alone(tmp_path: Path) -> None:
    await keep(tmp_path / "data", "M")
    path = tmp_path / "data" / NAME
    data = path.read_bytes()
    path.write_bytes(data[:100] + b"\xff" * 200 + data[300:])
    harmed = path.read_bytes()
    with pytest.raises(StoreError, match=r"cannot be read: .*It was left as it is"):
        Database.open(tmp_path / "data")
    assert path.read_bytes() == harmed


async def test_a_schema_in_which_no_letter_is_left_is_refused_in_one_line(tmp_path: Path) -> None:
    await keep(tmp_path / "data", "M")
    path = tmp_path / "data" / NAME
    harmed = path.read_bytes().replace(b"quarantine", b"\xff\n\xc9rantine")
    path.write_bytes(harmed)
    with pytest.raises(StoreError, match=r"cannot be read: .*It was left as it is") as no:
        Database.open(tmp_path / "data")
    assert "\n" not in str(no.value)
    assert path.read_bytes() == harmed


@pytest.mark.parametrize("is_gone", [True, False])
def test_a_log_without_its_database_is_refused_and_left_alone(tmp_path: Path, is_gone: bool) -> None:
    folder = tmp_path / "data"
    Database.open(folder).stop()
    (folder / NAME).unlink() if is_gone else (folder / NAME).write_bytes(b"")
    beside = folder / f"{NAME}-wal"
    beside.write_bytes(b"everything")
    with pytest.raises(StoreError, match=f"unotty.db is gone or empty, and {beside.name} beside it is not"):
        Database.open(folder)
    assert beside.read_bytes() == b"everything"
    beside.unlink()
    Database.open(folder).stop()


async def test_a_backup_of_a_running_store_is_whole_and_opens_as_one(tmp_path: Path) -> None:
    async with started(tmp_path / "data") as store:
        await store.keep("M", 90)
        late = store.journal.append("M", 90, made_up(3, 90))
        copy = await within(backup(store.database, tmp_path / "copies.db"))
        assert late.done()
        assert (copy.matches, copy.broken, copy.size) == (1, (), copy.path.stat().st_size)
        await within(store.journal.append("M", 93, made_up(3, 93)))
        with pytest.raises(StoreError, match=r"copies.db exists already: name another file"):
            await within(backup(store.database, tmp_path / "copies.db"))
        with pytest.raises(StoreError, match=r"no copy can be written to .*: No such file or directory"):
            await within(backup(store.database, tmp_path / "nowhere" / "copies.db"))
        assert store.said == []
    (tmp_path / "other").mkdir(mode=0o700)
    (tmp_path / "copies.db").rename(tmp_path / "other" / NAME)
    assert read_all(tmp_path / "other", "M") == made_up(93)


@pytest.mark.parametrize("name", ["a\0b", "\ud800"])
async def test_a_backup_to_what_is_no_name_says_so(tmp_path: Path, name: str) -> None:
    async with started(tmp_path / "data") as store:
        with pytest.raises(StoreError, match="no file can be called that"):
            await within(backup(store.database, tmp_path / name))


async def test_moves_go_on_while_a_backup_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.store.backup.STEP", 1)
    async with started(tmp_path / "data") as store:
        await store.keep("M", 3000)
        copies = [asyncio.create_task(backup(store.database, tmp_path / f"copy{number}.db")) for number in range(2)]
        at = 0
        while not all(copy.done() for copy in copies):
            await within(store.journal.append("N", at, made_up(50, at)))
            at += 50
            if at % 200 == 0:
                with pytest.raises(OutOfStep):
                    await within(store.journal.append("N", 3, made_up(1)))
        assert at > 200
        assert [(await copy).broken for copy in copies] == [(), ()]
        assert store.said == []
    (tmp_path / "other").mkdir(mode=0o700)
    (tmp_path / "copy0.db").rename(tmp_path / "other" / NAME)
    assert read_all(tmp_path / "other", "M") == made_up(3000)
    copied = read_all(tmp_path / "other", "N")
    assert 0 < len(copied) <= at
    assert copied == made_up(len(copied))
    assert read_all(tmp_path / "data", "N") == made_up(at)


async def test_a_backup_that_is_not_whole_when_the_store_stops_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.backup.STEP", 1)
    async with started(tmp_path / "data") as store:
        await store.keep("M", 3000)
        gate = await store.hold()
        copy = asyncio.create_task(backup(store.database, tmp_path / "copy.db"))
        await asyncio.sleep(0)
        row = store.journal.append("M", 3000, made_up(3, 3000))
        gate.set()
        store.database.stop()
        with pytest.raises(StoreError, match=r"no copy can be written to .*copy\.db: the store is closed"):
            await within(copy)
        await within(row)
    assert os.listdir(tmp_path) == ["data"]
    assert read_all(tmp_path / "data", "M") == made_up(3003)


async def test_a_backup_is_an_empty_file_until_it_is_proved(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.store.backup.STEP", 1)
    sizes: list[int] = []
    target = tmp_path / "copy.db"

    def proved(draft: Path, off: threading.Event) -> Copy:
        sizes.append(target.stat().st_size)
        return prove(draft, off)

    monkeypatch.setattr("server.store.backup.prove", proved)
    async with started(tmp_path / "data") as store:
        await store.keep("M", 300)
        monkeypatch.setattr(store.database, "breathe", lambda: sizes.append(target.stat().st_size))
        assert (await within(backup(store.database, target))).path == target
    assert len(sizes) > 3
    assert set(sizes) == {0}
    assert target.stat().st_size > 0
    assert target.stat().st_mode & 0o777 == 0o600
    assert sorted(os.listdir(tmp_path)) == ["copy.db", "data"]


async def test_a_backup_that_is_called_off_is_proved_no_further_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, gate, loop = asyncio.Event(), threading.Event(), asyncio.get_running_loop()
    read: list[str] = []

    def slow(connection: sqlite3.Connection, match: str) -> tuple[()]:
        read.append(match)
        loop.call_soon_threadsafe(begun.set)
        gate.wait(PATIENCE)
        return ()

    monkeypatch.setattr("server.store.backup.rows", slow)
    async with started(tmp_path / "data") as store:
        for match in "MNO":
            await store.keep(match, 3)
        copy = asyncio.create_task(backup(store.database, tmp_path / "copy.db"))
        await within(begun.wait())
        copy.cancel()
        with pytest.raises(asyncio.CancelledError):
            await within(copy)
        gate.set()
        await within(loop.shutdown_default_executor())
    assert read == ["M"]
    assert os.listdir(tmp_path) == ["data"]


async def test_a_backup_that_is_called_off_is_written_no_further_and_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("server.store.backup.STEP", 1)
    async with started(tmp_path / "data") as store:
        await store.keep("M", 300)
        gate = await store.hold()
        steps: list[None] = []
        monkeypatch.setattr(store.database, "breathe", lambda: steps.append(None))
        copy = asyncio.create_task(backup(store.database, tmp_path / "copy.db"))
        await asyncio.sleep(0)
        copy.cancel()
        with pytest.raises(asyncio.CancelledError):
            await within(copy)
        gate.set()
        await within(store.database.alone(lambda connection: None))
        assert steps == []
        assert os.listdir(tmp_path) == ["data"]


async def test_a_copy_that_cannot_be_proved_is_thrown_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.store.backup.damaged", lambda connection: {"events": "a page is not there"})
    async with started(tmp_path / "data") as store:
        await store.keep("M", 3)
        with pytest.raises(StoreError, match="the copy is damaged in events"):
            await within(backup(store.database, tmp_path / "copy.db"))
    assert os.listdir(tmp_path) == ["data"]


async def test_a_backup_says_which_matches_are_damaged_and_fails_for_a_damaged_copy(tmp_path: Path) -> None:
    async with started(tmp_path / "data") as store:
        await store.keep("M", 90)
        await store.keep("N", 600)
        harm = "UPDATE events SET payload = x'90' WHERE match = 1 AND seq = 30"
        await within(store.database.write(lambda connection: connection.execute(harm).rowcount))
        copy = await within(backup(store.database, tmp_path / "copy.db"))
        assert copy.broken == ("match M is damaged at event 30",)
    data = bytearray((tmp_path / "copy.db").read_bytes())
    page = data.index(events_to_bytes(made_up(3, 300))) // 4096
    data[page * 4096 : page * 4096 + 64] = b"\xff" * 64
    (tmp_path / "copy.db").write_bytes(data)
    with pytest.raises(StoreError, match="is damaged in events: take another"):
        prove(tmp_path / "copy.db", threading.Event())
