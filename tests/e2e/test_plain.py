"""The line mode by a real `ssh`: a match played to its end by reading lines only, on pipes and on a terminal."""

from __future__ import annotations

import random
import re
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import pytest

from tests.client.reader import Answers
from tests.e2e.clients import UTF8, ssh_arguments, ssh_environment
from tests.e2e.desk import PATIENCE
from tests.e2e.house import House
from tests.e2e.person import Person

PRINTABLE = frozenset({*range(0x20, 0x7F), 0x0A})
MATCH = 240.0
"""Seconds for a whole round with bots that think at a human pace."""


class Pipe:
    """`ssh -T` with pipes; `lines` is all it wrote."""

    def __init__(self, house: House, words: Sequence[str], env: dict[str, str]) -> None:
        send = [f"-oSendEnv={name}" for name in env]
        command = [*ssh_arguments(house.port, house.home), "-T", *send, "guest@127.0.0.1", *words]
        self.process = subprocess.Popen(
            command,
            env=ssh_environment(house.home, "xterm", env),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,
        )
        self.raw = bytearray()
        self._looked_at = 0
        self._desk = house.desk
        assert self.process.stdout is not None
        house.desk.add(self.process.stdout.fileno(), self.raw.extend)

    @property
    def lines(self) -> list[str]:
        """Every whole line."""
        return self.raw.decode().split("\n")[:-1]

    def type(self, *lines: str) -> None:
        """Lines, all at once."""
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
        self.process.stdin.flush()

    def see(self, words: str, seconds: float = PATIENCE) -> str:
        """The newest line with these words, waited for."""
        return self._desk.until(
            lambda: next((line for line in reversed(self.lines) if words in line), ""), seconds, lambda: "\n".join(self.lines)
        )

    def more(self, seconds: float = PATIENCE) -> list[str]:
        """The lines that came since the last look, waited for."""
        before = self._looked_at
        self._desk.until(lambda: len(self.lines) > before, seconds, lambda: "\n".join(self.lines))
        self._looked_at = len(self.lines)
        return self.lines[before : self._looked_at]

    def wait(self) -> int:
        """Its exit status, once it has ended."""
        self._desk.until(lambda: self.process.poll() is not None, why=lambda: "\n".join(self.lines))
        return self.process.returncode

    def close(self) -> None:
        """Hang up."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        assert self.process.stdout is not None
        self._desk.remove(self.process.stdout.fileno())
        self.process.stdout.close()
        assert self.process.stdin is not None
        self.process.stdin.close()


@contextmanager
def pipe(house: House, *words: str, **env: str) -> Iterator[Pipe]:
    """One, closed at the end."""
    one = Pipe(house, words, {"LANG": "C", **env})
    try:
        yield one
    finally:
        one.close()


def play(one: Pipe, seconds: float = MATCH) -> str:
    """Answer whatever is asked until the match is over; the line with the placings.

    A call or a catch leaves the turn as it was, so nothing is asked again: an empty line makes it be said once more.
    """
    answers, end = Answers(random.Random(5)), time.monotonic() + seconds
    while time.monotonic() < end:
        answers.fresh += one.more(seconds)
        if "Type rematch" in answers.fresh[-1]:
            return next(line for line in reversed(one.lines) if line.startswith("1st "))
        line = answers.answer()
        if line:
            answers.fresh.clear()
            one.type(*([line, ""] if line in ("uno", "catch") else [line]))
    raise AssertionError("the match did not end")


@pytest.mark.timeout(400)
def test_a_match_is_played_to_its_end_by_lines_alone(house: House) -> None:
    with pipe(house) as one:
        one.see("Welcome to UNO.")
        one.type("new classic 2 1 one", "", "start")
        one.see("Round 1:")
        placings = play(one)
        assert re.fullmatch(r"1st [^;]+; 2nd [^;]+\.", placings)
        one.type("leave", "quit")
        assert one.wait() == 0
        assert one.lines[-1] == "Goodbye."
        assert PRINTABLE.issuperset(one.raw)
        assert [line for line in one.lines if line != line.strip()] == []


def test_a_word_after_the_host_leads_straight_to_a_table(house: House) -> None:
    code = house.table("host", seats=3)
    with pipe(house, "join", code) as one:
        one.see(f"Table {code}, Classic. 2 of 3 seats taken:")
        one.type("leave", "quit")
        assert one.wait() == 0
    with pipe(house, "watch", code) as one:
        one.see("You are watching. Type sit to take a free seat.")
    with pipe(house, "quick") as one:
        one.see("round 1.")
        one.type("hand")
        one.see("Your hand: 1 ")


def test_lines_sent_ahead_are_heard_in_order_and_the_end_of_input_ends_it(house: House) -> None:
    done = house.run(flags=["-T"], stdin="name Pipo\nquick\nhand\nscore\n")
    assert done.returncode == 0
    lines = done.stdout.splitlines()
    assert lines[2] == "You are ~Pipo now."
    assert any(line.startswith("Your hand: 1 ") for line in lines)
    assert "Come back within 5 minutes: ssh" in done.stdout or lines[-1] == "Your input ended, so this session does too."


def test_nothing_typed_is_told_with_a_status(house: House) -> None:
    done = house.run(flags=["-T"])
    assert done.returncode == 1
    assert "ssh -t" in done.stdout.splitlines()[-1]


def test_a_huge_line_is_cut_and_nothing_is_done_with_it(house: House) -> None:
    done = house.run(flags=["-T"], stdin="say " + "x" * 100_000 + "\nquit\n")
    assert done.stdout.splitlines()[2:] == ["That line was too long, so nothing was done with it.", "Goodbye."]


# ── on a terminal ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("words", "term"), [(["plain"], "xterm-256color"), ([], "dumb"), (["plain"], "vt100")], ids=["xterm", "dumb", "vt100"]
)
def test_a_terminal_shows_what_is_typed_and_no_code(house: House, words: list[str], term: str) -> None:
    person = house.guest(*words, term=term, env={"LANG": "C"})
    person.see("Welcome to UNO.")
    person.send(b"quick\r")
    person.until(lambda one: b"round 1." in one.raw)
    person.send(b"hand\r")
    person.until(lambda one: b"Your hand: 1 " in one.raw.partition(b"hand\r\n")[2])
    person.send(b"\x03")
    person.until(lambda one: b"Disconnect?" in one.raw)
    person.send(b"\x03")
    assert person.wait() == 0
    assert b"Come back within 5 minutes" in person.raw
    assert (PRINTABLE | {0x0D}).issuperset(person.raw)


def edited(person: Person, typed: bytes) -> None:
    """Type a line with corrections."""
    person.see("Welcome to UNO.")
    person.send(typed)


def test_a_line_is_edited_as_in_a_shell(house: House) -> None:
    person = house.guest("plain", env=UTF8)
    edited(person, b"nonsense\x15say x y\x17\x17\x17name Dafx\x7fne\x1b[D\r")
    person.see("You are ~Dafne now.")
    assert b"\x1b" not in person.raw


def test_where_the_cursor_cannot_go_back_a_corrected_line_is_typed_out_anew(house: House) -> None:
    person = house.guest(term="dumb", env=UTF8)
    edited(person, b"name Dafx\x7fne\r")
    person.see("You are ~Dafne now.")
    assert (PRINTABLE | {0x0D}).issuperset(person.raw)


def test_what_happens_does_not_tear_a_line_half_typed(house: House) -> None:
    ann = house.member("plain", name="ann", env=UTF8)
    ann.see("Welcome to UNO.")
    ann.send(b"new classic 3 0 500\r\r")
    code = re.search(r"Table (\w{4}), Classic", ann.see("Others join with"))
    assert code
    ann.send(b"say good ev")
    ann.see("say good ev")
    bob = house.member("plain", "join", code[1], name="bob", env=UTF8)
    bob.see("2 of 3 seats taken")
    ann.see("sits down.")
    ann.send(b"ening\r")
    bob.see("good evening")


@pytest.mark.parametrize("key", [b"\x03", b"\x04"])
def test_the_question_of_the_keys_that_leave_is_taken_back_by_any_line(house: House, key: bytes) -> None:
    person = house.guest("plain", env=UTF8)
    person.see("Welcome to UNO.")
    person.send(key)
    person.see("Disconnect?")
    person.send(b"tables\r")
    person.see("tables")
    person.send(key)
    person.until(lambda one: one.raw.count(b"Disconnect?") == 2)
    person.send(key)
    assert person.wait() == 0
