"""The outbox by itself: order, barriers, and writes that failed."""

from __future__ import annotations

import pytest

from client.protocol import Message, Reply
from server.lobby.outbox import Outbox
from server.lobby.people import Session
from tests.server.disk import Slow


class Ear:
    """A session that keeps what it is sent."""

    def __init__(self) -> None:
        self.heard: list[Message] = []
        self.session = Session(None, self.heard.append)


def failed_write() -> Slow:
    """What the journal could not keep."""
    write = Slow()
    write.finish(OSError("no space left"))
    return write


def test_what_is_posted_behind_a_write_waits_for_it() -> None:
    ear, write = Ear(), Slow()
    outbox = Outbox(lambda _: None)
    outbox.post(ear.session, Reply(1))
    outbox.hold(write)
    outbox.post(ear.session, Reply(2))
    assert ear.heard == [Reply(1)]
    write.finish()
    assert ear.heard == [Reply(1), Reply(2)]


def test_what_is_to_be_done_behind_a_write_waits_for_it_and_is_dropped_with_it() -> None:
    write, lost, done = Slow(), Slow(), list[str]()
    outbox = Outbox(lambda _: None)
    outbox.then(lambda: done.append("at once"))
    outbox.hold(write)
    outbox.then(lambda: done.append("after"))
    assert done == ["at once"]
    write.finish()
    assert done == ["at once", "after"]
    outbox.hold(lost)
    outbox.then(lambda: done.append("never"))
    assert outbox.clear()
    lost.finish()
    assert done == ["at once", "after"]


@pytest.mark.timeout(10)
def test_writes_that_failed_are_told_once_and_what_comes_later_goes_out() -> None:
    ear = Ear()
    faults: list[BaseException] = []

    def fail(fault: BaseException) -> None:
        faults.append(fault)
        outbox.clear()
        outbox.post(ear.session, Reply(0))

    outbox = Outbox(fail)
    outbox.hold(failed_write())
    outbox.hold(failed_write())
    outbox.post(ear.session, Reply(1))
    outbox.hold(failed_write())
    outbox.post(ear.session, Reply(2))
    assert [str(fault) for fault in faults] == ["no space left"]
    assert ear.heard == [Reply(0), Reply(2)]


@pytest.mark.timeout(10)
def test_a_table_that_had_stopped_already_is_not_asked_for_ever() -> None:
    ear = Ear()
    outbox = Outbox(lambda _: None)
    outbox.hold(failed_write())
    outbox.hold(failed_write())
    outbox.post(ear.session, Reply(1))
    assert ear.heard == [Reply(1)]
