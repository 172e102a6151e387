"""A table's messages on their way out: in order, and none before the events it tells of are durable."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from client.protocol import Message, Reply
from server.lobby.journal import Durable
from server.lobby.people import Session


class Outbox:
    """Barriers, messages and what else waits in one queue.

    `failed` is called once if the journal could not keep all; it clears the queue.
    """

    def __init__(self, failed: Callable[[BaseException], None]) -> None:
        self._failed = failed
        self._has_failed = False
        self._waiting: deque[Durable | tuple[Session, Message] | Callable[[], None]] = deque()

    def hold(self, durable: Durable) -> None:
        """Let nothing that is posted from now on pass before this is done."""
        if not (durable.done() and durable.exception() is None and not self._waiting):
            self._waiting.append(durable)
            durable.add_done_callback(lambda _: self._flush())

    def then(self, act: Callable[[], None]) -> None:
        """Do something as soon as everything before it is out."""
        if self._waiting:
            self._waiting.append(act)
        else:
            act()

    def clear(self) -> bool:
        """Drop what is waiting, which may never become durable. Was there anything?"""
        was_waiting = bool(self._waiting)
        self._waiting.clear()
        return was_waiting

    def post(self, session: Session, message: Message) -> None:
        """Send as soon as everything before it is out."""
        if self._waiting:
            self._waiting.append((session, message))
            self._flush()
        else:
            _send(session, message)

    def _flush(self) -> None:
        while self._waiting:
            head = self._waiting[0]
            if isinstance(head, tuple):
                self._waiting.popleft()
                _send(*head)
                continue
            if callable(head):
                self._waiting.popleft()
                head()
                continue
            if not head.done():
                return
            fault = head.exception()
            if fault is None or self._has_failed:
                self._waiting.popleft()
            else:
                self._has_failed = True
                self._failed(fault)


def _send(session: Session, message: Message) -> None:
    session.send(message)
    if not isinstance(message, Reply) and message.topic == session.at:
        session.seen = message.version
