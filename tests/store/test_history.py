"""History on the disk: what was kept is found after a restart, as the one in memory tells it; who is forgotten is gone."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from functools import cache, partial
from operator import add
from pathlib import Path
from typing import NamedTuple, TypeVar

import pytest

from client.protocol import TopView
from server.lobby.history import History
from server.lobby.matches import Finished, Match, Recording, Result
from server.store.database import NAME, Database
from server.store.history import ABANDONED, StoredHistory
from server.store.journal import StoredJournal
from tests.clock import VirtualClock
from tests.server.past import TWO_ROUNDS, again, player, recording, remembering, whole_match

T = TypeVar("T")
PATIENCE = 20.0
NOW = VirtualClock().wall
"""The matches here were played on that clock."""


class Store(NamedTuple):
    """An open database and what stands on it."""

    database: Database
    journal: StoredJournal
    history: StoredHistory


@asynccontextmanager
async def opened(folder: Path) -> AsyncIterator[Store]:
    """A started store, everything written and closed in the end."""
    database = Database.open(folder)
    store = Store(database, StoredJournal(database), StoredHistory(database, NOW))
    database.start(lambda reason: None, lambda: None)
    try:
        yield store
        await asyncio.wait_for(database.ask(lambda connection: None), PATIENCE)
    finally:
        database.stop()


async def told(ask: Callable[[Callable[[T], None]], None]) -> T:
    """What is told by a callback."""
    future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
    ask(future.set_result)
    return await asyncio.wait_for(future, PATIENCE)


async def opening(history: History, match_id: str) -> Recording | None:
    """All of a finished match."""
    return await told(lambda tell: history.open(match_id, tell))


async def round_at(history: History, start: str) -> str | None:
    """The transcript of the round whose seal starts like this."""
    return await told(lambda tell: history.find(start, tell))


async def report_on(history: History, person: str) -> dict[str, object]:
    """All that is kept of somebody."""
    return await told(lambda tell: history.of_person(person, tell))


async def past(history: History, person: str, skip: int = 0, count: int = 20) -> tuple[Sequence[Finished], int]:
    """Somebody's finished matches, and how many there are."""

    def ask(tell: Callable[[tuple[Sequence[Finished], int]], None]) -> None:
        history.past(person, skip, count, lambda matches, total: tell((matches, total)))

    return await told(ask)


def file_of(folder: Path) -> bytes:
    """The database as it lies on the disk."""
    return (folder / NAME).read_bytes()


@cache
def two_matches() -> tuple[Recording, Recording]:
    """A match of Ann and Bob, and their rematch."""
    hall = remembering(3)
    people, first = whole_match(hall, "Ann", "Bob", options=TWO_ROUNDS)
    second = again(hall, people)
    return recording(hall, first), recording(hall, second)


def keep(store: Store, one: Recording, is_over: bool = True) -> None:
    """All that a table keeps of a match, in its order."""
    match, version = one.finished.match, 0
    for move in one.moves:
        store.journal.append(match.name, version, move)
        if version == 0:
            store.history.begin(match)
        version += len(move)
    for transcript in one.transcripts:
        store.history.keep(json.loads(transcript)["seal"], transcript)
    if is_over:
        assert store.history.finish(match, one.finished.result).ratings == one.finished.result.ratings


async def test_a_match_comes_back_whole_after_a_restart(tmp_path: Path) -> None:
    one, two = two_matches()
    async with opened(tmp_path) as store:
        for each in (one, two):
            keep(store, each)
    async with opened(tmp_path) as store:
        for each in (one, two):
            assert await opening(store.history, each.finished.match.id) == each
        assert await opening(store.history, "CDFHJKMNP") is None


async def test_rounds_are_found_by_the_beginning_of_their_seal_after_a_restart(tmp_path: Path) -> None:
    one, _ = two_matches()
    async with opened(tmp_path) as store:
        keep(store, one)
        for number in (1, 2):
            store.history.keep("0" * 12 + f"{number:052x}", one.transcripts[0])
    seal = json.loads(one.transcripts[0])["seal"]
    async with opened(tmp_path) as store:
        for start in (seal, seal[:12]):
            assert await round_at(store.history, start) == one.transcripts[0]
        for start in ("0" * 12, "f" * 64, seal[:11] + "g"):
            assert await round_at(store.history, start) is None
        assert await round_at(store.history, "0" * 63 + "1") == one.transcripts[0]


async def test_ratings_and_leaderboards_come_back_after_a_restart(tmp_path: Path) -> None:
    one, two = two_matches()
    boards: list[TopView] = []
    person = player(one.finished.match, "Ann").person
    async with opened(tmp_path) as store:
        keep(store, one)
    async with opened(tmp_path) as store:
        keep(store, two)
        boards.append(store.history.ladder.top("classic", person))
    async with opened(tmp_path) as store:
        boards.append(store.history.ladder.top("classic", person))
    assert boards[0] == boards[1]
    assert [line.games for line in boards[0].lines] == [2, 2]
    assert boards[0].you is not None


async def test_the_past_is_told_newest_first_in_parts_and_to_nobody_else(tmp_path: Path) -> None:
    one, two = two_matches()
    person = player(one.finished.match, "Bob").person
    async with opened(tmp_path) as store:
        for each in (one, two):
            keep(store, each)
        assert await past(store.history, person) == ([two.finished, one.finished], 2)
        assert await past(store.history, person, 1, 5) == ([one.finished], 2)
        for other in ("", "somebody"):
            assert await past(store.history, other) == ([], 0)


async def test_a_match_that_was_not_over_is_known_at_start_and_can_be_finished(tmp_path: Path) -> None:
    one, _ = two_matches()
    match, person = one.finished.match, player(one.finished.match, "Ann").person
    async with opened(tmp_path) as store:
        keep(store, one, is_over=False)
        assert await opening(store.history, match.id) is None
        assert await past(store.history, person) == ([], 0)
    database = Database.open(tmp_path)
    history = StoredHistory(database, NOW)
    assert history.recall(match.name) == match
    assert history.recall("CDFH-1-1") is None
    database.start(lambda reason: None, lambda: None)
    history.finish(match, one.finished.result)
    assert await opening(history, match.id) == one
    database.stop()
    database = Database.open(tmp_path)
    assert StoredHistory(database, NOW).recall(match.name) == one.finished
    database.stop()


async def test_who_is_forgotten_is_in_no_table_and_in_no_report(tmp_path: Path) -> None:
    one, _ = two_matches()
    person = player(one.finished.match, "Ann").person
    async with opened(tmp_path) as store:
        keep(store, one)
        report = await report_on(store.history, person)
        assert json.loads(json.dumps(report)) == report
        await asyncio.wait_for(store.history.forget(person, "player-0000"), PATIENCE)
        assert await report_on(store.history, person) == {"matches": [], "ratings": {}}
        kept = await opening(store.history, one.finished.match.id)
        assert kept is not None
        assert [player.name for player in kept.finished.match.players] == ["player-0000", "Bob"]
    assert person.encode() not in file_of(tmp_path)
    async with opened(tmp_path) as store:
        assert [line.name for line in store.history.ladder.top("classic").lines] == ["Bob"]


@pytest.mark.parametrize(
    "harm",
    [
        "UPDATE players SET kind = 'ghost'",
        "UPDATE matches SET options = '[]'",
        "UPDATE matches SET gains = 'x'",
        "UPDATE events SET payload = x'93' WHERE seq > 0",
        "UPDATE rounds SET transcript = x'00'",
    ],
)
async def test_what_is_damaged_is_not_shown_and_is_logged(tmp_path: Path, harm: str, caplog: pytest.LogCaptureFixture) -> None:
    one, _ = two_matches()
    async with opened(tmp_path) as store:
        keep(store, one)

        def job(connection: sqlite3.Connection) -> None:
            connection.execute(harm)

        await asyncio.wait_for(store.database.write(job), PATIENCE)
        assert await opening(store.history, one.finished.match.id) is None
    assert any("history" in message for message in caplog.messages)


async def test_a_damaged_match_or_rating_hides_no_other(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    one, two = two_matches()
    person = player(one.finished.match, "Ann").person
    async with opened(tmp_path) as store:
        keep(store, one)
        keep(store, two)

        def job(connection: sqlite3.Connection) -> None:
            connection.execute("""UPDATE matches SET gains = '[["a", 1]]' WHERE id = ?""", (one.finished.match.id,))
            connection.execute("UPDATE ratings SET mu = 9e999 WHERE person = ?", (person,))

        await asyncio.wait_for(store.database.write(job), PATIENCE)
    async with opened(tmp_path) as store:
        listed, _ = await past(store.history, person)
        assert [line.match.id for line in listed] == [two.finished.match.id]
        assert [line.name for line in store.history.ladder.top("classic").lines] == ["Bob"]
    assert f"the match {one.finished.match.id} in table matches cannot be read" in caplog.text
    assert "table ratings" in caplog.text


async def test_the_same_id_or_name_is_never_begun_twice(tmp_path: Path) -> None:
    one, two = two_matches()
    match = one.finished.match
    async with opened(tmp_path) as store:
        keep(store, one)
        twin = Match(match.id, "CDFH-1-1", match.options, match.players[:1], False, 7)
        await asyncio.wait_for(store.history.begin(twin), PATIENCE)
        store.history.finish(twin, Result(9, (2,), (), 0))
        await asyncio.wait_for(store.history.begin(two.finished.match), PATIENCE)
        assert await opening(store.history, match.id) == one


async def test_a_match_that_never_came_to_its_end_is_dropped_after_a_month_with_its_players(tmp_path: Path) -> None:
    one, two = two_matches()
    begun = two.finished.match
    async with opened(tmp_path) as store:
        keep(store, one)
        keep(store, two, is_over=False)
    for age, kept in ((ABANDONED - 60, begun), (ABANDONED + 60, None)):
        database = Database.open(tmp_path)
        history = StoredHistory(database, partial(add, begun.started, age))
        assert history.recall(begun.name) == kept
        assert history.recall(one.finished.match.name) == one.finished
        (players,) = database.read(lambda connection: connection.execute("SELECT count(*) FROM players").fetchone())
        assert players == (4 if kept else 2)
        journals = database.read(lambda connection: connection.execute("SELECT match FROM journals").fetchall())
        assert (begun.name in {name for (name,) in journals}) == (kept is not None)
        database.stop()


@pytest.mark.parametrize(
    "place", ["tables (code, record, sum) VALUES ('K7QX', ?, x'')", "quarantine VALUES (1, 'K7QX', '', 0, ?)"]
)
async def test_a_match_whose_table_is_still_there_is_never_dropped(tmp_path: Path, place: str) -> None:
    begun = two_matches()[1].finished.match
    async with opened(tmp_path) as store:
        keep(store, two_matches()[1], is_over=False)
    database = Database.open(tmp_path)
    record = json.dumps({"match": begun.name}).encode()
    database.prepare(lambda connection: connection.execute(f"INSERT INTO {place}", (record,)))
    assert StoredHistory(database, partial(add, begun.started, 2 * ABANDONED)).recall(begun.name) == begun
    database.stop()


@pytest.mark.parametrize("size", [1, 3, 7, 50])
async def test_a_report_names_every_match_once_however_it_is_looked_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr("server.store.history.PIECE", size)
    first, _ = two_matches()
    match, result = first.finished.match, first.finished.result
    person = player(match, "Ann").person
    async with opened(tmp_path) as store:
        for number in range(7):
            one = replace(match, id=f"K7QX0000{number}", name=f"match {number}")
            store.history.begin(one)
            store.history.finish(one, replace(result, ended=number))
        asked = asyncio.ensure_future(report_on(store.history, person))
        await asyncio.sleep(0)
        late = replace(match, id="K7QX00009", name="match 9")
        store.history.begin(late)
        store.history.finish(late, replace(result, ended=9))
        found = await asked
    assert isinstance(found["matches"], list)
    ids = [one["id"] for one in found["matches"]]
    assert sorted(set(ids) - {late.id}) == [f"K7QX0000{number}" for number in range(7)]
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("size", [1, 7])
async def test_a_match_is_opened_in_pieces_and_others_write_between_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    monkeypatch.setattr("server.store.history.PIECE", size)
    one, _ = two_matches()
    async with opened(tmp_path) as store:
        keep(store, one)
        found, between = list[Recording | None](), 0
        store.history.open(one.finished.match.id, found.append)
        while not found:
            await asyncio.wait_for(store.database.write(lambda connection: None), PATIENCE)
            between += 1
    assert found == [one]
    assert between > len(one.moves) / size / 2
