"""What a server must bear beside its load: people who come and go, clients that take nothing; and how fast it starts."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from server.ssh.hosting import REST_SECONDS
from tests.bench.hosting import SEATS, Process, until_empty
from tests.bench.report import Row, percentile

STARTS = 3
WARM = 300
"""Connections that come and go before anything is counted: memory is first given back after 200 (`server.collector`)."""
AT_ONCE = 25
SESSIONS = 50
"""Who plays while others take nothing."""
STALLED = 20
KEY_EVERY = 1.0
PATIENCE = 90.0
"""Seconds after which a client that takes nothing counts as never cut."""


def rows(cycles: int, seconds: float) -> list[Row]:
    """All of it: `cycles` connections that come and go, `seconds` of play beside clients that take nothing."""
    return [*_start(), *_churn(cycles), *_stall(seconds)]


def _start() -> Iterator[Row]:
    """From the command to the open port, in an empty folder."""
    spent = []
    for _ in range(STARTS):
        with tempfile.TemporaryDirectory() as name:
            folders = ["--data", str(Path(name) / "data"), "--hostkeys", str(Path(name) / "hostkeys")]
            serve = [sys.executable, "-m", "server", "serve", "--host", "127.0.0.1", "--port", "0", *folders]
            begin = time.perf_counter()
            server = subprocess.Popen(serve, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
            try:
                assert server.stdout is not None
                next(line for line in server.stdout if "ssh -p " in line)
                spent.append(time.perf_counter() - begin)
            finally:
                server.kill()
                server.wait()
    yield Row("Start", f"from the command to the open port, median of {STARTS}", median(spent), "s")


def _churn(cycles: int) -> Iterator[Row]:
    with _served() as (server, load, codes):
        tasks = server.ask("look")["tasks"]

        def come_and_go(count: int) -> None:
            for _ in range(count // AT_ONCE):
                load.ask("connect", commands=[f"watch {codes[0]}"] * AT_ONCE, first=codes[:1] * AT_ONCE)
                load.ask("drop")
            until_empty(server, tasks)
            time.sleep(2 * REST_SECONDS)  # what is left of an app goes that much later
            server.ask("collect")

        come_and_go(WARM)
        memory, files = server.memory, server.files
        come_and_go(cycles)
        looked = server.ask("look")
        group = f"{AT_ONCE} people come to a table and are cut, {cycles} times in all"
        yield Row(group, "memory grown", server.memory - memory, "KiB", 2048)
        yield Row(group, "files left open", server.files - files, "", 0)
        yield Row(group, "tasks left behind", looked["tasks"] - tasks, "", 0)


def _stall(seconds: float) -> Iterator[Row]:
    with _served(1 + SESSIONS // SEATS) as (server, load, codes):
        first = [code for code in codes[1:] for _ in range(SEATS - 1)]
        load.ask("connect", commands=[f"join {code}" for code in first], first=first)
        server.ask("leave")
        load.ask("connect", commands=[f"join {code}" for code in codes[1:]], first=codes[1:])
        server.ask("start")
        server.ask("go")
        load.ask("connect", commands=[f"watch {codes[1]}"] * STALLED, first=codes[1:2] * STALLED)
        before = load.ask("play", seconds=seconds, every=KEY_EVERY)
        server.ask("collect")
        most = memory = server.memory
        here, begin = server.ask("look")["connections"] - STALLED, time.monotonic()
        load.ask("hang", count=STALLED)
        during = load.ask("play", seconds=seconds, every=KEY_EVERY)
        while server.ask("look")["connections"] > here and time.monotonic() - begin < PATIENCE:
            most = max(most, server.memory)
            time.sleep(0.1)
        group = f"{STALLED} clients ask for their screens five times a second and take nothing, beside {SESSIONS} players"
        yield Row(group, "memory for each, with all that grew meanwhile", (most - memory) / STALLED, "KiB", 512)
        yield Row(group, "all cut after: 30 s, and what it takes to fill their buffers", time.monotonic() - begin, "s", 60)
        calm, late = (percentile(run["latencies_ms"], 0.99) for run in (before, during))
        beside = f"before: {calm:.3g}" if calm is not None else ""
        yield Row(group, "key → frame of the others, p99", late, "ms", 100, reference=beside)
        yield Row(group, "others that lost their connection", during["closed"], "", 0)


@contextmanager
def _served(tables: int = 1) -> Iterator[tuple[Process, Process, list[str]]]:
    """A server on one core, the load on the other, and the codes of tables for ten; the first stays as it is."""
    with tempfile.TemporaryDirectory() as folder, Process(0, "tests.bench.server", folder) as server:
        port = server.read()["port"]
        with Process(1, "tests.bench.load", str(port)) as load:
            yield server, load, server.ask("open", tables=tables)["codes"]
