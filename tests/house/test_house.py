"""The first 1 000 games of `make sim`'s house; the same seed is the same game; and what is wrong is found and made small."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Callable

import pytest

from client.protocol import Message, Patch
from engine.events import Event
from engine.view import PlayerView
from server.lobby import showing
from server.lobby.bots import Bot
from server.lobby.caretaker import Caretaker
from server.lobby.charter import Charter, packed
from server.lobby.clock import Deadline
from server.lobby.course import Course
from server.lobby.keeping import Keeper
from server.lobby.lobby import Lobby
from server.lobby.outbox import Outbox
from server.lobby.people import Session
from server.lobby.referee import Referee
from tests.house.__main__ import main
from tests.house.game import play
from tests.house.kind import Kind
from tests.house.shrinking import shrunk
from tests.house.time import LifeClock
from tests.sim.laws import Broken

GAMES = 1_000
BATCH = 25
SEED = 1
DUE = ("crash", "disk", "jump", "guests back", "Played", "RoundEnded", "MatchEnded", "refused saving", "refused stale")
"""What happens in any `BATCH` games."""
ENOUGH = 200
"""Games in which a fault must be found."""


@pytest.mark.parametrize("first", range(0, GAMES, BATCH))
def test_no_game_breaks_a_law_of_the_house(first: int) -> None:
    counts = sum((play(Kind(SEED, number)).counts for number in range(first, first + BATCH)), Counter[str]())
    for what in DUE:
        assert counts[what] > 0, what


def digests(hash_seed: str) -> list[str]:
    words = [sys.executable, "-m", "tests.house", "--games", "8", "--seed", "7", "--digests"]
    done = subprocess.run(words, env={**os.environ, "PYTHONHASHSEED": hash_seed}, capture_output=True, text=True, check=True)
    return done.stdout.splitlines()[:8]


def test_a_seed_tells_everybody_the_same_bytes_at_the_same_times_in_any_process() -> None:
    told = [f"{number} {play(Kind(7, number)).digest}" for number in range(8)]
    assert digests("1") == digests("4294967295") == told
    assert len({line.split()[1] for line in told}) == 8


def test_what_is_left_out_of_a_game_is_all_that_changes() -> None:
    whole = next(kind for kind in (Kind(SEED, number) for number in range(99)) if not play(kind).counts["jump"])
    assert play(whole._replace(without=frozenset({"jump"}))).digest == play(whole).digest


# ── faults of the house ──────────────────────────────────────────────────────────────────────────────────────


def nothing(*words: object) -> None:
    """Something that should be done is not."""


def keep_once(self: Keeper, charter: Charter) -> None:
    if self._kept is None:
        self._kept = charter
        self._outbox.hold(self._journal.note(charter.code, packed(charter)))


def lose_some(post: Callable[[Outbox, Session, Message], None]) -> Callable[[Outbox, Session, Message], None]:
    def losing(self: Outbox, session: Session, message: Message) -> None:
        if not (isinstance(message, Patch) and message.version % 10 == 7):
            post(self, session, message)

    return losing


def see_all(event: Event, viewer: int) -> Event:
    return event


def look_away(view: Callable[[Referee, int], PlayerView]) -> Callable[[Referee, int], PlayerView]:
    seen: dict[tuple[str, int, int], PlayerView] = {}

    def looking(self: Referee, viewer: int) -> PlayerView:
        return seen.setdefault((self.name, viewer, self.state.version // 4), view(self, viewer))

    return looking


def measure_by_the_wall(self: LifeClock) -> float:
    return self.wall()


FAULTS = [
    (Outbox, "hold", nothing, "nothing is acknowledged before it is durable"),
    (Keeper, "keep", keep_once, "the journal has every table as it is"),
    (Session, "part", nothing, "nobody is told anything after the end"),
    (Outbox, "post", lose_some(Outbox.post), "patches follow each other"),
    (showing, "observe_event", see_all, "nothing hidden gets out"),
    (Referee, "view", look_away(Referee.view), "the table is seen as it is"),
    (LifeClock, "now", measure_by_the_wall, "time does not run over"),
    (Lobby, "_check_free", nothing, "one seat a person"),
    (Deadline, "restart", nothing, "time runs for what is to be decided"),
    (Caretaker, "mind_table", nothing, "no table outlives its people"),
    (Bot, "_later", nothing, "a bot on turn thinks"),
    (Course, "mind_history", nothing, "history has the matches that are over, and no others"),
]


@pytest.mark.parametrize(("owner", "name", "fault", "law"), FAULTS, ids=[law for *_, law in FAULTS])
def test_a_fault_of_the_house_is_found(
    owner: object, name: str, fault: object, law: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(owner, name, fault)
    found = Counter[str]()
    for number in range(ENOUGH):
        try:
            play(Kind(SEED, number))
        except Broken as broken:
            found[str(broken).partition("\n")[0].split(": ")[1]] += 1
            if law in found:
                return
    raise AssertionError(f"only these were found: {found}")


def test_a_fault_is_told_with_the_command_for_a_smaller_game_that_has_it(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Bot, "_later", nothing)
    number = next(number for number in range(ENOUGH) if shrunk(Kind(SEED, number)) is not None)
    assert main(["--games", "1", "--seed", f"{SEED}", "--first", f"{number}"]) == 1
    told = capsys.readouterr().out
    whole, small = [line.partition("again: python -m tests.house ")[2] for line in told.splitlines() if "again: " in line]
    assert whole == f"--seed {SEED} --only {number}"
    assert small.startswith(f"{whole} --without account,crash,disk,jump,network,odd,operator,stop --")
    assert main(small.split()) == 1
    assert "a bot on turn thinks" in capsys.readouterr().out
    monkeypatch.undo()
    assert main(small.split()) == 0
    assert capsys.readouterr().out.endswith("every law held\n")
    assert shrunk(Kind(SEED, number)) is None
