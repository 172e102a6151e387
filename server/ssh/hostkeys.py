"""The server's own key: made at the first start, never replaced in silence (SECURITY §2.4); and those before and after it.

`server.ssh.rotation` changes the one for the next.
"""

from __future__ import annotations

import base64
import hashlib
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import asyncssh

from server.files import sync_folder, write_whole

NAME: Final = "ssh_host_ed25519_key"
NEXT: Final = NAME + ".next"
OLD: Final = NAME + ".old"


class HostKeyError(Exception):
    """The key cannot be used; the message says what is wrong and what to do."""


class Keys(NamedTuple):
    """The key that the server is known by, the one to come after it, and the one before it, as far as there are such."""

    active: asyncssh.SSHKey
    next: asyncssh.SSHKey | None = None
    old: asyncssh.SSHKey | None = None

    @property
    def told(self) -> list[asyncssh.SSHKey]:
        """All that clients are told of, the active one first."""
        keys = {fingerprint(key): key for key in self if key is not None}
        return list(keys.values())


def load_or_create(folder: Path) -> Keys:
    """The keys kept in `folder`; a first start makes it and the active one.

    Raises HostKeyError: a key is unreadable, readable by others, damaged, of another type, or the active one is gone
    although something else of it is still there.
    """
    try:
        return load(folder)
    except FileNotFoundError:
        if left := next(_remains(folder), ""):
            raise HostKeyError(
                f"the host key {folder / NAME} is gone but {left} is still there: restore the key from a backup, "
                "or remove that file too to start with a new identity (players will be warned)"
            ) from None
        return Keys(_create(folder))


def load(folder: Path) -> Keys:
    """The keys kept in `folder`. Raises FileNotFoundError: the active one is not there; HostKeyError: see `load_or_create`."""
    return Keys(_load(folder / NAME), _load_if_there(folder / NEXT), _load_if_there(folder / OLD))


def public_file(folder: Path) -> Path:
    """The public half of the active key, for people."""
    return folder / (NAME + ".pub")


def _remains(folder: Path) -> Iterator[str]:
    return (path.name for path in (public_file(folder), folder / NEXT, folder / OLD) if path.exists())


def _load_if_there(path: Path) -> asyncssh.SSHKey | None:
    try:
        return _load(path)
    except FileNotFoundError:
        return None


def _load(path: Path) -> asyncssh.SSHKey:
    try:
        descriptor = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise HostKeyError(f"the host key {path} cannot be read: {error.strerror}") from None
    facts = os.fstat(descriptor)
    if not stat.S_ISREG(facts.st_mode):
        os.close(descriptor)
        raise HostKeyError(f"the host key {path} is not a file")
    with open(descriptor, "rb") as file:
        if facts.st_mode & 0o077:
            raise HostKeyError(f"the host key {path} is open to others (mode {facts.st_mode & 0o777:04o}): chmod 600 {path}")
        data = file.read(64 * 1024)
    try:
        key = asyncssh.import_private_key(data)
    except (asyncssh.KeyImportError, asyncssh.KeyEncryptionError, ValueError):
        raise HostKeyError(f"the host key {path} is damaged or protected by a passphrase") from None
    if key.get_algorithm() != "ssh-ed25519":
        raise HostKeyError(f"the host key {path} is of type {key.get_algorithm()}; ssh-ed25519 is wanted")
    return key


def new() -> asyncssh.SSHKey:
    """A key that nobody has seen yet."""
    return asyncssh.generate_private_key("ssh-ed25519", comment="unotty")


def _create(folder: Path) -> asyncssh.SSHKey:
    key = new()
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(folder / NAME, key.export_private_key(), 0o600)
        write_whole(public_file(folder), key.export_public_key(), 0o644)
        sync_folder(folder)
    except OSError as error:
        raise HostKeyError(f"no host key can be made in {folder}: {error.strerror}") from None
    return key


def fingerprint(key: asyncssh.SSHKey) -> str:
    """`SHA256:…`, as `ssh` shows it on a first visit."""
    return key.get_fingerprint("sha256")


def known_host(key: asyncssh.SSHKey, host: str, port: int) -> str:
    """The line of a `known_hosts` file that trusts this key there."""
    where = host if port == 22 else f"[{host}]:{port}"
    return f"{where} ssh-ed25519 {base64.b64encode(key.public_data).decode()}"


def sshfp(key: asyncssh.SSHKey, host: str) -> str:
    """The DNS record that says the same (RFC 4255, 7479: algorithm 4 is Ed25519, digest 2 SHA-256)."""
    return f"{host}. IN SSHFP 4 2 {hashlib.sha256(key.public_data).hexdigest()}"
