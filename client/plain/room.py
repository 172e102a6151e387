"""`Room`: where somebody is, by what may be typed there: the lobby, a waiting room, a round, what comes after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from client.plain.words import Word
from client.protocol import LobbyView, Refusal, Reply, TableView
from client.refusals import refusal_sentence
from client.text import Text

if TYPE_CHECKING:
    from client.plain.session import PlainClient


class Room:
    """Base of all rooms. Subclasses offer words and say what there is to say."""

    name: ClassVar[str] = ""

    def __init__(self, client: PlainClient) -> None:
        self.client = client

    @property
    def text(self) -> Text:
        """The person's language."""
        return self.client.text

    @property
    def table(self) -> TableView | None:
        """The newest view of the table here."""
        return self.client.link.table

    @property
    def lobby(self) -> LobbyView | None:
        """The newest view of the lobby."""
        return self.client.link.lobby

    def say(self, *sentences: str) -> None:
        """One line."""
        self.client.say(*sentences)

    def words(self) -> Sequence[Word]:
        """What may be typed here, beside what may be typed everywhere; the most useful first."""
        return ()

    def arrival(self) -> str:
        """Where one is, said on coming in; several lines are possible."""
        return ""

    def prompt(self) -> str:
        """What is asked of the person now; empty while nothing is."""
        return ""

    def news(self) -> str:
        """What has to be said because a view has changed, beside what happened; empty if nothing."""
        return ""

    def warning_in(self) -> float | None:
        """Seconds until time has to be warned of; None while it has not."""
        return None

    def warn(self) -> None:
        """Say that time runs out."""

    def replied(self, reply: Reply) -> None:
        """A command that was sent from here was done."""

    def refused(self, refusal: Refusal) -> None:
        """A command that was sent from here was not."""
        self.say(refusal_sentence(self.text, refusal))


class Quiet(Room):
    """Hears the answer to what nobody typed."""

    def refused(self, refusal: Refusal) -> None:
        """Nothing was asked for by the person, so nothing is told."""
