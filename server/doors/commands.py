"""The doors that answer once and close: commands, and a sentence for everything that is not spoken here."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict
from typing import Final, NamedTuple

from client.play.tables import age_words, stage_words
from client.protocol import SEAL_ID, TableLine
from client.refusals import SENTENCES
from client.rulebook.changes import rules_line
from client.rulebook.sets import offered
from client.text import Text, later
from client.tui.paint import wrap
from server.doors.columns import aligned
from server.doors.door import Port, Visit
from server.doors.writing import written
from server.lobby.verdict import Verdict

REFUSED: Final = 1
"""Exit status of what is not offered here."""
MISUSED: Final = 2
"""Exit status of a word with the wrong things after it."""


class Usage(NamedTuple):
    """A line of `help`."""

    typed: str
    gets: str


USAGE: Final = (
    Usage("ssh -t HOST", later("the lobby; back to your seat if you have one")),
    Usage("ssh -t HOST quick", later("a seat at a new table with three bots, dealt at once")),
    Usage("ssh -t HOST join CODE", later("a seat at that table")),
    Usage("ssh -t HOST watch CODE", later("look on at that table")),
    Usage("ssh HOST plain", later("all of it as plain lines, for screen readers and pipes; quick, join and watch may follow")),
    Usage("ssh -t -l guest HOST", later("the lobby as a guest, whatever key you have")),
    Usage("ssh -t HOST back CODE", later("a guest's seat again, with the code he was shown")),
    Usage("ssh HOST tables [--json]", later("the open tables")),
    Usage("ssh HOST history [PAGE] [--json]", later("your finished matches, newest first")),
    Usage("ssh HOST replay ID [--json]", later("a finished match, move by move, with open hands")),
    Usage("ssh -t HOST replay ID [--text]", later("the same on the screen, to step through")),
    Usage("ssh HOST replay ID --case ROUND", later("a round of it as a scenario file")),
    Usage("ssh HOST replay ID --cast", later("a recording of it, for asciinema")),
    Usage("ssh HOST top [RULES] [--json]", later("the leaderboard of a rule set")),
    Usage("ssh HOST rules [NAME]", later("all the rules of a rule set")),
    Usage("ssh HOST verify ID [--json]", later("was that round dealt as it was sealed?")),
    Usage("ssh HOST me [--json]", later("what is stored about you")),
    Usage("ssh HOST me export", later("all of it as JSON, your games too")),
    Usage("ssh HOST me delete [NAME]", later("delete it")),
    Usage("ssh HOST key", later("a code for another key of yours")),
    Usage("ssh HOST key CODE", later("let this key open the account of the code")),
    Usage("ssh HOST key remove NUMBER", later("let a key open your account no longer")),
    Usage("ssh HOST help", later("this text")),
    Usage("ssh HOST version", later("which unotty this is")),
    Usage("ssh -s HOST unotty", later("the protocol in msgpack frames, for programs")),
    Usage("ssh HOST bot", later("the same messages as lines of JSON")),
)
TABLES: Final = (
    later("TABLE"),
    later("RULES"),
    later("STAGE"),
    later("SEATS"),
    later("WATCHING"),
    later("AGE"),
    later("HOST"),
)
UNKNOWN: Final = later("unotty has no command {word}: type `ssh {host} help` for those it has, or `ssh -t {host}` to play.")
FILES: Final = later("unotty has no files to copy: type `ssh -t {host}` to play.")
MOSH: Final = later("unotty speaks plain SSH and no mosh: type `ssh -t {host}` to play.")
SUBSYSTEM: Final = later(
    "unotty has no subsystem {word}: type `ssh -t {host}` to play, or `ssh -s {host} unotty` in a program."
)
MISUSE: Final = later("unotty did not understand that: type `{usage}`.")
NOT_KEPT: Final = later("unotty keeps no finished round of that ID: type `ssh {host} verify ID` after the round, with its ID.")
VERDICT: Final = later(
    """\
Round {round} of match {match}: {verdict}

  sealed  {seal}
  seed    {seed}
  nonce   {nonce}
  cuts    {cuts}

The seal was shown before the deal: compare it with what you saw then. It is
  printf 'unotty seal 1\\n{match}\\n{round}\\n{seed}\\n{nonce}\\n' | sha256sum

Do not take this server's word for it. With engine/verify.py of unotty's source, a
file you can read, on a machine of your own:
  ssh {host} verify {id} --json | python3 verify.py {id}
and look in that JSON for the hand you were dealt and the cut you made.

What this shows: the deck and every reshuffle were settled before the deal and not
touched after it. What it cannot show: that nobody looked. The operator of a server
can see every hand, and can choose a seed before sealing it. Only a cut of your own
takes that choice away, and only if no friend of the operator cut after you.
"""
)
GOODBYE: Final = later("Goodbye.")
NO_ROOM: Final = later("unotty has no memory left for more people: please try again in a few minutes.")


class Answer:
    """Says one thing and closes with a status: on standard output if it is 0, on standard error otherwise."""

    def __init__(self, port: Port, visit: Visit, text: str, status: int = 0) -> None:
        self._port, self._visit, self._text, self._status = port, visit, text, status

    def open(self) -> None:
        """See `Door`."""
        data = written(self._visit, self._text.rstrip("\n") + "\n")
        if self._status == 0:
            self._port.write(data)
        else:
            self._port.write_error(data)
        self._port.exit(self._status)

    def feed(self, data: bytes) -> None:
        """Nothing was asked."""

    def resize(self, columns: int, rows: int) -> None:
        """Nothing is drawn."""

    def end_input(self) -> None:
        """See `Door`."""

    def stop(self, sentence: str) -> None:
        """The answer is already on its way."""

    def lost(self) -> None:
        """See `Door`."""


def no_such_rules(text: Text) -> str:
    """For who named a rule set that there is not: those there are."""
    return text(SENTENCES["no_such_rules"], rules=text.listed(offered()))


def help_text(text: Text, host: str) -> str:
    """Every word that works, from the table above, in 80 columns; `host` is what to type after `ssh`."""
    typed = [line.typed.replace("HOST", host) for line in USAGE]
    column = max(map(len, typed)) + 2
    lines = wrap(text("UNO for anyone with an SSH client. Your SSH key is your account; without one you are a guest."), 80)
    lines.append("")
    for words, line in zip(typed, USAGE, strict=True):
        first, *rest = wrap(text(line.gets), max(24, 78 - column))
        lines += [f"  {words:<{column}}{first}", *(" " * (column + 2) + more for more in rest)]
    return "\n".join(lines)


def tables_text(text: Text, tables: Sequence[TableLine], host: str, now: float) -> str:
    """The list of tables for people, in the words of the lobby: aligned columns, no colours. `now`: seconds since the epoch."""
    if not tables:
        return text("No table is open: type `ssh -t {host} quick` for one.", host=host)
    rows = [tuple(map(text, TABLES))]
    for line in tables:
        seats, age = f"{line.seated}/{line.seats}", age_words(text, now - line.opened)
        rules = rules_line(text, line.options)
        rows.append((line.code, rules, stage_words(text, line), seats, str(line.watchers), age, line.host or "·"))
    return aligned(rows)


def tables_json(tables: Sequence[TableLine]) -> str:
    """The list of tables for programs: one JSON array, the fields of `TableLine`."""
    return json.dumps([asdict(line) for line in tables], ensure_ascii=True)


def verdict_text(text: Text, verdict: Verdict, host: str) -> str:
    """The verdict on a round, with the numbers to check it elsewhere; `host` is what to type after `ssh`."""
    record = verdict.record
    told = f"{text('dealt as it was sealed.')}\n\n  {text('checked')} {verdict.checked}"
    if verdict.fault:
        told = text("NOT as it was sealed: {fault}.", fault=verdict.fault)
    cuts = "\n          ".join(record["cuts"]) or text(later("none", "cuts"))
    facts = {name: record[name] for name in ("match", "round", "seal", "seed", "nonce")}
    return text(VERDICT, verdict=told, cuts=cuts, host=host, id=record["seal"][:SEAL_ID], **facts)
