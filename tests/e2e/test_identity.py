"""Who gets in, and as whom: everybody does, a proven key is the account, and nobody reads "Permission denied"."""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.house import House
from tests.e2e.person import Person


@pytest.fixture
def agent(house: House) -> Iterator[Path]:
    """The socket of an ssh-agent that holds twelve keys."""
    # a path of the agent's own making could be too long for a socket
    path = house.folder / f"agent{os.getpid()}"
    process = subprocess.Popen(["ssh-agent", "-D", "-a", str(path)], stdout=subprocess.DEVNULL)
    try:
        house.desk.until(path.exists)
        for number in range(12):
            key = house.key(f"agent{number:02}")
            subprocess.run(["ssh-add", "-q", key], check=True, env={**os.environ, "SSH_AUTH_SOCK": str(path)})
        yield path
    finally:
        process.terminate()
        process.wait()
        path.unlink(missing_ok=True)


def test_somebody_without_a_key_is_asked_once_and_is_a_guest(house: House) -> None:
    person = house.guest(name="nora")
    person.see("Guest name")
    person.press("enter")
    person.see("Lobby", "~nora")
    assert "denied" not in person.text


def test_the_answer_to_the_question_is_the_guests_name(house: House) -> None:
    person = house.guest(name="someuser")
    person.see("Guest name")
    person.send(b"Odo\r")
    person.see("Lobby", "~Odo")


def test_the_user_name_guest_is_let_in_without_a_question(house: House) -> None:
    person = house.guest()
    person.see("Lobby", "~guest")
    assert "Guest name" not in person.text


def test_an_agent_with_twelve_keys_gets_in_with_the_first_and_is_the_same_person_every_time(house: House, agent: Path) -> None:
    """CASES 3-13."""
    for _ in range(2):
        person = house.guest(name="many", agent=agent)
        person.see("Lobby", "many")
        assert "~many" not in person.text, "a key makes an account, not a guest"
        assert "denied" not in person.text
        assert "Too many" not in person.text
        person.close()
        house.people.remove(person)


def test_keys_that_are_refused_do_not_keep_anybody_out(house: House) -> None:
    weak = house.folder / "weak"
    if not weak.exists():
        subprocess.run(["ssh-keygen", "-q", "-t", "rsa", "-b", "1024", "-N", "", "-f", weak], check=True)
    person = house.guest(
        name="weak", options=[f"-oIdentityFile={weak}", "-oPubkeyAuthentication=yes", "-oRequiredRSASize=1024"]
    )
    person.see("Guest name")
    person.press("enter")
    person.see("Lobby", "~weak")


def test_the_same_key_is_the_same_person_under_any_user_name(house: House) -> None:
    first = house.member(name="rose")
    first.see("Lobby", "rose")
    second = house.member(name="tulip", key=house.key("rose"))
    second.see("Lobby", "rose")
    assert "tulip" not in second.text


def test_two_people_who_want_the_same_name_get_different_ones(house: House) -> None:
    first = house.member(name="kim")
    first.see("Lobby", "kim")
    second = house.member(name="kim", key=house.key("another"))
    second.see("Lobby", "kim")
    names = [person.rows[0].split()[-1] for person in (first, second)]
    assert names[0] != names[1]


@pytest.mark.parametrize("name", ["Ж", "漢字漢字漢字漢字漢字漢字", "a" * 200, "[bold]b[bold]"])
def test_a_strange_user_name_is_made_harmless(house: House, name: str) -> None:
    person = house.guest(options=[f"-oUser={name}"])
    person.until(lambda one: "Guest name, or Enter:" in one.text.replace("\n", ""))
    person.press("enter")
    check_title(person)


@pytest.mark.parametrize(
    "name", ["x\x1b[2Jy", "\u202egnp.x", "%(name)s{0}", "[/nope]", "[@click=app.exit]free[/]", "a\tb", "\u200b"]
)
def test_a_strange_answer_is_made_harmless(house: House, name: str) -> None:
    person = house.guest(name="asked")
    person.see("Guest name")
    person.send(name.encode() + b"\r")
    check_title(person)


def check_title(person: Person) -> None:
    """The lobby is whole, its title too, and a short guest's name stands at the title's end."""
    person.see("Lobby", "Here:", "Ctrl+Q")
    assert re.fullmatch(r" UNO  Lobby {30,}~\S.{0,16}", person.rows[0])
