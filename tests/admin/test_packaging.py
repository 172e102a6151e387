"""What ships beside the program: the unit, the Containerfile and the operator's page say what the program really takes."""

from __future__ import annotations

import json
import re
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

from server.admin.office import COMMANDS
from server.cli import parser
from server.logs import JsonFormatter
from server.store.database import NAME as DATABASE
from server.store.lock import NAME as LOCK
from server.store.secret import NAME as SECRET
from tests.e2e.house import ROOT

UNIT = ROOT / "docs" / "unotty.service"
PAGE = (ROOT / "docs" / "operating.md").read_text(encoding="utf-8")
CONTAINERFILE = (ROOT / "Containerfile").read_text(encoding="utf-8")


def test_the_unit_starts_the_server_with_options_it_has() -> None:
    line = next(line for line in UNIT.read_text(encoding="utf-8").splitlines() if line.startswith("ExecStart="))
    program, *arguments = shlex.split(line.removeprefix("ExecStart="))
    options = parser().parse_args(arguments)
    assert program == "/opt/unotty/.venv/bin/unotty"
    assert (options.port, options.metrics) == (2222, ("127.0.0.1", 9105))
    assert all(folder.is_relative_to("/var/lib/unotty") for folder in (options.data, options.hostkeys))


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="systemd is not installed")
def test_systemd_understands_the_unit_and_finds_it_closed(tmp_path: Path) -> None:
    unit = tmp_path / "unotty.service"
    text = UNIT.read_text(encoding="utf-8")
    unit.write_text(text.replace("/opt/unotty/.venv/bin/unotty", shutil.which("true") or "/bin/true"), encoding="utf-8")
    checked = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True)
    assert (checked.returncode, checked.stderr) == (0, "")
    rated = subprocess.run(
        ["systemd-analyze", "security", "--offline=true", "--threshold=20", unit], capture_output=True, text=True
    )
    assert rated.returncode == 0, rated.stdout


def test_the_image_is_made_of_what_is_here_and_of_nothing_else() -> None:
    """CASES 3-19: no host key is baked into it."""
    copied = re.findall(r"^COPY (?!--from)(.+) \S+$", CONTAINERFILE, re.MULTILINE)
    names = {name for line in copied for name in line.split()}
    let_in = {line.removeprefix("!") for line in (ROOT / ".containerignore").read_text().splitlines() if line.startswith("!")}
    assert names == let_in
    assert all((ROOT / name).exists() for name in names)
    assert not names & {"hostkeys", "data", "."}


def test_the_image_runs_the_server_as_nobody_in_particular() -> None:
    user = re.search(r"^USER (\d+):(\d+)$", CONTAINERFILE, re.MULTILINE)
    command = re.search(r"^CMD (\[.+\])$", CONTAINERFILE, re.MULTILINE)
    health = re.search(r"CMD (\[.+\])$", next(line for line in CONTAINERFILE.splitlines() if line.startswith("HEALTHCHECK")))
    assert user is not None
    assert int(user[1]) > 0
    assert command is not None
    assert health is not None
    parser().parse_args(json.loads(command[1]))
    assert json.loads(health[1])[0] == "unotty"
    parser().parse_args(json.loads(health[1])[1:])


def test_the_page_names_every_command_and_every_file() -> None:
    for command in COMMANDS:
        assert f"`{command.replace('-', ' ')}" in PAGE, command
    for name in (DATABASE, SECRET, LOCK, "admin.sock", "ssh_host_ed25519_key"):
        assert name in PAGE, name
    for command in ("show", "prepare", "rotate", "forget"):
        assert f"`unotty hostkey {command}" in PAGE, command
        parser().parse_args(["hostkey", command])


def test_the_page_names_the_metrics_that_there_are() -> None:
    vitals = (ROOT / "server" / "vitals.py").read_text(encoding="utf-8")
    for name in set(re.findall(r"`(unotty_[a-z_]+)", PAGE)):
        assert f'"{name}"' in vitals, name


def test_the_page_names_the_fields_of_the_log() -> None:
    told = (ROOT / "server" / "logs.py").read_text(encoding="utf-8")
    assert JsonFormatter.__doc__ is not None
    for field in ("time", "level", "logger", "event", "fields", "trace"):
        assert f"`{field}`" in PAGE
        assert f'"{field}"' in told
