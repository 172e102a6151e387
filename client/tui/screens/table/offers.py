"""What the table's footer offers now, and how it calls that."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.tui import keys as registry
from engine.view import Phase

if TYPE_CHECKING:
    from client.tui.screens.table.page import TablePage


def actions_now(page: TablePage) -> tuple[str, ...]:
    """What may be pressed now, the most useful first."""
    if page.is_flown:
        return (*page.votes, "chat", "log", "rules", "mute")
    choices = page.choices
    names: list[str] = [*page.votes]
    if page.armed or (choices.on_turn and (page.hand.card in choices.playable or choices.can("color"))):
        names.append("confirm")
    names += [name for name in ("jump", "accept", "challenge", "draw") if choices.can(name) and name != page.armed]
    if (choices.can("keep") or choices.can("pass")) and page.armed not in ("keep", "pass"):
        names.append("keep")
    names += ["uno"] if page.uno_matters else []
    names += ["catch"] if choices.catchable else []
    names += ["back"] if page.armed or page.picked else []
    names += ["select", "sort"] if len(page.hand.cards) > 1 else []
    opened = ["open_hands"] if page.may_open_hands else []
    return (*names, *opened, "chat", "log", "rules", *(["back"] if page.is_watching else []), "mute")


def label_now(page: TablePage, action: str) -> str:
    """How an action is called now, where that is not its usual name; Enter is called what it does."""
    text, game = page.text, page.game
    if action == "confirm" and page.armed:
        return text("pass") if page.armed == "pass" else text(registry.action(page.armed).label)
    if action == "confirm" and game is not None and game.phase is Phase.RESPOND:
        return text("stack") if game.pending else text("answer")
    if action == "draw" and game is not None and game.phase is Phase.DRAWN_CARD:
        return text("draw again")
    if action == "keep" and page.choices.can("pass"):
        return text("pass")
    if action == "back" and page.is_watching:
        return text("lobby")
    return ""
