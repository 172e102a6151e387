"""What a session costs: one server process on one core, its clients in another process on another, and what both say.

The parent only asks: the server for its lateness, the load for its latencies, the kernel for memory and CPU time.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Self

import psutil

from tests.bench.load import Answer
from tests.bench.report import Row, best_pinned, middle, percentile

SEATS = 10
KEY_EVERY = 3.0
"""Seconds between two keys of one player."""
IDLE = 20.0
"""Seconds of watching a table that waits: each of its people is probed once in that time."""
PASTE = 2_000_000
PASTE_KEY_EVERY = 1.0
DISTURBED = 0.05
"""Part of the time others may hold the server's core; a run with more is made again if there is time."""
GONE = 10.0
"""Seconds the server may take to notice cut connections before the bench calls it a leak."""


class Process:
    """A child that answers one line of JSON with another, on one core of its own."""

    def __init__(self, core: int | None, module: str, *arguments: str) -> None:
        """`core`: None leaves it, and the processes it starts itself, on all of them."""
        self._log = tempfile.TemporaryFile()  # noqa: SIM115 - closed in __exit__
        self._child = subprocess.Popen(
            [sys.executable, "-m", module, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            preexec_fn=best_pinned(core) if core is not None else None,
        )
        self._facts = psutil.Process(self._child.pid)

    def read(self) -> Answer:
        """The next answer."""
        assert self._child.stdout is not None
        line = self._child.stdout.readline()
        if not line:
            raise RuntimeError(f"{self._child.args!r} ended:\n{self.log}")
        answer: Answer = json.loads(line)
        return answer

    def ask(self, do: str, **about: object) -> Answer:
        """Ask, and wait for the answer."""
        assert self._child.stdin is not None
        self._child.stdin.write(json.dumps({"do": do, **about}).encode() + b"\n")
        self._child.stdin.flush()
        return self.read()

    @property
    def log(self) -> str:
        """What it complained about so far."""
        self._log.seek(0)
        return self._log.read().decode(errors="replace")

    @property
    def cpu(self) -> float:
        """Seconds of CPU time so far, those of its children included."""
        gone = self._facts.cpu_times()
        times = [one.cpu_times() for one in self.family]
        return float(sum(one.user + one.system for one in times) + gone.children_user + gone.children_system)

    @property
    def memory(self) -> float:
        """Resident KiB, those of its children included."""
        return float(sum(one.memory_info().rss for one in self.family) / 1024)

    @property
    def files(self) -> int:
        """Open files and sockets."""
        return int(self._facts.num_fds())

    @property
    def waited(self) -> float:
        """Seconds it, or a child, was ready to run and a core was taken by others, so far; 0 where nobody tells."""
        try:
            return sum(int(Path(f"/proc/{one.pid}/schedstat").read_text().split()[1]) for one in self.family) / 1e9
        except (OSError, IndexError):
            return 0.0

    @property
    def family(self) -> list[psutil.Process]:
        """It, and its children."""
        return [self._facts, *self._facts.children()]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._child.kill()
        self._child.wait()
        self._log.close()


@dataclass
class Figures:
    """One run with `sessions` clients."""

    sessions: int
    memory: float
    """KiB a session, after the game has run."""
    connect_cpu: float
    """Milliseconds of the server's CPU time."""
    first_frame: list[float]
    """Milliseconds from dialling to the first frame."""
    idle_bytes: float
    """Bytes a second and session at a table that waits."""
    idle_cpu: float
    """Milliseconds of CPU time a second and session."""
    load: float
    """Part of the core, with all playing."""
    update_cpu: float
    """Milliseconds of CPU time a frame."""
    update_bytes: float
    latencies: list[float]
    """Milliseconds from key to frame."""
    unseen: int
    closed: int
    """Clients that lost their connection while all played."""
    pasted: list[float]
    """The same for the others while one client pastes PASTE bytes."""
    lags: list[float]
    """Milliseconds the loop was late."""
    moves: float
    """A second, at all tables."""
    gone: float
    """Seconds until the connections and tasks of all clients, cut at once, were gone."""
    tasks_left: int
    client_load: float
    trips: list[float]
    """Milliseconds from the lobby's process to a worker and back, while all play; none without workers."""
    waited: float
    """Part of the time in which others held the server's core: what makes a run of no worth."""


def run(module: str, sessions: int, seconds: float, again: bool) -> Figures:
    """One whole run or, where other programs disturbed that and there is time for it `again`, the calmer one of two."""
    first = run_once(module, sessions, seconds)
    if first.waited < DISTURBED or not again:
        return first
    return min(first, run_once(module, sessions, seconds), key=lambda run: run.waited)


def run_once(module: str, sessions: int, seconds: float, workers: int = 0) -> Figures:
    """One whole run: connect one by one, wait, play, cut. With `workers` the server has all cores, and the load one of them."""
    core, arguments = (None, (str(workers),)) if workers else (0, ())
    with tempfile.TemporaryDirectory() as folder, Process(core, module, folder, *arguments) as server:
        port = server.read()["port"]
        with Process(1, "tests.bench.load", str(port)) as load:
            figures = _measure(server, load, module, sessions, seconds)
        if server.log:
            sys.stderr.write(f"The server's log:\n{server.log}")
        return figures


def _measure(server: Process, load: Process, module: str, sessions: int, seconds: float) -> Figures:
    tasks = server.ask("look")["tasks"]
    codes = server.ask("open", tables=1 + sessions // SEATS)["codes"]
    warm, codes = codes[:1], codes[1:]
    load.ask("connect", commands=[f"watch {warm[0]}"], first=warm)
    load.ask("drop")
    until_empty(server, tasks)
    server.ask("collect")
    memory, cpu = server.memory, server.cpu
    first = [code for code in codes for _ in range(SEATS - 1)]
    connected = load.ask("connect", commands=[f"join {code}" for code in first], first=first)["first_ms"]
    server.ask("leave")
    connected += load.ask("connect", commands=[f"join {code}" for code in codes], first=codes)["first_ms"]
    connect_cpu = 1000 * (server.cpu - cpu) / sessions
    load.ask("watch", seconds=2)
    cpu = server.cpu
    idle = load.ask("watch", seconds=IDLE if module == "tests.bench.server" else min(seconds, IDLE))
    idle_cpu = 1000 * (server.cpu - cpu) / idle["seconds"] / sessions
    server.ask("start")
    server.ask("go")
    load.ask("watch", seconds=3)
    server.ask("look")
    cpu, waited = server.cpu, server.waited
    busy = load.ask("play", seconds=seconds, every=KEY_EVERY)
    spent = server.cpu - cpu
    looked = server.ask("look")
    memory = server.memory - memory
    pasted = load.ask("paste", size=PASTE, seconds=min(seconds, 6), every=PASTE_KEY_EVERY)
    server.ask("stop")
    load.ask("drop")
    gone = until_empty(server, tasks)
    return Figures(
        sessions,
        memory / sessions,
        connect_cpu,
        connected,
        idle["bytes"] / idle["seconds"] / sessions,
        idle_cpu,
        spent / busy["seconds"],
        1000 * spent / max(1, busy["frames"]),
        busy["bytes"] / max(1, busy["frames"]),
        busy["latencies_ms"],
        busy["unseen"],
        busy["closed"],
        pasted["latencies_ms"],
        looked["lags_ms"],
        looked["moves"] / busy["seconds"],
        gone,
        server.ask("look")["tasks"] - tasks,
        busy["client_cpu"],
        looked.get("trips_ms", []),
        (server.waited - waited) / busy["seconds"],
    )


def until_empty(server: Process, tasks: int) -> float:
    """Wait until no connection is left and no more than so many tasks; the seconds that took, GONE at most."""
    begin = time.monotonic()
    while time.monotonic() - begin < GONE:
        looked = server.ask("look")
        if not looked["connections"] and looked["tasks"] <= tasks:
            break
        time.sleep(0.02)
    return time.monotonic() - begin


class Peer(NamedTuple):
    """What another program needs for a screen of the same kind, under the same kind of load, on one core: quoted, not run."""

    name: str
    memory: float
    connect: float
    update: float
    size: float
    p50: float
    p99: float


PEERS = {
    50: Peer("OpenSSH + one Textual process each", 26 * 1024, 290, 7.5, 3865, 14, 81),
    200: Peer("wish + Bubble Tea (Go)", 194, 4, 0.64, 1965, 11, 206),
}


def rows(ours: Figures, bare: Figures) -> Sequence[Row]:
    """A run beside the baseline's run of the same minute."""
    peer = PEERS.get(ours.sessions)
    group = f"Hosting, {ours.sessions} sessions, ten a table, one core ({100 * ours.load:.0f} % busy, {ours.moves:.0f} moves/s)"
    late = 100.0 if ours.sessions >= 500 else 40.0

    def row(name: str, value: float | None, unit: str, limit: float | None, floor: float | None, known: str = "") -> Row:
        beside = f"bare asyncssh, same run: {floor:.3g}" if floor is not None else ""
        return Row(group, name, value, unit, limit, reference="; ".join(filter(None, (beside, known))))

    def quoted(value: float | None, field: str) -> str:
        """What the peer needs, and how much of that we do."""
        theirs = float(getattr(peer, field)) if peer is not None else 0.0
        return f"quoted, {peer.name}: {theirs:g} (× {value / theirs:.2f})" if peer is not None and value is not None else ""

    p50, p99 = middle(ours.latencies), percentile(ours.latencies, 0.99)
    return (
        row("memory per session", ours.memory, "KiB", 500, bare.memory, quoted(ours.memory, "memory")),
        row("CPU per connect", ours.connect_cpu, "ms", 20, bare.connect_cpu, quoted(ours.connect_cpu, "connect")),
        row("connect → first frame, p50", middle(ours.first_frame), "ms", 40, middle(bare.first_frame)),
        row("connect → first frame, p99", percentile(ours.first_frame, 0.99), "ms", None, percentile(bare.first_frame, 0.99)),
        row("CPU per update", ours.update_cpu, "ms", 1.3, bare.update_cpu, quoted(ours.update_cpu, "update")),
        row("bytes per update", ours.update_bytes, "B", 700, None, quoted(ours.update_bytes, "size")),
        row("key → frame, p50", p50, "ms", 4, middle(bare.latencies), quoted(p50, "p50")),
        row("key → frame, p99", p99, "ms", late, percentile(bare.latencies, 0.99), quoted(p99, "p99")),
        row("the same for others while one pastes 2 MB, p99", percentile(ours.pasted, 0.99), "ms", 100, None),
        row(f"keys without effect, of {len(ours.latencies) + ours.unseen}", ours.unseen, "", 0, bare.unseen),
        row("clients that lost their connection", ours.closed, "", 0, bare.closed),
        row("event loop late, p99", percentile(ours.lags, 0.99), "ms", 50, None),
        row("event loop late, worst", max(ours.lags, default=0), "ms", None, None),
        row(
            "part of the core",
            100 * ours.load,
            "%",
            85,
            100 * bare.load,
            f"the load's own process {100 * ours.client_load:.0f} %",
        ),
        row("the core was taken by other programs", 100 * ours.waited, "%", None, 100 * bare.waited),
        row("idle at a table that waits: sent", ours.idle_bytes, "B/s", 0, bare.idle_bytes),
        row("idle at a table that waits: CPU", ours.idle_cpu, "ms/s", 0.05, bare.idle_cpu),
        row("all clients cut at once: gone after", ours.gone, "s", 2, bare.gone),
        row("tasks left behind", ours.tasks_left, "", 0, None),
    )
