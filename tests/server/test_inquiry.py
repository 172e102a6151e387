"""Answers that are made line by line: one slice of one of them at a time, and the core is left free in between."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, pairwise

import pytest

from client.refusals import SENTENCES
from server.doors.archive import Archive
from server.doors.door import Kind, Visit
from server.doors.inquiry import Inquiry, NoAnswer, Tell
from server.lobby.people import Person
from server.ssh.meter import Meter
from server.ssh.toll import LEDGER, Toll
from tests.server.past import recording, remembering, whole_match
from tests.server.rig import until


class Pipe:
    """A client's end that takes what it is given when the test says so."""

    def __init__(self) -> None:
        self.data, self.errors = b"", b""
        self.waiting = 0
        self.status: int | None = None
        self.cut_for = ""

    def write(self, data: bytes) -> None:
        """Take."""
        self.data += data

    def write_error(self, data: bytes) -> None:
        """Take."""
        self.errors += data

    def backlog(self) -> int:
        """What the test says."""
        return self.waiting

    def pause_reading(self) -> None:
        """Nothing is read."""

    def resume_reading(self) -> None:
        """Nothing is read."""

    def exit(self, status: int) -> None:
        """The end."""
        self.status = status

    def abort(self, reason: str) -> None:
        """The end."""
        self.cut_for = reason


VISIT = Visit(Person("x", "Mall\x1bory", True), Kind.EXEC, "replay")


def lines(count: int, made: list[int]) -> Iterator[str]:
    """So many lines; those that were made are noted."""
    for number in range(count):
        made.append(number)
        yield str(number)


def broken(count: int, error: Exception) -> Iterator[str]:
    """So many lines, and then that."""
    yield from map(str, range(count))
    raise error


def _told(answer: Iterator[str], tell: Tell) -> None:
    tell(answer)


def asked(answer: Iterator[str]) -> Pipe:
    """Where the answer goes, to somebody who has just asked."""
    pipe = Pipe()
    Inquiry(pipe, VISIT, partial(_told, answer)).open()
    return pipe


async def answered(answer: Iterator[str]) -> Pipe:
    """The same when it is all there."""
    pipe = asked(answer)
    await until(lambda: pipe.status is not None)
    return pipe


async def test_a_long_answer_lets_others_go_on_in_between(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.doors.inquiry.SLICE", 0)
    made, between = list[int](), list[int]()
    pipe = asked(lines(50, made))
    while pipe.status is None:
        between.append(len(made))
        await asyncio.sleep(0)
    assert len(set(between)) == 50
    assert pipe.data == "".join(f"{number}\n" for number in range(50)).encode()
    assert pipe.status == 0


async def test_however_many_answers_are_made_others_wait_for_one_slice_of_one_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.doors.inquiry.SLICE", 0)
    made, most = list[int](), 0
    pipes = [asked(lines(50, made)) for _ in range(6)]
    assert len(made) == 1
    while any(pipe.status is None for pipe in pipes):
        before = len(made)
        await asyncio.sleep(0)
        most = max(most, len(made) - before)
    assert (most, len(made)) == (1, 300)


async def test_answers_that_take_much_leave_the_core_free_as_long_and_who_asks_anew_is_no_newcomer(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cost, clock, loop, began = 0.03, count(), asyncio.get_running_loop(), list[float]()
    monkeypatch.setattr("server.doors.inquiry.SLICE", 0)
    monkeypatch.setattr("server.doors.inquiry.ANSWERS", Meter(cpu=lambda: cost * next(clock)))

    def timed() -> Iterator[str]:
        for _ in range(3):
            began.append(loop.time())
            yield ""

    first, second = asked(timed()), asked(timed())
    await until(lambda: first.status is not None and second.status is not None)
    assert len(began) == 6
    assert min(later - earlier for earlier, later in pairwise(began)) >= cost


async def test_an_answer_is_in_the_books_while_it_is_made_and_rests_when_it_takes_too_much(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    clock, made = count(), list[int]()
    monkeypatch.setattr("server.doors.inquiry.SLICE", 0)
    monkeypatch.setattr("server.doors.inquiry.Toll", lambda: Toll(cpu=lambda: 0.3 * next(clock)))
    door = Inquiry(Pipe(), VISIT, partial(_told, lines(50, made)))
    door.open()
    await until(lambda: "Mallory takes more than a tenth of a core" in caplog.text)
    assert door._toll in LEDGER.dearest(1000)
    before = len(made)
    for _ in range(20):
        await asyncio.sleep(0)
    assert len(made) == before < 10
    door.lost()
    assert door._toll not in LEDGER.dearest(1000)


@pytest.mark.parametrize("before", [0, 2])
async def test_an_answer_may_turn_out_to_be_none_at_its_beginning_or_on_the_way(before: int) -> None:
    pipe = await answered(broken(before, NoAnswer("There is no more.\n", 3)))
    assert (pipe.data, pipe.errors, pipe.status) == (b"0\n1\n"[: 2 * before], b"There is no more.\n", 3)


async def test_no_more_lines_are_made_than_a_client_takes() -> None:
    pipe, made = Pipe(), list[int]()
    pipe.waiting = 10**6
    Inquiry(pipe, VISIT, partial(_told, lines(5, made))).open()
    assert made == []
    pipe.waiting = 0
    await until(lambda: pipe.status is not None)
    assert pipe.data == b"0\n1\n2\n3\n4\n"


async def test_who_never_reads_the_rest_of_an_answer_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.doors.inquiry.END_SECONDS", 0.3)
    pipe = Pipe()
    pipe.waiting = 2**20
    begun = asyncio.get_running_loop().time()
    Inquiry(pipe, VISIT, partial(_told, lines(10**6, []))).open()
    await until(lambda: pipe.cut_for)
    assert asyncio.get_running_loop().time() - begun > 0.3
    assert (pipe.data, pipe.status) == (b"", None)


async def test_an_answer_ends_when_the_client_or_the_server_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.doors.inquiry.SLICE", 0)
    ends: list[Callable[[Inquiry], None]] = [Inquiry.lost, lambda door: door.stop("Closing.")]
    for end in ends:
        pipe, made = Pipe(), list[int]()
        door = Inquiry(pipe, VISIT, partial(_told, lines(50, made)))
        door.open()
        end(door)
        for _ in range(10):
            await asyncio.sleep(0)
        assert made == [0]
        assert (pipe.status, pipe.errors) in ((None, b""), (1, b"Closing.\n"))


async def test_an_answer_that_comes_after_the_client_went_is_dropped() -> None:
    pipe, late = Pipe(), list[Tell]()
    door = Inquiry(pipe, VISIT, late.append)
    door.open()
    door.lost()
    late[0]("too late")
    assert (pipe.data, pipe.status) == (b"", None)


async def test_an_answer_that_breaks_off_ends_with_a_sentence_and_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    pipe = await answered(broken(2, LookupError("no such card")))
    assert (pipe.data, pipe.status) == (b"0\n1\n", 1)
    assert pipe.errors.decode().strip() == SENTENCES["fault"]
    assert "no such card" in caplog.text


async def test_a_match_that_cannot_be_read_gets_a_sentence_and_is_logged(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    hall = remembering()
    _, match = whole_match(hall, "Ann", "Bob")
    whole = recording(hall, match)
    headless = whole._replace(moves=whole.moves[1:])
    monkeypatch.setattr(hall.lobby.history, "open", lambda _, opened: opened(headless))
    pipe = Pipe()
    ask = Archive(hall.lobby).ask(["replay", match], VISIT, "host")
    assert ask is not None
    Inquiry(pipe, VISIT, ask).open()
    await until(lambda: pipe.status is not None)
    assert (pipe.data, pipe.status) == (b"", 1)
    assert pipe.errors.decode().strip() == SENTENCES["fault"]
    assert "does not begin with a deal" in caplog.text
