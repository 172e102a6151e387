"""Persian at a real client: chosen by what its machine speaks, drawn in order, typed, and the last sentence, too."""

from __future__ import annotations

from client.bidi import Bidi, shown
from client.text import Text
from tests.e2e.house import House
from tests.e2e.player import begin

PERSIAN = {"LANG": "fa_IR.UTF-8"}


def drawn(sentence: str, **fields: object) -> str:
    """An English sentence as a Persian terminal shows it."""
    return shown(Text("fa")(sentence, **fields), Bidi.OURS, True)


def test_who_comes_from_a_persian_machine_is_met_in_persian(house: House) -> None:
    person = house.guest("quick", env=PERSIAN)
    begin(person, drawn)
    person.see(drawn("help"), drawn("leave"))
    raw = bytes(person.raw).decode()
    assert not any("\u202a" <= letter <= "\u202e" or "\u2060" <= letter <= "\u2069" for letter in raw)
    person.press("t")
    person.send("سلام".encode())
    person.see(shown("سلام", Bidi.OURS, True))
    person.press("enter")
    person.see(drawn("You: {words}", words="سلام"))
    person.press("ctrl+q")
    person.see(drawn("Leave?"))
    person.choose(drawn("Disconnect"))
    assert person.wait() == 0
    assert drawn("Come back within 5 minutes: {line}", line="").strip() in person.text
    assert " back " in person.text.splitlines()[-1]
    assert bytes(person.raw).count(b"\x1b[8l") == bytes(person.raw).count(b"\x1b[8h") == 1


def test_who_reads_persian_reads_english_where_there_are_no_letters_for_it(house: House) -> None:
    program = house.program("roya")
    program.send("set", about={"name": "language", "value": "fa"})
    program.send("set", about={"name": "greeted", "value": "yes"})
    program.close()
    house.people.remove(program)
    at_home = house.member("plain", name="roya", env=PERSIAN)
    at_home.see("roya", "tables")
    at_home.miss("Welcome")
    at_home.send(b"settings symbols ascii\r")
    at_home.see("symbols: ascii.")
    at_home.send(b"settings\r")
    at_home.see("language: fa", "Type settings")
    at_home.send(b"settings symbols unicode\rquit\r")
    at_home.see(drawn("Goodbye."))
    program = house.program("roya")
    program.send("set", about={"name": "symbols", "value": "auto"})
    program.close()
    house.people.remove(program)
    for words, term, told in (
        ((), "xterm-256color", "quick game"),
        (("plain",), "xterm-256color", "Welcome to UNO"),
        (("plain",), "dumb", "Welcome to UNO"),
        (("help",), "vt100", "rules"),
        (("nonsense",), "vt100", "nonsense"),
    ):
        person = house.member(*words, name="roya", term=term, env={"LANG": "C"})
        person.see(told)
        assert bytes(person.raw).isascii()
        assert "??" not in person.text
