"""The server's own key: made at the first start, kept for ever, never replaced in silence (SECURITY §2.4)."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

import asyncssh

from server.files import sync_folder, write_whole

NAME: Final = "ssh_host_ed25519_key"


class HostKeyError(Exception):
    """The key cannot be used; the message says what is wrong and what to do."""


def load_or_create(folder: Path) -> asyncssh.SSHKey:
    """The host key kept in `folder`; a first start makes both.

    Raises HostKeyError: the key is unreadable, readable by others, damaged, of another type, or gone
    although its public half is still there.
    """
    path = folder / NAME
    try:
        return _load(path)
    except FileNotFoundError:
        if _public(path).exists():
            raise HostKeyError(
                f"the host key {path} is gone but {_public(path).name} is still there: restore the key from a backup, "
                "or remove the .pub file too to start with a new identity (players will be warned)"
            ) from None
        return _create(path)


def _public(path: Path) -> Path:
    return path.with_name(path.name + ".pub")


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


def _create(path: Path) -> asyncssh.SSHKey:
    key = asyncssh.generate_private_key("ssh-ed25519", comment="unotty")
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        write_whole(path, key.export_private_key(), 0o600)
        write_whole(_public(path), key.export_public_key(), 0o644)
        sync_folder(path.parent)
    except OSError as error:
        raise HostKeyError(f"no host key can be made in {path.parent}: {error.strerror}") from None
    return key


def fingerprint(key: asyncssh.SSHKey) -> str:
    """`SHA256:…`, as `ssh` shows it on a first visit."""
    return key.get_fingerprint("sha256")
