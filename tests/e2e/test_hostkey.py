"""The host key is changed under real clients that trust nothing they do not know: nobody who came in time sees a warning."""

from __future__ import annotations

import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from server.ssh.rotation import SINCE
from tests.e2e.clients import ssh_environment
from tests.e2e.desk import PATIENCE
from tests.e2e.house import ROOT, House


def hostkey(house: House, *words: str, status: int = 0) -> str:
    """What `unotty hostkey words…` prints, on whichever stream its status says."""
    command = [sys.executable, "-m", "server", "hostkey", *words, "--hostkeys", str(house.folder / "hostkeys")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE, check=False)
    assert done.returncode == status, done.stderr
    return done.stderr if status else done.stdout


def restart(house: House) -> None:
    """The same server on the same port."""
    assert house.stop() == 0
    house.start(house.port)


def call(house: House, known: Path) -> subprocess.Popen[str]:
    """A client that trusts what is in `known` alone, and updates that as OpenSSH does by default; it stays."""
    options = ("StrictHostKeyChecking=yes", "UpdateHostKeys=yes", f"UserKnownHostsFile={known}")
    more = ("GlobalKnownHostsFile=/dev/null", "PubkeyAuthentication=no", "IdentityAgent=none")
    return subprocess.Popen(
        ["ssh", "-F", "none", "-p", str(house.port), *(f"-o{one}" for one in (*options, *more)), "guest@127.0.0.1", "bot"],
        env=ssh_environment(house.home), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def visit(house: House, known: Path, keys: set[str]) -> None:
    """Such a client comes, knows these public keys in the end, and is content."""
    client = call(house, known)
    try:
        house.desk.until(lambda: in_file(known) == keys or client.poll() is not None, why=lambda: known.read_text())
        _, said = client.communicate("", PATIENCE)
    finally:
        client.kill()
        client.wait()
    assert in_file(known) == keys, said
    assert "IDENTIFICATION" not in said


def in_file(known: Path) -> set[str]:
    """The public keys in a file of known hosts."""
    return {line.split()[2] for line in known.read_text().splitlines() if line and not line.startswith("#")}


def shown(house: House) -> dict[str, str]:
    """The line for known_hosts of every key of the server, by what the key is to it."""
    lines = hostkey(house, "show", "--name", "127.0.0.1", "--port", str(house.port)).splitlines()
    return {lines[start].split()[0]: lines[start + 1].strip() for start in range(0, len(lines), 3)}


@pytest.mark.timeout(180)
def test_a_client_that_came_meanwhile_survives_the_change_and_one_that_did_not_is_warned(tmp_path: Path) -> None:
    with House(tmp_path) as house:
        known, absent = tmp_path / "known", tmp_path / "absent"
        first = shown(house)["active"]
        for one in (known, absent):
            one.write_text(first + "\n")
        old = first.split()[2]
        hostkey(house, "prepare")
        assert "not told of yet" in hostkey(house, "show")
        restart(house)
        assert "Next key" in house.log
        new = shown(house)["next"].split()[2]
        visit(house, known, {old, new})
        assert "has been known for 0 days of 30" in hostkey(house, "rotate", status=1)
        since = tmp_path / "hostkeys" / SINCE
        month = (datetime.now(UTC) - timedelta(days=31)).isoformat()
        since.write_text(f"{month} {since.read_text().split()[1]}\n")  # the days go by
        hostkey(house, "rotate")
        assert {kind: line.split()[2] for kind, line in shown(house).items()} == {"active": new, "old": old}
        restart(house)
        visit(house, known, {old, new})
        stranger = call(house, absent)
        _, said = stranger.communicate("", PATIENCE)
        assert (stranger.returncode, "REMOTE HOST IDENTIFICATION HAS CHANGED" in said) == (255, True)
        assert in_file(absent) == {old}
        hostkey(house, "forget")
        restart(house)
        visit(house, known, {new})
