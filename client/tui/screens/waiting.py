"""The waiting room: who sits at a table before the first deal."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

from client.levels import DEFAULT_LEVEL, LEVELS, level_name
from client.protocol import AddBot, Join, Kind, Remove, Start, TableView
from client.rulebook.changes import rules_line
from client.text import later
from client.tui.chrome import framed
from client.tui.dialogs import Answer, Question
from client.tui.paint import Row, cells
from client.tui.parts.waitingview import WaitingPainter
from client.tui.screens.chat import ChatPage

if TYPE_CHECKING:
    from client.tui.app import UnoApp


class WaitingPage(ChatPage):
    """A table whose match has not begun. The host fills chairs, clears them, and deals."""

    name = "waiting"

    def __init__(self, app: UnoApp) -> None:
        super().__init__(app)
        self.chosen = 0
        """The chair that `x` would clear."""
        self.level = DEFAULT_LEVEL
        """The strength of bot last asked for."""

    @property
    def may_arrange(self) -> bool:
        """Is the viewer the host?"""
        table = self.table
        return table is not None and table.you is not None and table.you == table.host

    def changed(self) -> None:
        """A smaller table, or the first look at it."""
        if self.table is not None:
            self.chosen = min(self.chosen, len(self.table.chairs) - 1)

    # ── painting ─────────────────────────────────────────────────────────────────────────────────────────

    def paint(self, width: int, height: int) -> list[Row]:
        """Chairs, rules, invitation, talk."""
        table = self.table
        if table is None:
            return framed(self, width, height, "", [])
        rules = rules_line(self.text, table.options)
        right = self.text("{taken} of {count} seats", taken=seated(table), count=len(table.chairs))
        title = self.text("Table {code}, {rules}: waiting for players", code=table.code, rules=rules)
        if cells(title) + cells(right) + 9 > width:
            title = self.text("Table {code}: {rules}", code=table.code, rules=rules)
        body = WaitingPainter(self, table).body(width, height - 3)
        return framed(self, width, height, title, body, right=right, prompt=self._prompt(table))

    def _prompt(self, table: TableView) -> tuple[str, ...]:
        """Who is waited for, at length and in few words."""
        text, free = self.text, len(table.chairs) - seated(table)
        if table.you is None:
            if free:
                return text("You are watching. Enter takes a free seat."), text("Watching. Enter takes a free seat.")
            return text("You are watching; every seat is taken."), text("Watching; every seat is taken.")
        if not self.may_arrange:
            host = table.chairs[table.host].name if table.host is not None else text("the host")
            template = later("{host} deals when everybody is here.") if free else later("Everybody is here; {host} deals.")
            return text(template, host=host), text("{host} deals.", host=host)
        if seated(table) < 2:
            return text("You are alone: press b for a bot, or pass the invite line on."), text("You are alone: b for a bot.")
        if not free:
            return text("Every seat is taken. Enter deals the first round."), text("Every seat is taken: Enter deals.")
        long = text.plural(
            "Enter deals; one seat is still free, b fills it with a bot.",
            "Enter deals; {count} seats are still free, b fills one with a bot.",
            free,
        )
        return long, text.plural("Enter deals; one seat is free.", "Enter deals; {count} seats are free.", free)

    # ── input ────────────────────────────────────────────────────────────────────────────────────────────

    def actions(self) -> Sequence[str]:
        """What the viewer may do now."""
        table = self.table
        if table is None:
            return ()
        if table.you is None:
            return (*(("start",) if seated(table) < len(table.chairs) else ()), "chat", "rules", "back")
        if not self.may_arrange:
            return (*self.votes, "chat", "cut", "rules", "mute")
        names = ["start"] if seated(table) > 1 else []
        names += ["add_bot"] if seated(table) < len(table.chairs) else []
        names += ["remove"] if self._removable(table) else []
        return (*self.votes, *names, "chat", "cut", "rules", "mute")

    def label(self, action: str) -> str:
        """Enter deals, or takes a chair."""
        if action == "start":
            watching = self.table is not None and self.table.you is None
            return self.text("take a seat") if watching else self.text("deal")
        return self.text("lobby") if action == "back" else super().label(action)

    def act(self, action: str, argument: int = 0) -> bool:
        """Keys and clicks."""
        table = self.table
        if table is None:
            return False
        match action:
            case "up" | "down":
                self.chosen = (self.chosen + (1 if action == "down" else -1)) % len(table.chairs)
            case "chair":
                self.chosen = argument
                if self.may_arrange and table.chairs[argument].kind is Kind.FREE:
                    self._ask_bot()
            case "back" if table.you is None:
                self.app.leave_table()
            case "start" if table.you is None:
                self.app.send(Join(), table.code)
            case "start":
                self._start(table)
            case "add_bot" if self._allowed():
                self._ask_bot()
            case "remove" if self._allowed():
                self._remove(table)
            case "add_bot" | "remove":
                pass
            case _:
                return super().act(action, argument)
        return True

    def scroll(self, step: int) -> bool:
        """The wheel moves the selection."""
        return self.act("up" if step < 0 else "down")

    def _allowed(self) -> bool:
        if not self.may_arrange:
            self.app.tell(self.text("Only the host arranges the seats."))
        return self.may_arrange

    def _start(self, table: TableView) -> None:
        text, taken, count = self.text, seated(table), len(table.chairs)
        if not self.may_arrange:
            self.app.tell(self._prompt(table)[0])
        elif taken < 2:
            self.app.tell(text("A match takes two. Press b for a bot, or wait for somebody."))
        elif taken == count:
            self.app.send(Start())
        else:
            sentence = text(
                "{taken} of {count} seats are taken; nobody can join once the cards are dealt.", taken=taken, count=count
            )
            answers = [Answer(text("Wait for more")), Answer(text("Deal now"), self._deal)]
            self.app.open(Question(self.app, text("Deal?"), [sentence], answers, 1))

    def _deal(self) -> None:
        self.app.send(Start())

    def _ask_bot(self) -> None:
        text, table = self.text, self.table
        if table is None or seated(table) == len(table.chairs):
            self.app.tell(text("Every seat is taken."))
            return
        names = list(LEVELS)
        answers = [Answer(f"{level_name(text, name)}: {text(LEVELS[name][1])}", partial(self._add_bot, name)) for name in names]
        sentence = text("It sits down on the first free seat.")
        self.app.open(Question(self.app, text("How strong shall the bot be?"), [sentence], answers, names.index(self.level)))

    def _add_bot(self, level: str) -> None:
        self.level = level
        self.app.send(AddBot(level))

    def _removable(self, table: TableView) -> bool:
        return table.chairs[self.chosen].kind is not Kind.FREE and self.chosen != table.you

    def _remove(self, table: TableView) -> None:
        text, chair = self.text, table.chairs[self.chosen]
        if not self._removable(table):
            self.app.tell(text("Select the seat to clear with ↑ and ↓; Ctrl+Q leaves your own."))
        elif chair.kind is Kind.BOT:
            self._clear(self.chosen, chair.name)
        else:
            answers = [Answer(text("Let {name} stay", name=chair.name))]
            answers.append(
                Answer(text("Take {name} off the table", name=chair.name), partial(self._clear, self.chosen, chair.name))
            )
            sentence = text("{name} goes back to the lobby, and may come again.", name=chair.name)
            self.app.open(Question(self.app, text("Clear the seat?"), [sentence], answers))

    def _clear(self, index: int, name: str) -> None:
        """Clear a chair, unless somebody else sits there by now."""
        table = self.table
        if table is not None and index < len(table.chairs) and table.chairs[index].name == name:
            self.app.send(Remove(index))


def seated(table: TableView) -> int:
    """How many chairs are taken."""
    return sum(chair.kind is not Kind.FREE for chair in table.chairs)
