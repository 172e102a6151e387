"""Match over: the ranking, and again or back to the lobby."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from client.names import seat_name
from client.protocol import Rematch
from client.teams import partner
from client.tui.chrome import Prompt, framed
from client.tui.paint import Line, Row, blank
from client.tui.parts.aftermath import after_rows
from client.tui.parts.standings import rank_rows
from client.tui.screens.replay import ReplayPage
from client.tui.screens.round_over import HandsPage

if TYPE_CHECKING:
    from client.tui.app import UnoApp


class MatchOverPage(HandsPage):
    """After the last round."""

    name = "match_over"

    def __init__(self, app: UnoApp) -> None:
        super().__init__(app)
        self.open_hands = False

    def actions(self) -> Sequence[str]:
        """Again, the hands of the last round, back."""
        again = ["rematch"] if self._may_agree and self.is_settled else []
        replay = ["replay"] if self.table and self.table.replay else []
        hands = ["hands"] if self.table and self.table.game and self.table.game.hands else []
        return [*self.votes, *again, *replay, *hands, *self.scrolls, "chat", "back", *(["cut"] if self.may_cut else [])]

    def label(self, action: str) -> str:
        """`v` goes both ways; Esc leads to the ranking, and from there to the lobby."""
        match action:
            case "hands" if self.open_hands:
                return self.text("ranking")
            case "back":
                return self.text("ranking") if self.open_hands else self.text("lobby")
        return super().label(action)

    @property
    def _may_agree(self) -> bool:
        table = self.table
        return table is not None and table.you is not None and not table.chairs[table.you].ready

    def act(self, action: str, argument: int = 0) -> bool:
        """Again, hands, back."""
        match action:
            case "rematch":
                if self._may_agree and self.is_settled:
                    self.app.send(Rematch(), page=self)
            case "replay":
                if self.table is not None and self.table.replay:
                    self.app.open(ReplayPage(self.app, self.table.replay))
            case "hands":
                self.open_hands, self.first = not self.open_hands, 0
            case "back" if self.open_hands:
                self.open_hands, self.first = False, 0
            case "back":
                self.app.go_back()
            case _:
                return super().act(action, argument)
        return True

    def paint(self, width: int, height: int) -> list[Row]:
        """The ranking or the last hands."""
        table, game = self.table, self.table.game if self.table else None
        if table is None or game is None:
            return framed(self, width, height, "", [])
        text, palette = self.text, self.palette
        first = [seat for seat, rank in enumerate(game.ranks or ()) if rank == 1]
        names = text.listed(seat_name(text, table.chairs, seat) for seat in first)
        mate = partner(table.options, table.you) if table.you is not None else None
        if table.you in first and len(first) == 1:
            words = text("You win the match!")
        elif mate is not None and table.you in first and mate in first:
            words = text("You and {name} win the match!", name=seat_name(text, table.chairs, mate))
        elif table.options.teams_2v2 and len(first) == 2:
            pair = [seat_name(text, table.chairs, seat) for seat in first]
            words = text("{name} and {other} win the match.", name=pair[0], other=pair[1])
        else:
            words = text.plural("{names} wins the match.", "{names} share the first place.", len(first), names=names)
        rows = [blank(width, palette.base)] if height >= 16 else []
        rows += [Line(width, palette.base).add("   ").add(words, palette.accent).row(), blank(width, palette.base)]
        if self.open_hands:
            rows += self.hands(table, game, width)
        else:
            rows += rank_rows(text, palette, table, game, width)
            rows += after_rows(text, palette, table, self.app.address, width)
        long = text("Enter: once more with the same people. Esc: back to the lobby.")
        prompt: Prompt = (long, text("Enter: once more. Esc: to the lobby."))
        if self.open_hands:
            prompt = text("The hands of the last round. Esc: back to the ranking."), text("The last round. Esc: the ranking.")
        elif table.you is not None and not self._may_agree:
            prompt = text("You want a rematch; waiting for the others."), text("Waiting for the others.")
        elif table.you is None or not self.is_settled:
            prompt = text("Esc: back to the lobby.")
        title = text("Table {code}  the match is over", code=table.code)
        body = self.body(table, rows, width, height)
        return framed(self, width, height, title, body, right=self.part, prompt=prompt)
