"""A new table: which rules, how many chairs, bots, clock, who may come."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from client.protocol import Reply
from client.rulebook.blocks import hand
from client.rulebook.sets import RULE_SETS, rules_name
from client.tui.chrome import framed
from client.tui.page import Hit, Page
from client.tui.paint import Line, Row, beside, blank, boxed, cells, wrap
from client.tui.parts.cards import face
from client.tui.parts.wish import FIELDS, Field, Wish
from client.tui.screens.rules import RulesPage

if TYPE_CHECKING:
    from client.tui.app import UnoApp

LABEL: Final = 17
"""Where the choices begin."""
FORM: Final = 46
"""Width of the form beside the card of the rule set."""
BROAD: Final = 76
EACH: Final = 100
"""A click's argument: the field's number times this, and the number of the choice."""


class NewTablePage(Page):
    """A form of choices. Every default is right, so Enter alone opens a good table."""

    name = "new_table"

    def __init__(self, app: UnoApp) -> None:
        super().__init__(app)
        self.wish = Wish()
        self.chosen = 0
        """The selected field."""

    # ── input ────────────────────────────────────────────────────────────────────────────────────────────

    def actions(self) -> Sequence[str]:
        """Its keys."""
        return ("create", "up", "down", "more", "back", "rules")

    def act(self, action: str, argument: int = 0) -> bool:
        """Keys and clicks."""
        match action:
            case "up" | "down":
                self.chosen = (self.chosen + (1 if action == "down" else -1)) % len(FIELDS)
            case "less" | "more":
                self._step(FIELDS[self.chosen], 1 if action == "more" else -1)
            case "field":
                self.chosen = argument
            case "choice":
                self.chosen = argument // EACH
                field = FIELDS[self.chosen]
                self._change(field, argument % EACH)
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
        """The form, and the card of the rule set where there is room."""
        base, room = self.palette.base, height - 3
        broad = width >= BROAD
        form = self._form(FORM if broad else width, room)
        if broad:
            card = self._card(min(width - FORM - 1, 60), room)
            gap = blank(width - FORM - min(width - FORM - 1, 60), base)
            form = beside(form, card, [gap] * room)
        return framed(self, width, height, self.text("New table"), form, prompt=self._prompt(broad))

    def _prompt(self, broad: bool) -> str:
        if broad and self.chosen == 0:
            return self.text("← and → take another rule set; r opens its book of rules.")
        return FIELDS[self.chosen].help(self.text, self.wish)

    def _form(self, width: int, height: int) -> list[Row]:
        base = self.palette.base
        problems = [line for sentence in self.wish.problems for line in wrap(self.text(sentence), width - 4)]
        room = height - len(problems)
        airy = 2 * len(FIELDS) < room
        rows = [blank(width, base)] if airy else []
        first = 0 if airy else max(0, self.chosen - room + 1)
        for index in range(first, len(FIELDS)):
            rows.append(self._line(width, index, len(rows) + 1))
            rows += [blank(width, base)] if airy else []
        rows = rows[:room]
        rows += [blank(width, base)] * (room - len(rows))
        return rows + [Line(width, base).add("  ").add(line, self.palette.warn).row() for line in problems]

    def _line(self, width: int, index: int, y: int) -> Row:
        palette, field = self.palette, FIELDS[index]
        here, applies = index == self.chosen, field.applies(self.wish)
        self.hits.append(Hit(0, y, width, 1, "field", index))
        line = Line(width, palette.base).add(" ▸" if here else "  ", palette.accent)
        line.add(self.text(field.label), palette.bright if here else palette.base if applies else palette.faint)
        choices = field.choices(self.wish)
        words = [field.word(self.text, choice) for choice in choices]
        now = choices.index(field.read(self.wish))
        start = min(LABEL, width // 2 - 3)
        line.to(start)
        if sum(cells(word) + 2 for word in words) > width - start - 1:
            return self._turnable(line, words, now, index, y, here).row()
        for number, word in enumerate(words):
            chosen = palette.chosen if here else palette.bar_accent
            style = palette.faint if not applies else chosen if number == now else palette.dim
            self.hits.append(Hit(line.x, y, cells(word) + 2, 1, "choice", index * EACH + number))
            line.add(f"[{word}]" if number == now else f" {word} ", style)
        return line.row()

    def _turnable(self, line: Line, words: list[str], now: int, index: int, y: int, here: bool) -> Line:
        """One choice at a time, with arrows to the ones beside it."""
        palette = self.palette
        for step, arrow in ((-1, "◂"), (0, ""), (1, "▸")):
            word = arrow or f"[{words[now]}]"
            target = index * EACH + (now + step) % len(words)
            self.hits.append(Hit(line.x, y, cells(word) + 1, 1, "choice", target))
            line.add(word, palette.key if arrow else palette.chosen if here else palette.bar_accent).add(" ")
        return line

    def _card(self, width: int, height: int) -> list[Row]:
        """The chosen rule set: three cards, a sentence, what is different, how many, how long."""
        palette, text, options = self.palette, self.text, self.wish.options
        known, inner = RULE_SETS[options.rules], width - 2
        rows: list[Row] = []

        def say(sentence: str, mark: str = "") -> None:
            for number, part in enumerate(wrap(sentence, inner - 2 - len(mark))):
                lead = mark if number == 0 else " " * len(mark)
                rows.append(Line(inner, palette.base).add(" ").add(lead, palette.faint).add(part).row())

        faces = [face(palette, one, 7, 5) for one in hand(known.cards)] if height >= 20 else []
        for pieces in zip(*faces, strict=True):
            line = Line(inner, palette.base).to((inner - 23) // 2)
            for piece in pieces:
                line.put(piece, 7).add(" ")
            rows.append(line.row())
        say(text(known.sentence))
        rows.append(blank(inner, palette.base))
        low, high = known.round_minutes if options.target_score is None else known.match_minutes
        if options.target_score == 200:
            low, high = low * 2 // 5, high * 2 // 5
        say(text("2–10 players, {low}–{high} minutes", low=low, high=high))
        rows.append(blank(inner, palette.base))
        for difference in known.differences:
            say(text(difference), "· ")
        box = boxed(rows[: height - 2], width, palette.faint, palette.base, rules_name(text, options.rules), palette.bright)
        return box + [blank(width, palette.base)] * (height - len(box))
