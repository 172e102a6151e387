"""What a table shows: for each viewer the last game that went out, and what he may know happened (DESIGN §3).

A seat's eyes see its own cards; the gallery is all spectators together. What is the same for everybody is found once
for each version, and only a seat's own cards and moves are compared for that seat.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace

from client.changes import diff, own_diff
from client.protocol import (
    LOG_LENGTH,
    Happening,
    Noticed,
    Patch,
    Said,
    Snapshot,
    Stage,
    TableView,
)
from engine.observe import Own, observe_event, through
from engine.view import SPECTATOR
from server.lobby.outbox import Outbox
from server.lobby.people import Session
from server.lobby.referee import Referee


class Eyes:
    """One viewer of a table: a seat, or all the spectators together."""

    __slots__ = ("is_shown", "log", "own", "sessions", "you")

    def __init__(self, log: Sequence[Happening] = ()) -> None:
        self.sessions: list[Session] = []
        self.is_shown = False
        """Was the last version shown here? Only then do `you` and `own` say what was seen."""
        self.you: int | None = None
        self.own: Own | None = None
        """What these eyes alone saw of the game; None: no game."""
        self.log: deque[Happening] = deque(log, LOG_LENGTH)
        """What this viewer may know happened, also while nobody looked."""

    @property
    def names(self) -> tuple[str, ...]:
        """Whose eyes these are, each once."""
        return tuple(dict.fromkeys(session.name for session in self.sessions))


def seen_by(happened: Sequence[Happening], viewer: int, is_match: bool = True) -> tuple[Happening, ...]:
    """What a viewer may know of what happened. Players are heard by all; spectators talk among themselves while there is a
    match (`is_match`) whose players they could help, and are heard by all before and after it."""
    return tuple(
        [
            one if isinstance(one, (Noticed, Said)) else observe_event(one, viewer)
            for one in happened
            if viewer == SPECTATOR or not (is_match and isinstance(one, Said) and one.watching)
        ]
    )


class Step:
    """From one version of a table to the next: what everybody is told of it, and how each viewer's part is added."""

    def __init__(self, version: int, old: TableView | None, new: TableView, happened: Sequence[Happening]) -> None:
        """`version` is the new one; `old` and `new` are the table as spectators see it."""
        self.game = new.game
        self._happened = happened
        self._is_match = new.stage in (Stage.PLAYING, Stage.ROUND_OVER)
        self._public = seen_by(happened, SPECTATOR)
        self._patch = Patch(new.code, version - 1, version, diff(old, new) if old else {}, self._public)
        self._is_public = len(self._public) == len(happened) and all(map(self._is_same, self._public, happened))

    def known_to(self, viewer: int) -> tuple[Happening, ...]:
        """What a viewer may know of what happened: the very row that the spectators get, where it is the same."""
        if self._is_public or viewer == SPECTATOR:
            return self._public
        known = seen_by(self._happened, viewer, self._is_match)
        return self._public if known == self._public else known

    def patch(self, eyes: Eyes, you: int | None, own: Own | None, known: tuple[Happening, ...]) -> Patch:
        """What these eyes are told, who know this of what happened and see this of the game from the chair `you`.

        All whose own part stays as it is get one and the same patch, which need be packed only once.
        """
        changes = self._own_changes(eyes, you, own)
        common = self._patch
        if not changes and known is self._public:
            return common
        return Patch(common.topic, common.base, common.version, common.changes | changes, known)

    def _own_changes(self, eyes: Eyes, you: int | None, own: Own | None) -> dict[str, object]:
        changes: dict[str, object] = {}
        if eyes.own is not None and own is not None:
            changes = own_diff(eyes.own, own)
        elif own is not None and self.game is not None:
            changes["game"] = through(own, self.game)
        if eyes.you != you:
            changes["you"] = you
        return changes

    def _is_same(self, public: Happening, raw: Happening) -> bool:
        return public is raw and not (self._is_match and isinstance(raw, Said) and raw.watching)


class Showing:
    """All eyes on one table, and the version they have seen."""

    def __init__(self, outbox: Outbox) -> None:
        self.version = 0
        """Of the topic: how often the table was published."""
        self.gallery = Eyes()
        """The spectators."""
        self._outbox = outbox
        self._seen: TableView | None = None
        """The table as it was last shown to spectators."""

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
        actor: Session | None = None,
    ) -> None:
        """One step for everybody. `public` is the table without anybody's chair and without the game.

        The seat of `actor`, who did it, is shown it first: screens are painted one after the other, and he waits for his.
        """
        seen = replace(public, game=referee.view(SPECTATOR)) if referee else public
        self.version += 1
        step = Step(self.version, self._seen, seen, happened)
        self._seen = seen
        for you, eyes in sorted(enumerate(seats), key=lambda one: actor not in one[1].sessions):
            self._show(eyes, step, you, referee, newcomer)
        self._show(self.gallery, step, None, referee, newcomer)

    def _show(self, eyes: Eyes, step: Step, you: int | None, referee: Referee | None, newcomer: Session | None) -> None:
        viewer = SPECTATOR if you is None else you
        known = step.known_to(viewer)
        eyes.log.extend(known)
        if not eyes.sessions:
            eyes.is_shown, eyes.own = False, None
            return
        own = referee.own(viewer) if referee else None
        patch: Patch | None = None
        if eyes.is_shown:
            patch = step.patch(eyes, you, own, known)
        eyes.is_shown, eyes.you, eyes.own = True, you, own
        for session in eyes.sessions:
            self._outbox.post(session, self.snapshot(eyes) if patch is None or session is newcomer else patch)

    def snapshot(self, eyes: Eyes) -> Snapshot:
        """The whole of what these eyes see."""
        seen = self._seen
        assert seen is not None, "nothing was shown yet"
        game = through(eyes.own, seen.game) if eyes.own is not None and seen.game is not None else None
        return Snapshot(seen.code, self.version, replace(seen, you=eyes.you, game=game, log=tuple(eyes.log)))

    def sync(self, session: Session, eyes: Eyes) -> None:
        """The whole, once more, for somebody who lost count."""
        self._outbox.post(session, self.snapshot(eyes))

    def stop(self, public: TableView, seats: Sequence[Eyes]) -> None:
        """Show everybody that the table is broken. Nothing is asked of the engine, and what is not durable stays unseen."""
        self.version += 1
        self._seen = replace(public, game=self._seen.game) if self._seen else public
        is_lost = self._outbox.clear()
        for number, eyes in enumerate((*seats, self.gallery)):
            eyes.you = number if eyes is not self.gallery else None
            if is_lost:
                eyes.own = None
            for session in eyes.sessions:
                if session.seen:
                    changes: dict[str, object] = {"stage": public.stage, "clock": None}
                    self._outbox.post(session, Patch(public.code, session.seen, self.version, changes, ()))
                else:
                    self._outbox.post(session, self.snapshot(eyes))
