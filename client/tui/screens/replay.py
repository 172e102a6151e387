"""Replay: a finished match, looked at move by move with every hand open, above whatever goes on below."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from client.protocol import REPLAY, Happening, Leave, Refusal, ReplayView, Reply
from client.rulebook.changes import rules_line
from client.tui.chrome import Prompt, framed
from client.tui.dialogs import Answer, Question
from client.tui.entry import Entry
from client.tui.page import Page
from client.tui.paint import Row
from client.tui.parts.replayview import ReplayPainter
from client.tui.parts.replaywords import ID_LENGTH, about_match, where_words
from client.tui.parts.seeker import Seeker
from client.tui.screens.rules import RulesPage

if TYPE_CHECKING:
    from client.tui.app import UnoApp

SPEEDS: Final = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1)
"""Seconds from one move to the next."""
LINGER: Final = 2
"""Beats more that the end of a round stays, for there is more to read."""
DIGITS: Final = 5


class ReplayPage(Page):
    """Steps by keys, plays by itself, and says what to type to share what it shows."""

    name = "replay"

    def __init__(self, app: UnoApp, match: str) -> None:
        """`match` is the id of a finished match; one that is not kept closes the page with a sentence."""
        super().__init__(app)
        self.match = match.upper()
        self.playing = False
        self.pace = 2
        """Which of SPEEDS."""
        self.scrolled = 0
        """Rows of hands that were scrolled past, where not all fit."""
        self.seen: dict[int, tuple[Happening, ...]] = {}
        """What led to the positions that were shown."""
        self._lingered = 0
        self.seeker = Seeker(self, self.match)

    @property
    def view(self) -> ReplayView | None:
        """The position that is shown; None until the match is open."""
        return self.seeker.view

    # ── the way there ────────────────────────────────────────────────────────────────────────────────────

    def seek(self, position: int) -> None:
        """Go to a position, or as far towards it as there is anything."""
        self.scrolled = 0
        self.seeker.seek(position)

    def replied(self, reply: Reply) -> None:
        """What was asked for is shown."""
        self.seeker.replied(reply)
        self.changed()

    def refused(self, refusal: Refusal) -> None:
        """There is no such match, it is open no longer, or that was too fast."""
        if not self.seeker.refused(refusal):
            self.playing = False
            self.app.close(self)
        super().refused(refusal)

    def changed(self) -> None:
        """Another position is shown."""
        if (view := self.view) is not None:
            self.seen[view.position] = view.happened

    # ── playing ──────────────────────────────────────────────────────────────────────────────────────────

    @property
    def ticks(self) -> bool:
        """It moves while it plays."""
        return self.playing

    @property
    def seconds(self) -> float:
        """From one move to the next while it plays."""
        return SPEEDS[self.pace]

    def beat(self) -> None:
        """On to the next move, unless the last one is still on its way or a round's end is to be read."""
        view = self.view
        if view is None or self.seeker.is_under_way:
            return
        if not view.game.is_playing and self._lingered < LINGER:
            self._lingered += 1
            return
        self._lingered = 0
        if view.position == view.length - 1:
            self._play(False)
        else:
            self.seek(view.position + 1)

    def _play(self, playing: bool) -> None:
        self.playing, self.period = playing, self.seconds
        self.app.retick()

    # ── input ────────────────────────────────────────────────────────────────────────────────────────────

    def actions(self) -> Sequence[str]:
        """What the footer offers."""
        return ("step_on", "play", "faster", "round_on", "back", "go_to", "about") if self.view is not None else ("back",)

    def label(self, action: str) -> str:
        """Space goes both ways."""
        return self.text("pause") if action == "play" and self.playing else super().label(action)

    def act(self, action: str, argument: int = 0) -> bool:
        """Keys and clicks; without a match only Esc means anything."""
        view = self.view
        if action == "back":
            self.app.send(Leave(), REPLAY + self.match)
            self.app.close(self)
        elif view is None:
            return False
        elif action in ("step_back", "step_on", "round_back", "round_on", "deal", "finish", "position"):
            if action in ("step_back", "step_on"):
                self._play(False)
            self.seek(self._target(view, action, argument))
        elif action == "play":
            if not self.playing and view.position == view.length - 1:
                self.seek(0)
            self._play(not self.playing)
        elif action in ("slower", "faster"):
            self.pace = max(0, min(self.pace + (1 if action == "faster" else -1), len(SPEEDS) - 1))
            self._play(self.playing)
        else:
            return self._tell(view, action, argument)
        return True

    def _target(self, view: ReplayView, action: str, argument: int) -> int:
        here, rounds = self.seeker.wanted, view.rounds
        number = bisect_right(rounds, here) - 1
        match action:
            case "step_back" | "step_on":
                return here + (1 if action == "step_on" else -1)
            case "round_back":
                return rounds[number] if here > rounds[number] else rounds[max(0, number - 1)]
            case "round_on":
                return rounds[number + 1] if number + 1 < len(rounds) else view.length - 1
            case "deal":
                return 0
        return argument if action == "position" else view.length - 1

    def _tell(self, view: ReplayView, action: str, argument: int) -> bool:
        match action:
            case "scroll_up" | "scroll_down":
                self.scrolled += 1 if action == "scroll_down" else -1
            case "go_to" | "digit":
                self.entry = Entry(str(argument) if action == "digit" else "", DIGITS)
            case "about":
                told = about_match(self.text, view, self.app.address)
                self.app.open(Question(self.app, self.text("Match {id}", id=view.id), told, [Answer(self.text("Close"))]))
            case "rules":
                self.app.open(RulesPage(self.app, view.options))
            case _:
                return False
        return True

    def scroll(self, step: int) -> bool:
        """The wheel steps."""
        return self.act("step_on" if step > 0 else "step_back")

    @property
    def entry_label(self) -> str:
        """What stands before the number."""
        return self.text("Go to move: ")

    @property
    def entry_verb(self) -> str:
        """What Enter does with it."""
        return self.text("go")

    def entered(self, text: str) -> None:
        """A number was typed."""
        if text.isdecimal():
            self.seek(int(text))
        elif self.view is not None:
            self.app.tell(self.text("A number from 0 to {last}, please.", last=self.view.length - 1))

    # ── painting ─────────────────────────────────────────────────────────────────────────────────────────

    def paint(self, width: int, height: int) -> list[Row]:
        """The table, the hands, what just happened, and where in the match that was."""
        view, text = self.view, self.text
        if view is None:
            return framed(self, width, height, text("Replay"), [], prompt=text("One moment, please."))
        title = text("Replay {id}  {rules}", id=view.id, rules=rules_line(text, view.options))
        body = ReplayPainter(self, view).body(width, height - 3)
        return framed(self, width, height, title, body, right=where_words(text, view, width), prompt=self._prompt(view))

    def _prompt(self, view: ReplayView) -> Prompt:
        text, table = self.text, self.table
        if table is not None and table.game is not None and table.game.is_playing and table.game.turn == table.you:
            return text("It is your turn! Esc: back to the table."), text("It is your turn! Esc.")
        pace = {"seconds": text.number(self.seconds if self.seconds % 1 else int(self.seconds))}
        if self.playing:
            return text("It plays, a move every {seconds} s. Space pauses, + and - change the speed.", **pace), text(
                "A move every {seconds} s. Space pauses.", **pace
            )
        if view.position == view.length - 1:
            if len(view.id) < ID_LENGTH:
                return text("The end of the round. Space plays it from the start."), text("The end. Space: from the start.")
            return text("The end of the match. Space plays it from the start."), text("The end. Space: from the start.")
        long = text("Space plays it, a move every {seconds} s; a number and Enter go to that move.", **pace)
        return long, text("Space plays it, a move every {seconds} s.", **pace)
