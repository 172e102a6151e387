"""The host key's life: made once, kept, and never used when it is not safe."""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

import asyncssh
import pytest

from server.ssh import hostkeys
from tests.server.nobody import as_nobody

OPENSSH = b"-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----\n"


def key_file(folder: Path) -> Path:
    return folder / hostkeys.NAME


def test_a_first_start_makes_an_ed25519_key_that_only_its_owner_reads(tmp_path: Path) -> None:
    """3-19."""
    old = os.umask(0)
    try:
        key = hostkeys.load_or_create(tmp_path / "keys").active
    finally:
        os.umask(old)
    assert key.get_algorithm() == "ssh-ed25519"
    assert stat.S_IMODE(key_file(tmp_path / "keys").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "keys").stat().st_mode) == 0o700
    assert sorted(os.listdir(tmp_path / "keys")) == [hostkeys.NAME, hostkeys.NAME + ".pub"]


def test_the_next_start_finds_the_same_key(tmp_path: Path) -> None:
    """3-19."""
    first = hostkeys.load_or_create(tmp_path).active
    before = key_file(tmp_path).read_bytes()
    again = hostkeys.load_or_create(tmp_path).active
    assert hostkeys.fingerprint(again) == hostkeys.fingerprint(first)
    assert key_file(tmp_path).read_bytes() == before
    assert re.fullmatch(r"SHA256:[A-Za-z0-9+/]{43}", hostkeys.fingerprint(first))


@pytest.mark.parametrize("mode", [0o640, 0o604, 0o620, 0o610, 0o777])
def test_a_key_open_to_others_is_refused_with_the_cure(tmp_path: Path, mode: int) -> None:
    hostkeys.load_or_create(tmp_path)
    key_file(tmp_path).chmod(mode)
    with pytest.raises(hostkeys.HostKeyError, match=f"mode 0{mode:o}.*chmod 600"):
        hostkeys.load_or_create(tmp_path)


def test_a_lost_key_is_not_silently_replaced(tmp_path: Path) -> None:
    hostkeys.load_or_create(tmp_path)
    key_file(tmp_path).unlink()
    with pytest.raises(hostkeys.HostKeyError, match="is gone"):
        hostkeys.load_or_create(tmp_path)
    assert not key_file(tmp_path).exists()


@pytest.mark.parametrize("data", [b"", b"not a key", OPENSSH])
def test_a_damaged_key_is_refused_and_kept(tmp_path: Path, data: bytes) -> None:
    key_file(tmp_path).write_bytes(data)
    key_file(tmp_path).chmod(0o600)
    with pytest.raises(hostkeys.HostKeyError, match="damaged"):
        hostkeys.load_or_create(tmp_path)
    assert key_file(tmp_path).read_bytes() == data


def test_a_key_with_a_passphrase_or_of_another_type_is_refused(tmp_path: Path) -> None:
    locked = asyncssh.generate_private_key("ssh-ed25519").export_private_key("pkcs8-pem", passphrase="x")
    key_file(tmp_path).write_bytes(locked)
    key_file(tmp_path).chmod(0o600)
    with pytest.raises(hostkeys.HostKeyError, match="passphrase"):
        hostkeys.load_or_create(tmp_path)
    key_file(tmp_path).write_bytes(asyncssh.generate_private_key("ecdsa-sha2-nistp256").export_private_key())
    with pytest.raises(hostkeys.HostKeyError, match="ssh-ed25519 is wanted"):
        hostkeys.load_or_create(tmp_path)


def test_a_folder_in_the_keys_place_and_a_file_in_the_folders_place_are_one_clear_line(tmp_path: Path) -> None:
    (tmp_path / "a" / hostkeys.NAME).mkdir(parents=True)
    (tmp_path / "a" / hostkeys.NAME).chmod(0o700)
    (tmp_path / "b").write_text("")
    for folder, words in (("a", "is not a file"), ("b", "Not a directory"), ("b/c", "Not a directory")):
        with pytest.raises(hostkeys.HostKeyError, match=words) as caught:
            hostkeys.load_or_create(tmp_path / folder)
        assert "\n" not in str(caught.value)


def test_an_unreadable_key_is_refused() -> None:
    """3-19."""

    def load(home: Path) -> object:
        hostkeys.load_or_create(home)
        key_file(home).chmod(0)
        return hostkeys.load_or_create(home)

    assert re.fullmatch(r"HostKeyError: the host key .* cannot be read: Permission denied", as_nobody(load))


def test_an_unwritable_folder_gets_no_key() -> None:
    def make(home: Path) -> object:
        home.chmod(0o500)
        with pytest.raises(hostkeys.HostKeyError, match=r"no host key can be made in .*: Permission denied"):
            hostkeys.load_or_create(home)
        return os.listdir(home)

    assert as_nobody(make) == "[]"


def test_a_crash_while_writing_leaves_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(hostkeys.HostKeyError, match="No space left"):
        hostkeys.load_or_create(tmp_path)
    assert os.listdir(tmp_path) == []
