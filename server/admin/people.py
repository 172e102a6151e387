"""Whom the operator means: a name, or a chair of a table."""

from __future__ import annotations

from collections.abc import Sequence

from client.usertext import clean
from server.admin.speech import Mistake
from server.lobby.accounts import Accounts
from server.lobby.names import GUEST, skeleton
from server.lobby.people import Member, Person
from server.lobby.table import Table


def find_member(members: Sequence[Member], name: str) -> Member:
    """Somebody who is here or has a seat; a guest's name begins with `~`. Raises Mistake."""
    exact = [one for one in members if one.name == name]
    alike = [one for one in members if _alike(one.name) == _alike(name)]
    found = exact or alike
    if len(found) != 1:
        who = clean(name, 20)
        raise Mistake(
            f"More than one is called like {who!r}: write the name as `unotty admin people` does."
            if found
            else f"Nobody here is called {who!r}: `unotty admin people` lists who is. A bot is taken off by CODE:CHAIR."
        )
    return found[0]


def find_person(members: Sequence[Member], accounts: Accounts, name: str) -> Person:
    """Somebody who is here, or has an account. Raises Mistake."""
    account = None if name.startswith(GUEST) else accounts.named(name)
    if account is not None:
        return Person(account.id, account.name, guest=False)
    return find_member(members, name).person


def find_seat(tables: Sequence[Table], text: str) -> tuple[Table, int]:
    """A table, and one of its chairs that somebody has, counted from 0, in `CODE:CHAIR`, counted from 1. Raises Mistake."""
    code, _, number = text.partition(":")
    table = next((one for one in tables if one.code == code.strip().upper()), None)
    if table is None:
        raise Mistake(f"There is no table {clean(code, 8)!r}: `unotty admin tables` lists them.")
    chair = int(number) - 1 if number.isascii() and number.isdecimal() and len(number) < 4 else -1
    if not (0 <= chair < len(table.seats) and table.seats[chair].is_held):
        raise Mistake(
            f"Nobody has chair {clean(number, 8)!r} of table {table.code}: `unotty admin tables` shows who has which."
        )
    return table, chair


def is_same(person: Person | None, member: Person, accounts: Accounts) -> bool:
    """Is the person at the door, known by the key, this one of the lobby, known by the account?"""
    if person is None or person.guest != member.guest:
        return False
    if person.guest:
        return person.id == member.id
    account = accounts.of(accounts.mark(person.id))
    return account is not None and account.id == member.id


def _alike(name: str) -> tuple[bool, str]:
    return name.startswith(GUEST), skeleton(name.removeprefix(GUEST))
