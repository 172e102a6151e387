"""`unotty hostkey`: the server's identity as others should see it, and its change; nothing of it is said to a running server.

Nothing is printed here.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from socket import gethostname
from typing import TYPE_CHECKING, Final

from server.admin.commandline import FAILED, Outcome
from server.config import PORT

if TYPE_CHECKING:
    import asyncssh

RESTART: Final = "Restart the server: until then it goes on as it is."


def describe(hostkey: argparse.ArgumentParser, port: Callable[[str], int]) -> None:
    """Add the commands to the parser of `unotty hostkey`; `port` reads a port's number."""
    general = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    general.add_argument(
        "--hostkeys", type=Path, default=Path("hostkeys"), metavar="DIR", help="folder of the host key (default: ./hostkeys)"
    )
    commands = hostkey.add_subparsers(metavar="COMMAND", required=True, parser_class=type(hostkey))

    def command(name: str, help: str) -> argparse.ArgumentParser:
        one: argparse.ArgumentParser = commands.add_parser(
            name, help=help, description=help, parents=[general], allow_abbrev=False
        )
        one.set_defaults(hostkey=name)
        return one

    show = command("show", "The keys: what to compare, what to put into DNS, and a line for known_hosts.")
    show.add_argument("--name", default=gethostname(), help="the name that people type after `ssh` (default: %(default)s)")
    show.add_argument("--port", type=port, default=PORT, help="and the port (default: %(default)s)")
    command("prepare", "Make the next key; clients are told of it from the next start on.")
    rotate = command("rotate", "Let the next key be the server's; the one before it is kept, and still told of.")
    rotate.add_argument("--early", action="store_true", help="though clients have not known it for 30 days")
    command("forget", "Throw the key before the present one away.")


def run(options: argparse.Namespace) -> Outcome:
    """Do what was typed."""
    from server.ssh.hostkeys import HostKeyError, fingerprint
    from server.ssh.rotation import forget, prepare, rotate

    folder: Path = options.hostkeys
    try:
        match options.hostkey:
            case "show":
                return Outcome(0, "\n".join(_shown(folder, options.name, options.port)))
            case "prepare":
                key = prepare(folder)
                learn = "Clients that come within 30 days learn it; then rotate."
                return Outcome(0, f"The next host key is {fingerprint(key)}. {RESTART}\n{learn}")
            case "rotate":
                keys = rotate(folder, datetime.now(UTC), options.early)
                return Outcome(0, f"The host key is {fingerprint(keys.active)} now. {RESTART}\nPut its SSHFP record into DNS.")
            case _:
                return Outcome(0, f"The old host key {fingerprint(forget(folder))} is gone. {RESTART}")
    except HostKeyError as no:
        return Outcome(FAILED, error=str(no))


def _shown(folder: Path, name: str, port: int) -> Iterator[str]:
    from server.ssh.hostkeys import HostKeyError, fingerprint, known_host, load, sshfp
    from server.ssh.rotation import RESERVE, told_since

    def lines(what: str, key: asyncssh.SSHKey, more: str = "") -> Iterator[str]:
        yield f"{what} {fingerprint(key)}{more}"
        yield f"       {known_host(key, name, port)}"
        yield f"       {sshfp(key, name)}"

    try:
        keys = load(folder)
    except FileNotFoundError:
        raise HostKeyError(f"there is no host key in {folder}: a server makes one at its first start") from None
    yield from lines("active", keys.active)
    if keys.next is not None:
        since = told_since(folder, keys.next)
        ready = f"  told of since {since.date()}, ready on {(since + RESERVE).date()}" if since else "  not told of yet"
        yield from lines("next  ", keys.next, ready)
    if keys.old is not None:
        yield from lines("old   ", keys.old)
