"""The door of the line mode: lines in however they are cut, lines out for what the client can show, and its budgets."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Mapping
from itertools import count

import pytest

from client.plain.editor import LONGEST, Editor
from client.protocol import Said
from server.doors import plain
from server.doors.door import Kind, Visit
from server.doors.outlet import HIGH_WATER
from server.doors.plain import AHEAD, WAITING, PlainDoor
from server.lobby.clock import LoopClock
from server.lobby.lobby import Lobby
from server.lobby.people import Person
from server.ssh.lane import lane_of
from server.ssh.meter import Meter
from server.ssh.terminal import Terminal
from server.ssh.toll import LEDGER, Toll
from tests.clock import Seeds

COST, DEAR_READS = 0.05, 44
"""Seconds of processor time that everything takes, until the clock was read so often: in debt by then, it can pay."""


class Channel:
    """The other end of a door."""

    def __init__(self) -> None:
        self.out = b""
        self.behind = 0
        self.is_read = True
        self.status: int | None = None
        self.cut = ""

    def write(self, data: bytes) -> None:
        self.out += data

    def write_error(self, data: bytes) -> None:
        raise AssertionError("the line mode has one stream")

    def backlog(self) -> int:
        return self.behind

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True

    def exit(self, status: int) -> None:
        self.status = status

    def abort(self, reason: str) -> None:
        self.cut = reason

    @property
    def lines(self) -> list[str]:
        """What was said, line by line."""
        return self.out.decode().replace("\r\n", "\n").split("\n")[:-1]


async def until(ask: Callable[[], object], seconds: float = 10.0) -> None:
    """Let the loop run until that is so."""
    async with asyncio.timeout(seconds):
        while not ask():  # noqa: ASYNC110 - what is asked for belongs to the code under test
            await asyncio.sleep(0.002)


def door(
    term: str | None = None, env: Mapping[str, str] | None = None, lobby: Lobby | None = None
) -> tuple[PlainDoor, Channel]:
    """An open door in the running loop."""
    loop = asyncio.get_running_loop()
    channel = Channel()
    visit = Visit(Person("Ada", "Ada", False), Kind.SHELL, term=term, env=env or {})
    terminal = Terminal.from_request(term, env or {})
    one = PlainDoor(channel, lobby or Lobby(LoopClock(loop), Seeds(3)), visit, terminal, "lobby", "", "uno.example.org")
    one.open()
    return one, channel


async def test_without_a_terminal_nothing_is_echoed_and_lines_may_come_in_any_pieces() -> None:
    one, channel = door()
    for piece in (b"na", b"me Ev", b"e\r\nna", b"me\n\n"):
        one.feed(piece)
    await until(lambda: len(channel.lines) >= 5)
    assert channel.lines[2:] == [
        "You are Eve now.",
        "You are Eve. Type name and another one to change it.",
        "You are in the lobby. No table is open.",
    ]
    assert b"name Eve" not in channel.out
    assert b"\r" not in channel.out


async def test_on_a_terminal_what_is_typed_is_echoed_and_lines_end_as_it_wants() -> None:
    one, channel = door("xterm")
    await until(lambda: channel.lines)
    one.feed(b"name E\x7fFay\r\n")
    await until(lambda: b"now." in channel.out)
    assert b"name E\b \bFay\r\nYou are Fay now.\r\n" in channel.out
    assert channel.out.count(b"\n") == channel.out.count(b"\r\n")


async def test_what_is_told_breaks_a_line_half_typed_and_types_it_out_again() -> None:
    one, channel = door("xterm")
    await until(lambda: channel.lines)
    one.feed(b"say he")
    one._client.say("Bo sits down.")
    await until(lambda: b"down" in channel.out)
    assert channel.out.endswith(b"say he\r\nBo sits down.\r\nsay he")
    one.feed(b"llo\r")
    await until(lambda: b"nobody to talk to" in channel.out)


@pytest.mark.parametrize(
    ("term", "env", "is_ascii"),
    [
        (None, {"LANG": "C"}, True),
        (None, {}, True),
        (None, {"LANG": "en_US.UTF-8"}, False),
        ("dumb", {"LC_ALL": "en_US.UTF-8"}, False),
        ("dumb", {"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, True),
        ("vt100", {}, True),
        ("xterm", {}, False),
        ("xterm", {"LANG": "en_US.ISO-8859-1"}, True),
    ],
)
async def test_only_clients_that_say_so_are_sent_more_than_ascii(term: str | None, env: dict[str, str], is_ascii: bool) -> None:
    one, channel = door(term, env)
    await until(lambda: channel.lines)
    one._client.say("Bo: ačiū…")
    await until(lambda: b"Bo: " in channel.out)
    assert channel.out.isascii() is is_ascii
    assert channel.lines[-1] == ("Bo: aciu." if is_ascii else "Bo: ačiū…")


async def test_a_huge_line_is_cut_with_a_sentence_wherever_it_is_cut() -> None:
    one, channel = door()
    await until(lambda: channel.lines)
    one.feed(b"x" * 50_000)
    one.feed(b"quit" * 9_000 + b"\nwho\n")
    await until(lambda: len(channel.lines) >= 4)
    assert channel.lines[2:] == ["That line was too long, so nothing was done with it.", "Online: Ada."]
    assert len(one._rest) == 0


async def test_lines_sent_ahead_wait_and_input_is_not_read_until_they_are_heard() -> None:
    one, channel = door()
    await until(lambda: channel.lines)
    count = AHEAD + 20
    one.feed(b"name\n" * count)
    assert not channel.is_read
    assert len(channel.lines) < 10
    await until(lambda: channel.out.count(b"You are Ada. Type name") == count)
    assert channel.is_read


async def test_who_types_costly_lines_is_slowed_down_and_others_are_not(monkeypatch: pytest.MonkeyPatch) -> None:
    clock = count()
    with monkeypatch.context() as patch:
        patch.setattr(plain, "Toll", lambda: Toll(cpu=lambda: COST * min(next(clock), DEAR_READS)))
        dear, channel = door()
    other, quiet = door()
    tolls = {dear._toll, other._toll}
    assert tolls <= set(LEDGER.dearest(1000))
    dear.feed(b"name\n" * (AHEAD - 2))
    await until(lambda: dear._toll.is_slowed)
    waiting = len(dear._heard)
    assert 0 < waiting < AHEAD - 2
    assert not channel.is_read
    other.feed(b"name\n")
    await until(lambda: b"You are Ada. Type name" in quiet.out, seconds=0.5)
    assert len(dear._heard) == waiting
    assert not other._toll.is_slowed
    await until(lambda: channel.out.count(b"You are Ada. Type name") == AHEAD - 2)
    dear.lost()
    other.lost()
    assert not tolls & set(LEDGER.dearest(1000))
    assert channel.is_read


async def test_lines_of_who_takes_much_wait_for_others_who_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.ssh.lane.PATIENCE", 20.0)
    clock, left = count(), [1]
    monkeypatch.setattr(plain, "Toll", lambda: Toll(cpu=lambda: COST * next(clock)))
    (one, channel), (gone, _) = door(), door()
    await until(lambda: channel.lines)
    lane_of(asyncio.get_running_loop()).ask(Meter(), lambda: lambda: left[0], is_newcomer=True)
    for each in (one, gone):
        each.feed(b"name\n")
    for _ in range(10):
        await asyncio.sleep(0)
    assert len(one._heard) == 1
    gone.lost()
    left[0] = 0
    await until(lambda: b"You are Ada. Type name" in channel.out)


async def test_lines_that_come_as_reading_goes_on_are_not_looked_for_twice_nor_after_the_end(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    one, channel = door()
    await until(lambda: channel.lines)
    loop, fed = asyncio.get_running_loop(), list[float]()

    def resume() -> None:
        if not fed:
            fed.append(loop.time())
            one.feed(b"name\n" * AHEAD)

    monkeypatch.setattr(channel, "resume_reading", resume)
    one.feed(b"name\n" * (AHEAD + 1))
    await until(lambda: fed)
    one.lost()
    await until(lambda: loop.time() > fed[0] + 0.05)
    assert not caplog.records


async def test_a_client_that_does_not_read_is_cut() -> None:
    one, channel = door()
    await until(lambda: channel.lines)
    channel.behind = HIGH_WATER + 1
    size = len(channel.out)
    for number in range(WAITING + 5):
        one._client.say(f"{number}")
    assert len(channel.out) == size
    await until(lambda: channel.cut)
    assert len(channel.out) == size


async def test_the_end_of_input_is_the_end_after_all_lines_are_heard() -> None:
    one, channel = door()
    one.feed(b"name Eve\ntables")
    one.end_input()
    await until(lambda: channel.status is not None)
    assert channel.status == 0
    assert channel.lines[-3:] == [
        "You are Eve now.",
        "No table is open. Type quick, and three bots sit down with you; or new.",
        "Your input ended, so this session does too.",
    ]


async def test_a_server_that_stops_says_why_on_a_line_of_its_own() -> None:
    one, channel = door("xterm")
    await until(lambda: channel.lines)
    one.feed(b"say hel")
    one.stop("The server restarts.")
    await until(lambda: channel.status is not None)
    assert channel.out.endswith(b"say hel\r\nThe server restarts.\r\n")
    one.feed(b"more")
    one.lost()


async def test_a_lost_connection_leaves_the_lobby() -> None:
    loop = asyncio.get_running_loop()
    lobby = Lobby(LoopClock(loop), Seeds(3))
    one, _ = door(lobby=lobby)
    assert len(lobby.members) == 1
    one.lost()
    assert len(lobby.members) == 0


async def test_chat_that_tries_to_be_a_code_is_harmless() -> None:
    one, channel = door()
    await until(lambda: channel.lines)
    one._client._lines.append(str(Said("Bo", "\x1b[2J\x07 \u202eevil", False)))
    one._client.settle()
    one._client.say("\x1b[31mred\x9b")
    await until(lambda: b"red" in channel.out)
    assert not {0x1B, 0x07, 0x9B}.intersection(channel.out)
    assert "\u202e" not in channel.out.decode()


# ── the editor ───────────────────────────────────────────────────────────────────────────────────────────────


class Typing:
    """An editor and what it gives."""

    def __init__(self, can_go_back: bool = True) -> None:
        self.shown, self.lines, self.left, self.begun = "", list[str](), 0, 0
        self.editor = Editor(self._show, self.lines.append, self._leave)
        self.editor.can_go_back = can_go_back
        self.editor.began = self._begin

    def _show(self, characters: str) -> None:
        self.shown += characters

    def _leave(self) -> None:
        self.left += 1

    def _begin(self) -> None:
        self.begun += 1


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        (b"play 2\r", ["play 2"]),
        (b"play 2\n", ["play 2"]),
        (b"a\r\nb\r\n", ["a", "b"]),
        (b"\r\r", ["", ""]),
        (b"plaz\x7fy\r", ["play"]),
        (b"plaz\by\r", ["play"]),
        (b"\x7f\x7fhand\r", ["hand"]),
        (b"oops\x15hand\r", ["hand"]),
        (b"say a bc  \x17d\r", ["say a d"]),
        (b"\x1b[Aha\x1b[1;5Cn\x1bOPd\x1b\r", ["hand"]),
        ("say Gintarė\r".encode(), ["say Gintarė"]),
        (b"a\x00\x01\x07b\tc\r", ["abc"]),
        (b"\xff\xfehand\r", ["hand"]),
    ],
)
def test_a_line_is_what_was_typed_and_corrected(typed: bytes, lines: list[str]) -> None:
    whole, pieces = Typing(), Typing()
    whole.editor.feed(typed)
    for byte in typed:
        pieces.editor.feed(bytes([byte]))
    assert whole.lines == lines
    assert pieces.lines == lines


def test_a_letter_of_two_bytes_may_come_in_two() -> None:
    typing = Typing()
    for byte in "say ėė\x7f漢\x7f\r".encode():
        typing.editor.feed(bytes([byte]))
    assert typing.lines == ["say ė"]
    assert typing.shown == "say ėė\b \b漢\b \b\b \b\n"


def test_without_going_back_the_rest_is_typed_anew() -> None:
    typing = Typing(can_go_back=False)
    typing.editor.feed(b"plaz\x7fy\r")
    assert typing.shown == "plaz\nplay\n"


def test_leaving_keys_leave_and_the_end_of_input_only_on_an_empty_line() -> None:
    typing = Typing()
    typing.editor.feed(b"ab\x04c\r")
    assert (typing.lines, typing.left) == (["abc"], 0)
    typing.editor.feed(b"\x04ab\x03\r")
    assert (typing.left, typing.lines) == (2, ["abc", ""])


def test_a_line_has_an_end() -> None:
    typing = Typing()
    typing.editor.feed(b"x" * (LONGEST + 50))
    assert typing.editor.is_full
    assert len(typing.editor.typed) == len(typing.shown) == LONGEST
    typing.editor.feed(b"\r")
    typing.editor.feed(b"y\r")
    assert (typing.lines[1], typing.begun, typing.editor.is_full) == ("y", 2, False)


async def test_more_lines_than_anybody_types_are_thrown_away_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain, "RATE", 1e6)
    monkeypatch.setattr(plain, "MOST", AHEAD)
    one, channel = door()
    await until(lambda: channel.lines)
    one.feed(b"name\n" * (AHEAD + 9) + b"\n" * 1000)
    await until(lambda: "thrown away" in channel.lines[-1])
    assert channel.out.count(b"You are Ada. Type name") == AHEAD
    one.feed(b"\n" * 5000)
    await until(lambda: "You are in the lobby." in channel.lines[-1])
    assert len(one._heard) == 0


def test_the_line_mode_loads_no_screens() -> None:
    code = "import sys, client.plain.session; print([name for name in sys.modules if name.split('.')[0] == 'textual'])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "[]\n"


async def test_a_fault_ends_the_session_with_a_sentence(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    one, channel = door()
    await until(lambda: channel.lines)

    def fail(line: str, mark: object) -> None:
        raise ValueError(f"a hand: {line}")

    monkeypatch.setattr(one._client, "hear", fail)
    one.feed(b"hand\n")
    await until(lambda: channel.status is not None)
    assert channel.status != 0
    assert channel.lines[-1].startswith("Something went wrong on our side (error ")
    assert "ValueError at" in caplog.text
    assert "a hand" not in caplog.text
