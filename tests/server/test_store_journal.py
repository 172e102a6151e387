"""The journal gives back what it took or says what is damaged, match by match; a fence keeps every match in step."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from engine.codec import events_to_bytes, to_bytes
from server.lobby.journal import Journal
from server.store.chain import link
from server.store.database import NAME
from server.store.errors import Damaged, OutOfStep
from tests.server.storing import Store, change, made_up, overwrite, read_all, started, within


async def keep_three(folder: Path) -> None:
    """Three matches at three tables, the store stopped."""
    async with started(folder) as store:
        for number in (1, 2, 3):
            await store.keep(f"AAA{number}-1", 30)
            await within(store.journal.note(f"AAA{number}", f"record {number}".encode()))


def sound_and_damaged(folder: Path) -> tuple[list[str], str]:
    """Which of the three matches can be read, and what is said of the other."""
    store: Store = Store(folder)
    sound, words = [], ""
    for number in (1, 2, 3):
        try:
            assert store.journal.read(f"AAA{number}-1") == made_up(30)
            sound.append(f"AAA{number}")
        except Damaged as error:
            words = str(error)
    store.database.stop()
    return sound, words


async def test_it_is_the_lobbys_journal(tmp_path: Path) -> None:
    async with started(tmp_path / "data") as store:
        journal: Journal = store.journal
        row = journal.append("M", 0, made_up(1))
        await within(store.database.ask(lambda connection: None))
        assert row.done()
        assert row.exception() is None


async def test_matches_and_tables_come_back_as_they_were(tmp_path: Path) -> None:
    await keep_three(tmp_path / "data")
    async with started(tmp_path / "data") as store:
        await within(store.journal.note("AAA1", b"newer"))
        await within(store.journal.note("AAA2", None))
    store = Store(tmp_path / "data")
    assert store.journal.tables() == (("AAA3", b"record 3"), ("AAA1", b"newer"))
    assert store.journal.read("AAA2-1") == made_up(30)  # a match outlives its table
    assert store.journal.read("never heard of") == ()
    store.database.stop()


@pytest.mark.parametrize("version", [0, 1, 29, 31, 1000, -1])
async def test_only_the_next_event_of_a_match_is_taken(tmp_path: Path, version: int) -> None:
    async with started(tmp_path / "data") as store:
        await store.keep("M", 30)
        with pytest.raises(OutOfStep, match=f"match M: event {version} is not the next one"):
            await within(store.journal.append("M", version, made_up(2)))
        with pytest.raises(OutOfStep, match="match N: event 7"):
            await within(store.journal.append("N", 7, made_up(2)))
        await within(store.journal.append("M", 30, made_up(2, 30)))
    assert read_all(tmp_path / "data", "M") == made_up(32)
    assert read_all(tmp_path / "data", "N") == ()


async def test_one_that_is_out_of_step_fails_alone_in_its_group(tmp_path: Path) -> None:
    async with started(tmp_path / "data") as store:
        gate = await store.hold()
        rows = [store.journal.append("M", at, made_up(1, at)) for at in (0, 1, 1, 2)]
        gate.set()
        with pytest.raises(OutOfStep):
            await within(rows[2])
        await within(rows[3])
    assert read_all(tmp_path / "data", "M") == made_up(3)


AT_14 = "match = (SELECT id FROM journals WHERE match = 'AAA2-1') AND seq = 15"


@pytest.mark.parametrize(
    ("harm", "words"),
    [
        (f"UPDATE events SET payload = CAST(payload || x'00' AS BLOB) WHERE {AT_14}", "match AAA2-1 is damaged at event 15"),
        (f"UPDATE events SET chain = zeroblob(12) WHERE {AT_14}", "match AAA2-1 is damaged at event 15"),
        (f"DELETE FROM events WHERE {AT_14}", "match AAA2-1 is damaged at event 18"),
        (f"UPDATE events SET seq = 16 WHERE {AT_14}", "match AAA2-1 is damaged at event 16"),
        ("DELETE FROM events WHERE match = 2 AND seq > 20", "match AAA2-1 has lost its end after event 18"),
        ("DELETE FROM events WHERE match = 2", "match AAA2-1 has lost its end after event 0"),
        ("UPDATE journals SET match = 'AAA2-1' || match WHERE match = 'AAA2-1'", ""),
    ],
)
async def test_damage_is_found_and_hurts_one_match_only(tmp_path: Path, harm: str, words: str) -> None:
    await keep_three(tmp_path / "data")
    change(tmp_path / "data", harm)
    if words:
        assert sound_and_damaged(tmp_path / "data") == (["AAA1", "AAA3"], words)
    else:  # a match whose name is gone is as good as none
        assert read_all(tmp_path / "data", "AAA2-1") == ()


async def test_a_flipped_bit_in_the_file_itself_is_found(tmp_path: Path) -> None:
    await keep_three(tmp_path / "data")
    payload = events_to_bytes(made_up(3, 15))

    def middle_of_the_second(data: bytes) -> int:
        first = data.index(payload)
        return data.index(payload, first + 1) + 4

    with closing(sqlite3.connect(tmp_path / "data" / NAME)) as connection:
        assert connection.execute("SELECT count(*) FROM events").fetchone() == (30,)
    overwrite(tmp_path / "data" / NAME, middle_of_the_second, b"\x55")
    sound, words = sound_and_damaged(tmp_path / "data")
    assert len(sound) == 2
    assert words.endswith("is damaged at event 15")


@pytest.mark.parametrize("payload", [to_bytes([[99, 1]]), to_bytes([[6]]), to_bytes("text"), b"\xc1", b""])
async def test_an_event_of_a_later_server_is_named_with_its_place(tmp_path: Path, payload: bytes) -> None:
    await keep_three(tmp_path / "data")
    with closing(sqlite3.connect(tmp_path / "data" / NAME, isolation_level=None)) as connection:
        (before,) = connection.execute("SELECT chain FROM journals WHERE match = 'AAA2-1'").fetchone()
        chain = link("AAA2-1", 30, payload, before)
        connection.execute("UPDATE journals SET chain = ? WHERE match = 'AAA2-1'", (chain,))
        connection.execute("INSERT INTO events SELECT id, 30, ?, ? FROM journals WHERE match = 'AAA2-1'", (payload, chain))
    sound, words = sound_and_damaged(tmp_path / "data")
    assert sound == ["AAA1", "AAA3"]
    assert words.startswith("match AAA2-1 cannot be understood at event 30: ")


async def test_a_table_in_quarantine_is_kept_and_offered_no_more(tmp_path: Path) -> None:
    await keep_three(tmp_path / "data")
    store = Store(tmp_path / "data")
    store.journal.quarantine("AAA2", "match AAA2-1 is damaged at event 15")
    assert [code for code, _ in store.journal.tables()] == ["AAA1", "AAA3"]
    store.database.stop()
    async with started(tmp_path / "data") as store:
        (apart,) = await within(store.journal.quarantined())
        assert (apart.code, apart.why) == ("AAA2", "match AAA2-1 is damaged at event 15")
        await within(store.journal.note("AAA2", b"another table with this code"))
        await within(store.journal.note("AAA2", None))
        kept = "SELECT record FROM quarantine WHERE code = 'AAA2'"
        assert await within(store.database.ask(lambda connection: connection.execute(kept).fetchall())) == [(b"record 2",)]
    assert read_all(tmp_path / "data", "AAA2-1") == made_up(30)


async def test_a_table_whose_record_is_damaged_goes_into_quarantine(tmp_path: Path) -> None:
    await keep_three(tmp_path / "data")
    change(tmp_path / "data", "UPDATE tables SET record = CAST(x'00' || record AS BLOB) WHERE code = 'AAA2'")
    for _ in range(2):
        store = Store(tmp_path / "data")
        assert [code for code, _ in store.journal.tables()] == ["AAA1", "AAA3"]
        store.database.stop()
    async with started(tmp_path / "data") as store:
        (apart,) = await within(store.journal.quarantined())
        assert (apart.code, apart.why) == ("AAA2", "the table's own record is damaged")


async def test_a_full_disk_does_not_keep_a_server_from_setting_a_table_apart(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    await keep_three(tmp_path / "data")
    store = Store(tmp_path / "data")
    pages = store.database.read(lambda connection: connection.execute("PRAGMA page_count").fetchone()[0])
    store.database.read(lambda connection: connection.execute(f"PRAGMA max_page_count = {pages}").fetchall())
    store.journal.quarantine("AAA2", "a long story " * 1000)
    assert "table AAA2 could not be set apart" in caplog.text
    assert [code for code, _ in store.journal.tables()] == ["AAA1", "AAA2", "AAA3"]
    store.database.stop()
