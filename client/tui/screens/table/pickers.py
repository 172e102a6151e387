"""Pickers: the colour of a wild and the target of a card, asked beside the card and taken back with Esc."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from client.names import color_name, seat_name
from client.tui.page import Hit, Page
from client.tui.paint import Line, Row, blank, boxed, cells, clip, length
from engine.cards import Color

if TYPE_CHECKING:
    from client.tui.screens.table.page import TablePage


NEARLY: Final = 8
"""A box that leaves no more cells of the table beside it takes them as well."""
PILE: Final = 2
"""The row below the pile on the smallest screens."""


class Picker(Page):
    """A small box above the table: some choices in a row, one of them chosen."""

    floats = True
    passing = True
    title = ""

    def __init__(self, below: TablePage, valid: Callable[[], bool], must: bool) -> None:
        super().__init__(below.app)
        self.below = below
        self.valid = valid
        self.must = must
        """Asked by the engine: there is no way back."""
        self.chosen = 0

    def labels(self) -> list[str]:
        """The choices."""
        raise NotImplementedError

    def take(self) -> None:
        """The chosen one was confirmed."""
        raise NotImplementedError

    def changed(self) -> None:
        """Goes away when its card cannot be played any more."""
        if not self.valid():
            self.app.close(self)

    def actions(self) -> Sequence[str]:
        """Its keys."""
        return ("confirm", "select") if self.must else ("confirm", "back", "select")

    def label(self, action: str) -> str:
        """Enter chooses."""
        return self.text("choose") if action == "confirm" else super().label(action)

    def act(self, action: str, argument: int = 0) -> bool:
        """Choose, confirm, take back."""
        count, is_early = len(self.labels()), self.below.lift()
        match action:
            case "left":
                self.chosen = (self.chosen - 1) % count
            case "right" | "select":
                self.chosen = (self.chosen + 1) % count
            case "number" if 1 <= argument <= count:
                self.chosen = argument - 1
            case "pick":
                if self.chosen == argument:
                    self._confirm()
                self.chosen = argument
            case "confirm" if self.must and is_early:
                pass
            case "confirm":
                self._confirm()
            case "back" if self.must:
                self.app.tell(self.text("This one has to be chosen."))
            case "back":
                self.app.close(self)
            case "uno" | "catch":
                return self.below.act(action, argument)
            case _:
                return False
        return True

    def _confirm(self) -> None:
        if self.must:
            self.take()
            self.app.close(self)
        else:
            self.app.close(self)
            self.take()

    def float_over(self, rows: list[Row], width: int, height: int) -> None:
        """The box, above the selected card and, where that hides nothing more, above the viewer's own line."""
        palette, labels = self.palette, self.labels()
        width = min(width, self.below.board or width)
        inner = max(sum(cells(label) + 4 for label in labels) + 1, cells(self.title) + 6, 30)
        inner = inner if inner < width - NEARLY else width - 2
        gap = 2 if sum(cells(label) + 4 for label in labels) - 1 <= inner else 1
        lines = [Line(inner, palette.panel).add(" ")]
        spots: list[tuple[int, int, int]] = []
        for index, label in enumerate(labels):
            size = min(cells(label) + 2, inner - 2)
            if lines[-1].x + size > inner:
                lines.append(Line(inner, palette.panel).add(" "))
            spots.append((lines[-1].x, len(lines) - 1, size))
            self._label(lines[-1], index, clip(label, inner - 4))
            lines[-1].to(min(lines[-1].x + gap, inner))
        body = [line.row() for line in lines]
        offset = 1 if height >= 20 else 0
        if offset:
            body = [blank(inner, palette.panel), *body, blank(inner, palette.panel)]
        box = boxed(body, inner + 2, palette.panel_edge, palette.panel, self.title)
        card_x, card_y = self.below.card_spot
        x = max(0, min(card_x - 2, width - inner - 2))
        y = card_y - len(box)
        y = y - 1 if y > PILE else max(0, y)
        self.hits += [Hit(x + 1 + left, y + 1 + offset + row, size, 1, "pick", i) for i, (left, row, size) in enumerate(spots)]
        for row in range(max(y, self.below.told.start), min(y + len(box), self.below.told.stop)):
            rows[row] = blank(length(rows[row]), palette.base)
        self.lay(rows, box, x, y)

    def _label(self, line: Line, index: int, label: str) -> None:
        chosen = index == self.chosen
        line.add(f"▸{label} " if chosen else f" {label} ", self.palette.chosen if chosen else self.palette.panel)


class ColorPicker(Picker):
    """Red, yellow, green or blue."""

    name = "color"

    @property
    def prompt(self) -> str:
        """Which keys name which colour."""
        return self.text("r y g b or the arrows, then Enter.")

    def __init__(self, below: TablePage, then: Callable[[Color], None], valid: Callable[[], bool], must: bool) -> None:
        super().__init__(below, valid, must)
        self.title = self.text("Which colour?")
        self.then = then
        counts = Counter(card.color for card in below.hand.cards)
        self.chosen = list(Color).index(max(Color, key=lambda color: counts[color]))

    def labels(self) -> list[str]:
        """`R red` …"""
        return [f"{color.letter} {color_name(self.text, color)}" for color in Color]

    def act(self, action: str, argument: int = 0) -> bool:
        """The colours' letters choose, too."""
        for number, color in enumerate(Color, 1):
            if action == color.value:
                return super().act("number", number)
        return super().act(action, argument)

    def take(self) -> None:
        """Go on with the colour."""
        self.then(list(Color)[self.chosen])

    def _label(self, line: Line, index: int, label: str) -> None:
        palette, color = self.palette, list(Color)[index]
        swatch = palette.swatch[color]
        chosen = index == self.chosen
        line.add("▸", palette.panel_key) if chosen else line.add(" ", palette.panel)
        line.add(label[0], swatch).add(f"{label[1:]} ", swatch if chosen else palette.panel)


class SeatPicker(Picker):
    """One of some seats; the last choice may be nobody."""

    name = "target"

    def __init__(
        self,
        below: TablePage,
        title: str,
        seats: Sequence[int],
        then: Callable[[int], None],
        valid: Callable[[], bool],
        must: bool,
        nobody: Callable[[], None] | None = None,
        outcome: Callable[[int], str] | None = None,
    ) -> None:
        """`outcome` says what comes of choosing a seat."""
        super().__init__(below, valid, must)
        self.title = title
        self.seats = tuple(seats)
        self.then = then
        self.nobody = nobody
        self.outcome = outcome

    @property
    def prompt(self) -> tuple[str, ...]:
        """What comes of it, and how to choose."""
        keys = self.text("← and → choose, Enter confirms.")
        if self.outcome is None:
            return (keys,)
        told = self.text("You keep your cards.") if self.aimed is None else self.outcome(self.aimed)
        return f"{told} {keys}", f"{told} {self.text('Enter confirms.')}", told, keys

    @property
    def aimed(self) -> int | None:
        """The seat that is chosen just now; None for nobody."""
        return self.seats[self.chosen] if self.chosen < len(self.seats) else None

    def labels(self) -> list[str]:
        """Names with card counts."""
        table = self.table
        if table is None or table.game is None:
            return [""]
        counts = table.game.counts
        labels = [f"{seat_name(self.text, table.chairs, seat)} ({self.text.number(counts[seat])})" for seat in self.seats]
        return [*labels, self.text("nobody")] if self.nobody else labels

    def take(self) -> None:
        """Go on with the seat."""
        if self.chosen < len(self.seats):
            self.then(self.seats[self.chosen])
        elif self.nobody:
            self.nobody()
