"""Numbers of a running house, in the text that Prometheus reads."""

from __future__ import annotations

import asyncio
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.events import Event
from server.lobby.journal import NullJournal
from server.metrics import (
    Histogram,
    Lag,
    TimedJournal,
    counter,
    counters,
    exposition,
    gauge,
    gauges,
    resident,
)
from tests.clock import VirtualClock
from tests.server.rig import until

LINE = re.compile(r'[a-z_]+(\{[a-z]+="(?:[^"\\\n]|\\["\\n])*"\})? -?[0-9.e+-]+')


def test_the_text_is_what_the_format_asks_for() -> None:
    text = exposition(
        [
            gauge("a_people", "People.", 3),
            gauges("b_tables", "Tables \\ by\nstage.", "stage", {"waiting": 2, "playing": 0.5}),
            counter("c_total", "All.", 12_345_678),
            counters("d_total", "By code.", "code", {'sl"ow\\\n': 1}),
        ]
    )
    assert text == (
        "# HELP a_people People.\n# TYPE a_people gauge\na_people 3\n"
        "# HELP b_tables Tables \\\\ by\\nstage.\n# TYPE b_tables gauge\n"
        'b_tables{stage="playing"} 0.5\nb_tables{stage="waiting"} 2\n'
        "# HELP c_total All.\n# TYPE c_total counter\nc_total 12345678\n"
        '# HELP d_total By code.\n# TYPE d_total counter\nd_total{code="sl\\"ow\\\\\\n"} 1\n'
    )


@given(st.dictionaries(st.text(max_size=8), st.floats(0, 1e9), max_size=4))
def test_every_line_is_a_sample_whatever_tells_it_apart(values: dict[str, float]) -> None:
    for line in exposition([gauges("x", "X.", "label", values)]).split("\n")[2:-1]:
        assert LINE.fullmatch(line), line


@given(st.lists(st.floats(0, 20), max_size=50))
def test_a_bucket_counts_every_value_up_to_its_bound(seen: list[float]) -> None:
    histogram = Histogram((0.1, 1.0, 5.0))
    for value in seen:
        histogram.observe(value)
    told = {(one.suffix, one.labels.get("le")): one.value for one in histogram.metric("x", "X.").samples}
    for bound, end in ((0.1, "0.1"), (1.0, "1"), (5.0, "5"), (float("inf"), "+Inf")):
        assert told["_bucket", end] == sum(value <= bound for value in seen)
    assert told["_count", None] == len(seen)
    assert told["_sum", None] == pytest.approx(sum(seen))


class Slow(NullJournal):
    """A journal that keeps things when the test says so."""

    def __init__(self) -> None:
        self.waiting: list[asyncio.Future[None]] = []

    def append(self, match: str, version: int, events: tuple[Event, ...]) -> asyncio.Future[None]:
        self.waiting.append(asyncio.get_running_loop().create_future())
        return self.waiting[-1]


async def test_a_commit_is_measured_from_the_move_to_its_being_safe() -> None:
    clock, slow = VirtualClock(), Slow()
    journal = TimedJournal(slow, clock)
    durable = journal.append("m", 0, ())
    clock.advance(0.04)
    assert not durable.done()
    slow.waiting[0].set_result(None)
    await until(lambda: any(one.value for one in journal.seconds.metric("x", "X.").samples))
    told = {(one.suffix, one.labels.get("le")): one.value for one in journal.seconds.metric("x", "X.").samples}
    assert (told["_bucket", "0.02"], told["_bucket", "0.05"], told["_count", None]) == (0, 1, 1)


async def test_a_loop_that_is_held_up_is_seen() -> None:
    lag = Lag()
    loop = asyncio.get_running_loop()
    begin = loop.time()
    while loop.time() - begin < 0.4:  # what must not happen in a server
        pass
    await until(lambda: lag.seconds.metric("x", "X.").samples[-1].value >= 1)
    lag.stop()
    told = {(one.suffix, one.labels.get("le")): one.value for one in lag.seconds.metric("x", "X.").samples}
    assert told["_bucket", "0.1"] == 0


def test_the_memory_of_this_process_is_known() -> None:
    assert 10e6 < resident() < 10e9
