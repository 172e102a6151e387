"""`Siege`: a server, twenty honest people on it, an attacker, and the figures of all three while he attacks."""

from __future__ import annotations

import json
import re
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Self

from tests.attack.attacks import ATTACKS
from tests.bench.hosting import Process
from tests.bench.load import Answer
from tests.bench.report import percentile

TABLES: Final = 2
SEATS: Final = 10
KEY_EVERY: Final = 0.25
"""Seconds between two keys of one person."""
CALM: Final = 2.0
"""Seconds for which nobody attacks."""
SHORTEST: Final = 1.0
"""Seconds for which every attack goes on."""
LATE: Final = 100.0
"""Milliseconds within which 99 of 100 keys must show their effect."""
NOISE: Final = 4.0
"""So many times what it takes in calm it may take on machines that others use too."""
GROWTH: Final = 50.0
"""MiB that the server may grow."""
GONE: Final = 30.0
"""Seconds the server may take to be as before: that a peer has gone who sent too much is seen when all of it has been read."""
UNMEASURED: Final = 4
"""Honest people who may have had bad luck with all their keys: each time cards came or went meanwhile."""
BLIND: Final = {"handless": "have no cards before them", "idle": "pressed no key that was measured"}
"""What would make the latencies tell nothing."""
LEFT: Final = ("connections", "places", "tasks", "files")
"""Of what there must be no more than before."""
DISTURBED: Final = 0.2
"""Seconds that others may have held a processor that one of ours wanted, for each second, before a run tells nothing."""
LINE: Final = re.compile(
    r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d,\d{3} (?:"
    r"INFO unotty\.ssh: (?:127\.\d+\.\d+\.\d+ (?:is cut: |left before login: |is turned away|could not be served)"
    r"|\d+ more lines about connections were left out)"
    r"|WARNING unotty\.watchdog: "
    r"|WARNING unotty\.app: .{1,40} takes more than a tenth of a core"
    r")[^\x00-\x1f\x7f-\x9f]*"
)
"""What the log may say of attackers; the watchdog's lines also tell of a machine that is busy with other things."""


@dataclass(frozen=True)
class Figures:
    """One attack. Latencies in milliseconds, memory in MiB."""

    name: str
    aim: str
    seed: int
    calm: tuple[float, float]
    """p50 and p99 before it."""
    under: tuple[float, float]
    """p50 and p99 while it ran."""
    work: float
    """p99 of the server's own processor time between a key and its effect: what other programs do is not in it."""
    keys: int
    growth: float
    gone: float
    """Seconds until connections, tasks and files were as before."""
    share: float
    """Of a core, that the server used."""
    waited: float
    """Seconds for each second in which others held what the server or the honest people wanted."""
    counts: dict[str, int]
    faults: tuple[str, ...]
    """What must not be on any machine: a line of the log, a byte on a screen, something won, somebody cut off."""

    def verdict(self, *, noisy: bool = False) -> list[str]:
        """Everything that is not as it must be; `noisy`: on a machine that others use too."""
        most = max(LATE, NOISE * self.calm[1]) if noisy else LATE
        found = list(self.faults)
        is_blameless = noisy and self.is_disturbed and self.work < LATE
        if self.under[1] >= most and not is_blameless:
            found.append(
                f"p99 {self.under[1]:.0f} ms, calm {self.calm[1]:.0f} ms, of which the server worked {self.work:.0f} ms"
            )
        if self.growth >= GROWTH:
            found.append(f"the server grew by {self.growth:.0f} MiB")
        if self.gone >= GONE:
            found.append("something was left behind")
        return found

    @property
    def is_disturbed(self) -> bool:
        """Did others hold the processors?"""
        return self.waited > DISTURBED


class Siege:
    """Started when entered; ended, with all its processes, when left."""

    def __init__(self, seed: int, workers: int = 0) -> None:
        """`workers`: the server has so many processes beside the lobby's."""
        self.seed = seed
        self._folder = tempfile.TemporaryDirectory()
        self._target = Process(None, "tests.attack.server", self._folder.name, str(workers))
        self._port = str(self._target.read()["port"])
        self._honest = Process(None, "tests.attack.honest", self._port)
        self._attacker = Process(None, "tests.attack.attacker", self._port)
        self._read = 0
        self._calm = (0.0, 0.0)

    def __enter__(self) -> Self:
        codes = self._target.ask("open", tables=TABLES)["codes"]
        first = [code for code in codes for _ in range(SEATS - 1)]
        self._honest.ask("connect", commands=[f"join {code}" for code in first], first=first)
        self._target.ask("leave")
        self._honest.ask("connect", commands=[f"join {code}" for code in codes], first=codes)
        self._target.ask("go")
        self._begin()
        time.sleep(1.0)  # the deal is drawn
        self._honest.ask("end")
        self._calm = self.calm()
        self._read = len(self._target.log)  # what it said of its own start
        return self

    def __exit__(self, *_: object) -> None:
        for process in (self._attacker, self._honest, self._target):
            process.__exit__()
        self._folder.cleanup()

    def calm(self, seconds: float = CALM) -> tuple[float, float]:
        """p50 and p99 while nobody attacks."""
        self._begin()
        time.sleep(seconds)
        told = self._honest.ask("end")
        assert told["latencies_ms"], self._honest.ask("screen", number=0)["rows"]
        return _parts(told["latencies_ms"])

    def under(self, name: str, stretch: float = 1.0) -> Figures:
        """What happens while somebody attacks so."""
        self._target.ask("pardon")
        self._target.ask("collect")
        before, resident = self._target.ask("look"), self._target.memory
        _forget_peak(self._target)
        waited, cpu, began = self._waited, self._target.cpu, time.monotonic()
        self._begin()
        told = self._attack(name, stretch)
        honest = self._honest.ask("end")
        spent = time.monotonic() - began
        waited, share = (self._waited - waited) / spent, (self._target.cpu - cpu) / spent
        growth = (_peak(self._target) - resident) / 1024
        gone, after = self._until_as(before)
        faults = [f"won: {told['won']}"] if told["won"] else []
        faults += [f"log: {line}" for line in self._odd_lines()]
        faults += [f"screen: {fault}" for fault in honest["faults"][:5]]
        faults += [f"{honest['closed']} honest people lost their connection"] if honest["closed"] else []
        faults += [f"{honest[what]} honest people {said}" for what, said in BLIND.items() if honest[what] > UNMEASURED]
        if gone >= GONE:
            faults.append(f"before {before}, after {after}")
        latencies = honest["latencies_ms"]
        return Figures(
            name, ATTACKS[name].aim, self.seed, self._calm, _parts(latencies), _parts(honest["works_ms"])[1], len(latencies),
            growth, gone, share, waited, told["counts"], tuple(faults),
        )  # fmt: skip

    def undisturbed(self, name: str, stretch: float = 1.0, times: int = 3, *, noisy: bool = False) -> Figures:
        """The same, once more where it failed while others held the processors; `noisy`: see `Figures.verdict`."""
        while True:
            figures, times = self.under(name, stretch), times - 1
            if not times or not figures.verdict(noisy=noisy) or not figures.is_disturbed or figures.faults:
                return figures
            self._calm = self.calm()

    def bereft(self, name: str, stretch: float, after: float) -> tuple[Figures, int]:
        """The same, and a worker is killed after so many seconds; how many honest people did it serve?"""
        people = self._target.ask("kill", after=after)["people"]
        return self.under(name, stretch), people

    def back(self) -> int:
        """Whoever lost his connection comes again; how many have their cards?"""
        return int(self._honest.ask("back")["back"])

    def _begin(self) -> None:
        self._honest.ask("begin", every=KEY_EVERY, pids=self._target.ask("pids")["pids"])

    def _attack(self, name: str, stretch: float) -> Answer:
        """What came of it; what is through in no time is done again and again, so that keys are pressed meanwhile."""
        end, told, seed = time.monotonic() + SHORTEST, self._strike(name, stretch, self.seed), self.seed
        while not told["won"] and time.monotonic() < end:
            seed += 1
            more = self._strike(name, stretch, seed)
            counts = {
                what: told["counts"].get(what, 0) + more["counts"].get(what, 0) for what in told["counts"] | more["counts"]
            }
            told = {"won": more["won"], "counts": counts}
        return told

    def _strike(self, name: str, stretch: float, seed: int) -> Answer:
        child = self._attacker._child
        assert child.stdin is not None
        child.stdin.write(json.dumps({"attack": name, "seed": seed, "stretch": stretch}).encode() + b"\n")
        child.stdin.flush()
        return self._attacker.read()

    @property
    def _waited(self) -> float:
        return self._target.waited + self._honest.waited

    def _until_as(self, before: dict[str, int]) -> tuple[float, dict[str, int]]:
        began = time.monotonic()
        while True:
            now = self._target.ask("look")
            if now["workers"] == before["workers"] and all(now[what] <= before[what] for what in LEFT):
                return time.monotonic() - began, now
            if time.monotonic() - began >= GONE:
                return GONE, now
            time.sleep(0.02)  # the server's own process tells nobody when

    def _odd_lines(self) -> list[str]:
        log = self._target.log
        fresh, self._read = log[self._read :], len(log)
        return [line[:300] for line in fresh.splitlines() if not LINE.fullmatch(line)][:20]


def _parts(latencies: list[float]) -> tuple[float, float]:
    return percentile(latencies, 0.5) or 0.0, percentile(latencies, 0.99) or 0.0


def _forget_peak(process: Process) -> None:
    for one in process.family:
        (Path("/proc") / str(one.pid) / "clear_refs").write_text("5")


def _peak(process: Process) -> float:
    """KiB that each of its processes had resident at most since then, together."""
    told = [(Path("/proc") / str(one.pid) / "status").read_text() for one in process.family]
    return float(sum(int(found[1]) for status in told if (found := re.search(r"VmHWM:\s+(\d+)", status))))
