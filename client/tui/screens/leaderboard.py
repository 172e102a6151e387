"""The leaderboard: who plays a rule set best, and where the viewer stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.style import Style

from client.protocol import LOBBY, PROVISIONAL, Reply, Top, TopLine, TopView
from client.rulebook.sets import offered, rules_name
from client.tui.chrome import Prompt, framed
from client.tui.page import Page
from client.tui.paint import Line, Row, blank, centre, clip, wrap
from client.tui.parts.tabs import tabs

if TYPE_CHECKING:
    from client.tui.app import UnoApp

WIDEST: Final = 72
"""A list wider than that is hard to read across."""


class LeaderboardPage(Page):
    """One rule set's list at a time; it opens at the viewer's own line."""

    name = "leaderboard"

    def __init__(self, app: UnoApp) -> None:
        super().__init__(app)
        self.names = offered()
        self.views: dict[str, TopView] = {}
        """What was told since the page was opened."""
        self.first = 0
        """The line at the top of the screen."""
        self._is_placed = False
        """Was it scrolled to the viewer's own line, or by hand?"""
        self._room, self._last = 1, 0
        self.chosen = ""
        table = app.link.table
        self._choose(table.options.rules if table is not None and table.options.rules in self.names else self.names[0])

    def _choose(self, rules: str) -> None:
        self.chosen, self.first, self._is_placed = rules, 0, False
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
        return ("set_after", "back", *(("scroll_up", "scroll_down", "page_down") if self._last else ()), "rules")

    def act(self, action: str, argument: int = 0) -> bool:
        """Another rule set, or scroll."""
        page, end = max(1, self._room - 1), self._last
        steps = {"scroll_up": -1, "scroll_down": 1, "page_up": -page, "page_down": page, "top": -end, "bottom": end}
        match action:
            case _ if action in steps:
                self.first = max(0, min(self.first + steps[action], end))
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
            self._last = 0
            body += self._empty(width, room)
            prompt = text("Ratings begin at 1500. Be the first!")
        else:
            body += self._list(view, width, room)
            prompt = self._standing(view)
        title = text("Leaderboard: {rules}", rules=rules_name(text, self.chosen))
        return framed(self, width, height, title, body, right=self._part(view), prompt=prompt)

    def _list(self, view: TopView, width: int, height: int) -> list[Row]:
        palette, text = self.palette, self.text
        shown = min(width, WIDEST)
        name = shown - (30 if width >= 60 else 24)
        heading = Line(width, palette.dim).add("    ").add(text("Rank").rjust(4)).add("  ").add(text("Name")).to(10 + name)
        heading.add(text("Rating").rjust(6)).add("   " if width >= 60 else "  ").add(
            text("Matches") if width >= 60 else text("Games")
        )
        lines = list(view.lines)
        below = [view.you] if view.you is not None and view.you not in lines else []
        self._room = height - 1 - 2 * len(below)
        self._last = max(0, len(lines) - self._room)
        if not self._is_placed:
            own = lines.index(view.you) if view.you in lines and view.you is not None else 0
            self.first, self._is_placed = own - self._room // 2, True
        self.first = max(0, min(self.first, self._last))
        rows = [heading.row()]
        rows += [self._line(one, width, name, one == view.you) for one in lines[self.first : self.first + self._room]]
        if below:
            rows.append(Line(width, palette.faint).add("       …").row())
            rows += [self._line(one, width, name, True) for one in below]
        return rows

    def _line(self, one: TopLine, width: int, name: int, own: bool) -> Row:
        palette, text = self.palette, self.text
        line = Line(width - 1, palette.chosen if own else palette.base).add(" ▸  " if own else "    ")

        def add(words: str, style: Style) -> None:
            line.add(words, None if own else style)

        first = palette.accent if one.place == 1 else palette.bright
        add((str(one.place) if one.place else "–").rjust(4), palette.dim if one.place != 1 else palette.accent)
        add("  ", palette.base)
        you = f" {text('(you)')}" if own else ""
        add(clip(one.name, name - len(you)), first)
        add(you, palette.dim)
        line.to(10 + name)
        add(str(one.rating).rjust(6) + (" " if one.place else "?"), palette.bright if one.place else palette.dim)
        add(f"{one.games:>9}" if width >= 60 else f"{one.games:>6}", palette.dim)
        return (*line.row(), *blank(1, palette.base))

    def _part(self, view: TopView | None) -> str:
        if view is None or not self._last:
            return ""
        part = {"first": self.first + 1, "last": self.first + self._room, "count": len(view.lines)}
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
        palette, text = self.palette, self.text
        told = [
            text("Nobody is rated at these rules yet."),
            text("A match counts when two people with SSH keys, or more, play it to its end; bots and guests may play along."),
            text("After {count} matches a rating is settled and has a rank.", count=PROVISIONAL),
        ]
        rows: list[Row] = []
        for number, sentence in enumerate(told):
            style = palette.dim if number else palette.bright
            rows += [
                Line(width, palette.base).add(centre(part, width), style).row() for part in wrap(sentence, min(width - 4, 64))
            ]
            rows.append(blank(width, palette.base))
        above = max(0, (height - len(rows)) // 2)
        return ([blank(width, palette.base)] * above + rows)[:height]
