"""Help: what the operator says, in full; every key of the page below, printed from the registry, or those of a box above it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from client.play.elsewhere import elsewhere
from client.protocol import Stage
from client.text import later
from client.tui.chrome import framed
from client.tui.dialogs import Question
from client.tui.keys import GAME, action, actions_of
from client.tui.leaving import way_back
from client.tui.paint import Line, Row, blank, wrap
from client.tui.parts.proof import deal_facts
from client.tui.reading import paragraph
from client.tui.scrolled import Scrolled

if TYPE_CHECKING:
    from client.tui.app import UnoApp
    from client.tui.page import Page


MARKS: Final = (
    ("▸", later("The seat on turn; the arrows around the piles show where it goes from there.")),
    ("▮", later("One card in somebody's hand.")),
    ("◉", later("The autopilot plays this seat until its person is back.")),
    ("!", later("In the log: UNO calls and catches.")),
    ("+", later("In the log: penalty cards.")),
    ("?", later("In the log: challenges.")),
)
"""What the table's signs mean."""


AT_A_TABLE: Final = (*GAME, "waiting")
OTHERWISE: Final = ("confirm", "back", "number", "up", "down", "left", "right")
"""What means something else in a box than the registry's sentence says."""
SHUT: Final = ("rules", "settings")
"""What a question lets nobody go to before it is answered."""
BETWEEN_GAMES: Final = ("lobby", "settings")
"""Where there is time for what is typed after `ssh`."""


class Help(Scrolled):
    """The keys of one page."""

    name = "help"

    def __init__(self, app: UnoApp, below: Page) -> None:
        super().__init__(app)
        self.about = below.name
        self._below = below
        self.first = 0

    def act(self, action: str, argument: int = 0) -> bool:
        """Scroll."""
        step = self.step(action)
        if step is None:
            return False
        self.first = max(0, min(self.first + step, self._last))
        return True

    def paint(self, width: int, height: int) -> list[Row]:
        """Key, then what it does."""
        body: list[Row] = []
        if self.lobby is not None and self.lobby.notice:
            words = self.text("The operator says: {words}", words=self.lobby.notice)
            body += [*paragraph(words, width, self.palette.accent, 2, self.text.rtl), blank(width, self.palette.base)]
        for key, does in self._keys():
            body += self._entry(key, does, width)
        if self.about == "table":
            body.append(blank(width, self.palette.base))
            for mark, meaning in MARKS:
                body += self._entry(mark, self.text(meaning), width)
        if self.table is not None and self.about in AT_A_TABLE:
            facts = deal_facts(self.text, self.table, self.app.address)
            line = way_back(self.app)
            if line and self.table.you is not None:
                line = self.text("{line} brings you back if the line drops; show it to nobody", line=line)
                facts.append((self.text("back"), line))
            body += [blank(width, self.palette.base)] if facts else []
            for lead, told in facts:
                body += self._entry(lead, told, width)
        if self.about in BETWEEN_GAMES:
            body.append(blank(width, self.palette.base))
            body += self._entry("ssh", elsewhere(self.text, self.app.address), width)
        self._room = height - 3
        self._last = max(0, len(body) - self._room)
        self.first = min(self.first, self._last)
        part = {"first": self.first + 1, "last": min(self.first + self._room, len(body)), "count": len(body)}
        right = self.text("{first}–{last} of {count}", **part) if self._last else ""
        return framed(self, width, height, self.text("Keys"), body[self.first :], right=right, prompt=self._invitation())

    def _keys(self) -> Iterator[tuple[str, str]]:
        """Every key and what it does. A box calls its own as the line below it does, for it means other things by them."""
        below, keys = self._below, [one for one in actions_of(self.about) if one.name != "help" and one.help]
        if below.floats:
            for name in (*below.actions(), *(one.name for one in keys if one.name == "number")):
                yield action(name).shown, below.label(name)
            keys = [one for one in keys if one.name not in OTHERWISE]
        if isinstance(below, Question):
            keys = [one for one in keys if one.name not in SHUT]
        for one in keys:
            yield one.shown, self.text(one.help)

    def _invitation(self) -> str:
        if self.table is None or not self.app.address:
            return ""
        host, code = self.app.address, self.table.code
        if self.table.stage in (Stage.PLAYING, Stage.ROUND_OVER):
            return self.text("To look on: ssh -t {host} watch {code}", host=host, code=code) if self.table.spectators else ""
        return self.text("To this table: ssh -t {host} join {code}", host=host, code=code)

    def _entry(self, key: str, sentence: str, width: int) -> list[Row]:
        rows = []
        for index, words in enumerate(wrap(sentence, width - 14)):
            line = Line(width, self.palette.base).add("  ")
            line.add(key if index == 0 else "", self.palette.key).to(12)
            rows.append(line.add(words).row())
        return rows
