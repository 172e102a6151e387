"""What every page at a table shares: `t` opens a line to say, `c` before a deal one to cut the deck with; Enter sends it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.play.openhands import may_open, why_closed
from client.play.votes import is_asked, may_vote
from client.protocol import CUT_CELLS, Back, Cut, Reply, Say, Stage, Vote
from client.tui.entry import Entry
from client.tui.page import Page
from client.tui.screens.people import PeoplePage
from client.tui.screens.replay import ReplayPage

if TYPE_CHECKING:
    from client.tui.app import UnoApp


class ChatPage(Page):
    """A page with a line to type. One half typed moves on when the table's life changes the page."""

    answers_votes = True

    def __init__(self, app: UnoApp) -> None:
        super().__init__(app)
        self.cutting = False
        """Is the line being typed for the deck, and not for people?"""
        self._cut = 0
        """The command that sent the last cut."""

    @property
    def may_cut(self) -> bool:
        """Has the viewer a seat, and is a deal still to come?"""
        table = self.table
        return table is not None and table.you is not None and table.stage not in (Stage.PLAYING, Stage.BROKEN)

    @property
    def may_open_hands(self) -> bool:
        """Does the viewer look on at a table whose finished rounds are open, and is there one?"""
        return self.table is not None and may_open(self.table)

    @property
    def votes(self) -> tuple[str, ...]:
        """The keys that answer a vote, while the viewer is asked."""
        return ("vote_yes", "vote_no") if is_asked(self.table) else ()

    @property
    def is_flown(self) -> bool:
        """Does the autopilot play the viewer's seat?"""
        table = self.table
        return table is not None and table.you is not None and table.chairs[table.you].pilot

    @property
    def flown_words(self) -> tuple[str, ...]:
        """What that means, at length and in fewer words."""
        long = self.text("You were away: the autopilot plays your cards. Any key takes it back.")
        return long, self.text("The autopilot plays: any key takes it back."), self.text("Autopilot on: press a key.")

    def wake(self, action: str) -> bool:
        """The seat is the viewer's again. A key for the cards does no more than that: he has not seen how they lie now."""
        if not self.is_flown or self.entry is not None:
            return False
        self.app.send(Back(), page=self)
        return action not in ("chat", "log", "rules", "help", "mute", "vote_yes", "vote_no")

    def act(self, action: str, argument: int = 0) -> bool:
        """Start a line."""
        match action:
            case "chat":
                self.entry, self.cutting = Entry(), False
            case "mute":
                self.app.open(PeoplePage(self.app))
            case "vote_yes" | "vote_no" if may_vote(self.table) and self.table is not None and self.table.vote is not None:
                self.app.send(Vote(self.table.vote.chair, action == "vote_yes"), page=self)
            case "vote_yes" | "vote_no":
                self.app.tell(self.text("There is no vote for you to answer."))
            case "open_hands" if self.may_open_hands:
                self.app.open(ReplayPage(self.app, self.table.code if self.table is not None else ""))
            case "open_hands" if self.table is not None:
                self.app.tell(why_closed(self.text, self.table))
            case "cut" if self.may_cut:
                self.entry, self.cutting = Entry(limit=CUT_CELLS), True
            case "cut":
                self.app.tell(self.text("Only who has a seat cuts the deck."))
            case _:
                return False
        return True

    def take_over(self, old: ChatPage) -> None:
        """Go on with the line that was typed on the page before. What comes too late for a deal stays until Enter or Esc,
        lest the rest of its letters are taken for keys."""
        self.entry, self.cutting = old.entry, old.cutting
        if self.cutting and not self.may_cut and self.entry is not None and not self.entry.text:
            self.entry = None

    def entered(self, text: str) -> None:
        """Say it, or cut with it."""
        if not self.cutting:
            self.app.send(Say(text), page=self)
        elif self.may_cut:
            self._cut = self.app.send(Cut(text), page=self)
        else:
            self.app.tell(self.text("The cards were dealt before your cut."))
        self.app.said()

    def replied(self, reply: Reply) -> None:
        """A cut was taken."""
        if reply.id == self._cut:
            self.app.tell(self.text("Your words go into the shuffle."))

    @property
    def entry_label(self) -> str:
        """What the line is for."""
        table = self.table
        if not self.cutting and table is not None and table.you is None and table.stage in (Stage.PLAYING, Stage.ROUND_OVER):
            return self.text("Say to spectators: ")
        if not self.cutting:
            return super().entry_label
        return self.text("Cut the deck: ") if self.may_cut else self.text("Too late to cut: ")

    @property
    def entry_verb(self) -> str:
        """What Enter does with it."""
        if not self.cutting:
            return super().entry_verb
        return self.text("cut") if self.may_cut else self.text("close")

    @property
    def entry_hints(self) -> tuple[str, ...]:
        """What to type."""
        if not self.cutting:
            return ()
        long = self.text("any words, up to {count} characters, are mixed into the shuffle", count=CUT_CELLS)
        return long, self.text("any words; they go into the shuffle"), self.text("any words"), ""
