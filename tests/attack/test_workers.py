"""The attacks that touch the bridge, against a server with workers; `python -m tests.attack --workers 2` makes all of them.

What a worker says of whoever attacks, how much waits on its pipe, and what is left when it dies in the middle of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.attack.siege import LATE, Siege
from tests.attack.test_attack import SEED, STRETCH

BRIDGED = ("mutated handshakes", "stalled readers", "a flood of keys", "msgpack bombs", "a flood of commands")
GONE = re.compile(r"log: .{23} ERROR unotty\.bridge: worker \d+ is gone \([\w ]+\) after \d+ s; another is started in 0\.5 s")


@pytest.fixture(scope="module")
def siege() -> Iterator[Siege]:
    with Siege(SEED, workers=2) as one:
        yield one


@pytest.mark.parametrize("name", BRIDGED)
def test_twenty_people_play_on_at_a_server_with_workers(siege: Siege, name: str) -> None:
    figures = siege.undisturbed(name, STRETCH, noisy=True)
    assert not figures.verdict(noisy=True), figures


def test_a_worker_that_is_killed_under_attack_takes_its_own_people_along_and_they_come_back_to_their_cards(
    siege: Siege,
) -> None:
    figures, people = siege.bereft("a crowd of newcomers", STRETCH, after=0.8)
    assert people in range(5, 16)
    said = [one for one in figures.faults if not GONE.fullmatch(one)]
    assert said == [f"{people} honest people lost their connection"], figures
    assert len(figures.faults) == 2, figures
    assert figures.work < LATE, figures  # of those who stay; what others took of the cores, nobody tells of a dead process
    assert siege.back() == people
    figures = siege.undisturbed("channel flood", STRETCH, noisy=True)
    assert not figures.verdict(noisy=True), figures
