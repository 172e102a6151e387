"""The operator's program beside a running server, as he types it, and what people see of it on their terminals."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.desk import PATIENCE
from tests.e2e.house import ROOT, House


@pytest.fixture
def house(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[House]:
    """A server of the test's own, for it will not outlive it, with its log for programs; `param`: how many workers it has."""
    with House(tmp_path, "--log-format", "json", "--workers", getattr(request, "param", "0")) as one:
        yield one


def admin(house: House, *words: str) -> subprocess.CompletedProcess[str]:
    """`unotty admin words…`."""
    command = [sys.executable, "-m", "server", "admin", *words, "--data", str(house.folder / "data")]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)


def done(house: House, *words: str) -> str:
    """What a command prints that must succeed."""
    outcome = admin(house, *words)
    assert (outcome.returncode, outcome.stderr) == (0, "")
    return outcome.stdout


def logged(house: House) -> list[dict[str, object]]:
    """The log's records; what the server says for people before them is left out."""
    return [json.loads(line) for line in house.log.splitlines() if line.startswith("{")]


@pytest.mark.parametrize("house", ["0", "2"], ids=["alone", "workers"], indirect=True)
def test_an_operator_sees_speaks_kicks_and_bans(house: House) -> None:
    ann = house.member("quick", name="ann")
    ann.see("ann", "Ctrl+Q leave")
    (person,) = json.loads(done(house, "people", "--json"))["people"]
    assert (person["name"], person["kind"]) == ("ann", "key")
    assert f"{person['seat']}   classic  playing" in done(house, "tables")
    done(house, "broadcast", "Back at nine")
    ann.see("Back at nine")
    assert f"ann is off table {person['seat']}" in done(house, "kick", "ann")
    ann.see("The operator of this server ended your session.")
    ann.wait()
    again = house.member(name="ann")
    again.see("Here: ann")
    done(house, "ban", "key", "ann", "--for", "1h", "--reason", "only a test")
    again.see("banned from this server until", "only a test")
    again.wait()
    refused = house.member(name="ann")
    assert refused.wait() == 255
    acts = [one["event"] for one in logged(house) if one["logger"] == "unotty.admin"]
    assert [str(act).split()[0] for act in acts] == ["broadcast", "kick", "ban"]


def test_a_drain_ends_the_server_with_status_0_and_every_record_is_json(house: House) -> None:
    ann = house.member(name="ann")
    ann.see("Here: ann")
    assert "stops within 1m" in done(house, "drain", "--in", "1m")
    assert house.wait() == 0
    ann.see("The server is stopping")
    ann.wait()
    said = admin(house, "status")
    assert (said.returncode, said.stdout) == (1, "")
    assert said.stderr.startswith("unotty: no server runs on the data folder")
    assert {"unotty.admin"} <= {str(one["logger"]) for one in logged(house)}
    assert all({"time", "level", "logger", "event", "fields"} <= set(one) for one in logged(house))
