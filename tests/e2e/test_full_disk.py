"""A disk that takes nothing more: the game stands still, says so on every screen, and goes on by itself when there is room."""

from __future__ import annotations

import resource
from pathlib import Path

from tests.e2e.house import House
from tests.e2e.player import Player, play_until
from tests.e2e.test_leaving import pair
from tests.e2e.test_return import faces, on_turn, played

WAITS = "cannot save"
ONE_PAGE = 4096
"""Bytes: less than the write-ahead log of a single change."""


def let_files_grow(house: House, size: int | None) -> None:
    """No file of the server may become larger than `size` bytes: to its database, that is a full disk."""
    _, hard = resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE)
    limit = resource.RLIM_INFINITY if size is None else size
    resource.prlimit(house.process.pid, resource.RLIMIT_FSIZE, (limit, hard))


def test_a_full_disk_holds_the_game_up_and_loses_nothing(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        people = pair(house, "ann", "bo")
        turn = on_turn(*people)
        (other,) = (one for one in people if one is not turn)
        before = {one.name: faces(one) for one in people}
        let_files_grow(house, ONE_PAGE)
        turn.press("d", "enter")
        for one in people:
            one.until(lambda person: WAITS in person.rows[0])
        assert faces(other) == before[other.name]
        assert faces(turn) == before[turn.name], "nothing is shown that is not kept"
        newcomer = house.member(name="cid")
        newcomer.see(WAITS, "Here:")
        let_files_grow(house, None)
        for one in (*people, newcomer):
            one.until(lambda person: WAITS not in person.rows[0])
        turn.until(lambda person: len(faces(person)) == len(before[turn.name]) + 1)
        pile = played(turn)
        play_until([Player(one) for one in people], lambda: played(turn) > pile + 3)
        assert house.stop() == 0
        assert "nothing can be saved just now" in house.log
