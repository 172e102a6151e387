"""`Link`: one client's end of the protocol. It numbers commands, keeps the newest views and tells whoever listens."""

from __future__ import annotations

from collections.abc import Callable

from client.changes import patched
from client.muting import heard, unmuted
from client.protocol import (
    LOBBY,
    Body,
    Command,
    Create,
    LobbyView,
    Message,
    PastView,
    Patch,
    ReplayView,
    Reply,
    Snapshot,
    Sync,
    TableView,
    TopView,
)

Listener = Callable[[Message], None]


class Link:
    """The newest views of the lobby and of one table, kept up to date by `deliver`.

    `send` hands a command on towards the lobby. `deliver` is called in the client's own context, never from inside
    the lobby; it applies a message first and calls the listeners after, so they may read `lobby` and `table`.
    """

    def __init__(self, send: Callable[[Command], None]) -> None:
        self.lobby: LobbyView | None = None
        self.lobby_version = 0
        self.table: TableView | None = None
        """The table sat at or watched."""
        self.version = 0
        """The version of `table`."""
        self.replay: ReplayView | None = None
        """The newest position that was shown of a finished match."""
        self.top: TopView | None = None
        """The leaderboard that was asked for last."""
        self.past: PastView | None = None
        """The page of one's own finished matches that was asked for last."""
        self._send = send
        self._last_id = 0
        self._syncing: set[str] = set()
        self._listeners: list[Listener] = []

    def request(self, body: Body, table: str = "") -> int:
        """Send a command and return its id, which the `Reply` will carry.

        `table` is a code or LOBBY; left out, it is the table sat at or watched.
        """
        if not table and self.table is not None and not isinstance(body, Create):
            table = self.table.code
        here = self.table is not None and table == self.table.code
        self._last_id += 1
        self._send(Command(self._last_id, table, self.version if here else self.lobby_version, body))
        return self._last_id

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` after every message from now on; returns what ends that."""
        self._listeners.append(listener)
        return lambda: self._listeners.remove(listener)

    def deliver(self, message: Message) -> None:
        """Apply a message and tell the listeners. A patch that does not fit is dropped and a snapshot asked for.

        What somebody says who is muted is gone before anybody here can come to know it.
        """
        message = heard(message, self._muted)
        if self._apply(message):
            for listener in tuple(self._listeners):
                listener(message)

    def _apply(self, message: Message) -> bool:
        """Is this message news for the listeners?"""
        if isinstance(message, Reply):
            return True
        if isinstance(message, Snapshot):
            return self._take(message)
        return self._advance(message)

    def _take(self, snapshot: Snapshot) -> bool:
        self._syncing.discard(snapshot.topic)
        if isinstance(snapshot.view, TableView) and self.lobby is not None and self.lobby.table != snapshot.view.code:
            return False  # it was on its way when this client left, and maybe sat down elsewhere
        if isinstance(snapshot.view, LobbyView):
            self.lobby, self.lobby_version = snapshot.view, snapshot.version
            self._follow()
        elif isinstance(snapshot.view, TableView):
            self.table, self.version = snapshot.view, snapshot.version
            self._follow()
        elif isinstance(snapshot.view, ReplayView):
            self.replay = snapshot.view
        elif isinstance(snapshot.view, TopView):
            self.top = snapshot.view
        else:
            self.past = snapshot.view
        return True

    def _advance(self, patch: Patch) -> bool:
        if patch.topic == LOBBY:
            if self.lobby is None or patch.base != self.lobby_version:
                return self._resync(LOBBY, patch, self.lobby_version if self.lobby else None)
            self.lobby, self.lobby_version = patched(self.lobby, patch), patch.version
            self._follow()
            return True
        if self.table is None or patch.topic != self.table.code:
            return False
        if patch.base != self.version:
            return self._resync(patch.topic, patch, self.version)
        self.table, self.version = patched(self.table, patch), patch.version
        return True

    @property
    def _muted(self) -> tuple[str, ...]:
        return self.lobby.muted if self.lobby is not None else ()

    def _follow(self) -> None:
        """Forget the table when the lobby says that this client is at none, or at another; and what the muted have said."""
        if self.table is not None and self._muted:
            self.table = unmuted(self.table, self._muted)
        if self.lobby is not None and self.table is not None and self.lobby.table != self.table.code:
            self.table, self.version = None, 0

    def _resync(self, topic: str, patch: Patch, version: int | None) -> bool:
        """A gap: ask for the whole view, once, and wait for it. What is older than the view held is no gap."""
        if (version is None or patch.version > version) and topic not in self._syncing:
            self._syncing.add(topic)
            self.request(Sync(), topic)
        return False
