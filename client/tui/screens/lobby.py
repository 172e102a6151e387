"""The lobby: the tables that are open, the people who are here, and the ways to a seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Final

from client.play.tables import busiest, is_open, is_watchable, most_wanted
from client.play.wish import quick_game
from client.protocol import LOBBY, Join, Learn, LobbyView, Refusal, Rename, TableLine, Watch
from client.refusals import refusal_sentence
from client.rulebook.changes import house_names, rules_line
from client.rulebook.sets import offered, rules_name
from client.text import later, several
from client.tui.chrome import Prompt, framed
from client.tui.dialogs import Answer, Question
from client.tui.entry import Entry
from client.tui.page import Page
from client.tui.paint import Row
from client.tui.parts.lobbyview import LobbyPainter
from client.tui.parts.tablelist import COLUMNS, TableList, rules_words
from client.tui.screens.leaderboard import LeaderboardPage
from client.tui.screens.new_table import NewTablePage
from client.tui.screens.past import PastPage
from client.tui.screens.people import PeoplePage

if TYPE_CHECKING:
    from client.tui.app import UnoApp

TAKEN: Final = ("started", "table_full", "no_such_table")
CODE_LENGTH: Final = 8
NAME_LENGTH: Final = 16
GIVEN: Final = ("player-", "~guest")
"""How the names begin that the server gives to those who wish for none."""


class LobbyPage(Page):
    """What a person sees who sits at no table."""

    name = "lobby"
    shows_crowd = True
    period = 30.0

    def __init__(self, app: UnoApp) -> None:
        super().__init__(app)
        self.list = TableList()
        self.filter = ""
        self.asked = ""
        """The code last asked for, to offer watching where sitting down was refused."""
        self._typing = ""
        self._tried: list[str] | None = None
        """The tables that turned out to be taken, while a free seat is looked for."""

    # ── what is shown ────────────────────────────────────────────────────────────────────────────────────

    @property
    def wanted(self) -> str:
        """The filter, as far as it is typed."""
        return self.entry.text if self.entry is not None and self._typing == "filter" else self.filter

    def tables(self) -> list[TableLine]:
        """The tables that pass the filter, in order."""
        lobby = self.lobby
        return self.list.shown(self.text, lobby.tables, self.wanted, lobby.seat) if lobby else []

    def is_own(self, table: TableLine | None) -> bool:
        """Has the viewer a seat there, held from another terminal?"""
        return table is not None and self.lobby is not None and self.lobby.seat == table.code

    @property
    def selected(self) -> TableLine | None:
        """The selected table."""
        shown = self.tables()
        index = self.list.selected(shown)
        return shown[index] if index >= 0 else None

    @property
    def ticks(self) -> bool:
        """Tables grow older."""
        return bool(self.lobby and self.lobby.tables)

    def paint(self, width: int, height: int) -> list[Row]:
        """The sign, the list, the people."""
        lobby = self.lobby
        if lobby is None:
            return framed(self, width, height, self.text("Lobby"), [], prompt=self.text("One moment, please."))
        if lobby.you not in lobby.online:
            # the list of people is told a moment after one has come in
            lobby = replace(lobby, online=(lobby.you, *lobby.online))
        painter = LobbyPainter(self, lobby)
        body = painter.body(width, height - 3)
        title = f"{self.text('Lobby')}  {painter.part}".rstrip()
        return framed(self, width, height, title, body, right=lobby.you, prompt=self._prompt(lobby))

    def _prompt(self, lobby: LobbyView) -> Prompt:
        """What Enter would do, at length and in few words."""
        table, text = self.selected, self.text
        if not lobby.tables:
            return self._about(lobby), text("g: a game with three bots.")
        if table is None or self.is_own(table):
            return self._about(lobby)
        fields = {"code": table.code, "rules": rules_words(text, table, 20), "count": table.seats - table.seated}
        short = text("{code}, no spectators: {rules}.", **fields)
        if is_open(table):
            short = text("{code}, {count} free: {rules}.", **fields)
        elif is_watchable(table):
            short = text("{code}, to watch: {rules}.", **fields)
        return self._about(lobby), short

    def _about(self, lobby: LobbyView) -> str:
        table, text = self.selected, self.text
        if not lobby.tables:
            return text("Press g, and three bots sit down with you.")
        if table is None:
            return text("No table matches “{word}”. Esc shows them all.", word=self.wanted)
        if self.is_own(table):
            return text("Your seat is here: Enter takes you back.")
        fields = {"code": table.code, "rules": rules_name(text, table.rules), "host": table.host}
        if house_names(text, table.options):
            return self._changed_rules(table)
        if is_open(table):
            free = table.seats - table.seated
            if not table.host:
                return text.plural("Table {code}: the last free seat.", "Table {code}: {count} free seats.", free, **fields)
            return text.plural(
                "Table {code}: the last free seat at {host}'s {rules} table.",
                "Table {code}: {count} free seats at {host}'s {rules} table.",
                free,
                **fields,
            )
        if is_watchable(table) and not table.host:
            return text("Table {code}: you can watch the {rules} table.", **fields)
        if is_watchable(table):
            return text("Table {code}: you can watch {host}'s {rules} table.", **fields)
        return text("Table {code} takes no spectators.", **fields)

    def _changed_rules(self, table: TableLine) -> str:
        """A table that plays its rule set with changes: which ones matters more than whose it is."""
        text, rules = self.text, rules_line(self.text, table.options)
        if is_open(table):
            free = table.seats - table.seated
            free_seats = several("{code}, one seat free: {rules}.", "{code}, {count} seats free: {rules}.")
            return text.plural(*free_seats, free, code=table.code, rules=rules)
        if is_watchable(table):
            return text("{code}, to watch: {rules}.", code=table.code, rules=rules)
        return text("{code}, no spectators: {rules}.", code=table.code, rules=rules)

    def actions(self) -> Sequence[str]:
        """What the footer offers."""
        if self.lobby is None or not self.lobby.tables:
            return ("quick", "new", "code", "past", "leaders", "rules")
        if self.selected is None:
            return ("back", "quick", "new", "rules")
        useful = is_open(self.selected) or is_watchable(self.selected) or self.is_own(self.selected)
        filters = ("back", "filter") if self.filter else ("filter",)
        return (*(("enter",) if useful else ()), *filters[:-1], "quick", "new", filters[-1], "order", "rules")

    def label(self, action: str) -> str:
        """Enter says what it would do."""
        if action == "enter" and self.is_own(self.selected):
            return self.text("take your seat")
        if action == "enter" and self.selected is not None and not is_open(self.selected):
            return self.text("watch")
        if action == "back":
            return self.text("show all")
        return super().label(action)

    @property
    def entry_label(self) -> str:
        """What stands before the line being typed."""
        labels = {
            "filter": later("Show tables with: "),
            "code": later("Code of the table: "),
            "rename": later("Your new name: "),
        }
        return self.text(labels[self._typing])

    @property
    def entry_hints(self) -> Sequence[str]:
        """The name that is to be replaced."""
        return (self.me,) if self._typing == "rename" else ()

    @property
    def entry_verb(self) -> str:
        """What Enter does with it."""
        return self.text("done")

    # ── what is done ─────────────────────────────────────────────────────────────────────────────────────

    def act(self, action: str, argument: int = 0) -> bool:
        """Keys and clicks."""
        shown = self.tables()
        here = self.list.selected(shown)
        match action:
            case "up" | "down" | "page_up" | "page_down" | "top" | "bottom":
                steps = {"up": -1, "down": 1, "page_up": -10, "page_down": 10, "top": -len(shown), "bottom": len(shown)}
                self.list.select(shown, here + steps[action])
            case "row":
                again = here == argument
                self.list.select(shown, argument)
                if again:
                    self._enter()
            case "order":
                self.list.next_order()
            case "heading":
                self.list.order = COLUMNS[argument].name
            case "filter" | "code" | "rename":
                self._type(action)
            case "quick":
                self.app.send(quick_game())
            case "seat":
                self._tried = []
                self._find_seat()
            case "people":
                self.app.open(PeoplePage(self.app, self._point_at))
            case "learn":
                self.app.send(Learn(), LOBBY)
            case "new":
                self.app.open(NewTablePage(self.app))
            case "past":
                self.app.open(PastPage(self.app))
            case "leaders":
                self.app.open(LeaderboardPage(self.app))
            case "enter":
                self._enter()
            case "watch":
                self._watch(self.selected)
            case "busiest":
                self._watch(busiest(self.lobby.tables) if self.lobby is not None else None)
            case "back" if self.filter:
                self.filter = ""
            case _:
                return False
        return True

    def scroll(self, step: int) -> bool:
        """The wheel moves the selection."""
        return self.act("up" if step < 0 else "down")

    def _type(self, what: str) -> None:
        self._typing = what
        match what:
            case "filter":
                self.entry, self.filter = Entry(self.filter, 30), ""
            case "code":
                self.entry = Entry("", CODE_LENGTH)
            case "rename":
                # a name the server made up is not one to be mended, but replaced
                given = self.me.startswith(GIVEN)
                self.entry = Entry("" if given else self.me.removeprefix("~"), NAME_LENGTH)

    def entered(self, text: str) -> None:
        """Enter ended the line. One more that follows at once is not meant for the selected table."""
        if self._typing != "filter":
            self.app.said()
        match self._typing:
            case "filter":
                self.filter = text
            case "code":
                self._join(text.upper())
            case "rename":
                self.app.send(Rename(text), LOBBY)

    def _enter(self) -> None:
        table = self.selected
        if table is not None and (is_open(table) or self.is_own(table)):
            self._join(table.code)
        else:
            self._watch(table)

    def _join(self, code: str) -> None:
        self.asked, self._tried = code, None
        self.app.send(Join(), code)

    def _watch(self, table: TableLine | None) -> None:
        text = self.text
        if table is None:
            self.app.tell(text("There is no table to watch yet."))
        elif self.is_own(table):
            self.app.tell(text("That is your own table: Enter takes you back to your seat."))
        elif not is_watchable(table):
            self.app.tell(text("Table {code} takes no spectators.", code=table.code))
        else:
            self._look_on(table.code)

    def _look_on(self, code: str) -> None:
        self.app.send(Watch(), code)

    def _point_at(self, code: str) -> None:
        """Select a table, whatever the filter."""
        self.filter, self.list.code = "", code

    def _find_seat(self) -> None:
        """Sit down where most people wait, of the tables shown; who comes too late everywhere gets a quick game."""
        table = most_wanted(self.tables(), self._tried or ())
        if table is None:
            self._tried = None
            self.app.send(quick_game(self._wished()))
        elif self._tried is not None:
            self._tried.append(table.code)
            self.app.send(Join(), table.code)

    def _wished(self) -> str:
        """The rule set whose name the filter has, if that is one alone."""
        word = self.filter.strip().casefold()
        names = [name for name in offered() if word and word in rules_name(self.text, name).casefold()]
        return names[0] if len(names) == 1 else "classic"

    def refused(self, refusal: Refusal) -> None:
        """A match that has begun can be watched instead."""
        if refusal.code in TAKEN and self._tried is not None:
            self._find_seat()
            return
        self._tried = None
        if refusal.code in ("started", "table_full") and self.asked:
            code, self.asked = self.asked, ""
            answers = [Answer(self.text("Stay in the lobby")), Answer(self.text("Watch it"), partial(self._look_on, code))]
            why = [refusal_sentence(self.text, refusal)]
            self.app.open(Question(self.app, self.text("Table {code}", code=code), why, answers, 1))
            return
        super().refused(refusal)
