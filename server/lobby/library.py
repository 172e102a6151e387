"""`Library`: what a session may read of the past: one finished match at a time, leaderboards, its person's own matches.

Nothing here is part of a table, and nobody else is told of it.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from typing import Final
from weakref import WeakKeyDictionary

from client import protocol
from client.protocol import (
    PAST,
    REPLAY,
    TOP,
    Command,
    Leave,
    Past,
    PastLine,
    PastView,
    Reply,
    Seek,
    Snapshot,
    Sync,
    Top,
)
from client.usertext import clean
from engine.refusal import Refused
from engine.rules.presets import PRESETS
from server.lobby.clock import Clock
from server.lobby.history import History
from server.lobby.matches import ID_LENGTH, Finished, Recording, is_match_id
from server.lobby.openhands import OpenRound
from server.lobby.people import Session
from server.lobby.refusals import refused, told
from server.lobby.replay import Replay
from server.lobby.throttle import Throttle

log = logging.getLogger("unotty.lobby")

PAGE: Final = 20
"""Matches on a page of the past."""
SEEKS: Final = ((60, 1.0),)
"""Positions of a match that are shown in a second: more than a key that is held down asks for."""
RULE_SETS: Final = tuple(PRESETS)
READS: Final = (protocol.Replay, Seek, Top, Past)


class Reader:
    """One session, and what it reads."""

    __slots__ = ("asked", "position", "replay", "seeks", "version")

    def __init__(self, clock: Clock) -> None:
        self.seeks = Throttle(clock, *SEEKS)
        self.replay: Replay | OpenRound | None = None
        self.position = 0
        self.asked = 0
        """How often another match was asked for: an answer that comes late is not shown."""
        self.version = 0
        """Of all topics of the past together."""


class Library:
    """The reading room."""

    def __init__(self, history: History, clock: Clock, open_round: Callable[[Session, str], OpenRound | None]) -> None:
        """`open_round` gives what is open to a session of the table with a code, if it watches that; it may refuse."""
        self._history, self._clock, self._open_round = history, clock, open_round
        self._readers: WeakKeyDictionary[Session, Reader] = WeakKeyDictionary()

    def is_for(self, command: Command) -> bool:
        """Is this to be done here?"""
        return isinstance(command.body, READS) or (command.table.startswith(REPLAY) and isinstance(command.body, Sync | Leave))

    def perform(self, session: Session, command: Command) -> None:
        """Do it and answer, now or as soon as it was looked up. Raises `Refused`."""
        reader = self._readers.get(session)
        if reader is None:
            reader = self._readers[session] = Reader(self._clock)
        match command.body:
            case protocol.Replay(wanted):
                self._open(session, reader, command, wanted)
            case Seek(position):
                if not reader.seeks.admits():
                    raise refused("slow_down")
                self._show(session, reader, position)
                session.send(Reply(command.id))
            case Top(rules):
                if rules not in RULE_SETS:
                    raise refused("no_such_rules", rules=", ".join(RULE_SETS))
                self._send(session, TOP + rules, self._history.ladder.top(rules, _account(session)))
                session.send(Reply(command.id))
            case Past(page):
                self._past(session, command, max(0, page))
            case Leave():
                reader.replay, reader.asked = None, reader.asked + 1
                session.send(Reply(command.id))
            case _:
                self._show(session, reader, reader.position)
                session.send(Reply(command.id))

    def _open(self, session: Session, reader: Reader, command: Command, wanted: str) -> None:
        wanted = clean(wanted, ID_LENGTH).upper()
        if (shown := self._open_round(session, wanted)) is not None:
            reader.replay, reader.asked = shown, reader.asked + 1
            self._show(session, reader, 0)
            session.send(Reply(command.id))
            return
        if not is_match_id(wanted):
            raise refused("no_such_match", id=wanted)
        reader.asked += 1
        asked = reader.asked

        def opened(recording: Recording | None) -> None:
            if recording is None:
                raise refused("no_such_match", id=wanted)
            if reader.asked == asked:
                reader.replay = Replay(recording)
                self._show(session, reader, 0)

        self._history.open(wanted, lambda recording: _answer(session, command, lambda: opened(recording)))

    def _past(self, session: Session, command: Command, page: int) -> None:
        person = _account(session)
        if not person:
            raise refused("no_account")

        def told(matches: Sequence[Finished], count: int) -> None:
            lines = tuple([past_line(one, person) for one in matches])
            self._send(session, PAST, PastView(page, pages(count), lines))

        self._history.past(
            person, page * PAGE, PAGE, lambda matches, count: _answer(session, command, lambda: told(matches, count))
        )

    def _show(self, session: Session, reader: Reader, position: int) -> None:
        if reader.replay is None:
            raise refused("no_replay")
        view = reader.replay.view(position)
        reader.position = view.position
        self._send(session, REPLAY + view.id, view)

    def _send(self, session: Session, topic: str, view: protocol.View) -> None:
        reader = self._readers[session]
        reader.version += 1
        session.send(Snapshot(topic, reader.version, view))


def pages(count: int) -> int:
    """How many pages so many matches fill; one even if there are none."""
    return max(1, -(-count // PAGE))


def past_line(finished: Finished, person: str) -> PastLine:
    """A match in the list of somebody who played it."""
    match, result = finished.match, finished.result
    seat = next(number for number, player in enumerate(match.players) if player.person == person)
    rating = next((change for change in result.ratings if change.chair == seat), None)
    return PastLine(
        match.id,
        match.options,
        match.chairs,
        seat,
        result.ranks,
        result.scores,
        len(result.gains),
        result.moves,
        match.started,
        result.ended,
        rating,
    )


def _account(session: Session) -> str:
    """The id of the session's person, if that is an account."""
    member = session.member
    return "" if member is None or member.person.guest else member.person.id


def _answer(session: Session, command: Command, act: Callable[[], None]) -> None:
    """Do what was waiting for the history, and answer the command."""
    try:
        act()
    except Refused as no:
        session.send(Reply(command.id, told(no)))
    except Exception:
        log.exception("a finished match cannot be shown")
        fault = refused("fault")
        session.send(Reply(command.id, told(fault)))
    else:
        session.send(Reply(command.id))
