"""The command line: what it prints, and how it fails."""

from __future__ import annotations

import asyncio
import errno
import os
import re
import signal
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import NamedTuple

import pytest

from server.cli import run
from server.config import VERSION, Config, bind
from server.house import open_database, settle
from server.ssh import hostkeys
from server.ssh.environment import scrub
from tests.server.rig import PATIENCE, client_environment, ssh_line

scrub()
ROOT = Path(__file__).parent.parent.parent
OF_THE_MACHINE = (b"WAL-reset bug", b"unotty.watchdog")
"""What a server may complain of here: an old SQLite, and a core that others use."""


class Said(NamedTuple):
    status: int
    out: str
    err: str


def unotty(capsys: pytest.CaptureFixture[str], *arguments: str) -> Said:
    """Run the command line in this process; only for what ends by itself."""
    try:
        status = run(arguments)
    except SystemExit as end:
        status = int(end.code or 0)
    return Said(status, *capsys.readouterr())


# ── words ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_version_and_help_are_for_standard_output(capsys: pytest.CaptureFixture[str]) -> None:
    assert unotty(capsys, "--version") == (0, f"unotty {VERSION}\n", "")
    said = unotty(capsys, "serve", "--help")
    assert (said.status, said.err) == (0, "")
    assert all(option in said.out for option in ("--host", "--port", "--data", "--hostkeys", "--address", "2222"))
    assert all(
        option in said.out
        for option in ("--max-people", "--max-per-address", "--max-guests-per-address", "--spare", "--proxy-from")
    )
    assert "serve" in unotty(capsys, "--help").out


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("serve --prot 1", "--prot"),
        ("serve --por 1", "--por"),
        ("serve extra", "extra"),
        ("dance", "dance"),
        ("", "COMMAND"),
        ("serve --port", "--port"),
        ("serve --port x", "'x' is not a port"),
        ("serve --port -1", "--port"),
        ("serve --port 65536", "'65536' is not a port"),
        ("serve --port 22٣", "is not a port"),
        ("serve --port 1.5", "'1.5' is not a port"),
        ("serve --max-people 0", "'0' is not a number from 1"),
        ("serve --max-per-address ten", "'ten' is not a number from 1"),
        ("serve --proxy-from 10.0.0.1/8", "10.0.0.1/8 has host bits set"),
        ("serve --spare here", "'here' does not appear to be an IPv4 or IPv6 network"),
    ],
)
def test_a_wrong_word_is_one_line_and_status_2(capsys: pytest.CaptureFixture[str], line: str, says: str) -> None:
    said = unotty(capsys, *line.split())
    assert (said.status, said.out) == (2, "")
    assert said.err.startswith("unotty: ")
    assert said.err.count("\n") == 1
    assert says in said.err
    assert "--help" in said.err


# ── starts that fail ─────────────────────────────────────────────────────────────────────────────────────────


def serve(capsys: pytest.CaptureFixture[str], home: Path, *more: str) -> Said:
    """A start that must fail."""
    folders = ("--data", str(home / "data"), "--hostkeys", str(home / "hostkeys"))
    said = unotty(capsys, "serve", "--host", "127.0.0.1", "--port", "0", *folders, *more)
    assert (said.status, said.out) == (1, "")
    assert said.err.startswith("unotty: ")
    assert said.err.count("\n") == 1
    return said


def test_a_busy_port_fails_and_makes_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    taken = bind("127.0.0.1", 0)[0]
    port = str(taken.getsockname()[1])
    assert f"port {port} is in use" in serve(capsys, tmp_path, "--port", port).err
    assert os.listdir(tmp_path) == []
    taken.close()


def test_a_data_folder_that_cannot_be_fails_and_makes_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "data").write_text("")
    assert "data folder" in serve(capsys, tmp_path).err
    assert os.listdir(tmp_path) == ["data"]


def test_a_hostkeys_folder_that_cannot_be_fails_and_makes_nothing(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "hostkeys").write_text("")
    assert "hostkeys folder" in serve(capsys, tmp_path).err
    assert os.listdir(tmp_path) == ["hostkeys"]


@pytest.mark.parametrize("full", ["data", "hostkeys"])
def test_a_disk_that_is_full_under_one_folder_fails_and_makes_nothing(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, full: str
) -> None:
    real = tempfile.TemporaryFile

    def write(*, dir: Path) -> object:
        if dir.name == full:
            raise OSError(errno.ENOSPC, "No space left on device")
        return real(dir=dir)

    monkeypatch.setattr(tempfile, "TemporaryFile", write)
    assert f"{full} folder" in serve(capsys, tmp_path).err
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("place", [None, "data/hostkeys"], ids=["beside the data", "among the data"])
def test_a_key_that_cannot_be_made_leaves_no_folder_nor_one_around_it(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: str | None
) -> None:
    def fail(_descriptor: int) -> None:
        raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(os, "fsync", fail)
    words = ("--hostkeys", str(tmp_path / place)) if place else ()
    assert "no host key can be made" in serve(capsys, tmp_path, *words).err
    assert os.listdir(tmp_path) == []


def test_a_host_key_open_to_others_fails_and_stays_as_it_is(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    hostkeys.load_or_create(tmp_path / "hostkeys")
    key = tmp_path / "hostkeys" / hostkeys.NAME
    before = key.read_bytes()
    key.chmod(0o644)
    assert "chmod 600" in serve(capsys, tmp_path).err
    assert (key.read_bytes(), os.listdir(tmp_path)) == (before, ["hostkeys"])


def test_a_lost_host_key_fails(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    hostkeys.load_or_create(tmp_path / "hostkeys")
    (tmp_path / "hostkeys" / hostkeys.NAME).unlink()
    assert "is gone" in serve(capsys, tmp_path).err
    assert os.listdir(tmp_path) == ["hostkeys"]


def test_an_unknown_host_fails(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert "203.0.113.7" in serve(capsys, tmp_path, "--host", "203.0.113.7").err


# ── a server of its own ──────────────────────────────────────────────────────────────────────────────────────


async def start(home: Path, **env: str) -> tuple[asyncio.subprocess.Process, str]:
    """`python -m server serve` on a free port, and what it says once it is open."""
    folders = ("--data", str(home / "data"), "--hostkeys", str(home / "hostkeys"))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "server", "serve", "--host", "127.0.0.1", "--port", "0", *folders,
        cwd=ROOT, env={**client_environment(home), **env}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    said = b""
    async with asyncio.timeout(PATIENCE):
        while b"Stop" not in said:
            said += await process.stdout.readline()
    return process, said.decode()


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
async def test_a_server_says_how_to_reach_it_and_ends_cleanly_when_asked(tmp_path: Path, end: signal.Signals) -> None:
    process, said = await start(tmp_path, NO_COLOR="1", COLUMNS="7", TEXTUAL_FPS="1")
    port = re.search(r"ssh -p (\d+) 127\.0\.0\.1\n", said)
    assert port is not None
    fingerprint = hostkeys.fingerprint(hostkeys.load_or_create(tmp_path / "hostkeys").active)
    assert f"ED25519 {fingerprint}\n" in said
    assert "Ctrl+C" in said
    player = await asyncio.create_subprocess_exec(
        *ssh_line(int(port[1]), tmp_path), "-tt", "guest@127.0.0.1", env=client_environment(tmp_path),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert player.stdout is not None
    seen = b""
    async with asyncio.timeout(PATIENCE):
        while b"Lobby" not in seen:
            seen += await player.stdout.read(65536)
    process.send_signal(end)
    async with asyncio.timeout(PATIENCE):
        rest = await player.stdout.read(-1)
        out, err = await process.communicate()
        await player.wait()
    faults = [line for line in err.splitlines() if not any(word in line for word in OF_THE_MACHINE)]
    assert (process.returncode, faults) == (0, [])
    assert out.endswith(b"unotty has stopped.\n")
    screen, _, farewell = (seen + rest).rpartition(b"\x1b[?1049l")
    assert b"\x1b[?1049h" in screen
    assert b"The server is stopping" in farewell
    assert player.returncode == 0


async def test_an_account_without_a_home_can_run_a_server(tmp_path: Path) -> None:
    code = "import pwd, sys; pwd.getpwuid = {}.__getitem__; from server.cli import run; sys.exit(run(sys.argv[1:]))"
    folders = ("--data", str(tmp_path / "data"), "--hostkeys", str(tmp_path / "hostkeys"))
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", code, "serve", "--host", "127.0.0.1", "--port", "0", *folders,
        cwd=ROOT, env={"PATH": os.environ["PATH"]}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    async with asyncio.timeout(PATIENCE):
        assert await process.stdout.readline() == f"unotty {VERSION} is open.\n".encode()
    process.terminate()
    await process.communicate()
    assert process.returncode == 0


def test_a_host_key_can_be_kept_inside_of_the_data_folder(tmp_path: Path) -> None:
    config = Config(data=tmp_path / "unotty", hostkeys=tmp_path / "unotty" / "hostkeys")
    settle(config)
    assert (tmp_path / "unotty").stat().st_mode & 0o777 == 0o700
    open_database(config.data).stop()


async def test_a_restart_shows_the_same_fingerprint(tmp_path: Path) -> None:
    fingerprints = []
    for _ in range(2):
        process, said = await start(tmp_path)
        fingerprints.append(re.findall(r"SHA256:\S+", said))
        process.terminate()
        await process.communicate()
    assert fingerprints[0] == fingerprints[1]
    assert len(fingerprints[0]) == 1
