"""The leaderboard: who plays a rule set best, and where the viewer stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from client.protocol import LOBBY, PROVISIONAL, Reply, Top, TopView
from client.rulebook.sets import offered, rules_name
from client.tui.chrome import Prompt, framed
from client.tui.page import Page
from client.tui.paint import Row, blank
from client.tui.parts.ladder import Ladder
from client.tui.parts.sentences import sentences
from client.tui.parts.tabs import tabs

if TYPE_CHECKING:
    from client.tui.app import UnoApp


class LeaderboardPage(Page):
    """One rule set's list at a time; it opens at the viewer's own line."""

    name = "leaderboard"

    def __init__(self, app: UnoApp) -> None:
        super().__init__(app)
        self.names = offered()
        self.views: dict[str, TopView] = {}
        """What was told since the page was opened."""
        self.list = Ladder()
        self.chosen = ""
        table = app.link.table
        self._choose(table.options.rules if table is not None and table.options.rules in self.names else self.names[0])

    def _choose(self, rules: str) -> None:
        self.chosen, self.list = rules, Ladder()
        if rules not in self.views:
            self.app.send(Top(rules), LOBBY, page=self)

    def changed(self) -> None:
        """A list may have come."""
        top = self.app.link.top
        if top is not None:
            self.views[top.rules] = top

    def replied(self, reply: Reply) -> None:
        """The list was sent before."""
        self.changed()

    # ── input ────────────────────────────────────────────────────────────────────────────────────────────

    def actions(self) -> Sequence[str]:
        """What the footer offers."""
        return ("set_after", "back", *(("scroll_up", "scroll_down", "page_down") if self.list.last else ()), "rules")

    def act(self, action: str, argument: int = 0) -> bool:
        """Another rule set, or scroll."""
        page, end = max(1, self.list.room - 1), self.list.last
        steps = {"scroll_up": -1, "scroll_down": 1, "page_up": -page, "page_down": page, "top": -end, "bottom": end}
        match action:
            case _ if action in steps:
                self.list.scroll(steps[action])
            case "set_before" | "set_after":
                step = 1 if action == "set_after" else -1
                self._choose(self.names[(self.names.index(self.chosen) + step) % len(self.names)])
            case "take":
                self._choose(self.names[argument])
            case _:
                return False
        return True

    def scroll(self, step: int) -> bool:
        """The wheel scrolls."""
        return self.act("scroll_up" if step < 0 else "scroll_down")

    # ── painting ─────────────────────────────────────────────────────────────────────────────────────────

    def paint(self, width: int, height: int) -> list[Row]:
        """Rule sets above, then the list."""
        text, view = self.text, self.views.get(self.chosen)
        names = [rules_name(text, name) for name in self.names]
        body = [tabs(self, names, self.names.index(self.chosen), width, 1), blank(width, self.palette.base)]
        room = height - 3 - len(body)
        if view is None:
            prompt: Prompt = text("One moment, please.")
        elif not view.lines:
            body += self._empty(width, room)
            prompt = text("Ratings begin at 1500. Be the first!")
        else:
            body += self.list.rows(self.text, self.palette, view, width, room)
            prompt = self._standing(view)
        title = text("Leaderboard: {rules}", rules=rules_name(text, self.chosen))
        return framed(self, width, height, title, body, right=self._part(view), prompt=prompt)

    def _part(self, view: TopView | None) -> str:
        shown = self.list
        if view is None or not shown.last:
            return ""
        part = {"first": shown.first + 1, "last": shown.first + shown.room, "count": len(view.lines)}
        return self.text("{first}–{last} of {count}", **part)

    def _standing(self, view: TopView) -> Prompt:
        text, you = self.text, view.you
        if you is None and self.app.is_guest:
            return text("Guests have no rating: come with an SSH key to be listed."), text("Guests have no rating.")
        if you is None:
            return (
                text("You are not rated yet: play a match against somebody with an SSH key."),
                text("Not rated yet: that takes two people."),
            )
        if not you.place:
            left = PROVISIONAL - you.games
            return (
                text.plural(
                    "{rating}? until you played one more match.",
                    "{rating}? until you played {count} more matches.",
                    left,
                    rating=you.rating,
                ),
                text("{rating}, not settled yet.", rating=you.rating),
            )
        fields = {"place": you.place, "rating": you.rating, "count": PROVISIONAL}
        long = text("You are number {place} with {rating}. A question mark: fewer than {count} matches so far.", **fields)
        return long, text("You are number {place} with {rating}.", **fields)

    def _empty(self, width: int, height: int) -> list[Row]:
        """Nobody is listed: say how one gets there."""
        text = self.text
        told = [
            text("Nobody is rated at these rules yet."),
            text("A match counts when two people with SSH keys, or more, play it to its end; bots and guests may play along."),
            text("After {count} matches a rating is settled and has a rank.", count=PROVISIONAL),
        ]
        return sentences(self.palette, told, width, height)
