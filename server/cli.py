"""`unotty serve`: the command line, what it prints, and the exit statuses."""

from __future__ import annotations

import argparse
import asyncio
import signal
import sys
from collections.abc import Sequence
from ipaddress import ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Final, NoReturn

import uvloop

from server import hostkey
from server.admin import commandline
from server.config import PORT, VERSION, Config, StartError
from server.logs import FORMATS, configure
from server.scrape import loopback
from server.sentences import STOPPING
from server.ssh.addresses import LOOPBACK, Network
from server.ssh.crowd import CROWD, Crowd
from server.ssh.profiles import BALANCED, PROFILES

if TYPE_CHECKING:
    from server.house import House

FAILED: Final = 1
MISUSED: Final = 2


class _Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        print(f"unotty: {message} (see `{self.prog} --help`)", file=sys.stderr)
        raise SystemExit(MISUSED)


def _port(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= 65535):
        raise argparse.ArgumentTypeError(f"{text!r} is not a port: a number from 0 to 65535 is wanted")
    return int(text)


def _count(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and 1 <= int(text) <= 100_000):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 100000")
    return int(text)


def _network(text: str) -> Network:
    try:
        return ip_network(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"{error}") from None


def _workers(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and int(text) <= 64):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 64")
    return int(text)


def _loopback(text: str) -> tuple[str, int]:
    try:
        return loopback(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def parser() -> argparse.ArgumentParser:
    """Every command and option."""
    root = _Parser(prog="unotty", description="UNO for anyone with an SSH client.", allow_abbrev=False)
    root.add_argument("--version", action="version", version=f"unotty {VERSION}")
    commands = root.add_subparsers(metavar="COMMAND", required=True, parser_class=_Parser)
    serve = commands.add_parser("serve", help="open the server", description="Open the server.", allow_abbrev=False)
    serve.add_argument("--host", default="", help="listen on this address only (default: on all of this machine's)")
    serve.add_argument("--port", type=_port, default=PORT, help=f"listen on this port; 0 takes any free one (default: {PORT})")
    serve.add_argument(
        "--data", type=Path, default=Path("data"), metavar="DIR", help="folder for what is kept (default: ./data)"
    )
    serve.add_argument(
        "--hostkeys", type=Path, default=Path("hostkeys"), metavar="DIR", help="folder of the host key (default: ./hostkeys)"
    )
    serve.add_argument(
        "--address",
        default="",
        metavar="TEXT",
        help="what invitations say after `ssh`, a port too: `play.example.org`, `'-p 2222 play.example.org'`",
    )
    serve.add_argument(
        "--max-people", type=_count, default=CROWD.people, metavar="N", help="people online at once (default: %(default)s)"
    )
    serve.add_argument(
        "--max-per-address",
        type=_count,
        default=CROWD.per_address,
        metavar="N",
        help="connections at once from one IPv4 address or IPv6 /64, this machine's own excepted (default: %(default)s)",
    )
    serve.add_argument(
        "--max-guests-per-address",
        type=_count,
        default=CROWD.guests_per_address,
        metavar="N",
        help="of these, people without a key (default: %(default)s)",
    )
    serve.add_argument(
        "--spare",
        type=_network,
        action="append",
        default=[],
        metavar="CIDR",
        help="do not count, slow down or shut out connections from this network; may be repeated",
    )
    serve.add_argument(
        "--proxy-from",
        type=_network,
        action="append",
        default=[],
        metavar="CIDR",
        help="expect a PROXY v2 header from proxies of this network, and believe it; may be repeated",
    )
    serve.add_argument(
        "--workers",
        type=_workers,
        default=0,
        metavar="N",
        help="speak SSH and draw in N processes of their own, at most one for each core; 0: all in one (default: %(default)s)",
    )
    serve.add_argument(
        "--crypto",
        choices=tuple(PROFILES),
        default=BALANCED.name,
        help="balanced: modern SSH clients of every make; strict: nothing older than OpenSSH 9.9 (default: %(default)s)",
    )
    serve.add_argument(
        "--metrics",
        type=_loopback,
        metavar="[ADDRESS:]PORT",
        help="answer /metrics and /healthz for monitors on this machine, at a loopback address (default: no)",
    )
    serve.add_argument(
        "--log-format", choices=FORMATS, default=FORMATS[0], help="the log for people, or one JSON object a line"
    )
    serve.add_argument("--verbose", action="store_true", help="log every connection")
    admin = commands.add_parser(
        "admin", help="ask something of the server that runs here", description="Ask something of the server that runs here."
    )
    commandline.describe(admin)
    keys = commands.add_parser(
        "hostkey", help="show the host key, or change it", description="Show the host key, or change it."
    )
    hostkey.describe(keys, _port)
    return root


def run(arguments: Sequence[str]) -> int:
    """The whole program; returns its exit status."""
    options = parser().parse_args(arguments)
    if "request" in options:
        return _told(commandline.run(options))
    if "hostkey" in options:
        return _told(hostkey.run(options))
    configure(options.log_format, options.verbose)
    crowd = Crowd(
        per_address=options.max_per_address,
        guests_per_address=options.max_guests_per_address,
        people=options.max_people,
        spared=(*LOOPBACK, *options.spare),
    )
    config = Config(
        options.host,
        options.port,
        options.data,
        options.hostkeys,
        options.address,
        crowd,
        options.metrics,
        PROFILES[options.crypto],
        tuple(options.proxy_from),
        workers=options.workers,
    )
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_serve(config))
    except StartError as error:
        print(f"unotty: {error}", file=sys.stderr)
        return FAILED
    return 0


def _told(outcome: commandline.Outcome) -> int:
    if outcome.out:
        print(outcome.out)
    if outcome.error:
        print(f"unotty: {outcome.error}", file=sys.stderr)
    return outcome.status


async def _serve(config: Config) -> None:
    """Open the house, and close it when asked to."""
    asked = asyncio.Event()
    loop = asyncio.get_running_loop()
    for one in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(one, asked.set)
    from server.house import House  # not before: it loads every library, and `unotty admin` needs none of them

    house = await House.open(config, stop=asked.set)
    print(welcome(house), flush=True)
    await asked.wait()
    await house.close(STOPPING)
    print("unotty has stopped.", flush=True)


def welcome(house: House) -> str:
    """What to type, the fingerprints to compare on a first visit, and where monitors ask."""
    host = house.config.host
    wildcard = host in ("", "0.0.0.0", "::")
    where = "localhost" if wildcard else host
    port = f"-p {house.port} " if house.port != 22 else ""
    elsewhere = "\nFrom elsewhere: the same, with this machine's name or address for localhost." if wildcard else ""
    reserve = f"  Next key     ED25519 {house.next_fingerprint}\n" if house.next_fingerprint else ""
    metrics = ""
    if house.config.metrics is not None:
        at = house.config.metrics[0]
        metrics = f"  Metrics      http://{f'[{at}]' if ':' in at else at}:{house.operation.metrics_port}/metrics\n"
    return (
        f"unotty {VERSION} is open.\n\n"
        f"  Play         ssh {port}{where}\n"
        f"  Host key     ED25519 {house.fingerprint}\n"
        f"{reserve}"
        f"{metrics}"
        f"  Stop         Ctrl+C\n{elsewhere}"
    )
