"""What is typed after `ssh host`, by real clients: commands answer on stdout, all else is refused in one sentence."""

from __future__ import annotations

import json
import socket

import pytest

from tests.e2e.desk import PATIENCE
from tests.e2e.house import House
from tests.e2e.screen import left_on


@pytest.mark.parametrize(
    "words", [["ls"], ["scp", "-t", "x"], ["mosh-server", "new"], ["quick", "now"], ["join"], ["tables", "--x"]]
)
def test_a_command_that_does_not_exist_gets_one_sentence_and_a_status(house: House, words: list[str]) -> None:
    """CASES 2-33: `mosh host` among them."""
    done = house.run(*words)
    assert 1 <= done.returncode <= 126
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "\x1b" not in done.stderr
    assert "ssh" in done.stderr, "it says what to type instead"


@pytest.mark.parametrize("name", ["sftp", "netconf"])
def test_a_subsystem_that_does_not_exist_gets_one_sentence_and_a_status(house: House, name: str) -> None:
    done = house.run(name, flags=["-s"])
    assert 1 <= done.returncode <= 126
    assert done.stderr.count("\n") == 1


def test_help_and_version_answer_on_standard_output(house: House) -> None:
    told = house.run("help")
    assert (told.returncode, told.stderr) == (0, "")
    assert "quick" in told.stdout
    assert "join CODE" in told.stdout
    version = house.run("version")
    assert (version.returncode, version.stderr) == (0, "")
    assert version.stdout.startswith("unotty ")


def test_the_list_of_tables_is_there_for_people_and_for_programs(house: House) -> None:
    code = house.table("host", seats=3)
    for_people = house.run("tables")
    assert for_people.returncode == 0
    assert any(code in line and "1/3" in line for line in for_people.stdout.splitlines())
    for_programs = house.run("tables", "--json")
    lines = {line["code"]: line for line in json.loads(for_programs.stdout)}
    assert (lines[code]["seated"], lines[code]["seats"]) == (1, 3)


def test_a_table_that_does_not_exist_is_said_in_the_lobby(house: House) -> None:
    person = house.guest("join", "ZZZZ")
    person.see("ZZZZ", "no")
    person.press("ctrl+q")
    person.choose("Disconnect")
    assert person.wait() == 0
    assert left_on(person.screen, bytes(person.raw)) == set()


def test_a_forwarding_to_the_server_is_refused_and_the_session_goes_on(house: House) -> None:
    path = house.folder / "forwarded"
    person = house.guest(options=[f"-L{path}:127.0.0.1:22"])
    person.see("Lobby")
    with socket.socket(socket.AF_UNIX) as through:
        through.settimeout(PATIENCE)
        through.connect(str(path))
        assert through.recv(100) == b"", "closed without a word"
    person.press("n")
    person.see("New table")


@pytest.mark.parametrize("flags", [["-N", "-R0:127.0.0.1:22", "-oExitOnForwardFailure=yes"], ["-W", "127.0.0.1:22"]])
def test_other_forwardings_are_refused_at_once(house: House, flags: list[str]) -> None:
    assert house.run(flags=flags).returncode == 255


def test_a_second_session_on_a_connection_is_refused_and_the_first_goes_on(house: House) -> None:
    path = house.folder / "mux"
    person = house.member(name="mux", options=["-oControlMaster=yes", f"-oControlPath={path}"])
    person.see("Lobby")
    done = house.run("version", flags=[f"-oControlPath={path}", "-oControlMaster=no"])
    assert "refused" in done.stderr
    person.press("n")
    person.see("New table")
