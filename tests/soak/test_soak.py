"""The soak itself, as short as it can be: a real server, and a crowd that does everything that the long one does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.soak.__main__ import main

SURE = (
    "of these, without their seat",
    "of these, with no move for 100 s",
    "errors in the log",
    "files more than before",
    "exit status after SIGTERM, or signal",
)
"""Bars that hold on any machine, however busy; lateness and memory do not in half a minute."""


@pytest.mark.timeout(110)
def test_a_short_soak_plays_on_every_door_and_leaves_nothing_behind(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(["--minutes", "0.4", "--clients", "20", "--seed", "3", "--json", str(tmp_path / "soak.json")])
    told = json.loads((tmp_path / "soak.json").read_text())
    rows = {row["name"]: row for row in told["rows"]}
    for name in SURE:
        assert rows[name]["value"] <= rows[name]["most"], (name, told["notes"])
    for what in (
        "visits of programs",
        "visits to the screens",
        "visits to the lines",
        "looks at tables in play",
        "moves of programs",
    ):
        assert told["counts"][what] > 0, told["counts"]
    assert rows["connected at once, most"]["value"] > 10
    assert rows["keys timed"]["value"] > 0
    assert rows["moves, those of bots too"]["value"] > 0
    assert len(told["looks"]) > 10
    assert all(look["memory"] > 10 and look["files"] > 10 for look in told["looks"])
    assert "loop" in capsys.readouterr().out
