"""`Server`: `unotty serve` as an operator starts it, its log, its metrics and what the kernel says of it."""

from __future__ import annotations

import re
import subprocess
import sys
import time
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Final, Self

import psutil

from tests.e2e.clients import ssh_environment

ROOT: Final = Path(__file__).parent.parent.parent
START: Final = 30.0
"""Seconds it may take to open."""
STOP: Final = 20.0
LATE: Final = 10.0
"""Seconds after which a monitor gives up on the metrics page."""
_PORT: Final = re.compile(r"ssh .*-p (\d+)")
_METRICS: Final = re.compile(r"Metrics +(http://\S+)")
_SAMPLE: Final = re.compile(r'^(\w+?)(?:\{(?:\w+)="([^"]*)"\})? (\S+)$', re.MULTILINE)
_ERROR: Final = re.compile(r" (?:ERROR|CRITICAL) |Traceback")
_WARNING: Final = re.compile(r" WARNING ")

Page = Mapping[tuple[str, str], float]
"""The metrics: by name and, where there is one, label."""


class Server:
    """Started when entered, ended when left. `folder` is empty at first."""

    def __init__(self, folder: Path, *options: str) -> None:
        self._log = folder / "server.log"
        command = [sys.executable, "-m", "server", "serve", "--host", "127.0.0.1", "--port", "0", "--metrics", "0"]
        places = ["--data", str(folder / "data"), "--hostkeys", str(folder / "hostkeys")]
        with self._log.open("wb") as log:
            self._child = subprocess.Popen(
                [*command, *places, *options],
                cwd=ROOT,
                env=ssh_environment(folder, "dumb", {"PYTHONUNBUFFERED": "1"}),
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        self._facts = psutil.Process(self._child.pid)
        self.port = int(self._find(_PORT))
        self._page = self._find(_METRICS)
        self._opened = len(self.log)

    def _find(self, what: re.Pattern[str]) -> str:
        end = time.monotonic() + START
        while True:
            if (found := what.search(self.log)) is not None:
                return found[1]
            if self._child.poll() is not None or time.monotonic() > end:
                self._child.kill()
                raise RuntimeError(f"the server did not open:\n{self.log}")
            time.sleep(0.02)

    @property
    def log(self) -> str:
        """All that it wrote."""
        return self._log.read_text(encoding="utf-8", errors="replace")

    @property
    def errors(self) -> list[str]:
        """Lines of the log that tell of a fault, since it opened."""
        return [line for line in self.log[self._opened :].splitlines() if _ERROR.search(line)]

    @property
    def warnings(self) -> list[str]:
        """Lines that warn; the watchdog's also tell of a machine that is busy with other things."""
        return [line for line in self.log[self._opened :].splitlines() if _WARNING.search(line)]

    @property
    def is_running(self) -> bool:
        """Has it not ended?"""
        return self._child.poll() is None

    @property
    def memory(self) -> float:
        """Resident MiB."""
        return float(self._facts.memory_info().rss) / 2**20

    @property
    def files(self) -> int:
        """Open files and sockets."""
        return int(self._facts.num_fds())

    @property
    def cpu(self) -> float:
        """Seconds of CPU time so far."""
        times = self._facts.cpu_times()
        return float(times.user + times.system)

    @property
    def waited(self) -> float:
        """Seconds for which its first thread was ready to run and others had the cores, so far; 0 where nobody tells."""
        try:
            return int(Path(f"/proc/{self._child.pid}/schedstat").read_text().split()[1]) / 1e9
        except (OSError, IndexError):
            return 0.0

    def page(self) -> Page:
        """Its metrics. Raises OSError."""
        with urllib.request.urlopen(self._page, timeout=LATE) as answer:
            text = answer.read().decode()
        return {(name, label): float(value) for name, label, value in _SAMPLE.findall(text)}

    def stop(self) -> int:
        """Ask it to end, as systemd does; its exit status, that of a kill if it does not."""
        self._child.terminate()
        try:
            return self._child.wait(STOP)
        except subprocess.TimeoutExpired:
            self._child.kill()
            return self._child.wait()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.is_running:
            self._child.kill()
            self._child.wait()


def histogram(page: Page, name: str) -> dict[str, float]:
    """How many values fell under each bound, by the bound as it is written."""
    return {label: value for (known, label), value in page.items() if known == f"{name}_bucket"}


def bound(before: Mapping[str, float], after: Mapping[str, float], part: float) -> float:
    """The least bound under which `part` of the values lie that came between two looks; infinity if none holds so many."""
    counts = {float(label): after[label] - before.get(label, 0.0) for label in after}
    total = max(counts.values(), default=0.0)
    return min((limit for limit, count in counts.items() if total and count >= part * total), default=float("inf"))
