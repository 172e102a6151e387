"""`history`, `top`, `replay` and `verify`, typed with a real ssh: for people, for programs, and after a restart."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import AsyncIterator
from pathlib import Path
from typing import NamedTuple

import pyte
import pytest

from client.link import Link
from client.protocol import Body, Create, Join, Message, Stage, Start
from client.text import Text
from engine.moves import Resign
from engine.options import Options
from engine.scenario import run_text
from server.config import Config
from server.doors.cast import cast
from server.house import House
from server.lobby.people import Person
from server.lobby.replay import Replay
from tests.server.past import recording, remembering, whole_match
from tests.server.rig import until
from tests.server.test_me import Street


class Player:
    """Somebody in the house's own process, who does whatever is allowed."""

    def __init__(self, house: House, person: Person) -> None:
        self._inbox: deque[Message] = deque()
        self.link = Link(lambda command: house.lobby.handle(self._session, command))
        self._session = house.lobby.connect(person, self._inbox.append)

    def pump(self) -> None:
        """Take what has arrived."""
        while self._inbox:
            self.link.deliver(self._inbox.popleft())

    def stage(self) -> Stage | None:
        """Where the table is."""
        self.pump()
        return self.link.table.stage if self.link.table else None

    def can(self) -> bool:
        """Is it this one's turn, or the match over?"""
        self.pump()
        table = self.link.table
        return table is not None and table.game is not None and (table.game.turn == table.you or not table.game.is_playing)

    async def move(self) -> None:
        """Do the first thing allowed, and wait until it is done."""
        table, version = self.link.table, self.link.version
        assert table is not None
        assert table.game is not None
        self.ask(next(move for move in table.game.legal if not isinstance(move, Resign)))
        await until(lambda: self.version() > version)

    def version(self) -> int:
        """Of the newest view of the table."""
        self.pump()
        return self.link.version

    def ask(self, body: Body, table: str = "") -> None:
        """Ask for something."""
        self.link.request(body, table)


class Played(NamedTuple):
    """A house in which a match was played."""

    street: Street
    id: str


async def play(street: Street) -> str:
    """A match of Ann and Bob in one hand; its id."""
    people = [Player(street.house, Person("SHA256:" + street.fingerprint(name), name, guest=False)) for name in ("ann", "bob")]
    ann, bob = people
    ann.ask(Create(Options(target_score=None), seats=2, clock=None))
    await until(lambda: ann.stage() is Stage.WAITING)
    assert ann.link.table is not None
    bob.ask(Join(), ann.link.table.code)
    await until(lambda: bob.stage() is Stage.WAITING)
    ann.ask(Start())
    while True:
        await until(lambda: any(one.can() for one in people))
        if ann.stage() is Stage.MATCH_OVER:
            assert ann.link.table is not None
            return ann.link.table.replay
        turn = next(one for one in people if one.can())
        await turn.move()


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One folder for all: a match is played once."""
    return tmp_path_factory.mktemp("archive")


@pytest.fixture
async def played(home: Path) -> AsyncIterator[Played]:
    """A house with a match in its past: for every test but the first it is one that was started again."""
    house = await House.open(Config("127.0.0.1", 0, home / "data", home / "hostkeys"))
    street = Street(home, house)
    note = home / "id"
    if not note.exists():
        note.write_text(await play(street))
    yield Played(street, note.read_text())
    await house.close("The test is over.")


async def test_history_lists_ones_matches(played: Played) -> None:
    text = await played.street.says("ann", "history")
    assert played.id in text
    assert "1st of 2" in text or "2nd of 2" in text
    assert "bob" in text
    assert f"replay {played.id}" in text
    (line,) = json.loads(await played.street.says("bob", "history", "--json"))
    assert (line["id"], line["you"], [chair["name"] for chair in line["chairs"]]) == (played.id, 1, ["ann", "bob"])
    assert line["rating"]["before"] == 1500


async def test_who_has_no_matches_or_no_key_is_told_so(played: Played) -> None:
    assert "No finished match yet" in await played.street.says("cid", "history")
    assert "come with an SSH key" in await played.street.declines("", "history")
    assert json.loads(await played.street.says("cid", "history", "--json")) == []


async def test_top_is_a_leaderboard_for_anybody(played: Played) -> None:
    text = await played.street.says("ann", "top")
    assert "ann (you)" in text
    assert text.startswith("Classic\n")
    assert "1579?" in text
    board = json.loads(await played.street.says("", "top", "classic", "--json"))
    assert {line["name"] for line in board["lines"]} == {"ann", "bob"}
    assert board["you"] is None
    assert "Nobody has played" in await played.street.says("", "top", "official")


async def test_a_replay_tells_every_move_in_a_sentence_with_open_hands(played: Played) -> None:
    text = await played.street.says("", "replay", played.id)
    found = json.loads(await played.street.says("", "replay", played.id.lower(), "--json"))
    assert text.startswith(f"Match {played.id}: ")
    assert "ann plays" in text
    assert "The match is over." in text
    assert "\x1b" not in text
    assert len(found["steps"]) == found["length"]
    for step in found["steps"][1:]:
        if step["told"]:
            assert f"{step['position']:>4}  {step['told'][0]}\n" in text
    dealt = sorted(len(hand) for hand in found["steps"][0]["hands"])
    assert dealt in ([7, 7], [7, 9]), "a Draw Two that is turned over first hits whoever begins"
    assert sorted(map(bool, found["steps"][-1]["hands"])) == [False, True]
    (seal,) = found["seals"]
    assert "dealt as it was sealed" in await played.street.says("", "verify", seal)


async def test_a_round_comes_as_a_scenario_that_holds(played: Played) -> None:
    report = run_text(await played.street.says("", "replay", played.id, "--case", "1"))
    assert report.failures == ()
    assert report.passed > 10
    assert "1 rounds, and not 2" in await played.street.declines("", "replay", played.id, "--case", "2")


async def test_a_recording_is_an_asciicast_that_fits_its_screen(played: Played) -> None:
    head, *events = [json.loads(line) for line in (await played.street.says("", "replay", played.id, "--cast")).splitlines()]
    assert (head["version"], head["width"], head["height"]) == (2, 80, 24)
    times = [time for time, _, _ in events]
    assert times == sorted(times)
    assert {kind for _, kind, _ in events} == {"o"}
    screen = pyte.HistoryScreen(80, 24)
    stream = pyte.Stream(screen)
    for _, _, data in events:
        stream.feed(data)
        assert not screen.history.top, "a line too many"
    shown = "\n".join(screen.display)
    assert played.id in shown
    assert "The match is over." in shown
    assert "1st" in shown


@pytest.mark.parametrize("seats", [2, 5, 6, 10])
def test_a_recording_fits_its_screen_at_tables_of_any_size(seats: int) -> None:
    hall = remembering(seats)
    names = ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Maximilian-Long1"][-seats:]
    _, key = whole_match(hall, *names)
    _, *events = [json.loads(line) for line in cast(Text(), Replay(recording(hall, key)))]
    screen = pyte.HistoryScreen(80, 24)
    stream = pyte.Stream(screen)
    for _, _, data in events[:-1]:
        stream.feed(data)
        assert not screen.history.top, "a line too many"
        assert data.count("\r\n") == screen.cursor.y, "a line was broken"
        for name in names:
            assert sum(name in line for line in screen.display[:-6]) >= 1


@pytest.mark.parametrize(
    "line",
    [
        "history 0", "history x", "history 1 2", "history -1", "history 99999", "top classic official", "replay",
        "replay --json", "replay CDFHJKMNP CDFHJKMNP", "replay CDFHJKMNP --json --cast", "replay CDFHJKMNP --case",
        "replay CDFHJKMNP --case 0", "replay CDFHJKMNP --case 1 --cast", "replay CDFHJKMNP --xml", "verify 12 13", "verify",
    ],
)  # fmt: skip
async def test_what_makes_no_sense_is_told_the_right_way_to_type_it(played: Played, line: str) -> None:
    assert "did not understand that: type `ssh " in await played.street.declines("", line, status=2)


async def test_a_match_that_is_not_kept_is_said_to_be_none(played: Played) -> None:
    for flag in ([], ["--json"], ["--cast"], ["--case", "1"]):
        assert "keeps no finished match CDFHJKMNP" in await played.street.declines("", "replay", "CDFHJKMNP", *flag)
        assert "keeps no finished match ZZZZ" in await played.street.declines("", "replay", "zzzz", *flag)
    for wrong in ("0123456789ab", "12", "ZZZZ"):
        assert "keeps no finished round" in await played.street.declines("", "verify", wrong)
