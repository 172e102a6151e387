"""The barrier: asks the bans for whoever is at the door, and has the sentence he is sent away with."""

from __future__ import annotations

from server.lobby.accounts import Account, Accounts
from server.lobby.bans import Ban, Bans
from server.lobby.people import Person


class Barrier:
    """Knows bans by account, and the accounts behind keys. Empty sentences let people in."""

    def __init__(self, bans: Bans, accounts: Accounts) -> None:
        self._bans, self._accounts = bans, accounts

    def of_address(self, address: str) -> str:
        """Why nobody comes in from an address."""
        return sentence(self._bans.of_address(address))

    def of_person(self, person: Person) -> str:
        """Why somebody at the door does not come in: there, his id is the fingerprint of the key that he has proved to hold."""
        if person.guest:
            return ""
        mark = self._accounts.mark(person.id)
        account = self._accounts.of(mark)
        return sentence(self._bans.of_account(mark, *known(account)))


def known(account: Account | None) -> tuple[str, ...]:
    """What tells an account from others, now and after it was deleted."""
    return () if account is None else (account.id, *(key.mark for key in account.keys))


def sentence(ban: Ban | None) -> str:
    """What is told to whom a ban concerns."""
    return "" if ban is None else ban.sentence
