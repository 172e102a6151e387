"""People: who is here and where, or who is around a table; whoever is selected can be muted, and heard again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

from client.play.people import Known, around_the_table, bots_words, in_the_house
from client.play.votes import accusable
from client.protocol import LOBBY, Mute, Reply, Stage, Vote
from client.tui.chrome import Prompt, framed
from client.tui.dialogs import Answer, Question
from client.tui.page import Hit, Page
from client.tui.paint import Line, Row, blank, cells, clip

if TYPE_CHECKING:
    from client.tui.app import UnoApp

NAME: Final = 18


class PeoplePage(Page):
    """A list; the selection is a name, so it stays with its person while others come and go."""

    name = "people"
    shows_crowd = True

    def __init__(self, app: UnoApp, show: Callable[[str], None] | None = None) -> None:
        """`show` selects a table of the lobby by its code."""
        super().__init__(app)
        self.chosen = ""
        """The name that is selected."""
        self._index = self._first = 0
        self._show = show
        self._is_cut = False
        """Are there more people than rows, as painted last?"""
        self._asked: tuple[int, str, bool] = (0, "", False)
        """The command under way, whom it is about, and whether it mutes."""

    @property
    def people(self) -> list[Known]:
        """Everybody in the list."""
        lobby, table = self.lobby, self.table
        if lobby is None:
            return []
        return in_the_house(self.text, lobby) if table is None else around_the_table(self.text, table, lobby)

    def _place(self, people: Sequence[Known]) -> int:
        """Which line is selected: that of the name, or where that has gone, what took its place."""
        found = next((index for index, one in enumerate(people) if one.name == self.chosen), None)
        self._index = min(self._index, max(0, len(people) - 1)) if found is None else found
        if people:
            self.chosen = people[self._index].name
        return self._index

    # ── input ────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def selected(self) -> Known | None:
        """Who is selected."""
        people = self.people
        return people[self._place(people)] if people else None

    def actions(self) -> Sequence[str]:
        """What the footer offers."""
        one = self.selected
        mute = ("mute",) if one is not None and not one.is_you else ()
        show = ("show_table",) if one is not None and one.at and self._show is not None else ()
        vote = ("vote_off",) if one is not None and one.name in accusable(self.table) else ()
        turn = ("page_down",) if self._is_cut else ()
        return (*mute, *vote, *show, "up", "down", *turn, "back")

    def label(self, action: str) -> str:
        """`m` goes both ways."""
        one = self.selected
        return self.text("unmute") if action == "mute" and one is not None and one.is_muted else super().label(action)

    def act(self, action: str, argument: int = 0) -> bool:
        """Keys and clicks."""
        people = self.people
        here = self._place(people)
        steps = {"up": -1, "down": 1, "page_up": -10, "page_down": 10, "top": -len(people), "bottom": len(people)}
        match action:
            case _ if action in steps:
                self._select(people, here + steps[action])
            case "row":
                self._select(people, argument)
            case "mute":
                self._mute(self.selected)
            case "vote_off":
                self._call_vote(self.selected)
            case "show_table":
                if (one := self.selected) is not None and one.at and self._show is not None:
                    self._show(one.at)
                    self.app.close(self)
            case _:
                return False
        return True

    def scroll(self, step: int) -> bool:
        """The wheel moves the selection."""
        return self.act("up" if step < 0 else "down")

    def _select(self, people: Sequence[Known], index: int) -> None:
        if people:
            self._index = max(0, min(index, len(people) - 1))
            self.chosen = people[self._index].name

    def _mute(self, one: Known | None) -> None:
        if one is None:
            return
        if one.is_you:
            self.app.tell(self.text("That is you: select somebody else to mute."))
            return
        sent = self.app.send(Mute(one.name, not one.is_muted), LOBBY, page=self)
        self._asked = sent, one.name, not one.is_muted

    def _call_vote(self, one: Known | None) -> None:
        text, table = self.text, self.table
        if one is None or table is None or one.name not in accusable(table):
            open_already = table is not None and table.vote is not None
            self.app.tell(
                text("One vote at a time.")
                if open_already
                else text("A vote takes three people with seats at one table, and somebody selected who is one of them.")
            )
            return
        answers = [Answer(text("Let {name} stay", name=one.name))]
        answers.append(Answer(text("Call a vote on {name}", name=one.name), partial(self._vote, one.name)))
        sentences = [text("Two thirds of the people at the table must agree. {name} has no vote.", name=one.name)]
        if table.stage in (Stage.PLAYING, Stage.ROUND_OVER):
            sentences.append(text("A bot goes on with the cards."))
        self.app.open(Question(self.app, text("Take {name} off the table?", name=one.name), sentences, answers))

    def _vote(self, name: str) -> None:
        """Call it, unless somebody else did meanwhile, or the other one has gone."""
        chair = accusable(self.table).get(name)
        if chair is not None:
            self.app.send(Vote(chair), page=self)
            self.app.close(self)

    def replied(self, reply: Reply) -> None:
        """It is done: say what that means, and how to take it back."""
        sent, name, on = self._asked
        if reply.id != sent:
            return
        if on:
            self.app.tell(self.text("{name} is muted for you, and not told so. m here unmutes.", name=name))
        else:
            self.app.tell(self.text("You hear {name} again.", name=name))

    # ── painting ─────────────────────────────────────────────────────────────────────────────────────────

    def paint(self, width: int, height: int) -> list[Row]:
        """The list, bots apart."""
        text, lobby, table = self.text, self.lobby, self.table
        if lobby is None:
            return framed(self, width, height, text("People"), [], prompt=text("One moment, please."))
        people = self.people
        here = self._place(people)
        bots = bots_words(text, lobby, table)
        room = height - 3 - (2 if bots and height > 14 else 1 if bots else 0)
        self._first = max(0, min(max(min(self._first, here), here - room + 1), len(people) - room))
        shown = people[self._first : self._first + room]
        self._is_cut = len(shown) < len(people)
        body: list[Row] = []
        for index, one in enumerate(shown, self._first):
            self.hits.append(Hit(0, 1 + len(body), width, 1, "row", index))
            body.append(self._line(one, index == here, width))
        body += [blank(width, self.palette.base)] * (height - 3 - bool(bots) - len(body))
        if bots:
            body.append(Line(width, self.palette.dim).add(" ").add(clip(bots, width - 2)).row())
        part = {"first": self._first + 1, "last": self._first + len(shown), "count": len(people)}
        right = text.plural("one person", "{count} people", max(lobby.here, len(lobby.online), 1)) if table is None else ""
        if self._is_cut:
            right = text("{first}–{last} of {count}", **part)
        title = text("Who is here") if table is None else text("People at table {code}", code=table.code)
        return framed(self, width, height, title, body, right=right, prompt=self._prompt())

    def _line(self, one: Known, chosen: bool, width: int) -> Row:
        palette, text = self.palette, self.text
        line = Line(width - 1, palette.chosen if chosen else palette.base).add(" ▸ " if chosen else "   ")
        mark = text("you") if one.is_you else text("muted") if one.is_muted else ""
        style = palette.dim if one.is_muted else palette.bright if one.is_you else palette.base
        line.add(clip(one.name, NAME - 1), None if chosen else style).to(3 + NAME)
        words = one.where or text("in the lobby")
        line.add(clip(words, max(0, line.room - cells(mark) - 2)), None if chosen else palette.base if one.at else palette.dim)
        line.to(min(width - 1 - cells(mark) - 1, 3 + NAME + 28)).add(mark, None if chosen else palette.warn)
        return (*line.row(), *blank(1, palette.base))

    def _prompt(self) -> Prompt:
        text, one = self.text, self.selected
        if one is None:
            return text("Nobody is here.")
        if one.is_you:
            return text("Select somebody with ↑ and ↓; m mutes, for you alone."), text("m mutes whom you select.")
        if one.is_muted:
            return text("You do not hear what {name} says. m: hear it again.", name=one.name), text("Muted. m: hear again.")
        if one.at and self._show is not None:
            return text("Enter shows table {code}; m mutes {name}, for you alone.", code=one.at, name=one.name), text(
                "Enter: the table. m: mute."
            )
        if one.name in accusable(self.table):
            long = text("m mutes {name}, for you alone; x calls a vote to take {name} off the table.", name=one.name)
            return long, text("m mutes, for you alone; x calls a vote."), text("m mutes, x calls a vote.")
        return text("m mutes {name}, for you alone: nobody is told.", name=one.name), text("m mutes, for you alone.")
