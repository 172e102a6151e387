"""The positions that are looked at: by golden files, by the render tool, by hostile-input tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any, Final

from client.protocol import TableView
from client.tui.theme import Look
from tests.client import lobbies, pasts, tables
from tests.client.stage import Stage, stage

SCENES: Final[dict[str, Callable[[], TableView | None]]] = {
    "lobby": lambda: None,
    "table": lambda: tables.table(tables.game()),
    "full": tables.full_table,
    "pair": lambda: tables.table(tables.game("R7 W", 2)),
    "answer": tables.challenged,
    "reveal": tables.revealed,
    "round": tables.round_over,
    "round10": lambda: tables.round_over(10),
    "match": tables.match_over,
    "catch": tables.catchable,
    "stack": tables.stackable,
    "nothing_to_stack": lambda: tables.stackable(game=tables.unanswerable()),
    "both_answers": tables.stack_or_challenge,
    "both_answers10": lambda: tables.stack_or_challenge(10),
    "jump": tables.jumpable,
    "placed": tables.two_left,
    "all_wild": tables.all_wild,
    "all_wild10": lambda: tables.all_wild(10),
    "teams": tables.teams,
    "draw_again": tables.draw_again,
    "knocked_out": tables.knocked_out,
    "automatic": tables.forgotten,
    "lowest_round": tables.fewest_points_over,
    "team_round": tables.team_round_over,
    "team_match": tables.team_match_over,
    "knocked_out_round": tables.knocked_out_round,
    "skip": tables.skippable,
    "no_skip": lambda: tables.skippable("R7 B5 W"),
    "seven": tables.seven,
    "gentle_swap": tables.gentle_swap,
    "accusable": tables.accusable,
    "asked_color": tables.asked_color,
    "teams_watched": tables.teams_watched,
    "knocked_out_match": tables.knocked_out_match_over,
    "rated_match": pasts.rated_match,
    "unrated_match": pasts.unrated_match,
    "replay": pasts.rated_match,
    "replay10": lambda: pasts.rated_match(pasts.CROWDED),
    "leaderboard": lambda: None,
    "past": lambda: None,
}

KEYS: Final[dict[str, tuple[str, ...]]] = {
    "replay": ("p", *["right"] * 3),
    "replay10": ("p", "right"),
    "leaderboard": ("l",),
    "past": ("m",),
}
"""What is pressed to come to some of them."""


PAGES: Final[dict[str, tuple[Callable[[], TableView | None], tuple[str, ...]]]] = {
    "waiting": (lobbies.room, ()),
    "waiting10": (lambda: lobbies.room(10, 10), ()),
    "form": (lambda: None, ("n",)),
    "people": (lambda: None, ("p",)),
    "lobby_help": (lambda: None, ("?",)),
    "table_help": (tables.full_table, ("?",)),
    "rules": (tables.full_table, ("r",)),
    "log": (tables.full_table, ("g",)),
    "chat": (tables.full_table, ("t",)),
    "leave": (tables.full_table, ("ctrl+q",)),
}
"""Pages beside the positions, and the keys that lead to them: their looks are kept like those of the scenes."""


@asynccontextmanager
async def scene(name: str, size: tuple[int, int] = (80, 24), look: Look | None = None, **kwargs: Any) -> AsyncIterator[Stage]:
    """A scene on the stage."""
    view, keys = PAGES[name] if name in PAGES else (SCENES[name], KEYS.get(name, ()))
    async with stage(view(), size, look, **kwargs) as s:
        for key in keys:
            await s.press(key)
        yield s
