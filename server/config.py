"""What an operator can set, and the checks a start makes before it touches anything."""

from __future__ import annotations

import errno
import os
import resource
import socket
import tempfile
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from server.ssh.addresses import Network
from server.ssh.crowd import CROWD, Crowd
from server.ssh.profiles import BALANCED, Profile

VERSION: Final = "0.1.0"
PORT: Final = 2222
SEND_BUFFER: Final = 64 * 1024
"""Bytes the system keeps of what a client has not received (Linux doubles it): enough for a screen on the longest line,
and so little that a slow client is noticed before old screens queue up for it."""
RECEIVE_BUFFER: Final = 64 * 1024
"""Bytes the system keeps of what a client sent and the server has not read yet (Linux doubles it): one that sends over its
budget waits with the rest, and is not still read for a minute when it has gone."""
BACKLOG: Final = 512
"""Connections that the system keeps until they are taken: as many as come back at once after a restart."""


class StartError(Exception):
    """The server cannot start; the message is one line that says what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class Config:
    """One server. `host` empty: every address of this machine. `port` 0: any free one."""

    host: str = ""
    port: int = PORT
    data: Path = Path("data")
    hostkeys: Path = Path("hostkeys")
    address: str = ""
    """What others type after `ssh` to get here; empty: what each of them did type, as far as that can be known."""
    crowd: Crowd = CROWD
    metrics: tuple[str, int] | None = None
    """The loopback address and port of `/metrics`; None: there is no such page."""
    crypto: Profile = BALANCED
    proxies: tuple[Network, ...] = ()
    """Networks of proxies that tell whom they speak for, with a PROXY v2 header before everything else."""
    workers: int = 0
    """Processes that speak SSH and draw the screens, beside this one; 0: this one does it all."""


def bind(host: str, port: int) -> list[socket.socket]:
    """Take the port, on IPv4 and IPv6 where the machine has both. Raises StartError."""
    try:
        found = socket.getaddrinfo(host or None, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (OSError, UnicodeError):
        raise StartError(f"host {host!r} is not a name or an address of this machine") from None
    bound: list[socket.socket] = []
    for family, _, _, _, address in sorted(set(found)):
        if bound and port == 0:
            address = (address[0], bound[0].getsockname()[1], *address[2:])
        try:
            bound.append(_listening(family, address))
        except OSError as error:
            if error.errno in (errno.EAFNOSUPPORT, errno.EADDRNOTAVAIL) and (bound or not host):
                continue
            for one in bound:
                one.close()
            raise StartError(_why_not_bound(host, port, error)) from None
    if not bound:
        raise StartError(f"this machine has no address to listen on at port {port}")
    return bound


def _listening(family: int, address: tuple[str | int, ...] | tuple[int, bytes]) -> socket.socket:
    one = socket.socket(family, socket.SOCK_STREAM)
    try:
        one.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        one.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, SEND_BUFFER)  # accepted sockets inherit both
        one.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, RECEIVE_BUFFER)
        if family == socket.AF_INET6:
            one.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        one.setblocking(False)
        one.bind(address)
        one.listen(BACKLOG)
    except OSError:
        one.close()
        raise
    return one


def _why_not_bound(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"port {port} is in use: stop the program that has it, or choose another with --port"
    if error.errno == errno.EACCES:
        return f"port {port} is reserved for the system: choose one above 1023 with --port"
    if error.errno == errno.EADDRNOTAVAIL:
        return f"host {host!r} is not an address of this machine"
    return f"port {port} cannot be listened on: {error.strerror}"


def open_files(wanted: int) -> int:
    """How many files this process may open: it asks for as many as `wanted`, and is given no more than the system allows."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        soft = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    return wanted if soft == resource.RLIM_INFINITY else soft


def check_folder(folder: Path, what: str) -> None:
    """Could `folder` be made, or written if it is there? Makes nothing. Raises StartError."""
    here = folder.absolute()
    try:
        while not here.exists():
            here = here.parent
        if not here.is_dir():
            raise StartError(f"the {what} folder {folder} cannot be used: {here} is not a folder")
        if not os.access(here, os.W_OK | os.X_OK):
            raise StartError(f"the {what} folder {folder} cannot be written")
    except OSError as error:
        raise StartError(f"the {what} folder {folder} cannot be used: {error.strerror}") from None


def make_folder(folder: Path, what: str) -> list[Path]:
    """Make `folder`, for its owner alone, and write something in it to be sure.

    Returns the folders that were not there before, innermost first. Raises StartError; then none was made.
    """
    check_folder(folder, what)
    folder = folder.absolute()
    missing = [one for one in (folder, *folder.parents) if not one.exists()]
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(b"unotty")
            file.flush()
    except OSError as error:
        unmake(missing)
        raise StartError(f"the {what} folder {folder} cannot be written: {error.strerror}") from None
    return missing


def unmake(folders: Iterable[Path]) -> None:
    """Take folders away again, as far as they are there and empty."""
    for folder in folders:
        with suppress(OSError):
            folder.rmdir()
