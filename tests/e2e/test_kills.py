"""Nothing that people were told is lost when the server is killed under their hands."""

from __future__ import annotations

from pathlib import Path

from tests.kills.havoc import Havoc


def test_twenty_kills_in_the_middle_of_games_lose_nothing_that_was_told(tmp_path: Path) -> None:
    havoc = Havoc(tmp_path, tables=2, seed=20)
    try:
        for _ in range(20):
            havoc.strike()
        assert havoc.count.kills == 20
        assert havoc.count.views > 200
        assert havoc.count.plays > 100
    finally:
        havoc.close()
