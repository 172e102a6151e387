"""The part that asks ssh-audit about a running server, in both of its profiles."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from server.ssh.profiles import BALANCED, PROFILES
from tests.reliability.part import Outcome, Say, Wish
from tests.reliability.record import Row, nothing
from tests.soak.server import Server

SECONDS: Final = 120
KINDS: Final = ("kex", "key", "enc", "mac")


def audit(wish: Wish, say: Say) -> Outcome:
    """Each profile on a server of its own, as many times as wished."""
    rows, notes = list[Row](), list[str]()
    for name in PROFILES:
        report = _report(name)
        failures, warnings = _judged(report, "fail"), _judged(report, "warn")
        rows += [
            nothing(f"{name}: failures", len(failures)),
            Row(f"{name}: warnings", len(warnings), most=1 if name == BALANCED.name else 0),
            nothing(f"{name}: known vulnerabilities", len(report["cves"])),
            Row(f"{name}: algorithms offered", sum(len(report[kind]) for kind in KINDS)),
        ]
        notes += [f"{name}: {line}" for line in (*failures, *warnings)]
        say(f"{name}: {len(failures)} failures, {len(warnings)} warnings")
    return Outcome("both profiles, each on a running server", rows, notes)


def _report(profile: str) -> dict[str, Any]:
    script = Path(sys.executable).with_name("ssh-audit")
    with tempfile.TemporaryDirectory() as folder, Server(Path(folder), "--crypto", profile) as server:
        command = [str(script), "-j", "--skip-rate-test", "-p", str(server.port), "127.0.0.1"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=SECONDS, check=False)
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def _judged(report: dict[str, Any], verdict: str) -> list[str]:
    found = [one for kind in KINDS for one in report[kind]]
    return [f"{one['algorithm']}: {why}" for one in found for why in one["notes"].get(verdict, ())]
