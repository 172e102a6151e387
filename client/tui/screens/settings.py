"""The settings: how a person likes things. Every change holds at once, and is kept with the key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from client.play.likings import LIKINGS, Liked
from client.protocol import LOBBY, Refusal, Set
from client.tui.chrome import framed
from client.tui.page import Hit, Page
from client.tui.paint import Line, Row, blank, cells
from client.tui.parts.cards import face
from client.tui.parts.meanings import meaning, word
from client.tui.reading import paragraph
from engine.cards import card

if TYPE_CHECKING:
    from client.tui.app import UnoApp

EACH: Final = 100
"""A click's argument: the setting's number times this, and the number of the choice."""
LABEL: Final = 12
SAMPLE: Final = tuple(card(name) for name in ("R7", "YS", "GR", "B+2", "W"))
ROOMY: Final = 17
"""Rows from which the sample of cards has a place."""


class SettingsPage(Page):
    """One line a setting; below them what the selected one is about."""

    name = "settings"

    def __init__(self, app: UnoApp) -> None:
        super().__init__(app)
        self.chosen = 0
        self._asked: dict[str, str] = {}
        """What was chosen here and the lobby has not told yet."""

    @property
    def liking(self) -> Liked:
        """The selected setting."""
        return LIKINGS[self.chosen]

    def value(self, liking: Liked) -> str:
        """How it is liked now; where the lobby says nothing, as nobody chose."""
        liked = self._asked.get(liking.name) or self.app.liking.of(liking.name)
        return liked if liked in liking.choices else next(iter(liking.choices))

    def changed(self) -> None:
        """The lobby tells."""
        self._asked = {name: word for name, word in self._asked.items() if self.app.liking.of(name) != word}

    def refused(self, refusal: Refusal) -> None:
        """Things stay as the lobby tells them."""
        self._asked.clear()
        super().refused(refusal)

    # ── input ────────────────────────────────────────────────────────────────────────────────────────────

    def actions(self) -> Sequence[str]:
        """Its keys."""
        return ("more", "back", "up", "down")

    def act(self, action: str, argument: int = 0) -> bool:
        """Keys and clicks."""
        steps = {"up": -1, "down": 1}
        match action:
            case "up" | "down":
                self.chosen = (self.chosen + steps[action]) % len(LIKINGS)
            case "top" | "bottom" | "page_up" | "page_down":
                self.chosen = 0 if action in ("top", "page_up") else len(LIKINGS) - 1
            case "less" | "more" | "turn":
                values = list(self.liking.choices)
                now = values.index(self.value(self.liking))
                self._choose(values[(now + (-1 if action == "less" else 1)) % len(values)])
            case "field":
                self.chosen = argument
            case "choice":
                self.chosen = argument // EACH
                self._choose(list(self.liking.choices)[argument % EACH])
            case _:
                return False
        return True

    def scroll(self, step: int) -> bool:
        """The wheel moves the selection."""
        return self.act("up" if step < 0 else "down")

    def _choose(self, value: str) -> None:
        self._asked[self.liking.name] = value
        self.app.send(Set(self.liking.name, value), LOBBY, self)

    # ── painting ─────────────────────────────────────────────────────────────────────────────────────────

    def paint(self, width: int, height: int) -> list[Row]:
        """The list, the sentences about the selected setting, and cards to see what it does."""
        palette, room = self.palette, height - 3
        told = self._told(width)
        sample = self._sample(width) if room >= ROOMY + 4 else []
        space = max(1, room - len(told) - len(sample) - 1)
        first = max(0, min(self.chosen - space // 2, len(LIKINGS) - space))
        rows = [self._line(width, index, y) for y, index in enumerate(range(first, min(first + space, len(LIKINGS))), 1)]
        rows += [Line(width, palette.faint).add("─" * width).row(), *told, *sample]
        count = len(LIKINGS)
        part = self.text("{first}–{last} of {count}", first=first + 1, last=first + space, count=count)
        right = part if space < count else self.me
        kept = (
            self.text("Held for this visit: you came without a key.") if self.app.is_guest else self.text("Kept with your key.")
        )
        return framed(self, width, height, self.text("Settings"), rows, right=right, prompt=kept)

    def _line(self, width: int, index: int, y: int) -> Row:
        palette, liking = self.palette, LIKINGS[index]
        here = index == self.chosen
        self.hits.append(Hit(0, y, width, 1, "field", index))
        line = Line(width, palette.base).add(" ▸" if here else "  ", palette.accent)
        line.add(self.text(liking.label), palette.bright if here else palette.base).to(LABEL).add(" ")
        words = [word(self.text, self.look, choice) for choice in liking.choices.values()]
        now = list(liking.choices).index(self.value(liking))
        chosen = palette.chosen if here else palette.bar_accent
        if sum(cells(one) + 2 for one in words) <= line.room:
            for number, one in enumerate(words):
                self.hits.append(Hit(line.x, y, cells(one) + 2, 1, "choice", index * EACH + number))
                line.add(f"[{one}]" if number == now else f" {one} ", chosen if number == now else palette.dim)
            return line.row()
        for step, arrow in ((-1, "◂"), (0, ""), (1, "▸")):
            told = arrow or f"[{words[now]}]"
            self.hits.append(Hit(line.x, y, cells(told) + 1, 1, "choice", index * EACH + (now + step) % len(words)))
            line.add(told, palette.key if arrow else chosen).add(" ")
        return line.row()

    def _told(self, width: int) -> list[Row]:
        palette, text, liking = self.palette, self.text, self.liking
        value = self.value(liking)
        rows = paragraph(text(liking.about), width, palette.bright, 1, text.rtl)
        means = meaning(text, self.app.liking.found, liking, value)
        if means:
            lead = f"{word(text, self.look, liking.choices[value])}: "
            rows += paragraph(lead + means, width, palette.base, 1, text.rtl)
        return rows

    def _sample(self, width: int) -> list[Row]:
        rows: list[Row] = [blank(width, self.palette.base)]
        faces = [face(self.palette, one, 7, 5) for one in SAMPLE]
        for pieces in zip(*faces, strict=True):
            line = Line(width, self.palette.base).add(" ")
            for piece in pieces:
                line.put(piece, 7).add(" ")
            rows.append(line.row())
        return rows
