"""`Seeker`: leads a page through the positions of a finished match."""

from __future__ import annotations

from client.protocol import Refusal, Replay, ReplayView, Reply, Seek
from client.tui.page import Page


class Seeker:
    """One question for a position is under way at a time, and the next one asks for the newest wish: held keys skip ahead."""

    def __init__(self, page: Page, match: str) -> None:
        """Ask for the match; `page` hears the answers and hands them on."""
        self._page, self._match = page, match
        self.wanted = 0
        """Where the person wants to be."""
        self._sought = 0
        """What was asked for last."""
        self._is_open = False
        self._under_way = page.app.send(Replay(match), page=page)

    @property
    def view(self) -> ReplayView | None:
        """The position that is shown; None until the match is open."""
        replay = self._page.app.link.replay
        return replay if self._is_open and replay is not None and replay.id == self._match else None

    @property
    def is_under_way(self) -> bool:
        """Is an answer still to come?"""
        return bool(self._under_way)

    def seek(self, position: int) -> None:
        """Go to a position, or as far towards it as there is anything."""
        view = self.view
        if view is not None:
            self.wanted = max(0, min(position, view.length - 1))
            self._ask()

    def _ask(self) -> None:
        if not self._under_way and self.wanted != self._sought:
            self._sought = self.wanted
            self._under_way = self._page.app.send(Seek(self.wanted), page=self._page)

    def replied(self, reply: Reply) -> None:
        """A position is shown; go on if another one is wanted by now."""
        if reply.id == self._under_way:
            self._under_way, self._is_open = 0, True
            self._ask()

    def refused(self, refusal: Refusal) -> bool:
        """Is there still a match to look at? Then that was only too fast, and what is shown is what is wanted."""
        self._under_way, view = 0, self.view
        if view is None or refusal.code == "no_replay":
            return False
        self.wanted = self._sought = view.position
        return True
