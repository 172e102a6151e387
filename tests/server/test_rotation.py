"""From one host key to the next: never in silence, never before clients can know it, and never by halves."""

from __future__ import annotations

import base64
import hashlib
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from server.cli import run
from server.ssh import hostkeys, rotation
from server.ssh.hostkeys import NAME, NEXT, OLD, HostKeyError, fingerprint, load, load_or_create
from server.ssh.rotation import RESERVE, SINCE, forget, prepare, publish, rotate, told_since

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """With a key, as after a first start."""
    load_or_create(tmp_path)
    return tmp_path


def told(folder: Path, days: float = 31) -> str:
    """Prepare a next key and let it be known for as many days; its fingerprint."""
    key = prepare(folder)
    publish(folder, key, NOW - timedelta(days=days))
    return fingerprint(key)


def prints(folder: Path) -> list[str | None]:
    return [fingerprint(key) if key is not None else None for key in load(folder)]


def test_the_next_key_is_made_beside_the_present_one_and_only_its_owner_reads_it(folder: Path) -> None:
    before = prints(folder)[0]
    old = os.umask(0)
    try:
        following = fingerprint(prepare(folder))
    finally:
        os.umask(old)
    assert prints(folder) == [before, following, None]
    assert before != following
    assert stat.S_IMODE((folder / NEXT).stat().st_mode) == 0o600
    with pytest.raises(HostKeyError, match="there is a next host key already"):
        prepare(folder)
    assert prints(folder) == [before, following, None]


def test_a_key_counts_as_known_from_the_first_server_that_told_of_it(folder: Path) -> None:
    key = prepare(folder)
    assert told_since(folder, key) is None
    assert publish(folder, key, NOW) == NOW
    assert publish(folder, key, NOW + timedelta(days=5)) == NOW
    assert told_since(folder, key) == NOW
    assert told_since(folder, hostkeys.new()) is None, "that is another key"
    (folder / SINCE).write_text("yesterday\n")
    assert told_since(folder, key) is None


def test_the_change_waits_until_clients_can_know_the_key(folder: Path) -> None:
    before = load(folder)
    with pytest.raises(HostKeyError, match="there is no next host key"):
        rotate(folder, NOW)
    key = prepare(folder)
    with pytest.raises(HostKeyError, match="no server has told of the next host key yet"):
        rotate(folder, NOW)
    publish(folder, key, NOW)
    with pytest.raises(HostKeyError, match="known for 29 days of 30: wait until 2026-12-30, or say --early"):
        rotate(folder, NOW + RESERVE - timedelta(seconds=1))
    assert prints(folder)[0] == fingerprint(before.active)
    rotate(folder, NOW + RESERVE)
    assert prints(folder) == [fingerprint(key), None, fingerprint(before.active)]


def test_a_stolen_key_can_be_changed_at_once(folder: Path) -> None:
    before, key = prints(folder)[0], prepare(folder)
    rotate(folder, NOW, early=True)
    assert fingerprint(forget(folder)) == before
    assert prints(folder) == [fingerprint(key), None, None]
    with pytest.raises(HostKeyError, match="there is no old host key"):
        forget(folder)


def test_the_change_leaves_the_files_as_a_first_start_makes_them(folder: Path) -> None:
    told(folder)
    rotate(folder, NOW)
    assert sorted(os.listdir(folder)) == [NAME, OLD, NAME + ".pub"]
    assert {stat.S_IMODE((folder / name).stat().st_mode) for name in (NAME, OLD)} == {0o600}
    public = (folder / (NAME + ".pub")).read_text().split()[1]
    assert base64.b64decode(public) == load(folder).active.public_data


def test_an_older_key_is_not_lost_by_changing_twice(folder: Path) -> None:
    told(folder)
    rotate(folder, NOW)
    told(folder)
    with pytest.raises(HostKeyError, match=r"still told of, .*\.old: forget it first"):
        rotate(folder, NOW)
    forget(folder)
    rotate(folder, NOW)


STEPS = ("link", "unlink", "replace", "rename", "fsync", "open")
"""What is called of the system; a change makes some twenty such calls."""


@pytest.mark.parametrize("nth", range(1, 31))
def test_a_change_broken_off_leaves_a_key_that_clients_know_and_can_be_asked_for_again(
    folder: Path, monkeypatch: pytest.MonkeyPatch, nth: int
) -> None:
    before, following = prints(folder)[0], told(folder)
    calls = 0

    def dying(real: Callable[..., object]) -> Callable[..., object]:
        def call(*args: object, **kwargs: object) -> object:
            nonlocal calls
            calls += 1
            if calls >= nth:  # from here on nothing works: the process is as good as killed
                raise OSError(5, "Input/output error")
            return real(*args, **kwargs)

        return call

    with monkeypatch.context() as patch:
        for step in STEPS:
            patch.setattr(os, step, dying(getattr(os, step)))
        with suppress(HostKeyError):
            rotate(folder, NOW)
    monkeypatch.setattr(os, "getpid", lambda: 1)  # another process comes, and finds what this one left
    active, _, old = prints(folder)
    assert active == before or (active, old) == (following, before)
    if active == before:
        rotate(folder, NOW)
    assert prints(folder) == [following, None, before]
    assert [fingerprint(key) for key in load_or_create(folder).told] == [following, before]


@pytest.mark.parametrize("name", [NEXT, OLD])
@pytest.mark.parametrize("mode", [0o640, 0o604, 0o660])
def test_no_key_is_told_of_that_others_can_read(folder: Path, name: str, mode: int) -> None:
    told(folder)
    rotate(folder, NOW)
    prepare(folder)
    (folder / name).chmod(mode)
    with pytest.raises(HostKeyError, match=f"{name} is open to others.*chmod 600"):
        load_or_create(folder)


@pytest.mark.parametrize("name", [NEXT, OLD])
def test_a_lost_key_is_not_replaced_while_a_key_of_the_house_is_there(folder: Path, name: str) -> None:
    told(folder)
    rotate(folder, NOW)
    prepare(folder)
    for other in {NAME, NAME + ".pub", NEXT, OLD} - {name}:
        (folder / other).unlink()
    with pytest.raises(HostKeyError, match=f"is gone but {name} is still there"):
        load_or_create(folder)
    assert not (folder / NAME).exists()


# ── the commands ─────────────────────────────────────────────────────────────────────────────────────────────


def unotty(capsys: pytest.CaptureFixture[str], folder: Path, *words: str) -> tuple[int, str, str]:
    """`unotty hostkey words…`."""
    status = run(["hostkey", *words, "--hostkeys", str(folder)])
    return status, *capsys.readouterr()


def test_what_is_shown_can_be_compared_and_trusted(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key = load(folder).active
    status, out, err = unotty(capsys, folder, "show", "--name", "uno.example.org", "--port", "2200")
    data = base64.b64encode(key.public_data).decode()
    digest = hashlib.sha256(key.public_data).hexdigest()
    assert (status, err) == (0, "")
    assert out.splitlines() == [
        f"active {fingerprint(key)}",
        f"       [uno.example.org]:2200 ssh-ed25519 {data}",
        f"       uno.example.org. IN SSHFP 4 2 {digest}",
    ]
    assert (
        f"       uno.example.org ssh-ed25519 {data}"
        in unotty(capsys, folder, "show", "--name", "uno.example.org", "--port", "22")[1]
    )


def test_the_commands_say_what_they_did_and_what_is_to_be_done(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = unotty(capsys, folder, "prepare")
    assert (status, "Restart the server" in out) == (0, True)
    following = load(folder).next
    assert following is not None
    assert fingerprint(following) in out
    assert f"next   {fingerprint(following)}  not told of yet" in unotty(capsys, folder, "show")[1]
    assert unotty(capsys, folder, "rotate")[0] == 1
    publish(folder, following, NOW)
    assert "  told of since 2026-11-30, ready on 2026-12-30" in unotty(capsys, folder, "show")[1]
    status, out, _ = unotty(capsys, folder, "rotate", "--early")
    assert (status, f"The host key is {fingerprint(following)} now. Restart the server" in out) == (0, True)
    assert unotty(capsys, folder, "show")[1].splitlines()[3].startswith("old    SHA256:")
    status, out, _ = unotty(capsys, folder, "forget")
    assert (status, "is gone. Restart" in out) == (0, True)


@pytest.mark.parametrize("command", ["show", "prepare", "rotate", "forget"])
def test_where_there_is_no_key_none_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str], command: str) -> None:
    status, out, err = unotty(capsys, tmp_path / "nothing", command)
    assert (status, out) == (1, "")
    assert err.startswith("unotty: there is no host key in")
    assert not (tmp_path / "nothing").exists()


def test_what_cannot_be_written_is_one_line(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(rotation, "write_whole", full)
    with pytest.raises(HostKeyError, match=r"no host key can be made in .*: No space left"):
        prepare(folder)
    assert sorted(os.listdir(folder)) == [NAME, NAME + ".pub"]
