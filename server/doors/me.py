"""The words `me` and `key`: what people are told about their own account, and what they may do about it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from server.doors.commands import REFUSED
from server.doors.inquiry import Tell
from server.lobby.accounts import Account, iso
from server.lobby.desk import CODE_SECONDS, Declined, Desk
from server.lobby.people import Person

ABOUT: Final = """\
{name}, known to the server as {tag}

  here since  {created}, last on {seen}
  games       {games} finished
  settings    {settings}
  keys        {keys}

That, your finished games, your ratings, and a ban if you were given one, are all that is
stored: of your keys a keyed hash; your network address and what you say at tables are not.

  ssh {host} me export          all of it as JSON
  ssh {host} key                a code that lets another key open this account
  ssh {host} key remove NUMBER  let a key open it no longer
  ssh {host} me delete {name}
      delete all of it but bans; your games stay with who played them, you under another name
"""
PASSING: Final = "Your account lasts for this visit only, for others from your address were made just before it."
CODE: Final = """\
{code}

Within {minutes} minutes, and once, this lets another key open the account {name}. With that key, type
  ssh {host} key {code}
"""
LINKED: Final = "This key opens the account {name} now."
REMOVED: Final = "That key no longer opens the account {name}: type `ssh {host} me` to see those that do."
CONFIRM: Final = (
    "This deletes your account, with its name, keys, settings and ratings, for good: type `ssh {host} me delete {name}`."
)
OTHER_NAME: Final = "Your account is called {name}: type `ssh {host} me delete {name}` to delete it."
DELETED: Final = """\
Everything about you is deleted. In the games you played you are called by a name that means nothing.
Backups that the operator made before still have it until they are thrown away."""
NOT_DELETED: Final = "Your account is closed, but the server could not make sure that nothing is left of it: tell its operator."
_CODE: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)?")


def about(account: Account, mine: int, host: str) -> str:
    """What is stored, for people; `mine` is the number of the key somebody came with."""
    keys = [
        f"{number}  {key.kind}, added {iso(key.added)}{', which you came with' if number == mine else ''}"
        for number, key in enumerate(account.keys, 1)
    ]
    settings = ", ".join(f"{name.replace('_', ' ')}: {value}" for name, value in account.settings.items()) or "none changed"
    text = ABOUT.format(
        name=account.name,
        tag=account.tag,
        created=iso(account.created),
        seen=iso(account.seen),
        games=account.games,
        settings=settings,
        keys="\n              ".join(keys),
        host=host,
    )
    return text if account.is_kept else text + "\n" + PASSING


class Counter:
    """The words `me` and `key`: what is typed at the desk, and what comes of it."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def ask(self, words: Sequence[str], person: Person, host: str) -> Callable[[Tell], None] | None:
        """What answers `me …` or `key …`; None if that makes no sense. `host` is what to type after `ssh`."""
        do: Callable[[Tell], None]
        match [word.lower() for word in words]:
            case ["me"]:
                do = partial(self._show, person, host)
            case ["me", "--json"]:
                do = partial(self._show_json, person)
            case ["me", "export"]:
                do = partial(self._export, person)
            case ["me", "delete"]:
                do = partial(self._delete, person, host, "")
            case ["me", "delete", _]:
                do = partial(self._delete, person, host, words[2])
            case ["key"]:
                do = partial(self._give_code, person, host)
            case ["key", "remove", number] if number.isascii() and number.isdecimal() and len(number) < 4:
                do = partial(self._remove, person, host, int(number))
            case ["key", code] if _CODE.fullmatch(code) and code != "remove":
                do = partial(self._link, person, code)
            case _:
                return None
        return lambda tell: self._declining(do, tell, host)

    def _declining(self, do: Callable[[Tell], None], tell: Tell, host: str) -> None:
        try:
            do(tell)
        except Declined as no:
            tell(str(no).format(host=host), REFUSED)

    def _show(self, person: Person, host: str, tell: Tell) -> None:
        tell(about(self._desk.account(person), self._desk.key_number(person), host))

    def _show_json(self, person: Person, tell: Tell) -> None:
        tell(json.dumps(self._desk.record(self._desk.account(person))))

    def _export(self, person: Person, tell: Tell) -> None:
        self._desk.export(person, lambda found: tell(json.dumps(found)))

    def _give_code(self, person: Person, host: str, tell: Tell) -> None:
        code = self._desk.ticket(person)
        shown = f"{code[: len(code) // 2]}-{code[len(code) // 2 :]}"
        minutes, name = int(CODE_SECONDS // 60), self._desk.account(person).name
        tell(CODE.format(code=shown, minutes=minutes, name=name, host=host))

    def _link(self, person: Person, code: str, tell: Tell) -> None:
        tell(LINKED.format(name=self._desk.link(person, code).name))

    def _remove(self, person: Person, host: str, number: int, tell: Tell) -> None:
        tell(REMOVED.format(name=self._desk.remove(person, number).name, host=host))

    def _delete(self, person: Person, host: str, typed: str, tell: Tell) -> None:
        name = self._desk.account(person).name
        if typed != name:
            tell((OTHER_NAME if typed else CONFIRM).format(name=name, host=host), REFUSED)
            return
        steps = self._desk.delete(person)

        def done(_: object) -> None:
            is_certain = all(step.exception() is None for step in steps)
            tell(DELETED) if is_certain else tell(NOT_DELETED, REFUSED)

        steps[-1].add_done_callback(done)
