"""Persian at a real client: chosen by what its machine speaks, drawn in order, typed, and the last sentence, too."""

from __future__ import annotations

from client.bidi import Bidi, shown
from client.text import Text
from tests.e2e.house import House

PERSIAN = {"LANG": "fa_IR.UTF-8"}


def drawn(sentence: str, **fields: object) -> str:
    """An English sentence as a Persian terminal shows it."""
    return shown(Text("fa")(sentence, **fields), Bidi.OURS, True)


def test_who_comes_from_a_persian_machine_is_met_in_persian(house: House) -> None:
    person = house.guest("quick", env=PERSIAN)
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
