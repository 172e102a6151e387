"""A new table: which rules, how many chairs, bots, clock, who may come; then the house rules and the small print."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from client.play.fields import TABLE, Field
from client.play.house import HOUSE
from client.play.small_print import SMALL_PRINT
from client.play.wish import Wish
from client.protocol import Reply
from client.tui.chrome import Prompt, framed
from client.tui.page import Page
from client.tui.paint import Row, beside, blank
from client.tui.parts.formview import EACH, FormPainter
from client.tui.screens.rules import RulesPage

if TYPE_CHECKING:
    from client.tui.app import UnoApp

FIELDS: Final = (*TABLE, *HOUSE, *SMALL_PRINT)
FORM: Final = 46
"""Width of the form beside the card of the rule set."""
BROAD: Final = 76
LEAP: Final = 8
"""How many fields a page key passes."""


class NewTablePage(Page):
    """A form of choices. Every default is right, so Enter alone opens a good table."""

    name = "new_table"

    def __init__(self, app: UnoApp) -> None:
        super().__init__(app)
        self.wish = Wish()
        self.chosen = 0
        """The selected field, by its place in FIELDS."""
        self.first = 0
        """The first row of the form on the screen."""

    fields = FIELDS

    @property
    def field(self) -> Field:
        """The selected field."""
        return FIELDS[self.chosen]

    @property
    def shown(self) -> list[int]:
        """The fields that make sense for the rules chosen, by their places in FIELDS."""
        return [index for index, field in enumerate(FIELDS) if field.belongs(self.wish)]

    @staticmethod
    def group(index: int) -> int:
        """0 for what every table is asked about, 1 for the house rules, 2 for the small print."""
        return (index >= len(TABLE)) + (index >= len(TABLE) + len(HOUSE))

    # ── input ────────────────────────────────────────────────────────────────────────────────────────────

    def actions(self) -> Sequence[str]:
        """Its keys."""
        return ("create", "up", "down", "more", "back", "rules")

    def act(self, action: str, argument: int = 0) -> bool:
        """Keys and clicks."""
        shown = self.shown
        place = shown.index(self.chosen)
        leaps = {"page_up": -LEAP, "page_down": LEAP, "top": -len(FIELDS), "bottom": len(FIELDS)}
        match action:
            case "up" | "down":
                self.chosen = shown[(place + (1 if action == "down" else -1)) % len(shown)]
            case _ if action in leaps:
                self.chosen = shown[max(0, min(place + leaps[action], len(shown) - 1))]
            case "less" | "more":
                self._step(self.field, 1 if action == "more" else -1)
            case "field":
                self.chosen = argument
            case "choice":
                self.chosen = argument // EACH
                self._change(self.field, argument % EACH)
            case "create":
                self._create()
            case "rules":
                self.app.open(RulesPage(self.app, self.wish.options))
            case _:
                return False
        return True

    def scroll(self, step: int) -> bool:
        """The wheel moves the selection."""
        return self.act("up" if step < 0 else "down")

    def _step(self, field: Field, step: int) -> None:
        choices = field.choices(self.wish)
        self._change(field, (choices.index(field.read(self.wish)) + step) % len(choices))

    def _change(self, field: Field, index: int) -> None:
        if not field.applies(self.wish):
            return
        before, self.wish = self.wish, field.change(self.wish, field.choices(self.wish)[index])
        if self.wish.bots < before.bots and self.wish.seats < before.seats:
            self.app.tell(
                self.text.plural(
                    "That leaves room for one bot beside you.",
                    "That leaves room for {count} bots beside you.",
                    self.wish.bots,
                )
            )

    def _create(self) -> None:
        if self.wish.problems:
            self.app.tell(self.text(self.wish.problems[0]))
        else:
            self.app.send(self.wish.verb(), page=self)

    def replied(self, reply: Reply) -> None:
        """The table is open."""
        self.app.close(self)

    # ── painting ─────────────────────────────────────────────────────────────────────────────────────────

    def paint(self, width: int, height: int) -> list[Row]:
        """The form; beside it a card about what is selected, or below it a sentence."""
        base, room = self.palette.base, height - 3
        painter = FormPainter(self, self.wish)
        if width >= BROAD:
            wide = min(width - FORM - 1, 60)
            gap = blank(width - FORM - wide, base)
            form = beside(painter.form(FORM, room), painter.card(wide, room), [gap] * room)
        else:
            form = painter.narrow(width, room)
        first, last, count = painter.part
        title, right = self.text("New table"), self.text("{first}–{last} of {count}", first=first, last=last, count=count)
        return framed(self, width, height, title, form, right=right, prompt=self._prompt(width >= BROAD))

    def _prompt(self, broad: bool) -> Prompt:
        if self.wish.problems:
            return self.text("These rules do not go together yet.")
        if self.chosen == 0:
            long = self.text("← and → take another rule set; r opens its book of rules.")
            return long, self.text("← → other rules; r opens their book.")
        return self.text("← and → change it; Enter opens the table.") if broad else self.text("← → change it; Enter opens it.")
