"""From one host key to the next, so that nobody's client warns of an impostor: the next one is told of long before it counts.

Clients that update what they know (OpenSSH does by default) learn it while they still trust the present one.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final

import asyncssh

from server.files import sync_folder, write_whole
from server.ssh.hostkeys import NAME, NEXT, OLD, HostKeyError, Keys, fingerprint, load, new, public_file

RESERVE: Final = timedelta(days=30)
"""How long clients are told of a key before it is used: whoever comes once a month has it by then."""
SINCE: Final = NEXT + ".since"
"""Since when servers have told of the next key, and of which."""


def prepare(folder: Path) -> asyncssh.SSHKey:
    """Make the next key. Servers tell of it from their next start on. Raises HostKeyError."""
    if _there(folder).next is not None:
        raise HostKeyError(f"there is a next host key already, {folder / NEXT}")
    key = new()
    try:
        write_whole(folder / NEXT, key.export_private_key(), 0o600)
        _give(folder / NEXT, folder / NAME)
        sync_folder(folder)
    except OSError as error:
        raise HostKeyError(f"no host key can be made in {folder}: {error.strerror}") from None
    return key


def publish(folder: Path, key: asyncssh.SSHKey, now: datetime) -> datetime:
    """A server tells of this next key: since when, on this machine? Raises HostKeyError: that cannot be noted."""
    since = told_since(folder, key)
    if since is not None:
        return since
    try:
        (folder / SINCE).unlink(missing_ok=True)
        write_whole(folder / SINCE, f"{now.astimezone(UTC).isoformat(timespec='seconds')} {fingerprint(key)}\n".encode(), 0o600)
        sync_folder(folder)
    except OSError as error:
        raise HostKeyError(f"it cannot be noted in {folder} since when clients know the next key: {error.strerror}") from None
    return now


def told_since(folder: Path, key: asyncssh.SSHKey) -> datetime | None:
    """Since when servers have told of this next key; None: none has."""
    try:
        when, whose = (folder / SINCE).read_text(encoding="ascii").split()
        since = datetime.fromisoformat(when)
    except (OSError, ValueError):
        return None
    return since.astimezone(UTC) if whose == fingerprint(key) else None


def rotate(folder: Path, now: datetime, early: bool = False) -> Keys:
    """Make the next key the active one, and the active one the old one, which clients are still told of.

    Broken off at any point, it can be asked for again, and a start before that has a key that clients know.
    Raises HostKeyError: there is no next key, or an older one; or, unless `early`, it was not told of for long enough.
    """
    keys = _there(folder)
    if keys.next is None:
        raise HostKeyError("there is no next host key: make one (prepare), and let it be known for a while")
    if keys.old is not None and fingerprint(keys.old) != fingerprint(keys.active):
        raise HostKeyError(f"the key before this one is still told of, {folder / OLD}: forget it first")
    if not early:
        _see_that_it_is_known(told_since(folder, keys.next), now)
    try:
        if keys.old is None:
            os.link(folder / NAME, folder / OLD)
            sync_folder(folder)
        public_file(folder).unlink(missing_ok=True)
        os.replace(folder / NEXT, folder / NAME)
        write_whole(public_file(folder), keys.next.export_public_key(), 0o644)
        _give(public_file(folder), folder / NAME)
        (folder / SINCE).unlink(missing_ok=True)
        sync_folder(folder)
    except OSError as error:
        raise HostKeyError(f"the host keys in {folder} cannot be changed: {error.strerror}") from None
    return Keys(keys.next, None, keys.active)


def forget(folder: Path) -> asyncssh.SSHKey:
    """Throw the old key away. Servers tell of it no more from their next start on, and clients drop it then.

    Raises HostKeyError: there is none.
    """
    old = _there(folder).old
    if old is None:
        raise HostKeyError("there is no old host key to forget")
    try:
        (folder / OLD).unlink()
        sync_folder(folder)
    except OSError as error:
        raise HostKeyError(f"the old host key {folder / OLD} cannot be removed: {error.strerror}") from None
    return old


def _see_that_it_is_known(since: datetime | None, now: datetime) -> None:
    if since is None:
        raise HostKeyError("no server has told of the next host key yet: restart the server, and wait 30 days")
    if now - since < RESERVE:
        day = (since + RESERVE).date().isoformat()
        raise HostKeyError(
            f"the next host key has been known for {(now - since).days} days of 30: wait until {day}, "
            "or say --early (whoever has not been here since is warned of an impostor)"
        )


def _there(folder: Path) -> Keys:
    try:
        return load(folder)
    except FileNotFoundError:
        raise HostKeyError(f"there is no host key in {folder}: a server makes one at its first start") from None


def _give(path: Path, like: Path) -> None:
    """What root makes must be readable by the account that runs the server."""
    if os.geteuid() == 0:
        owner = like.stat()
        os.chown(path, owner.st_uid, owner.st_gid)
