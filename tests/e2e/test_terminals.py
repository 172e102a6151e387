"""What each kind of terminal is sent, by what its client said about itself, and how every terminal is left."""

from __future__ import annotations

import re

import pytest

from tests.e2e import look
from tests.e2e.clients import UTF8
from tests.e2e.house import House
from tests.e2e.person import Person
from tests.e2e.player import begin, sits
from tests.e2e.screen import colours, left_on

COLOUR_WORDS = ("RED", "YELLOW", "GREEN", "BLUE", "Which colour?")
"""The colour that counts is told by a word; an opening Wild asks for one."""


def disconnect(person: Person) -> None:
    """Leave as the screen says."""
    person.press("ctrl+q")
    person.see("Leave?")
    person.choose("Disconnect")


@pytest.mark.parametrize(
    ("term", "env", "kinds"),
    [
        ("xterm-256color", UTF8, {"256"}),
        ("xterm-256color", {**UTF8, "COLORTERM": "truecolor"}, {"truecolor"}),
        ("xterm", UTF8, {"16"}),
        ("linux", UTF8, {"16"}),
        ("screen", UTF8, {"16"}),
        ("xterm-256color", {**UTF8, "COLORTERM": "truecolor", "NO_COLOR": "1"}, set()),
        ("vt100", {"LANG": "C"}, set()),
        ("vt100", UTF8, set()),
    ],
    ids=lambda value: value if isinstance(value, str) else ",".join(value),
)
def test_only_the_colours_that_a_client_asked_for_are_sent(
    house: House, term: str, env: dict[str, str], kinds: set[str]
) -> None:
    """CASES 2-17, 2-19."""
    person = house.guest("quick", term=term, env=env)
    begin(person)
    person.until(lambda one: look.hand(one.rows))
    found = colours(bytes(person.raw))
    assert found <= kinds | ({"16"} if "256" in kinds or "truecolor" in kinds else set())
    assert found >= kinds
    if not kinds:
        assert any(card.is_chosen for card in look.hand(person.rows)), "the selection is seen without colour"
        person.until(lambda one: any(word in one.text for word in COLOUR_WORDS))


@pytest.mark.parametrize(("term", "env"), [("vt100", {"LANG": "C"}), ("xterm-256color", {"LANG": "C"}), ("vt100", {})])
def test_a_terminal_without_utf8_gets_ascii_alone(house: House, term: str, env: dict[str, str]) -> None:
    """CASES 2-23."""
    person = house.guest("quick", term=term, env=env)
    begin(person)
    person.press("right", "?")
    person.see("Esc")
    assert max(person.raw) < 128
    assert "?" * 3 not in person.text


def test_a_vt100_is_sent_no_private_modes(house: House) -> None:
    person = house.guest("quick", term="vt100", env={"LANG": "C"})
    begin(person)
    disconnect(person)
    assert person.wait() == 0
    assert b"\x1b[?" not in person.raw
    assert b"\x1b[>" not in person.raw


@pytest.mark.parametrize(("term", "env"), [("xterm-256color", UTF8), ("linux", UTF8), ("vt100", {"LANG": "C"})])
@pytest.mark.parametrize("words", [[], ["quick"]], ids=["lobby", "table"])
def test_leaving_restores_the_terminal_says_one_sentence_and_ends_with_0(
    house: House, words: list[str], term: str, env: dict[str, str]
) -> None:
    person = house.guest(*words, term=term, env=env)
    begin(person) if words else person.see("Lobby")
    disconnect(person)
    assert person.wait() == 0
    assert left_on(person.screen, bytes(person.raw)) == set()
    if term == "xterm-256color":
        assert len(person.text.splitlines()) == 1, "the second screen is left, and the sentence stands on the first"
    last = person.text.strip().splitlines()[-1]
    assert re.search(r"^Come back within 5 minutes: ssh -t .* back \w{10}$" if words else r"^\S.*\.$", last)


@pytest.mark.parametrize("key", ["ctrl+q", "ctrl+c", "ctrl+d"])
def test_every_key_that_means_leave_asks_first_and_can_be_taken_back(house: House, key: str) -> None:
    """CASES 2-10."""
    person = house.guest("quick")
    begin(person)
    person.press(key)
    person.see("Leave?")
    person.press("esc")
    person.miss("Leave?")
    person.until(sits)


def test_the_same_question_is_asked_above_other_boxes_and_while_typing(house: House) -> None:
    person = house.guest("quick")
    begin(person)
    person.press("t")
    person.send(b"hello")
    person.see("hello")
    person.press("ctrl+c")
    person.see("Leave?")


def test_a_tiny_window_shows_one_sentence_until_it_grows(house: House) -> None:
    """CASES 2-13."""
    person = house.guest("quick", size=(20, 5))
    person.until(lambda one: "need 40×12, have 20×5" in " ".join(one.text.split()))
    person.press("enter", "d", "n")
    person.resize(80, 24)
    begin(person)
    assert "Enter draws" not in person.text, "keys pressed in the dark do nothing"


def test_a_tiny_window_can_be_left(house: House) -> None:
    person = house.guest("quick", size=(20, 5))
    person.until(lambda one: "have 20×5" in " ".join(one.text.split()))
    person.press("ctrl+q")
    person.see("Leave?")
    person.press("ctrl+q")
    assert person.wait() == 0
    assert left_on(person.screen, bytes(person.raw)) == set()


@pytest.mark.parametrize("size", [(1, 1), (40, 12), (60, 20), (132, 43), (300, 80)])
def test_a_window_of_any_size_is_drawn_within_its_borders(house: House, size: tuple[int, int]) -> None:
    person = house.guest("quick", size=size)
    person.until(lambda one: one.text.strip())
    person.resize(80, 24)
    begin(person)
    person.until(sits)


def test_resizing_in_mid_game_repaints_and_keeps_the_selected_card(house: House) -> None:
    """CASES 2-16."""
    person = house.guest("quick")
    begin(person)
    person.press("3")
    person.until(lambda one: look.selected(one.rows) == 3)
    face = look.hand(person.rows)[2].face
    for size in ((100, 30), (60, 20), (80, 24)):
        person.resize(*size)
        person.until(lambda one: any(card.is_chosen for card in look.hand(one.rows)))
        person.until(sits)
        (chosen,) = (card for card in look.hand(person.rows) if card.is_chosen)
        assert chosen.face == face


def test_a_screen_that_somebody_else_wrote_on_is_repainted_with_ctrl_l(house: House) -> None:
    """CASES 2-16."""
    person = house.guest()
    person.see("Lobby", "Ctrl+Q")
    person.screen.erase_in_display(2)
    assert person.text == ""
    person.press("ctrl+l")
    person.see("UNO  Lobby", "Welcome", "Here:", "Ctrl+Q")


ANSWERS = (
    b"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\",
    b"\x1b]10;rgb:ffff/ffff/ffff\x07",
    b"\x1b[?62;22c",
    b"\x1b[>1;4600;0c",
    b"\x1b[24;80R",
    b"\x1bP>|XTerm(367)\x1b\\",
    b"\x1b[?1u",
    b"\x1b[I\x1b[O",
)
"""What terminals answer to questions that some program asked before."""


@pytest.mark.parametrize(("key", "shown"), [("t", "Say:"), ("y", "name")], ids=["chat", "name"])
def test_late_answers_of_the_terminal_are_typed_nowhere(house: House, key: str, shown: str) -> None:
    """CASES 2-26: whole, byte by byte, and while a line is being typed."""
    person = house.member("quick", name="ivo") if key == "t" else house.member(name="iva")
    begin(person) if key == "t" else person.see("Lobby", "Ctrl+Q")
    for answer in ANSWERS:
        person.send(answer)
    person.press(key)
    person.see(shown)
    for answer in ANSWERS:
        person.send(b"z" + answer)
    for answer in ANSWERS:
        for byte in answer:
            person.send(bytes([byte]))
    person.send(b"z")
    person.see("z" * (len(ANSWERS) + 1))
    assert not re.search(r"rgb|\d;\d|XTerm|ffff", person.text)


def test_who_wants_the_mouse_clicks_on_cards_and_has_the_terminal_back_at_the_end(house: House) -> None:
    """CASES 2-25: off until it is asked for; then it is kept with the account."""
    program = house.program("mia")
    assert "refusal" not in program.send("set", about={"name": "mouse", "value": "on"})
    person = house.member("quick", name="mia")
    begin(person)
    person.until(lambda one: b"\x1b[?1000h\x1b[?1006h" in one.raw)
    person.until(lambda one: look.hand(one.rows))
    row = next(y for y, line in enumerate(person.rows) if re.search(r"─3─|━3━", line))
    column = re.search(r"[─━]3[─━]", person.rows[row])
    assert column is not None
    person.send(f"\x1b[<0;{column.start() + 2};{row + 1}M\x1b[<0;{column.start() + 2};{row + 1}m".encode())
    person.until(lambda one: look.selected(one.rows) == 3)
    disconnect(person)
    assert person.wait() == 0
    assert left_on(person.screen, bytes(person.raw)) == set()
