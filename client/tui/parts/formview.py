"""The form for a new table, painted: fields in a column that scrolls, and a card about the selected one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple

from client.play.wish import Wish
from client.rulebook.blocks import hand
from client.rulebook.changes import house_names
from client.rulebook.sets import RULE_SETS, rules_name
from client.text import later
from client.tui.page import Hit
from client.tui.paint import Line, Row, blank, boxed, cells, wrap
from client.tui.parts.cards import face
from client.tui.reading import marked

if TYPE_CHECKING:
    from client.play.fields import Field
    from client.tui.screens.new_table import NewTablePage

LABEL: Final = 17
"""Where the choices begin."""
EACH: Final = 100
"""A click's argument: the field's number times this, and the number of the choice."""
HEADINGS: Final = (later("House rules"), later("Small print"))
"""What stands above the groups of fields after the first."""
LEAST: Final = 3
"""Rows of fields, however much there is to explain."""


class Part(NamedTuple):
    """Which of the fields are on the screen."""

    first: int
    last: int
    total: int


class FormPainter:
    """One painting of a wish."""

    def __init__(self, page: NewTablePage, wish: Wish) -> None:
        self.page = page
        self.wish = wish
        self.palette = page.palette
        self.text = page.text
        self.part = Part(1, 1, len(page.shown))
        """Known once the form is painted."""

    @property
    def field(self) -> Field:
        """The selected field."""
        return self.page.field

    # ── the column of fields ─────────────────────────────────────────────────────────────────────────────

    def form(self, width: int, height: int) -> list[Row]:
        """The fields, and below them what does not go together."""
        problems = [line for sentence in self.wish.problems for line in wrap(self.text(sentence), width - 4)]
        problems = problems[: max(0, height - LEAST)]
        rows = self._column(width, height - len(problems))
        return rows + [Line(width, self.palette.base).add("  ").add(line, self.palette.warn).row() for line in problems]

    def narrow(self, width: int, height: int) -> list[Row]:
        """The fields, and below them a sentence about the selected one, or what does not go together."""
        if self.wish.problems:
            return self.form(width, height)
        told = wrap(self._told(), width - 2)[: height - LEAST - 1]
        rows = self._column(width, height - len(told) - 1)
        rows.append(Line(width, self.palette.faint).add("─" * width).row())
        return rows + [Line(width, self.palette.base).add(" ").add(line).row() for line in told]

    def _told(self) -> str:
        """What the selected field is about, and what its choice means."""
        text, field = self.text, self.field
        meaning = field.says.get(field.read(self.wish), "")
        return text(meaning) if meaning else field.help(text, self.wish)

    def _column(self, width: int, height: int) -> list[Row]:
        page, base = self.page, self.palette.base
        lines: list[int | str] = []
        group = 0
        for index in page.shown:
            if page.group(index) != group:
                group = page.group(index)
                lines += ["", HEADINGS[group - 1]]
            lines.append(index)
        at = lines.index(page.chosen)
        above = at - 1 if at and isinstance(lines[at - 1], str) else at
        page.first = max(0, min(max(min(page.first, above), at - height + 1), len(lines) - height))
        seen = lines[page.first : page.first + height]
        fields = [page.shown.index(one) + 1 for one in seen if isinstance(one, int)]
        self.part = Part(min(fields), max(fields), len(page.shown))
        rows: list[Row] = []
        for one in seen:
            if isinstance(one, int):
                rows.append(self._line(width, one, len(rows) + 1))
            else:
                rows.append(self._heading(width, one))
        return rows + [blank(width, base)] * (height - len(rows))

    def _heading(self, width: int, name: str) -> Row:
        if not name:
            return blank(width, self.palette.base)
        line = Line(width, self.palette.base).add("  ").add(self.text(name), self.palette.dim).add(" ")
        return line.add("─" * max(0, line.room - 1), self.palette.faint).row()

    def _line(self, width: int, index: int, y: int) -> Row:
        palette, field = self.palette, self.page.fields[index]
        here, applies = index == self.page.chosen, field.applies(self.wish)
        self.page.hits.append(Hit(0, y, width, 1, "field", index))
        changed = field.is_changed(self.wish)
        line = Line(width, palette.base).add(" ▸" if here else " *" if changed else "  ", palette.accent)
        line.add(self.text(field.label), palette.bright if here else palette.base if applies else palette.faint)
        line.add("*" if here and changed else "", palette.accent)
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
            self.page.hits.append(Hit(line.x, y, cells(word) + 2, 1, "choice", index * EACH + number))
            line.add(f"[{word}]" if number == now else f" {word} ", style)
        return line.row()

    def _turnable(self, line: Line, words: list[str], now: int, index: int, y: int, here: bool) -> Line:
        """One choice at a time, with arrows to the ones beside it."""
        palette = self.palette
        for step, arrow in ((-1, "◂"), (0, ""), (1, "▸")):
            word = arrow or f"[{words[now]}]"
            target = index * EACH + (now + step) % len(words)
            self.page.hits.append(Hit(line.x, y, cells(word) + 1, 1, "choice", target))
            line.add(word, palette.key if arrow else palette.chosen if here else palette.bar_accent).add(" ")
        return line

    # ── the card beside it ───────────────────────────────────────────────────────────────────────────────

    def card(self, width: int, height: int) -> list[Row]:
        """About the selected field; while that is the rule set, a portrait of it."""
        card = _Card(self, width - 2, height)
        if self.page.chosen:
            card.about(self.field)
            title = self.text(self.field.label)
        else:
            card.about_rule_set()
            title = rules_name(self.text, self.wish.options.rules)
        box = boxed(card.rows[: height - 2], width, self.palette.faint, self.palette.base, title, self.palette.bright)
        return box + [blank(width, self.palette.base)] * (height - len(box))


class _Card:
    """Rows in the making: pictures, sentences, points."""

    def __init__(self, form: FormPainter, inner: int, height: int) -> None:
        self.form = form
        self.inner = inner
        self.palette, self.text, self.wish = form.palette, form.text, form.wish
        self.pictures = height >= 20
        self.rows: list[Row] = []

    def about_rule_set(self) -> None:
        """Three cards, a sentence, how many, how long, what is different, what this table has changed."""
        text, options = self.text, self.wish.options
        known = RULE_SETS[options.rules]
        self._show(known.cards)
        self._say(text(known.sentence))
        self._gap()
        low, high = known.round_minutes if options.target_score is None else known.match_minutes
        if options.target_score == 200:
            low, high = low * 2 // 5, high * 2 // 5
        self._say(text("2–10 players, {low}–{high} minutes", low=low, high=high))
        self._gap()
        changed = house_names(text, options)
        if changed:
            self._say(text("Here: {changes}.", changes=text.listed(changed)))
            self._gap()
        for difference in known.differences:
            self._say(text(difference), "· ")

    def about(self, field: Field) -> None:
        """What it is, what each choice means, and, of a rule, what the rule set says."""
        text, wish = self.text, self.wish
        self._show(field.cards)
        self._say(field.help(text, wish))
        now = field.read(wish)
        if field.says:
            self._gap()
        for choice, meaning in field.says.items():
            mark = "▸ " if choice == now else "· "
            self._say(f"{field.word(text, choice)}: {text(meaning)}", mark)
        if field.normal is not None:
            self._gap()
            word, name = field.word(text, field.normal(wish)), rules_name(text, wish.options.rules)
            self._say(text("In {rules}: {choice}.", rules=name, choice=word))

    def _gap(self) -> None:
        self.rows.append(blank(self.inner, self.palette.base))

    def _say(self, sentence: str, mark: str = "") -> None:
        for number, part in enumerate(wrap(sentence, self.inner - 2 - len(mark))):
            lead = mark if number == 0 else " " * len(mark)
            line = Line(self.inner, self.palette.base).add(" ")
            piece = part, self.palette.base
            marked(line, (lead, self.palette.faint), piece, to=self.inner - 1, rtl=self.text.rtl)
            self.rows.append(line.row())

    def _show(self, cards: str) -> None:
        faces = [face(self.palette, one, 7, 5) for one in hand(cards)] if self.pictures and cards else []
        for pieces in zip(*faces, strict=True):
            line = Line(self.inner, self.palette.base).to((self.inner - 8 * len(faces) + 1) // 2)
            for piece in pieces:
                line.put(piece, 7).add(" ")
            self.rows.append(line.row())
