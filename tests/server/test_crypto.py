"""What strangers make of our cryptography: ssh-audit's verdict on a running server, and who gets in (SECURITY §2.1)."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Final

import asyncssh
import pytest

from server.config import VERSION, Config
from server.house import House
from server.ssh.environment import scrub
from server.ssh.profiles import BALANCED, PROFILES, STRICT, Profile
from tests.server.rig import Told, ssh_line
from tests.server.test_doors import connect, tool

scrub()

STRICT_KEX: Final = "kex-strict-s-v00@openssh.com"
MARKERS: Final = {"ext-info-s", STRICT_KEX}
SAFE: Final = "this target properly supports the strict key exchange"
CLEAN, WARNED = 0, 2
"""Exit statuses of ssh-audit."""
each = pytest.mark.parametrize("profile", PROFILES.values(), ids=list(PROFILES))


@asynccontextmanager
async def open_house(home: Path, profile: Profile) -> AsyncIterator[House]:
    one = await House.open(Config("127.0.0.1", 0, home / "data", home / "hostkeys", crypto=profile))
    yield one
    await one.close("The test is over.")


async def audit(house: House, home: Path) -> tuple[int, dict[str, Any]]:
    """ssh-audit's exit status and report; the flood that it measures refusals with is another test's matter."""
    script = Path(sys.executable).with_name("ssh-audit")
    told = await tool(home, str(script), "-j", "--skip-rate-test", "-p", str(house.port), "127.0.0.1")
    return told.status, json.loads(told.out)


def offered(report: dict[str, Any]) -> set[str]:
    """The names of all algorithms."""
    return {one["algorithm"] for kind in ("kex", "key", "enc", "mac") for one in report[kind]}


def judged(report: dict[str, Any], verdict: str) -> list[tuple[str, str]]:
    """What was found wrong with which algorithm; `fail` or `warn`."""
    found = [one for kind in ("kex", "key", "enc", "mac") for one in report[kind]]
    return [(one["algorithm"], why) for one in found for why in one["notes"].get(verdict, ())]


@pytest.mark.parametrize(
    ("profile", "status", "warnings"),
    [
        (BALANCED, WARNED, [("curve25519-sha256", "does not provide protection against post-quantum attacks")]),
        (STRICT, CLEAN, []),
    ],
    ids=list(PROFILES),
)
async def test_ssh_audit_finds_no_fault_and_no_warning_but_the_known_one(
    tmp_path: Path, profile: Profile, status: int, warnings: list[tuple[str, str]]
) -> None:
    async with open_house(tmp_path, profile) as house:
        ended, report = await audit(house, tmp_path)
    assert (ended, judged(report, "fail"), judged(report, "warn"), report["cves"]) == (status, [], warnings, [])
    assert [one["algorithm"] for one in report["kex"] if one["algorithm"] not in MARKERS] == list(profile.kex)
    assert [one["algorithm"] for one in report["enc"]] == list(profile.ciphers)
    assert [one["algorithm"] for one in report["mac"]] == list(profile.macs)


@each
async def test_terrapin_finds_nothing_to_cut_and_nothing_old_is_offered(tmp_path: Path, profile: Profile) -> None:
    """CASES 3-26."""
    async with open_house(tmp_path, profile) as house:
        _, report = await audit(house, tmp_path)
    assert STRICT_KEX in offered(report)
    assert [note for note in report["additional_notes"] if SAFE not in note] == []
    assert [one["algorithm"] for one in report["key"]] == ["ssh-ed25519"]
    assert [name for name in offered(report) if re.search(r"cbc|sha1|ssh-rsa|md5|3des|arcfour|nistp|group", name)] == []


@each
async def test_who_knows_the_newest_exchange_uses_it(tmp_path: Path, profile: Profile, monkeypatch: pytest.MonkeyPatch) -> None:
    used: list[bytes] = []
    real = asyncssh.connection.get_kex  # type: ignore[attr-defined]  # where the choice of both sides comes by

    def note(conn: asyncssh.connection.SSHConnection, name: bytes) -> object:
        used.append(name)
        return real(conn, name)

    monkeypatch.setattr(asyncssh.connection, "get_kex", note)
    async with open_house(tmp_path, profile) as house, await connect(house) as conn:
        told = await conn.run("version", encoding="utf-8")
    assert (told.exit_status, told.stdout) == (0, f"unotty {VERSION}\n")
    assert set(used) == {b"mlkem768x25519-sha256"}


# ── old clients ──────────────────────────────────────────────────────────────────────────────────────────────


async def call(house: House, home: Path, program: str) -> Told:
    """Ask for the version with one of the clients that people have."""
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed; tests/tools.sh installs it where it may")
    port = str(house.port)
    if program == "ssh":
        line = [one for one in ssh_line(house.port, home) if "LogLevel" not in one]  # people have the usual one
        return await tool(home, *line, "guest@127.0.0.1", "version")
    if program == "dbclient":
        return await tool(home, "dbclient", "-y", "-y", "-p", port, "guest@127.0.0.1", "version")
    return await tool(home, "plink", "-batch", "-hostkey", house.fingerprint, "-P", port, "guest@127.0.0.1", "version")


def knows_mlkem(program: str) -> bool:
    """Is this machine's client new enough for the strict profile?"""
    if program == "ssh":
        return STRICT.kex[0] in subprocess.run(["ssh", "-Q", "kex"], capture_output=True, text=True, check=True).stdout.split()
    text = subprocess.run([program, "-V"], capture_output=True, text=True, check=False)
    found = re.search(r"(\d+)\.(\d+)", text.stdout + text.stderr)
    assert found is not None
    return (int(found[1]), int(found[2])) >= {"plink": (0, 83), "dbclient": (2025, 87)}[program]


CLIENTS: Final = ("ssh", "dbclient", "plink")


@pytest.mark.parametrize("program", CLIENTS)
async def test_every_client_is_understood_by_default(tmp_path: Path, program: str) -> None:
    async with open_house(tmp_path, BALANCED) as house:
        told = await call(house, tmp_path, program)
    assert (told.status, told.out) == (0, f"unotty {VERSION}\n".encode())


@pytest.mark.parametrize("program", CLIENTS)
async def test_a_client_too_old_for_the_strict_profile_is_told_that_the_key_exchange_is_the_reason(
    tmp_path: Path, program: str, caplog: pytest.LogCaptureFixture
) -> None:
    """What is said is the client's own: the two find out before anything of ours could be shown."""
    caplog.set_level("INFO", "unotty")
    async with open_house(tmp_path, STRICT) as house:
        told = await call(house, tmp_path, program)
        if knows_mlkem(program):
            assert (told.status, told.out) == (0, f"unotty {VERSION}\n".encode())
            return
    assert told.status in (1, 255)
    assert re.search(rb"no matching key exchange method found|No matching algo kex|key exchange algorithm", told.err)
    assert [line for line in caplog.messages if "left before login" in line] != []
