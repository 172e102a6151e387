"""Accounts as people meet them: what outlives a crash, two keys that are one person, sessions that end at once."""

from __future__ import annotations

import json
import os
import signal
import subprocess
from pathlib import Path

from server.lobby import desk
from tests.e2e.clients import UTF8, ssh_arguments, ssh_environment
from tests.e2e.desk import PATIENCE
from tests.e2e.house import House
from tests.e2e.person import Person
from tests.e2e.player import begin
from tests.e2e.screen import left_on


def types(house: House, name: str, *words: str) -> subprocess.CompletedProcess[str]:
    """Somebody with a key types `ssh host words…`."""
    command = [*ssh_arguments(house.port, house.home, key=house.key(name)), f"{name}@127.0.0.1", *words]
    return subprocess.run(
        command, env=ssh_environment(house.home, "", UTF8), capture_output=True, text=True, timeout=PATIENCE, check=False
    )


def gets(house: House, name: str, *words: str) -> str:
    """What is answered, without an error."""
    told = types(house, name, *words)
    assert (told.returncode, told.stderr) == (0, "")
    return told.stdout


def ends_with(person: Person, sentence: str) -> None:
    """A session was ended: it says why, and the terminal is as it was."""
    person.wait()
    assert sentence in person.text
    assert left_on(person.screen, bytes(person.raw)) == set()


def test_name_and_settings_outlive_a_killed_server(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        ann = house.member("quick", name="ann")
        begin(ann)
        ann.see("by colour")
        ann.press("s")
        ann.see("as drawn")
        before = json.loads(gets(house, "ann", "me", "--json"))
        assert before["settings"] == {"hand_order": "drawn"}
        house.table("bob")  # a table that is told of is on the disk, and so is what came before it
        os.kill(house.process.pid, signal.SIGKILL)
        house.wait()
        house.see_everybody_off()
        house.start()
        assert json.loads(gets(house, "ann", "me", "--json")) == before
        again = house.member(name="somebody", key=house.key("ann"))
        again.see("as drawn")
        other = house.member(name="Ann", key=house.key("new"))
        other.see("Lobby", "Ann-2")


def test_a_second_key_sits_down_on_the_same_seat(house: House) -> None:
    laptop = house.member("quick", name="cleo")
    laptop.see("by colour")
    code = gets(house, "cleo", "key").split()[0]
    assert "opens the account cleo now" in gets(house, "phone", "key", code)
    phone = house.member(name="whoever", key=house.key("phone"))
    phone.see("by colour")
    laptop.see("You are playing from another terminal now.")
    gets(house, "cleo", "key", "remove", "2")
    ends_with(phone, desk.REMOVED)


def test_who_deletes_himself_is_out_at_once_and_a_stranger_when_he_comes_again(house: House) -> None:
    dora = house.member(name="dora")
    dora.see("Lobby", "dora")
    tag = json.loads(gets(house, "dora", "me", "--json"))["tag"]
    assert types(house, "dora", "me", "delete").returncode == 1
    assert "Everything about you is deleted" in gets(house, "dora", "me", "delete", "dora")
    ends_with(dora, desk.DELETED)
    again = house.member(name="dora")
    again.see("Lobby", "dora")
    assert json.loads(gets(house, "dora", "me", "--json"))["tag"] != tag
