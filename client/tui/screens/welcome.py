"""The card of the first visit: two questions above the lobby, each answered with Enter; any other key goes on at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final

from client.protocol import LOBBY, Refusal, Rename, Set
from client.text import later
from client.tui.dialogs import answer_lines
from client.tui.entry import Entry
from client.tui.keys import action as known
from client.tui.page import Hit, Page
from client.tui.paint import Line, Row, blank, boxed
from client.tui.reading import paragraph
from engine.cards import card

if TYPE_CHECKING:
    from client.tui.app import UnoApp

NAME_LENGTH: Final = 16
SAMPLE: Final = tuple(card(name) for name in ("R7", "Y7", "G7", "B7"))
ANSWERS: Final = (
    (later("Yes, all of it"), ()),
    (later("The colours are hard to tell apart"), (("theme", "contrast"),)),
    (later("I see no colours"), (("theme", "none"),)),
    (later("Lines and arrows look broken"), (("symbols", "ascii"),)),
)
"""To the second question, and the settings that follow from each."""


def is_new(app: UnoApp) -> bool:
    """Is somebody with a key here for the first time, and free to be asked? A guest has no settings to keep."""
    lobby = app.link.lobby
    if lobby is None or lobby.table is not None or lobby.seat is not None or app.is_guest:
        return False
    return lobby.liked("greeted") == "no"


class Greeting:
    """Opens the card once, if there is somebody to be greeted; whoever came by a shorter way to his cards is not held up."""

    def __init__(self, app: UnoApp, is_due: bool) -> None:
        self._app, self._is_due = app, is_due

    def mind(self) -> None:
        """Follow the lobby's newest view."""
        if self._is_due and self._app.top is self._app.base and is_new(self._app):
            self._is_due = False
            self._app.open(WelcomePage(self._app))


class WelcomePage(Page):
    """Shown once: the lobby is told as soon as it opens."""

    name = "welcome"
    floats = True
    passing = True
    yields: ClassVar[bool] = True

    def __init__(self, app: UnoApp) -> None:
        super().__init__(app)
        self.chosen = 0
        self.asks_name = True
        """The first question; then comes the second."""
        self._wished = ""
        """The name that was typed."""
        app.send(Set("greeted", "yes"), LOBBY, self)

    @property
    def answers(self) -> list[str]:
        """Of the question that is asked."""
        if self.asks_name:
            return [self.text("Yes"), self.text("Take another name")]
        return [self.text(words) for words, _ in ANSWERS]

    def actions(self) -> Sequence[str]:
        """Its keys."""
        return ("confirm", "back", "up", "down")

    def label(self, action: str) -> str:
        """Enter chooses, Esc skips all."""
        labels = {"confirm": self.text("choose"), "back": self.text("skip")}
        return labels.get(action) or super().label(action)

    def act(self, action: str, argument: int = 0) -> bool:
        """Choose, answer, or skip both questions."""
        count = len(self.answers)
        match action:
            case "up" | "down":
                self.chosen = (self.chosen + (1 if action == "down" else -1)) % count
            case "number" if 1 <= argument <= count:
                self.chosen = argument - 1
            case "answer":
                if self.chosen == argument:
                    self._take()
                else:
                    self.chosen = argument
            case "confirm":
                self._take()
            case "back":
                self.app.close(self)
            case _:
                return False
        return True

    def _take(self) -> None:
        if not self.asks_name:
            for name, value in ANSWERS[self.chosen][1]:
                self.app.send(Set(name, value), LOBBY, self)
            self.app.close(self)
        elif self.chosen:
            self.entry = Entry("", NAME_LENGTH)
        else:
            self._go_on()

    def _go_on(self) -> None:
        self.asks_name, self.chosen = False, 0

    @property
    def entry_verb(self) -> str:
        """Enter takes the name."""
        return self.text("done")

    def end_entry(self, confirmed: bool) -> None:
        """Nothing typed keeps the name."""
        keeps = confirmed and self.entry is not None and not self.entry.text.strip()
        super().end_entry(confirmed)
        if keeps:
            self._go_on()

    def entered(self, text: str) -> None:
        """Another name; if it is taken, the lobby says so and this question stays."""
        if text != self.me:
            self._wished = text
            self.app.send(Rename(text), LOBBY, self)
        self._go_on()

    def refused(self, refusal: Refusal) -> None:
        """The name cannot be had: it stands there again, to be typed otherwise."""
        if self._wished:
            self.asks_name, self.chosen = True, 1
            self.entry, self._wished = Entry(self._wished, NAME_LENGTH), ""
        super().refused(refusal)

    # ── painting ─────────────────────────────────────────────────────────────────────────────────────────

    def float_over(self, rows: list[Row], width: int, height: int) -> None:
        """The card, in the middle."""
        palette, text = self.palette, self.text
        inner = min(46, width - 4)
        roomy = height > 14
        body = [blank(inner, palette.panel)] if roomy else []
        question = text("You are called {name}. Is that right?", name=self.me)
        if not self.asks_name:
            question = text("Do you see four colours, and whole lines and arrows?")
        body += paragraph(question, inner, palette.panel, 2, text.rtl)
        if not self.asks_name:
            body += self._sample(inner, roomy)
        body += [blank(inner, palette.panel)] if roomy else []
        first = len(body)
        lines = answer_lines(self.answers, self.chosen, inner - 1, height - len(body) - 2)
        body += self._entry_row(inner) if self.entry is not None else self._answer_rows(inner, lines)
        if roomy:
            hint = text("New to UNO? {key} teaches it, in five minutes.", key=known("learn").shown)
            body.append(blank(inner, palette.panel))
            body += paragraph(hint, inner, palette.panel_dim, 2, text.rtl)
        box = boxed(body, inner + 2, palette.panel_edge, palette.panel, text("Welcome to UNO"))
        x, y = (width - inner - 2) // 2, max(0, (height - len(box)) // 2)
        if self.entry is None:
            self.hits += [Hit(x, y + 1 + at, inner + 2, 1, "answer", index) for at, (index, _) in enumerate(lines, first)]
        self.lay(rows, box, x, y)

    def _answer_rows(self, inner: int, lines: Sequence[tuple[int, str]]) -> list[Row]:
        palette = self.palette
        rows = []
        for index, words in lines:
            style = palette.chosen if index == self.chosen else palette.panel
            line = Line(inner, palette.panel).add(" ")
            line.add(words, style).add(" " * (line.room - 1), style)
            rows.append(line.row())
        return rows

    def _entry_row(self, inner: int) -> list[Row]:
        assert self.entry is not None
        line = Line(inner, self.palette.panel).add("  ").add(self.text("Your name: "), self.palette.panel_key)
        self.entry.paint(line, self.palette, line.room - 2, self.me)
        return [line.row()]

    def _sample(self, inner: int, roomy: bool) -> list[Row]:
        """The four colours, lines and arrows."""
        palette = self.palette
        line = Line(inner, palette.panel).add("  ")
        for one in SAMPLE:
            line.add(f" {one.text} ", palette.card[one.color]).add(" ")
        line.add(" ").add("╭─→─╮ ▸ ⊘ ⇄", palette.panel)
        return [blank(inner, palette.panel), line.row()] if roomy else [line.row()]
