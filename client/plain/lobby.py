"""The lobby in lines: the open tables, the ways to a seat, names and ratings."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from client.names import place_name
from client.plain.asking import Choice, Listed, Question
from client.plain.opening import Opening
from client.plain.room import Quiet, Room
from client.plain.words import Word, named, number_in
from client.play.tables import busiest, is_open, is_watchable, stage_words
from client.play.wish import quick_game
from client.protocol import (
    LOBBY,
    PROVISIONAL,
    Join,
    Kind,
    Learn,
    LobbyView,
    Past,
    PastLine,
    Refusal,
    Reply,
    Set,
    TableLine,
    Top,
    Watch,
)
from client.refusals import refusal_sentence
from client.rulebook.changes import rules_line
from client.rulebook.sets import offered, rules_name
from client.text import Text

if TYPE_CHECKING:
    from client.plain.session import PlainClient

CROWDED: Final = 12
"""With more tables than that, new ones are not told of."""


class LobbyRoom(Room):
    """Where somebody is who is at no table."""

    name = "lobby"
    _known: frozenset[str] = frozenset()
    """The tables that were told of."""

    def words(self) -> Sequence[Word]:
        """The ways to a seat first."""
        text = self.text
        return (
            Word(
                ("quick", "play"),
                "quick",
                text("A classic game against three bots, dealt at once."),
                self._quick,
            ),
            Word(
                ("learn", "tutorial", "lesson"),
                "learn",
                text("Teaches you the game at a table with a bot."),
                lambda rest: self._learn(),
            ),
            Word(("tables", "list"), "tables", text("Lists the open tables."), lambda rest: self._list()),
            Word(("new", "create", "open"), "new", text("Opens a table of your own, with questions."), self._new),
            Word(("join", "sit"), text("join CODE"), text("Takes a seat at a table."), self._join),
            Word(
                ("watch", "spectate"),
                text("watch CODE"),
                text("Looks on at a table; without a code, at the busiest."),
                self._watch,
            ),
            Word(("top", "leaderboard", "ratings"), text("top [RULES]"), text("Tells who plays a rule set best."), self._top),
            Word(("history", "past", "games"), text("history [PAGE]"), text("Tells your finished matches."), self._history),
        )

    # ── what is told ─────────────────────────────────────────────────────────────────────────────────────

    def arrival(self) -> str:
        """Who one is, what there is, what to type."""
        lobby, text = self.lobby, self.text
        if lobby is None:
            return ""
        self._known = frozenset(line.code for line in lobby.tables)
        if lobby.seat is not None and lobby.table is None:
            there = text("You have a seat at {code}: type join {code} to take it.", code=lobby.seat)
        else:
            there = self._how_many(len(lobby.tables))
        ways = text("Type quick to play three bots, tables to choose a table, new to open one, help for more.")
        if self.client.is_welcome:
            return f"{text('You are in the lobby.')} {there}"
        return f"{text('Welcome to UNO. You are {name}.', name=lobby.you)} {there} {ways}{self._first_visit(lobby)}"

    def _first_visit(self, lobby: LobbyView) -> str:
        """What somebody hears once who was never here."""
        if lobby.liked("greeted") != "no":
            return ""
        self.client.send(Set("greeted", "yes"), LOBBY, Quiet(self.client))
        told = self.text("Are you new here? Type learn to be taught the game, name and another name, or settings language.")
        return f"\n{told}"

    def prompt(self) -> str:
        """The same in few words."""
        count = len(self.lobby.tables) if self.lobby is not None else 0
        return f"{self.text('You are in the lobby.')} {self._how_many(count)}"

    def _how_many(self, count: int) -> str:
        return (
            self.text.plural("One table is open.", "{count} tables are open.", count)
            if count
            else self.text("No table is open.")
        )

    def news(self) -> str:
        """Tables that one could sit down at."""
        lobby = self.lobby
        if lobby is None:
            return ""
        fresh = [line for line in lobby.tables if line.code not in self._known and is_open(line)]
        self._known = frozenset(line.code for line in lobby.tables)
        if len(lobby.tables) > CROWDED:
            return ""
        return " ".join(self.text("A new table: {table}.", table=self._words(line)) for line in fresh)

    def _words(self, line: TableLine) -> str:
        """`K7QX, Classic, open, 1 of 4 seats taken, host Bo`."""
        text = self.text
        words = [line.code, rules_line(text, line.options), stage_words(text, line)]
        words.append(text("{taken} of {count} seats taken", taken=line.seated, count=line.seats))
        words += [text("host {name}", name=line.host)] if line.host else []
        words += [text("no spectators")] if not line.spectators else []
        return text.listed(words)

    def _list(self) -> None:
        lobby, text = self.lobby, self.text
        if lobby is None or not lobby.tables:
            self.say(text("No table is open. Type quick, and three bots sit down with you; or new."))
            return
        tables = sorted(lobby.tables, key=lambda line: (line.code != lobby.seat, not is_open(line), line.stage, -line.opened))
        self.client.listed = Listed(tuple(line.code for line in tables), lambda place: self._take(tables, place))
        for number, line in enumerate(tables, 1):
            self.say(f"{text.number(number)} {self._words(line)}.")
        self.say(text("Type a number to sit down there, or to watch where no seat is free."))

    # ── what is done ─────────────────────────────────────────────────────────────────────────────────────

    def _quick(self, rest: str) -> None:
        if number_in(rest) is None:
            self.client.send(quick_game())
        else:  # a card, typed by somebody who has just been taken off his table
            self.say(self.prompt())

    def _learn(self) -> None:
        self.client.send(Learn(), LOBBY)

    def _new(self, rest: str) -> None:
        Opening(self.client).begin(rest)

    def _take(self, tables: Sequence[TableLine], place: int) -> None:
        if not 0 <= place < len(tables):
            self.say(self.text("That number is not in the list."))
            return
        line = tables[place]
        own = self.lobby is not None and self.lobby.seat == line.code
        if is_open(line) or own:
            self._sit(line.code)
        elif is_watchable(line):
            self.client.send(Watch(), line.code)
        else:
            self.say(self.text("Table {code} takes no spectators.", code=line.code))

    def _sit(self, code: str) -> None:
        self.client.send(Join(), code, _Joining(self.client, code))

    def _join(self, rest: str) -> None:
        if rest:
            self._sit(rest.split()[0].upper())
        elif self.lobby is not None and self.lobby.seat is not None:
            self._sit(self.lobby.seat)
        else:
            self.say(self.text("Join which table? Type join and its code, or tables for the list."))

    def _watch(self, rest: str) -> None:
        if rest:
            self.client.send(Watch(), rest.split()[0].upper())
            return
        line = busiest(self.lobby.tables) if self.lobby is not None else None
        if line is None:
            self.say(self.text("There is no table to watch yet."))
        else:
            self.client.send(Watch(), line.code)

    def _top(self, rest: str) -> None:
        found = named(rest.replace(" ", "_"), offered()) if rest else [0]
        if not found:
            self.say(self.text("A rule set is one of: {names}.", names=self.text.listed(offered())))
            return
        self.client.send(Top(offered()[found[0]]), LOBBY, _Ratings(self.client))

    def _history(self, rest: str) -> None:
        page = int(rest) - 1 if rest.isdecimal() and 0 < int(rest) < 10_000 else 0
        self.client.send(Past(page), LOBBY, _Matches(self.client))


class _Joining(Room):
    """Hears whether a seat was given."""

    def __init__(self, client: PlainClient, code: str) -> None:
        super().__init__(client)
        self._code = code

    def refused(self, refusal: Refusal) -> None:
        """A match that has begun can be watched instead."""
        if refusal.code not in ("started", "table_full"):
            super().refused(refusal)
            return
        choices = (Choice(self.text("yes"), ("yes",)), Choice(self.text("no"), ("no",)))
        sentence = f"{refusal_sentence(self.text, refusal)} {self.text('Watch it? yes or no.')}"
        self.client.ask(Question(sentence, choices, self._watch, is_numbered=False))

    def _watch(self, place: int) -> None:
        if place == 0:
            self.client.send(Watch(), self._code)
        else:
            self.say(self.client.room.prompt())


class _Ratings(Room):
    """Tells a leaderboard when it has come."""

    def replied(self, reply: Reply) -> None:
        """See `Room`."""
        text, view = self.text, self.client.link.top
        if view is None:
            return
        rules = rules_name(text, view.rules)
        placed = [line for line in view.lines if line.place]
        if not placed:
            self.say(text("Nobody is placed at {rules} yet: it takes {count} rated matches.", rules=rules, count=PROVISIONAL))
        for line in placed:
            fields = {"place": place_words(self.client.text, line.place), "name": line.name, "rating": line.rating}
            self.say(
                text.plural(
                    "{place} {name}, {rating}, one match.", "{place} {name}, {rating}, {count} matches.", line.games, **fields
                )
            )
        if view.you is not None:
            self.say(text("Your rating: {rating}.", rating=view.you.rating))


class _Matches(Room):
    """Tells a page of finished matches when it has come."""

    def replied(self, reply: Reply) -> None:
        """See `Room`."""
        text, view = self.text, self.client.link.past
        if view is None or not view.matches:
            self.say(text("You have not finished a match yet."))
            return
        for line in view.matches:
            self.say(
                text(
                    "{id}: {rules}, {place} of {count}, {points} points, with {others}.",
                    id=line.id,
                    rules=rules_line(text, line.options),
                    place=place_words(text, line.ranks[line.you]),
                    count=len(line.chairs),
                    points=line.scores[line.you],
                    others=_others(text, line),
                )
            )
        if view.page + 1 < view.pages:
            self.say(text("More: history {page}.", page=view.page + 2))


def _others(text: Text, line: PastLine) -> str:
    """`Bo, Dmitri, 2 bots`."""
    others = [chair for seat, chair in enumerate(line.chairs) if seat != line.you]
    names = [chair.name for chair in others if chair.kind is not Kind.BOT]
    bots = len(others) - len(names)
    return text.listed([*names, *([text.plural("one bot", "{count} bots", bots)] if bots else [])])


def place_words(text: Text, place: int) -> str:
    """`2nd`, or the number where it is high."""
    return place_name(text, place) if place <= 10 else str(place)
