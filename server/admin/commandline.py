"""`unotty admin`: its words, and what comes of them. Nothing is printed here."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Final, NamedTuple

from server.admin.asking import NoServer, ask
from server.admin.spans import seconds_in
from server.admin.speech import Request, Unclear
from server.admin.words import told

FAILED: Final = 1


class Outcome(NamedTuple):
    """What is to be printed, and the exit status: 0, or 1 for what could not be done."""

    status: int
    out: str = ""
    error: str = ""


def describe(admin: argparse.ArgumentParser) -> None:
    """Add the commands to the parser of `unotty admin`."""
    general = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    for parser, data, as_json in ((admin, Path("data"), False), (general, argparse.SUPPRESS, argparse.SUPPRESS)):
        # before the command or behind it: who says nothing there leaves what was said before it
        parser.add_argument("--data", type=Path, default=data, metavar="DIR", help="the server's data folder (default: ./data)")
        parser.add_argument("--json", action="store_true", default=as_json, help="answer in JSON, for programs")
    commands = admin.add_subparsers(metavar="COMMAND", required=True, parser_class=type(admin))

    def command(name: str, help: str, into: object = commands, request: str = "") -> argparse.ArgumentParser:
        assert isinstance(into, argparse._SubParsersAction)
        one: argparse.ArgumentParser = into.add_parser(name, help=help, description=help, parents=[general], allow_abbrev=False)
        one.set_defaults(request=request or name, words=())
        return one

    command("status", "How the server is.")
    command("tables", "Every table, private ones too, and who has which chair.")
    command("people", "Everybody who is connected or has a seat, and from where.")
    kick = command("kick", "End somebody's sessions and take him off his table; or take whoever it is off a chair.")
    _add(kick, "who", "NAME|CODE:CHAIR", "a name as `people` shows it, or a chair as `tables` does")
    conduct = command("conduct", "How somebody behaved in matches with strangers, and whether he has to pause.")
    forgive = command("forgive", "Forget how somebody behaved, and end his pause.")
    for one in (conduct, forgive):
        _add(one, "name", "NAME", "the account's name, or that of a guest who is here, as `people` shows it")
    ban = commands.add_parser("ban", help="Let somebody in no more.", allow_abbrev=False)
    kinds = ban.add_subparsers(metavar="key|network", required=True, parser_class=type(admin))
    key = command("key", "Ban an account, with all its keys.", kinds, "ban-key")
    _add(key, "name", "NAME", "the account's name; whoever has it need not be here")
    network = command("network", "Ban everybody from a network.", kinds, "ban-network")
    _add(network, "network", "CIDR", "203.0.113.7, 203.0.113.0/24 or 2001:db8:1:2::/64")
    for one in (key, network):
        one.add_argument("--for", type=_span, metavar="SPAN", help="how long, like 12h or 7d (default: until it is lifted)")
        one.add_argument("--reason", metavar="TEXT", help="why; it is told to whom it concerns")
        one.set_defaults(words=(*one.get_default("words"), "for", "reason"))
    command("bans", "Every ban in force.")
    _add(command("unban", "Lift a ban."), "id", "ID", "its number, as `bans` shows it")
    _add(
        command("broadcast", "Show a line on every screen, until the next one."),
        "text",
        "WORDS",
        "the line; empty: none any more",
    )
    drain = command("drain", "Deal nothing new, tell everybody, and stop once no round is played or time is up.")
    drain.add_argument("--in", type=_span, metavar="SPAN", help="stop at the latest after this (default: 5m)")
    drain.set_defaults(words=("in",))
    _add(command("backup", "Copy the database, while it is in use."), "path", "PATH", "a new file, written by the server")
    command("quarantine", "The tables that could not be read at the start.")


def _add(parser: argparse.ArgumentParser, name: str, metavar: str, help: str) -> None:
    parser.add_argument(name, metavar=metavar, help=help)
    parser.set_defaults(words=(*parser.get_default("words"), name))


def _span(text: str) -> str:
    try:
        seconds_in(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error).rstrip(".")) from None
    return text


def run(options: argparse.Namespace) -> Outcome:
    """Ask the server for what was typed."""
    given = {name: getattr(options, name) for name in options.words}
    words = {name: text for name, text in given.items() if text is not None}
    if options.request == "backup":
        words["path"] = str(Path(words["path"]).absolute())
    try:
        answer = ask(options.data, Request(options.request, words))
    except (NoServer, Unclear) as no:
        return Outcome(FAILED, error=str(no).rstrip("."))
    if not answer.done:
        return Outcome(FAILED, error=answer.sentence)
    text = json.dumps(dict(answer.facts), ensure_ascii=True) if options.json else told(options.request, answer.facts)
    return Outcome(0, text)
