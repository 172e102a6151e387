"""The positions that are looked at: by golden files, by the render tool, by hostile-input tests."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any, Final

from client.protocol import LobbyView, TableView
from client.protocol import Stage as Phase
from client.tui.theme import Look
from engine.view import PlayerView
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
    "vote": tables.voting,
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


@dataclass(frozen=True)
class Visit:
    """A page beside the positions: what is behind it, and the keys that lead to it."""

    view: Callable[[], TableView | LobbyView | None] = lambda: None
    keys: tuple[str, ...] = ()
    likes: Mapping[str, str] = field(default_factory=dict)
    """Settings that are not as they are anyway."""


def lesson(game: PlayerView) -> Callable[[], TableView]:
    """A lesson's table, at which nothing was explained yet."""
    return lambda: tables.table(game, lesson=True)


PAGES: Final[dict[str, Visit]] = {
    "waiting": Visit(lobbies.room),
    "waiting10": Visit(lambda: lobbies.room(10, 10)),
    "add_bot": Visit(lobbies.room, ("b",)),
    "busy_lobby": Visit(lobbies.busy),
    "empty_lobby": Visit(lobbies.empty),
    "form": Visit(keys=("n",)),
    "form_house": Visit(keys=("n", *["down"] * 12)),
    "people": Visit(keys=("p",)),
    "settings": Visit(keys=("o",)),
    "settings_end": Visit(keys=("o", "up")),
    "welcome": Visit(likes={"greeted": "no"}),
    "welcome_name": Visit(keys=("down", "enter"), likes={"greeted": "no"}),
    "welcome_colours": Visit(keys=("enter",), likes={"greeted": "no"}),
    "lesson": Visit(lesson(tables.game(seats=2))),
    "lesson_next": Visit(lesson(tables.game("W R7 B5", 2)), ("enter",)),
    "lesson_challenge": Visit(lambda: replace(tables.challenged(), lesson=True), ("enter",)),
    "lesson_score": Visit(lambda: replace(tables.match_over(), lesson=True)),
    "lobby_help": Visit(keys=("?",)),
    "table_help": Visit(tables.full_table, ("?",)),
    "rules": Visit(tables.full_table, ("r",)),
    "tips": Visit(tables.full_table, ("r", "t")),
    "log": Visit(tables.full_table, ("g",)),
    "chat": Visit(tables.full_table, ("t",)),
    "people_table": Visit(tables.full_table, ("m",)),
    "call_vote": Visit(lambda: replace(tables.voting(), vote=None), ("m", "down", "x")),
    "spectator": Visit(tables.watched),
    "open_hands": Visit(lambda: tables.watched(open_hands=True)),
    "aim": Visit(tables.all_wild, ("8", "enter")),
    "aim10": Visit(lambda: tables.all_wild(10), ("7", "enter")),
    "confirm": Visit(lambda: tables.table(tables.game()), ("enter",), {"confirm": "on"}),
    "last_hands": Visit(tables.match_over, ("v",)),
    "wild": Visit(lambda: tables.table(tables.game("R7 W", 2)), ("end", "enter")),
    "leave": Visit(tables.full_table, ("ctrl+q",)),
    "proof": Visit(pasts.rated_match, ("p", "v")),
    "broken": Visit(lambda: tables.table(None, Phase.BROKEN)),
}
"""Pages beside the positions, and the keys that lead to them: their looks are kept like those of the scenes."""


@asynccontextmanager
async def scene(
    name: str,
    size: tuple[int, int] = (80, 24),
    look: Look | None = None,
    likes: Mapping[str, str] | None = None,
    **kwargs: Any,
) -> AsyncIterator[Stage]:
    """A scene on the stage; `likes` overrule the scene's own."""
    visit = PAGES.get(name) or Visit(SCENES[name], KEYS.get(name, ()))
    view = visit.view()
    async with stage(
        view if isinstance(view, TableView) else None, size, look, {**visit.likes, **(likes or {})}, **kwargs
    ) as s:
        if isinstance(view, LobbyView):
            await lobbies.show(s, view)
        for key in visit.keys:
            await s.press(key)
        yield s
