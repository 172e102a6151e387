"""The middle of the table: what lies there, and what may be played on it."""

from __future__ import annotations

from typing import NamedTuple

from client.names import color_name, kind_name
from client.text import Text
from engine.cards import Card, Color
from engine.options import Options
from engine.view import Phase, PlayerView


class Middle(NamedTuple):
    """What lies in the middle; equal ones are painted once for a whole table."""

    top: Card
    color: Color | None
    direction: int
    pending: int
    draw_count: int
    discard_count: int
    any_card: bool = False
    """Does every card fit, whatever lies on top?"""
    stacking: str = "none"
    """While cards are pending: how the table stacks. A Skip to be answered is `same_kind`."""


def middle_of(game: PlayerView, options: Options) -> Middle:
    """The public middle of a game."""
    piles = game.draw_count, game.discard_count
    stacking = options.stacking if game.pending else "none"
    if game.phase is Phase.RESPOND and not game.pending:
        stacking = "same_kind"
    return Middle(game.top, game.color, game.direction, game.pending, *piles, options.deck == "allwild112", stacking)


def matching(text: Text, middle: Middle) -> str:
    """What may be played on this pile: `red or 7`."""
    if middle.stacking == "any_draw":
        return text("any draw card")
    if middle.stacking == "same_kind":
        return text("only {kind}", kind=kind_name(text, middle.top.kind))
    if middle.any_card or middle.color is None:
        return text("any card")
    word = color_name(text, middle.color)
    if middle.top.is_wild:
        return text("{color} or a wild", color=word)
    return text("{color} or {kind}", color=word, kind=kind_name(text, middle.top.kind))
