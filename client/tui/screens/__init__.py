"""The pages, one file each, and which of them the table's life asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from client.protocol import Stage
from client.tui.page import Page
from client.tui.screens.broken import BrokenPage
from client.tui.screens.lobby import LobbyPage
from client.tui.screens.match_over import MatchOverPage
from client.tui.screens.round_over import RoundOverPage
from client.tui.screens.table import TablePage
from client.tui.screens.waiting import WaitingPage

if TYPE_CHECKING:
    from client.tui.app import UnoApp

_OF_STAGE: Final[dict[Stage, type[Page]]] = {
    Stage.WAITING: WaitingPage,
    Stage.PLAYING: TablePage,
    Stage.ROUND_OVER: RoundOverPage,
    Stage.MATCH_OVER: MatchOverPage,
    Stage.BROKEN: BrokenPage,
}


def page_for(app: UnoApp, shown: Page | None) -> Page:
    """The page for the link's newest views: `shown` itself while it still fits."""
    table = app.link.table
    kind = LobbyPage if table is None else _OF_STAGE[table.stage]
    return shown if type(shown) is kind else kind(app)
