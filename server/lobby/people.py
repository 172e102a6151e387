"""Who is here: a `Person` as a door names him, the `Member` the lobby knows, and his `Session`s."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Final

from client.changes import diff
from client.protocol import LOBBY, LobbyView, Message, Patch, Reply, Said, Snapshot
from client.usertext import clean
from engine.refusal import Refused
from server.lobby.refusals import refused, told
from server.lobby.throttle import Throttle

log = logging.getLogger("unotty.lobby")
CHAT_CELLS: Final = 200


def _nobody(told: object) -> None:
    """Who hears what is said to a connection that has ended."""


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at the door, or in the lobby."""

    id: str
    """A guest's is new every time. At the door it is otherwise the fingerprint of his key; in the lobby it is his account's:
    `Lobby.connect` is the one place where the one becomes the other."""
    name: str
    """The name he would like; the lobby gives the name he gets."""
    guest: bool
    source: str = ""
    """The network address he came from, as far as people from there are counted together. It is not written down."""
    kind: str = ""
    """Of his key: `ssh-ed25519`."""


@dataclass(slots=True, eq=False)
class Member:
    """A person who is connected or holds a seat."""

    person: Person
    name: str
    chat: Throttle
    acts: Throttle
    sessions: list[Session] = field(default_factory=list)
    """Oldest first."""
    seat_at: str | None = None
    """The code of the table he has a seat at."""
    settings: Mapping[str, str] = field(default_factory=dict)
    """Those that differ from what holds anyway (`server.lobby.settings`)."""
    muted: tuple[str, ...] = ()
    """Whom he does not hear, by their persons' ids."""


class Session:
    """One connection. Its `deliver` must only put the message on a queue: it is called in the middle of a turn."""

    __slots__ = ("__weakref__", "_close", "_deliver", "at", "is_alive", "key", "member", "seen", "version", "view")

    def __init__(
        self,
        member: Member | None,
        deliver: Callable[[Message], None],
        key: str = "",
        close: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        self.member = member
        """None for a bot."""
        self.key = key
        """The mark of the key it was opened with (`Accounts.mark`); empty for a guest."""
        self.at: str | None = None
        """The code of the table this session sits at or watches."""
        self.seen = 0
        """The version of that table which was last sent here; 0 before the first."""
        self.is_alive = True
        self.view: LobbyView | None = None
        """The lobby as it was last shown here."""
        self.version = 0
        """The version of `view`."""
        self._deliver = deliver
        self._close = close

    @property
    def name(self) -> str:
        """The display name; empty for a bot."""
        return self.member.name if self.member else ""

    def said(self, text: str, seat: str | None) -> Said:
        """What somebody says, made safe; `seat` is the name on his seat, None if he looks on.

        Raises `Refused`: `nothing_said`, `slow_down`.
        """
        text = clean(text, CHAT_CELLS)
        if not text:
            raise refused("nothing_said")
        if self.member is not None and not self.member.chat.admits():
            raise refused("slow_down")
        return Said(self.name if seat is None else seat, text, seat is None)

    def send(self, message: Message) -> None:
        """Hand a message to the connection, if it is still there. A connection that fails is not asked again."""
        if not self.is_alive:
            return
        try:
            self._deliver(message)
        except Exception:
            self.is_alive = False
            log.exception("a session's queue failed")

    def close(self, sentence: str) -> None:
        """End the connection's session; the sentence says why."""
        if self.is_alive:
            self._close(sentence)

    def part(self) -> None:
        """The connection has ended: hold on to nothing of it."""
        self.is_alive = False
        self._deliver = self._close = _nobody

    def tell(self, refusal: Refused) -> None:
        """Say something that nobody asked for: a reply with id 0."""
        self.send(Reply(0, told(refusal)))

    def show(self, view: LobbyView, whole: bool = False) -> None:
        """Bring this session's picture of the lobby up to date; `whole`: as a snapshot."""
        old, self.view = self.view, view
        if old is None or whole:
            self.version += 1
            self.send(Snapshot(LOBBY, self.version, view))
        elif changes := diff(old, view):
            self.version += 1
            self.send(Patch(LOBBY, self.version - 1, self.version, changes, ()))
