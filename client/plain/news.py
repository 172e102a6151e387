"""What happened at a table since it was last told, as one line for each message."""

from __future__ import annotations

from client.names import seat_name
from client.plain.position import card_names
from client.protocol import Happening, Patch, TableView
from client.sentences import sentences
from client.text import Text
from engine.events import Drew, Played, Threatened
from engine.view import Status


class News:
    """Remembers what was told, so that a sentence said before is not said again with the one that follows from it."""

    def __init__(self) -> None:
        self._log: tuple[Happening, ...] = ()
        self._counts: tuple[int, ...] = ()

    def begin(self, table: TableView) -> None:
        """All that is in the log of a table counts as told."""
        self._log = table.log
        self._counts = table.game.counts if table.game is not None else ()

    def tell(self, text: Text, table: TableView, patch: Patch, me: str) -> list[str]:
        """The sentences about what a patch of this table tells."""
        before, self._log = self._log, table.log
        told = [one.text for one in sentences(text, before, table.chairs, table.you, table.options, me)]
        every = [one.text for one in sentences(text, (*before, *patch.happened), table.chairs, table.you, table.options, me)]
        same = len(told) if every[: len(told)] == told else max(0, len(told) - 1)
        new, few = every[same:], self._few(text, table, patch)
        if few and new and patch.happened and isinstance(patch.happened[-1], Threatened):
            # What somebody faces stays last: the question what to do about it begins with the same words.
            return [*new[:-1], *few, new[-1]]
        return [*new, *few]

    def drawn(self, text: Text, patch: Patch, you: int | None) -> str:
        """Several cards that came at once, by name; what one card is, its sentence has told."""
        cards = [
            card
            for one in patch.happened
            if isinstance(one, Drew) and one.seat == you and you is not None and one.cards
            for card in one.cards
        ]
        return text("New in your hand: {cards}.", cards=card_names(text, cards)) if len(cards) > 1 else ""

    def _few(self, text: Text, table: TableView, patch: Patch) -> list[str]:
        """Who has come down to two cards."""
        before, self._counts = self._counts, table.game.counts if table.game is not None else ()
        game = table.game
        if game is None or not game.is_playing or len(before) != len(self._counts):
            return []
        players = {one.seat for one in patch.happened if isinstance(one, Played)}
        return [
            text("{name} has two cards left.", name=seat_name(text, table.chairs, seat))
            for seat in sorted(players)
            if seat != table.you and game.counts[seat] == 2 < before[seat] and game.status[seat] is Status.IN
        ]
