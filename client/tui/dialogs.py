"""Questions: a small box above the page, a few answers, Enter takes the chosen one, Esc takes none."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from client.tui.page import Hit, Page
from client.tui.paint import Line, Row, blank, boxed, cells, clip, clip_words, wrap
from client.tui.reading import paragraph

if TYPE_CHECKING:
    from client.tui.app import UnoApp


class Answer(NamedTuple):
    """One choice of a question, and what follows from it; None only closes the question."""

    label: str
    then: Callable[[], None] | None = None


def answer_lines(labels: Sequence[str], chosen: int, width: int, height: int) -> list[tuple[int, str]]:
    """Each line of the answers and whose it is: all of them whole if there is room, else at least the chosen one."""
    whole = [wrap(label, width - 2) for label in labels]
    if sum(map(len, whole)) > height:
        whole = [lines if index == chosen else [clip(" ".join(lines), width - 2)] for index, lines in enumerate(whole)]
    found = []
    for index, lines in enumerate(whole):
        mark = "▸" if index == chosen else " "
        found += [(index, f"{mark} {lines[0]}"), *((index, f"  {line}") for line in lines[1:])]
    return found


class Question(Page):
    """A title, some sentences, answers one below the other. The first answer is the harmless one."""

    name = "question"
    floats = True

    def __init__(self, app: UnoApp, title: str, sentences: Sequence[str], answers: Sequence[Answer], chosen: int = 0) -> None:
        super().__init__(app)
        self.title = title
        self.sentences = sentences
        self.answers = answers
        self.chosen = chosen

    def actions(self) -> Sequence[str]:
        """Its keys."""
        return ("confirm", "back", "up", "down")

    def label(self, action: str) -> str:
        """Enter chooses."""
        return self.text("choose") if action == "confirm" else super().label(action)

    def act(self, action: str, argument: int = 0) -> bool:
        """Choose, confirm, or go back."""
        match action:
            case "up" | "left":
                self.chosen = (self.chosen - 1) % len(self.answers)
            case "down" | "right":
                self.chosen = (self.chosen + 1) % len(self.answers)
            case "number" if 1 <= argument <= len(self.answers):
                self.chosen = argument - 1
            case "answer":
                if self.chosen == argument:
                    self._take()
                self.chosen = argument
            case "confirm":
                self._take()
            case "back":
                self.app.close(self)
            case _:
                return False
        return True

    def _take(self) -> None:
        then = self.answers[self.chosen].then
        self.app.close(self)
        if then is not None:
            then()

    def _told(self, inner: int, room: int) -> list[tuple[str, int]]:
        """The sentences and their margin: narrower, and the first of them cut, where no answer would have its row otherwise."""
        for margin in (2, 1):
            lines = [wrap(sentence, inner - 2 * margin) for sentence in self.sentences]
            surplus = sum(map(len, lines)) - room
            if surplus <= 0:
                return [(sentence, margin) for sentence in self.sentences]
        first = lines[0]
        kept = max(1, len(first) - surplus)
        cut = " ".join([*first[: kept - 1], clip_words(" ".join(first[kept - 1 :]), inner - 2)])
        return [(cut, 1), *((sentence, 1) for sentence in self.sentences[1:])]

    def float_over(self, rows: list[Row], width: int, height: int) -> None:
        """The box, in the middle."""
        palette = self.palette
        longest = max(cells(line) for line in (self.title, *self.sentences, *(answer.label for answer in self.answers)))
        inner = max(20, min(longest + 6, width - 4, 64))
        body = [blank(inner, palette.panel)] if height > 14 else []
        for sentence, margin in self._told(inner, height - 2 - len(body) - len(self.answers)):
            body += paragraph(sentence, inner, palette.panel, margin, self.text.rtl)
        room = height - 2 - len(body)
        lines = answer_lines([answer.label for answer in self.answers], self.chosen, inner - 1, room)
        body += [blank(inner, palette.panel)] if len(lines) < room else []
        first = len(body)
        for index, words in lines:
            line = Line(inner, palette.panel).add(" ")
            style = palette.chosen if index == self.chosen else palette.panel
            line.add(words, style).add(" " * (line.room - 1), style)
            body.append(line.row())
        if height > 14:
            body.append(blank(inner, palette.panel))
        box = boxed(body, inner + 2, palette.panel_edge, palette.panel, self.title)
        x, y = (width - inner - 2) // 2, max(0, (height - len(box)) // 2)
        self.hits += [Hit(x, y + 1 + at, inner + 2, 1, "answer", index) for at, (index, _) in enumerate(lines, first)]
        self.lay(rows, box, x, y)
