"""What a table shows: for each viewer the last view that went out, and what he may know happened (DESIGN §3).

A seat's eyes see its own cards; the gallery is all spectators together, so that they share one view and one patch.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from client.protocol import LOG_LENGTH, Chair, Happening, Noticed, Patch, Said, Snapshot, TableView, diff
from engine.observe import observe_event
from engine.view import SPECTATOR
from server.lobby.outbox import Outbox
from server.lobby.people import Session
from server.lobby.referee import Referee


class Eyes:
    """One viewer of a table: a seat, or all the spectators together."""

    __slots__ = ("log", "sessions", "view")

    def __init__(self, log: Sequence[Happening] = ()) -> None:
        self.sessions: list[Session] = []
        self.view: TableView | None = None
        """The last view that went out, its log left off; None while nobody looks."""
        self.log: deque[Happening] = deque(log, LOG_LENGTH)
        """What this viewer may know happened, also while nobody looked."""

    @property
    def names(self) -> tuple[str, ...]:
        """Whose eyes these are, each once."""
        return tuple(dict.fromkeys(session.name for session in self.sessions))

    def snapshot(self, view: TableView, version: int) -> Snapshot:
        """A view with the log: the whole of what is to be seen."""
        return Snapshot(view.code, version, replace(view, log=tuple(self.log)))

    def note(self, happened: Sequence[Happening], viewer: int) -> tuple[Happening, ...]:
        """Keep what this viewer may know of what happened, and return that."""
        known = seen_by(happened, viewer)
        self.log.extend(known)
        return known

    def show(
        self, view: TableView, version: int, known: tuple[Happening, ...], outbox: Outbox, newcomer: Session | None
    ) -> None:
        """Send everybody the step to `version`: a patch, or the whole to a newcomer."""
        old, self.view = self.view, view
        patch = None
        for session in self.sessions:
            if old is None or session is newcomer:
                outbox.post(session, self.snapshot(view, version))
                continue
            if patch is None:
                patch = Patch(view.code, version - 1, version, diff(old, view), known)
            outbox.post(session, patch)


def seen_by(happened: Sequence[Happening], viewer: int) -> tuple[Happening, ...]:
    """What a viewer may know of what happened. Spectators talk among themselves; players are heard by all."""
    return tuple(
        one if isinstance(one, Noticed | Said) else observe_event(one, viewer)
        for one in happened
        if not (isinstance(one, Said) and one.watching and viewer != SPECTATOR)
    )


class Showing:
    """All eyes on one table, and the version they have seen."""

    def __init__(self, outbox: Outbox) -> None:
        self.version = 0
        """Of the topic: how often the table was published."""
        self.gallery = Eyes()
        """The spectators."""
        self._outbox = outbox
        self._chairs: tuple[Chair, ...] = ()

    @property
    def next(self) -> int:
        """The version that is published next."""
        return self.version + 1

    def publish(
        self,
        public: TableView,
        seats: Sequence[Eyes],
        referee: Referee | None,
        happened: Sequence[Happening],
        newcomer: Session | None,
    ) -> None:
        """One step for everybody. `public` is the table without anybody's chair and without the game."""
        self.version += 1
        if public.chairs == self._chairs:
            public = replace(public, chairs=self._chairs)  # the same object is compared at no cost
        self._chairs = public.chairs
        for number, eyes in enumerate(seats):
            known = eyes.note(happened, number)
            if eyes.sessions:
                view = replace(public, you=number, game=referee.view(number) if referee else None)
                eyes.show(view, self.version, known, self._outbox, newcomer)
            else:
                eyes.view = None
        known = self.gallery.note(happened, SPECTATOR)
        if self.gallery.sessions:
            view = replace(public, game=referee.view(SPECTATOR) if referee else None)
            self.gallery.show(view, self.version, known, self._outbox, newcomer)
        else:
            self.gallery.view = None

    def sync(self, session: Session, eyes: Eyes) -> None:
        """The whole, once more, for somebody who lost count."""
        if eyes.view is not None:
            self._outbox.post(session, eyes.snapshot(eyes.view, self.version))

    def stop(self, public: TableView, seats: Sequence[Eyes]) -> None:
        """Show everybody that the table is broken. Nothing is asked of the engine, and what is not durable stays unseen."""
        self.version += 1
        is_lost = self._outbox.clear()
        for number, eyes in enumerate((*seats, self.gallery)):
            game = eyes.view.game if eyes.view and not is_lost else None
            eyes.view = replace(public, you=number if eyes is not self.gallery else None, game=game)
            for session in eyes.sessions:
                if session.seen:
                    changes: dict[str, object] = {"stage": public.stage, "clock": None}
                    self._outbox.post(session, Patch(public.code, session.seen, self.version, changes, ()))
                else:
                    self._outbox.post(session, eyes.snapshot(eyes.view, self.version))
