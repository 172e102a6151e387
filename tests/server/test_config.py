"""The checks of a start: each fails with one line, and before anything is made."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import resource
import socket
import stat
import tomllib
from pathlib import Path

import pytest

from server.config import RECEIVE_BUFFER, VERSION, StartError, bind, check_folder, make_folder, open_files
from tests.server.nobody import as_nobody

ROOT = Path(__file__).parent.parent.parent


def close(sockets: list[socket.socket]) -> None:
    for one in sockets:
        one.close()


def test_the_version_is_the_projects() -> None:
    assert tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"] == VERSION


def test_any_free_port_is_the_same_on_both_families() -> None:
    sockets = bind("", 0)
    try:
        assert len({one.getsockname()[1] for one in sockets}) == 1
        assert {one.family for one in sockets} <= {socket.AF_INET, socket.AF_INET6}
    finally:
        close(sockets)


def test_little_of_what_a_peer_sends_waits_unread() -> None:
    """Linux lets megabytes wait of whoever sends much: all of it would still be read when he has gone."""
    (listening,) = bind("127.0.0.1", 0)
    with listening, socket.socket() as peer:
        peer.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, RECEIVE_BUFFER)
        peer.connect(listening.getsockname())
        peer.setblocking(False)
        listening.settimeout(5)
        waiting = 0
        with listening.accept()[0] as taken:
            for _ in range(1000):  # so fast a line gets room
                with contextlib.suppress(BlockingIOError):
                    while waiting < 1 << 25:
                        waiting += peer.send(bytes(1 << 16))
                waiting -= len(taken.recv(1 << 16))
    assert waiting < 6 * RECEIVE_BUFFER


def test_a_busy_port_is_one_line_and_nothing_stays_bound() -> None:
    first = bind("127.0.0.1", 0)
    port = first[0].getsockname()[1]
    try:
        for host in ("127.0.0.1", ""):
            with pytest.raises(StartError, match=f"^port {port} is in use: .* --port$"):
                bind(host, port)
    finally:
        close(first)
    close(bind("", port))


def test_a_strange_host_is_named() -> None:
    for host in ("no.such.host.invalid", "x" * 300, "203.0.113.1"):
        with pytest.raises(StartError, match=re.escape(repr(host))):
            bind(host, 0)


def test_a_reserved_port_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(_self: socket.socket, _address: object) -> None:
        raise OSError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(socket.socket, "bind", refuse)
    with pytest.raises(StartError, match="port 22 is reserved"):
        bind("127.0.0.1", 22)


def test_a_machine_without_ipv6_is_served_on_ipv4(monkeypatch: pytest.MonkeyPatch) -> None:
    real = socket.socket.bind

    def refuse(self: socket.socket, address: tuple[str, int]) -> None:
        if self.family == socket.AF_INET6:
            raise OSError(errno.EADDRNOTAVAIL, "Cannot assign requested address")
        real(self, address)

    monkeypatch.setattr(socket.socket, "bind", refuse)
    sockets = bind("", 0)
    assert [one.family for one in sockets] == [socket.AF_INET]
    close(sockets)


def test_a_folder_is_made_for_its_owner_alone_and_left_empty(tmp_path: Path) -> None:
    assert make_folder(tmp_path / "a" / "b", "data") == [tmp_path / "a" / "b", tmp_path / "a"]
    assert stat.S_IMODE((tmp_path / "a" / "b").stat().st_mode) == 0o700
    assert os.listdir(tmp_path / "a" / "b") == []
    assert make_folder(tmp_path / "a" / "b", "data") == []


@pytest.mark.parametrize(
    ("soft", "hard", "wanted", "given"),
    [
        (1024, 4096, 900, 1024),
        (256, 4096, 900, 900),
        (256, 512, 900, 512),
        (256, resource.RLIM_INFINITY, 900, 900),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, 900, 900),
    ],
)
def test_as_many_files_are_asked_for_as_needed_and_no_more_expected_than_given(
    soft: int, hard: int, wanted: int, given: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = [(soft, hard)]
    monkeypatch.setattr(resource, "getrlimit", lambda _: limits[-1])
    monkeypatch.setattr(resource, "setrlimit", lambda _, new: limits.append(new))
    assert open_files(wanted) == given
    assert limits[1:] in ([], [(given, hard)])


@pytest.fixture
def blocked(tmp_path: Path) -> Path:
    """A folder that nobody can make."""
    (tmp_path / "file").write_text("")
    return tmp_path / "file" / "data"


def test_a_folder_that_cannot_be_is_one_line(blocked: Path) -> None:
    for check in (check_folder, make_folder):
        with pytest.raises(StartError, match=r"^the data folder .* cannot be used: .*file is not a folder$"):
            check(blocked, "data")


def test_checking_makes_nothing(tmp_path: Path) -> None:
    check_folder(tmp_path / "new", "data")
    assert os.listdir(tmp_path) == []


def test_a_folder_of_a_read_only_system_cannot_be_written() -> None:
    with pytest.raises(StartError, match="cannot be"):
        make_folder(Path("/proc/unotty"), "data")


def test_an_unwritable_folder_is_one_line() -> None:
    def make(home: Path) -> list[Path]:
        home.chmod(0o500)
        return make_folder(home / "new", "data")

    assert re.fullmatch(r"StartError: the data folder .*/new cannot be written", as_nobody(make))


def test_a_full_disk_is_one_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    with pytest.raises(StartError, match="cannot be written: No space left on device"):
        make_folder(tmp_path / "new" / "inner", "data")
    assert os.listdir(tmp_path) == []
