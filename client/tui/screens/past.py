"""My games: one's own finished matches, newest first; Enter looks at one again."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from client.protocol import LOBBY, Past, PastLine, PastView, Refusal, Reply
from client.rulebook.changes import rules_line
from client.text import later
from client.tui.chrome import Prompt, framed
from client.tui.entry import Entry
from client.tui.page import Page
from client.tui.paint import Row
from client.tui.parts.pastlist import PastList
from client.tui.parts.replaywords import ID_LENGTH
from client.tui.parts.sentences import sentences
from client.tui.screens.replay import ReplayPage

if TYPE_CHECKING:
    from client.tui.app import UnoApp


class PastPage(Page):
    """The list comes in pages; going past the end of one leads to the next."""

    name = "past"

    def __init__(self, app: UnoApp) -> None:
        super().__init__(app)
        self.view: PastView | None = None
        self._known: dict[int, PastView] = {}
        """The pages that were told since this one was opened."""
        self.selected = 0
        """A line of the page."""
        self._from_end = False
        """Does the coming page open at its last line?"""
        self.list = PastList()
        self._turning = 0
        """The id of the command under way that asks for another page."""
        self._turn(0)

    def _turn(self, page: int, from_end: bool = False) -> None:
        if self._turning or self.app.is_guest:
            return
        self._from_end = from_end
        if page in self._known:
            self._take(self._known[page])
        else:
            self._turning = self.app.send(Past(page), LOBBY, page=self)

    def _take(self, view: PastView) -> None:
        self.view = self._known[view.page] = view
        self.selected = max(0, len(view.matches) - 1) if self._from_end else 0

    def replied(self, reply: Reply) -> None:
        """A page has come."""
        if reply.id == self._turning and (view := self.app.link.past) is not None:
            self._turning = 0
            self._take(view)

    def refused(self, refusal: Refusal) -> None:
        """No page comes."""
        self._turning = 0
        super().refused(refusal)

    @property
    def matches(self) -> Sequence[PastLine]:
        """Those of the page."""
        return self.view.matches if self.view is not None else ()

    # ── input ────────────────────────────────────────────────────────────────────────────────────────────

    def actions(self) -> Sequence[str]:
        """What the footer offers."""
        turns = ("page_down",) if self.view is not None and self.view.pages > 1 else ()
        return (*(("open_replay", "up", "down") if self.matches else ()), *turns, "by_id", "back")

    def act(self, action: str, argument: int = 0) -> bool:
        """Select, turn pages, open."""
        last = self.view.pages - 1 if self.view is not None else 0
        here = self.view.page if self.view is not None else 0
        match action:
            case "up" | "down":
                self._select(self.selected + (1 if action == "down" else -1))
            case "page_up" | "page_down":
                self._turn(max(0, min(here + (1 if action == "page_down" else -1), last)))
            case "top" | "bottom":
                self._turn(0 if action == "top" else last, action == "bottom")
            case "row":
                again, self.selected = self.selected == argument, argument
                return self.act("open_replay") if again else True
            case "open_replay":
                if self.matches:
                    self._show(self.matches[self.selected].id)
            case "by_id":
                self.entry = Entry("", ID_LENGTH)
            case _:
                return False
        return True

    def _select(self, wanted: int) -> None:
        view = self.view
        if view is None:
            return
        if wanted >= len(view.matches) and view.page + 1 < view.pages:
            self._turn(view.page + 1)
        elif wanted < 0 and view.page:
            self._turn(view.page - 1, True)
        else:
            self.selected = max(0, min(wanted, len(view.matches) - 1))

    def scroll(self, step: int) -> bool:
        """The wheel moves the selection."""
        return self.act("up" if step < 0 else "down")

    @property
    def entry_label(self) -> str:
        """What stands before the id."""
        return self.text("Id of the match: ")

    @property
    def entry_verb(self) -> str:
        """What Enter does with it."""
        return self.text(later("open", "a key"))

    def entered(self, text: str) -> None:
        """An id was typed."""
        self._show(text)

    def _show(self, match: str) -> None:
        self.app.open(ReplayPage(self.app, match))

    # ── painting ─────────────────────────────────────────────────────────────────────────────────────────

    def paint(self, width: int, height: int) -> list[Row]:
        """The list, or why there is none."""
        text, view = self.text, self.view
        right = ""
        prompt: Prompt = text("i opens any match by its id.")
        if self.app.is_guest:
            body = sentences(self.palette, self._why(), width, height - 3)
        elif view is None:
            body, prompt = [], text("One moment, please.")
        elif not view.matches:
            body = sentences(self.palette, self._none(), width, height - 3)
        else:
            body, prompt = (
                self.list.rows(self, view.matches, self.selected, width, height - 3),
                self._about(self.matches[self.selected]),
            )
            right = text("page {page} of {pages}", page=view.page + 1, pages=view.pages) if view.pages > 1 else ""
        return framed(self, width, height, text("My games"), body, right=right, prompt=prompt)

    def _about(self, line: PastLine) -> Prompt:
        text = self.text
        rounds = text.plural("one round", "{count} rounds", line.rounds)
        score = line.scores[line.you]
        points = text.plural("{count} point", "{count} points", score)
        fields = {"id": line.id, "rules": rules_line(text, line.options), "rounds": rounds, "points": points}
        return (
            text("{id}: {rules}, {rounds}, {points}. Enter: move by move.", **fields),
            text("{id}: {rounds}. Enter: the replay.", **fields),
            text("{id}: {rounds}.", **fields),
        )

    def _why(self) -> list[str]:
        return [
            self.text("Games are kept with an account, and a guest has none."),
            self.text("Come with an SSH key (ssh-keygen makes one), and all you play is listed here."),
            self.text("A match of yours can still be seen by its id: press i."),
        ]

    def _none(self) -> list[str]:
        return [
            self.text("You have not finished a match yet."),
            self.text("Press Esc and then g: three bots sit down with you, and the match will be listed here."),
        ]
