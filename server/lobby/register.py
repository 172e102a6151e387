"""Who is here, or has a seat: one `Member` a person, whichever of his keys he came with, under the name he has."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from client.protocol import Mute, Set
from client.usertext import clean
from server.lobby import settings
from server.lobby.accounts import Accounts
from server.lobby.clock import Clock
from server.lobby.names import GUEST, Names
from server.lobby.people import Member, Person, Session
from server.lobby.refusals import refused
from server.lobby.throttle import Throttle

Windows = tuple[tuple[int, float], ...]
NAME_CELLS: Final = 20
MUTED: Final = 100
"""As many people can one person mute."""


class Register:
    """The members, by the ids of their persons."""

    def __init__(self, clock: Clock, accounts: Accounts, chat: Windows, acts: Windows) -> None:
        """`chat` and `acts`: how often one may speak, and do other things that are seen."""
        self._clock, self._accounts, self._chat, self._acts = clock, accounts, chat, acts
        self._guests = Names(GUEST)
        self._members: dict[str, Member] = {}

    def __iter__(self) -> Iterator[Member]:
        return iter(tuple(self._members.values()))

    def get(self, id: str) -> Member | None:
        """The member with this id."""
        return self._members.get(id)

    def arrive(self, person: Person) -> tuple[Member, str]:
        """Somebody is at the door: the member he is, and the mark of his key, empty for a guest.

        Here, and nowhere else, a key becomes an account.
        """
        if person.guest:
            return self._members.get(person.id) or self._enter(person, self._guests.give(person.name, person.id, person.id)), ""
        key = self._accounts.mark(person.id)
        account = self._accounts.admit(key, person.kind, person.name, person.source)
        member = self._members.get(account.id) or self._enter(replace(person, id=account.id), account.name)
        if member.person.source != person.source:  # of a seat from before a restart it was not known
            member.person = replace(member.person, source=person.source)
        member.settings = account.settings
        guests = [one for one in member.muted if one in self._members and self._members[one].person.guest]
        member.muted = (*account.muted, *guests)
        return member, key

    def recall(self, person: Person) -> Member:
        """Somebody has a seat from before a restart: his id is that of a guest, or of an account."""
        if member := self._members.get(person.id):
            return member
        if person.guest:
            return self._enter(person, self._guests.give_back(person.name, person.id))
        return self._enter(person, self._accounts.recall(person.id, person.name).name)

    def rename(self, member: Member, wish: str) -> None:
        """Another name for somebody. Raises `Refused`: `bad_name`, `name_taken`."""
        if member.person.guest:
            member.name = self._guests.change(member.name, wish, member.person.id)
        else:
            member.name = self._accounts.rename(member.person.id, wish)

    def set(self, member: Member, wish: Set) -> None:
        """Remember how somebody likes a thing. Raises `Refused`: `bad_setting`."""
        member.settings = settings.changed(member.settings, wish.name, wish.value)
        if not member.person.guest:
            self._accounts.set(member.person.id, member.settings)

    def mute(self, member: Member, wish: Mute) -> None:
        """Let somebody hear another one no longer, or again; the other one is not told.

        Raises `Refused`: `not_here`, `yourself`, `too_many_muted`.
        """
        other = self._named(wish.name, member if not wish.on else None)
        if other is None:
            raise refused("not_here", name=clean(wish.name, NAME_CELLS))
        if other == member.person.id:
            raise refused("yourself")
        others = tuple([one for one in member.muted if one != other and self._name(one)])
        if wish.on and len(others) >= MUTED:
            raise refused("too_many_muted", count=MUTED)
        member.muted = (*others, other) if wish.on else others
        if not member.person.guest:
            kept = tuple([one for one in member.muted if self._accounts.get(one) is not None])
            self._accounts.mute(member.person.id, kept)

    def muted(self, member: Member) -> tuple[str, ...]:
        """Whom somebody does not hear, by the names they have now; a guest who has gone does not come again."""
        return tuple([name for name in map(self._name, member.muted) if name])

    def deaf_to(self, speaker: Member) -> list[Session]:
        """What is open of those who muted somebody."""
        return [one for member in self for one in member.sessions if speaker.person.id in member.muted]

    def _named(self, name: str, among: Member | None) -> str | None:
        """The id of who has this name: of all, or of those whom one person muted."""
        name = name.strip()
        if among is not None:
            return next((one for one in among.muted if self._name(one) == name), None)
        here = next((one.person.id for one in self if one.name == name), None)
        return here or self._accounts.holder(name)

    def _name(self, id: str) -> str:
        if (member := self._members.get(id)) is not None:
            return member.name
        account = self._accounts.get(id)
        return account.name if account is not None else ""

    def forget(self, member: Member) -> None:
        """Somebody may have gone: if he is not here and has no seat, that is the end of his stay."""
        id = member.person.id  # noqa: A001
        if not member.sessions and member.seat_at is None and self._members.get(id) is member:
            del self._members[id]
            self._guests.free(member.name, id)
            self._accounts.part(id)

    def _enter(self, person: Person, name: str) -> Member:
        member = Member(person, name, Throttle(self._clock, *self._chat), Throttle(self._clock, *self._acts))
        self._members[person.id] = member
        return member
