"""The words `me` and `key`: what people are told about their own account, and what they may do about it."""

from __future__ import annotations

import json
import re
from collections import Counter as Tally
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from client.text import Text, later
from server.doors.commands import REFUSED
from server.doors.door import Visit
from server.doors.folding import folded
from server.doors.inquiry import Tell
from server.lobby.accounts import Account, iso, moment
from server.lobby.conduct import Outcome
from server.lobby.desk import CODE_SECONDS, Declined, Desk
from server.lobby.journal import Durable
from server.lobby.people import Person
from server.lobby.refusals import SENTENCES

ABOUT: Final = later(
    """\
{name}, known to the server as {tag}

  here since  {created}, last on {seen}
  games       {games} finished
  settings    {settings}
  keys        {keys}

That, whom you muted, your games, your ratings, bans you were given, and what operators noted when they did \
something about you, are all that is stored under your name: of your keys a keyed hash; your network address \
and what you say at tables are not. What you cut into a deal stays with it, without your name.

  ssh {host} me export          all of it as JSON, but the notes of operators and all but \
the newest 1000 games that ended
  ssh {host} key                a code that lets another key open this account
  ssh {host} key remove NUMBER  let a key open it no longer
  ssh {host} me delete {name}
      delete all of it but bans and the notes of operators; your games stay with who played them, \
you under another name
"""
)
ADDED: Final = later("{kind}, added {date}")
WITH: Final = later("{kind}, added {date}, which you came with")
PASSING: Final = later("Your account lasts for this visit only, for others from your address were made just before it.")
CODE: Final = later(
    """\
{code}

Within {minutes} minutes, and once, this lets another key open the account {name}. With that key, type
  ssh {host} key {code}
"""
)
LINKED: Final = later("This key opens the account {name} now.")
REMOVED: Final = later("That key no longer opens the account {name}: type `ssh {host} me` to see those that do.")
CONFIRM: Final = later(
    "This deletes your account, with its name, keys, settings and ratings, for good: type `ssh {host} me delete {name}`."
)
OTHER_NAME: Final = later("Your account is called {name}: type `ssh {host} me delete {name}` to delete it.")
DELETED: Final = later(
    """\
Everything about you is deleted, but bans and the notes of operators. In the games you played you are \
called by a name that means nothing; what you cut into their deals stays, without a name.
Copies of the database that the operator or the server made before still have it until they are thrown away."""
)
NOT_DELETED: Final = later(
    "Your account is closed, but the server could not make sure that nothing is left of it: tell its operator."
)
BEHAVED: Final = later("Stored, too, is how your last matches at public tables ended: {matches}.")
ENDS: Final = {
    Outcome.GOOD: later("played to the end: {count}"),
    Outcome.AWAY: later("gone and not come back: {count}"),
    Outcome.LEFT: later("left early: {count}"),
    Outcome.STALLED: later("there, but not playing: {count}"),
    Outcome.VOTED_OFF: later("voted off: {count}"),
}
PAUSED: Final = later("Public tables are closed to you until {time} UTC.")
_CODE: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)?")


def about(text: Text, account: Account, mine: int, host: str, is_paused: bool = False) -> str:
    """What is stored, for people; `mine` is the number of the key somebody came with."""
    keys = [
        f"{number}  " + text(WITH if number == mine else ADDED, kind=key.kind, date=iso(key.added))
        for number, key in enumerate(account.keys, 1)
    ]
    settings = ", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in account.settings.items()) or text(
        "none changed"
    )
    told = text(
        ABOUT,
        name=account.called,
        tag=account.tag,
        created=iso(account.created),
        seen=iso(account.seen),
        games=account.games,
        settings=settings or text("none changed"),
        keys="\n              ".join(keys),
        host=host,
    )
    more = [] if account.is_kept else [text(PASSING)]
    if seen := Tally(account.conduct.outcomes):
        more.append(text(BEHAVED, matches=text.listed([text(ENDS[one], count=seen[one]) for one in Outcome if seen[one]])))
    if is_paused:
        more.append(text(PAUSED, time=moment(account.conduct.until)))
    return folded("\n".join([told, *more]))


class Counter:
    """The words `me` and `key`: what is typed at the desk, and what comes of it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def ask(self, words: Sequence[str], visit: Visit, host: str) -> Callable[[Tell], None] | None:
        """What answers `me …` or `key …`; None if that makes no sense. `host` is what to type after `ssh`."""
        do: Callable[[Tell], None]
        person, text = visit.person, visit.text
        match [word.lower() for word in words]:
            case ["me"]:
                do = partial(self._show, text, person, host)
            case ["me", "--json"]:
                do = partial(self._show_json, person)
            case ["me", "export"]:
                do = partial(self._export, person)
            case ["me", "delete"]:
                do = partial(self._delete, text, person, host, "")
            case ["me", "delete", _]:
                do = partial(self._delete, text, person, host, words[2])
            case ["key"]:
                do = partial(self._give_code, text, person, host)
            case ["key", "remove", number] if number.isascii() and number.isdecimal() and len(number) < 4:
                do = partial(self._remove, text, person, host, int(number))
            case ["key", code] if _CODE.fullmatch(code) and code != "remove":
                do = partial(self._link, text, person, code)
            case _:
                return None
        return lambda tell: self._declining(do, tell, text, host)

    def _declining(self, do: Callable[[Tell], None], tell: Tell, text: Text, host: str) -> None:
        try:
            do(tell)
        except Declined as no:
            tell(text(no.template, host=host, **no.facts), REFUSED)

    def _show(self, text: Text, person: Person, host: str, tell: Tell) -> None:
        account = self._desk.account(person)
        tell(about(text, account, self._desk.key_number(person), host, self._desk.is_paused(account)))

    def _show_json(self, person: Person, tell: Tell) -> None:
        tell(json.dumps(self._desk.record(self._desk.account(person))))

    def _export(self, person: Person, tell: Tell) -> None:
        self._desk.export(person, lambda found: tell(json.dumps(found)))

    def _give_code(self, text: Text, person: Person, host: str, tell: Tell) -> None:
        code = self._desk.ticket(person)
        shown = f"{code[: len(code) // 2]}-{code[len(code) // 2 :]}"
        minutes, name = int(CODE_SECONDS // 60), self._desk.account(person).called
        tell(folded(text(CODE, code=shown, minutes=minutes, name=name, host=host)))

    def _link(self, text: Text, person: Person, code: str, tell: Tell) -> None:
        linked = self._desk.link(person, code)
        _once(linked.durable, tell, text, text(LINKED, name=linked.name))

    def _remove(self, text: Text, person: Person, host: str, number: int, tell: Tell) -> None:
        removed = self._desk.remove(person, number)
        _once(removed.durable, tell, text, text(REMOVED, name=removed.name, host=host))

    def _delete(self, text: Text, person: Person, host: str, typed: str, tell: Tell) -> None:
        name = self._desk.account(person).called
        if typed != name:
            tell(text(OTHER_NAME if typed else CONFIRM, name=name, host=host), REFUSED)
            return
        steps = self._desk.delete(person)

        def done(_: object) -> None:
            is_certain = all(step.exception() is None for step in steps)
            tell(folded(text(DELETED))) if is_certain else tell(text(NOT_DELETED), REFUSED)

        steps[-1].add_done_callback(done)


def _once(durable: Durable, tell: Tell, text: Text, words: str) -> None:
    """Say it as soon as it is certain: a key that was taken away must not open anything after a crash."""

    def done(_: object) -> None:
        tell(folded(words)) if durable.exception() is None else tell(text(SENTENCES["fault"]), REFUSED)

    durable.add_done_callback(done)
