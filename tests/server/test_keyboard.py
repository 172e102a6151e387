"""Keys arrive as keys however they are split; whatever else arrives never becomes typing."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from textual import events

from server.ssh.keyboard import ESCAPE_DELAY, PASTE_LIMIT, SEQUENCE_DELAY, Keyboard


def keys(*packets: bytes, patient: bool = True) -> list[str]:
    """Names of the keys that some packets make; a paste as `[text]`."""
    keyboard = Keyboard()
    found: list[events.Event] = []
    for packet in packets:
        keyboard.feed(packet)
        found += keyboard.take(1000)
    if not patient:
        found += keyboard.give_up()
    return [spelt(event) for event in found]


def spelt(event: events.Event) -> str:
    if isinstance(event, events.Key):
        return event.key
    if isinstance(event, events.Paste):
        return f"[{event.text}]"
    assert isinstance(event, events.MouseEvent)
    return f"{type(event).__name__} {event.x:.0f},{event.y:.0f}"


@pytest.mark.parametrize(
    ("sent", "expected"),
    [
        (b"a", ["a"]),
        (b"A9", ["A", "9"]),
        (b"?", ["question_mark"]),
        (b" ", ["space"]),
        ("ąž".encode(), ["ą", "ž"]),
        (b"\r\n\t", ["enter", "ctrl+j", "tab"]),
        (b"\x7f\x08", ["backspace", "backspace"]),
        (b"\x03\x04\x0c\x11", ["ctrl+c", "ctrl+d", "ctrl+l", "ctrl+q"]),
        (b"\x1b[A\x1b[B\x1b[C\x1b[D", ["up", "down", "right", "left"]),
        (b"\x1bOA\x1bOB\x1bOC\x1bOD", ["up", "down", "right", "left"]),
        (b"\x1b[H\x1b[F", ["home", "end"]),
        (b"\x1bOH\x1bOF", ["home", "end"]),
        (b"\x1b[1~\x1b[4~", ["home", "end"]),
        (b"\x1b[7~\x1b[8~", ["home", "end"]),
        (b"\x1b[5~\x1b[6~\x1b[3~", ["pageup", "pagedown", "delete"]),
        (b"\x1b[[A\x1bOP\x1b[11~", ["f1", "f1", "f1"]),
        (b"\x1b[Z", ["shift+tab"]),
        (b"\x1b[1;5C\x1b[1;2A", ["ctrl+right", "shift+up"]),
        (b"\x1b[97;5u\x1b[13;129u\x1b[27u", ["ctrl+a", "enter", "escape"]),
        (b"\x1bx\x1bD", ["alt+x", "alt+shift+d"]),
        (b"\x1b\x1b", []),
        (b"\x1b\x1b[A", ["escape", "up"]),
        (b"\x1b[<0;5;7M\x1b[<0;5;7m", ["MouseDown 4,6", "MouseUp 4,6"]),
        (b"\x1b[<64;1;1M\x1b[<65;1;1M", ["MouseScrollUp 0,0", "MouseScrollDown 0,0"]),
    ],
)
def test_every_terminals_keys_are_known(sent: bytes, expected: list[str]) -> None:
    """CASES 2-07, 2-08."""
    assert keys(sent) == expected


@pytest.mark.parametrize(
    "answer",
    [
        b"\x1b]11;rgb:1e1e/1e1e/1e1e\x1b\\",
        b"\x1b]10;rgb:ffff/ffff/ffff\x07",
        b"\x1b[?62;22c",
        b"\x1b[>1;4600;0c",
        b"\x1b[24;80R",
        b"\x1b[1;80R",
        b"\x1b[?2026;2$y",
        b"\x1bP>|XTerm(367)\x1b\\",
        b"\x1b[?1u",
        b"\x1b[8;24;80t",
        b"\x1b[I\x1b[O",
        b"\x1b[48;24;80;400;800t",
        b"\x1b[9999999999u",
        b"\x1b[999999u",
        b"\x1b[1;999999999A",
        b"\x1b[99;99;99;99;99m",
        b"\x1b_Gi=31;OK\x1b\\",
        b"\x1b[M !!",
        "\x9b\u202e\u200b\ufffd\ue000".encode(),
    ],
)
def test_answers_of_the_terminal_and_unknown_codes_type_nothing(answer: bytes) -> None:
    """CASES 2-26."""
    assert keys(answer + b"q") == ["q"]
    assert keys(*[bytes([byte]) for byte in answer], b"q") == ["q"]


@pytest.mark.parametrize("sent", [b"\x1b[A", b"\x1b[1;5C", b"\x1bOP", b"\x1b[<0;5;7M", b"\x1b[200~hi\x1b[201~", "漢é".encode()])
def test_a_sequence_may_be_split_anywhere(sent: bytes) -> None:
    whole = keys(sent)
    assert whole
    for cut in range(1, len(sent)):
        assert keys(sent[:cut], sent[cut:]) == whole


def test_an_escape_alone_waits_longer_than_jitter_and_shorter_than_patience() -> None:
    """CASES 2-02."""
    keyboard = Keyboard()
    keyboard.feed(b"\x1b")
    assert keyboard.take(10) == []
    assert keyboard.patience == ESCAPE_DELAY
    assert 0.15 < ESCAPE_DELAY < 0.4
    assert [spelt(event) for event in keyboard.give_up()] == ["escape"]
    assert keyboard.patience is None


def test_escape_and_a_later_letter_are_two_keys_but_together_they_are_alt() -> None:
    assert keys(b"\x1b", b"q") == ["escape", "q"]
    assert keys(b"\x1bq") == ["alt+q"]


@pytest.mark.parametrize(("sent", "key"), [(b"\x11", "ctrl+q"), (b"\x03", "ctrl+c"), (b"\x04", "ctrl+d"), (b"\x0c", "ctrl+l")])
def test_a_key_that_leaves_is_heard_right_behind_an_escape(sent: bytes, key: str) -> None:
    """CASES 2-10: Esc and Ctrl+Q pressed so quickly that they come in one packet."""
    assert keys(b"\x1b" + sent) == ["escape", key]
    assert keys(b"\x1b" + sent + b"a") == ["escape", key, "a"]
    assert keys(b"\x1b\r") == ["alt+enter"], "Alt+Enter confirms nothing"


def test_alt_types_no_letter() -> None:
    keyboard = Keyboard()
    keyboard.feed(b"\x1bd")
    (event,) = keyboard.take(10)
    assert isinstance(event, events.Key)
    assert event.character is None


def test_a_sequence_that_never_ends_is_forgotten() -> None:
    keyboard = Keyboard()
    keyboard.feed(b"\x1b[1;")
    assert keyboard.take(10) == []
    assert keyboard.patience == SEQUENCE_DELAY
    assert keyboard.give_up() == []
    keyboard.feed(b"a")
    assert [spelt(event) for event in keyboard.take(10)] == ["a"]


def test_a_paste_is_one_line_without_control_characters() -> None:
    """CASES 2-04."""
    assert keys(b"\x1b[200~hi\r\n/leave\ny\x1b[2J\x07 \x1b]0;x\x07z\x1b[201~") == ["[hi /leave y ]0;xz]"]


def test_no_more_events_are_taken_at_once_than_asked_for() -> None:
    keyboard = Keyboard()
    keyboard.feed(b"\x1b[200~a\x1b[201~bc")
    assert [[spelt(event) for event in keyboard.take(1)] for _ in range(4)] == [["[a]"], ["b"], ["c"], []]


def test_a_paste_may_not_end_itself_twice() -> None:
    """CASES 2-04."""
    assert keys(b"\x1b[200~a\x1b[201~\x1b[201~b") == ["[a]", "b"]
    assert keys(b"\x1b[200~a\x1b[200~b\x1b[201~c") == ["[ab]", "c"]


def test_a_long_paste_is_cut_and_takes_no_memory() -> None:
    """CASES 2-06."""
    keyboard = Keyboard()
    keyboard.feed(b"\x1b[200~")
    for _ in range(100):
        keyboard.feed(b"x" * 20_000)
        assert keyboard.take(10) == []
        assert keyboard.waiting < 10
    keyboard.feed(b"\x1b[201~y")
    paste, key = keyboard.take(10)
    assert spelt(paste) == f"[{'x' * PASTE_LIMIT}]"
    assert spelt(key) == "y"


def test_a_paste_whose_end_never_comes_is_given_up() -> None:
    assert keys(b"\x1b[200~abc", patient=False) == ["[abc]"]


def test_no_more_events_are_made_than_were_asked_for() -> None:
    keyboard = Keyboard()
    keyboard.feed(b"abcdef")
    assert [spelt(event) for event in keyboard.take(2)] == ["a", "b"]
    assert keyboard.waiting == 4
    assert [spelt(event) for event in keyboard.take(9)] == ["c", "d", "e", "f"]


def test_malformed_utf8_is_dropped() -> None:
    assert keys(b"a\xff\xfe\xc3(b\xf0\x9f") == ["a", "left_parenthesis", "b"]


@settings(max_examples=300)
@given(packets=st.lists(st.binary(max_size=40) | st.sampled_from([b"\x1b", b"\x1b[", b"\x1b[200~", b"\x1b]", b"\x1bO"])))
def test_no_input_whatever_makes_it_fail(packets: list[bytes]) -> None:
    keyboard = Keyboard()
    for packet in packets:
        keyboard.feed(packet)
        keyboard.take(10_000)
        keyboard.give_up()
    keyboard.feed(b" \x1b[A")
    assert [spelt(event) for event in keyboard.take(10)][-1] == "up"
