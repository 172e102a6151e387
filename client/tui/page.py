"""A page: what fills the screen, and what keys, text and clicks mean on it.

The app shows one base page (chosen by where the table is in its life) and, above it, overlays (help, rules, a question),
of those that fill the screen no two of a kind. A page is a plain object: it paints rows and answers input; it owns no widget.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from client.protocol import LobbyView, Refusal, Reply, TableView
from client.refusals import refusal_sentence
from client.text import Text
from client.tui import keys as registry
from client.tui.entry import ENTER, Entry
from client.tui.paint import Row, overlay
from client.tui.palette import Palette
from client.tui.reading import in_order
from client.tui.theme import Look

if TYPE_CHECKING:
    from client.tui.app import UnoApp


ENTRY_DONE: Final = "entry_done"
ENTRY_DROPPED: Final = "entry_dropped"
"""What a click on the keys of a line being typed does."""


class Hit(NamedTuple):
    """A rectangle of cells that does something when clicked: an action's name and what it applies to."""

    x: int
    y: int
    width: int
    height: int
    action: str
    argument: int = 0


class Page:
    """Base of all pages. Subclasses set `name` (its key in the registry) and override what they need."""

    name: ClassVar[str] = ""
    min_width: ClassVar[int] = 40
    min_height: ClassVar[int] = 12
    floats: ClassVar[bool] = False
    """A floating page is painted above the one below it (a dialog)."""
    yields: ClassVar[bool] = False
    """A key that means nothing here closes it, and is then a key of the page below."""
    period: float = 1.0
    """Seconds between two beats of a page that `ticks`."""

    shows_crowd: ClassVar[bool] = False
    """Does it tell which tables there are, or who is here and where? Then news of that alone paint it anew."""
    answers_votes: ClassVar[bool] = False
    """Can a vote of the table be answered here? Then it is asked in the title."""
    passing: ClassVar[bool] = False
    """Closed when the base page below changes: it asks about something that is over then."""

    def __init__(self, app: UnoApp) -> None:
        self.app = app
        self.hits: list[Hit] = []
        """What can be clicked; `paint` fills it anew."""
        self.entry: Entry | None = None
        """The line being typed, if any: it gets printable keys before the registry does."""

    # ── what it may use ──────────────────────────────────────────────────────────────────────────────────

    @property
    def text(self) -> Text:
        """The person's language."""
        return self.app.text

    @property
    def look(self) -> Look:
        """What the terminal can show."""
        return self.app.look

    @property
    def palette(self) -> Palette:
        """The styles for this terminal."""
        return self.app.palette

    @property
    def table(self) -> TableView | None:
        """The newest view of the table sat at or watched."""
        return self.app.link.table

    @property
    def me(self) -> str:
        """The viewer's own name; empty until the lobby has told it."""
        return self.app.link.lobby.you if self.app.link.lobby is not None else ""

    @property
    def lobby(self) -> LobbyView | None:
        """The newest view of the lobby."""
        return self.app.link.lobby

    # ── what it may answer ───────────────────────────────────────────────────────────────────────────────

    def paint(self, width: int, height: int) -> list[Row]:
        """`height` rows of `width` cells, at least `min_width` × `min_height`."""
        raise NotImplementedError

    def float_over(self, rows: list[Row], width: int, height: int) -> None:
        """A floating page lays itself over the rows of the page below, in place; their letters are in order already."""

    def lay(self, rows: list[Row], box: list[Row], x: int, y: int) -> None:
        """Put a box over rows, in place, its letters in order as theirs are."""
        overlay(rows, in_order(box, self.look.bidi, self.text.rtl), x, y)

    def actions(self) -> Sequence[str]:
        """Names of the actions that apply now, the most useful first: what the footer offers."""
        return ()

    def label(self, action: str) -> str:
        """How the footer calls an action now."""
        return self.text(registry.action(action).label)

    def act(self, action: str, argument: int = 0) -> bool:
        """Do it; False if it means nothing here. `argument`: the digit of `number`, or what a click hit."""
        return False

    def entered(self, text: str) -> None:
        """The typed line was confirmed with Enter."""

    def end_entry(self, confirmed: bool) -> None:
        """The line being typed is done with; unless it is empty, `entered` gets what was `confirmed`."""
        typed, self.entry = self.entry.text.strip() if self.entry is not None else "", None
        if confirmed and typed:
            self.entered(typed)

    def changed(self) -> None:
        """A view it may show has changed; called before it is painted again."""

    def restyled(self) -> None:
        """The look or the language is another: let go of what was painted in the old one."""

    def uncovered(self) -> None:
        """The pages that lay above it are closed."""

    def replied(self, reply: Reply) -> None:
        """A command that was sent from here was done."""

    def refused(self, refusal: Refusal) -> None:
        """A command was refused."""
        self.app.tell(refusal_sentence(self.text, refusal))

    def scroll(self, step: int) -> bool:
        """The mouse wheel turned: -1 up, +1 down."""
        return False

    @property
    def entry_label(self) -> str:
        """What stands before a line being typed."""
        return self.text("Say: ")

    @property
    def entry_verb(self) -> str:
        """What Enter does with it."""
        return self.text("say")

    @property
    def entry_hints(self) -> Sequence[str]:
        """What may be typed, while nothing is; said at length, and then in fewer and fewer words."""
        return ()

    @property
    def prompt(self) -> str | Sequence[str]:
        """What a floating page says in the status line; perhaps the same in fewer and fewer words."""
        return ""

    @property
    def ticks(self) -> bool:
        """Does something move by itself? Then it gets a `beat` and is painted anew every `period`."""
        return False

    def beat(self) -> None:
        """A `period` of a page that `ticks` is over."""

    # ── shared input ─────────────────────────────────────────────────────────────────────────────────────

    def wake(self, action: str) -> bool:
        """A key or a click, before anything is done with it: did it say no more than that somebody is there?"""
        return False

    def type_key(self, key: str, character: str | None) -> bool:
        """A key for the line being typed, if there is one; False if it means nothing in it."""
        if self.entry is None:
            return False
        if key in (*ENTER, "escape"):
            self.end_entry(key != "escape")
            return True
        return self.entry.key(key, character)

    def hit(self, x: int, y: int) -> Hit | None:
        """What a click at a cell is on; the topmost wins."""
        for hit in reversed(self.hits):
            if hit.x <= x < hit.x + hit.width and hit.y <= y < hit.y + hit.height:
                return hit
        return None
