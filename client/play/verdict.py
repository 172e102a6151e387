"""What a challenge is judged by, and what it showed: read from the log and from the hand shown to the challenger."""

from __future__ import annotations

from client.names import color_name, seat_name
from client.protocol import TableView
from client.rulebook.draw_four import always_stacks
from client.text import Text
from engine.cards import Card, Color, Kind
from engine.events import Challenged, Played
from engine.powers import AMOUNTS
from engine.view import PlayerView, Reveal


def old_color(table: TableView, source: int) -> Color | None:
    """The colour in force when a seat played its last Wild Draw Four; None if the log does not go back so far."""
    for one in reversed(table.log):
        if isinstance(one, Played) and one.seat == source and one.card.kind is Kind.WILD_DRAW_FOUR:
            return one.color
    return None


def is_vain(table: TableView, game: PlayerView) -> bool:
    """Would a challenge be lost in any case, since the Wild Draw Four was stacked (RULES §9.4, §17.9)?"""
    return game.pending > AMOUNTS[Kind.WILD_DRAW_FOUR] and always_stacks(table.options)


def question(text: Text, table: TableView, game: PlayerView) -> str:
    """`It is a bluff if Bo held a red card.`, or that it cannot be one; empty if the log does not go back so far."""
    if is_vain(table, game):
        return text("A stacked Wild Draw Four is never a bluff here.")
    color = None if game.source is None else old_color(table, game.source)
    if game.source is None or color is None:
        return ""
    name = seat_name(text, table.chairs, game.source)
    return text("It is a bluff if {name} held a {color} card.", name=name, color=color_name(text, color))


def was_bluff(table: TableView, reveal: Reveal) -> bool | None:
    """How the challenge was judged that showed a hand to the viewer; None if the log does not go back so far."""
    for one in reversed(table.log):
        if isinstance(one, Challenged) and (one.seat, one.source) == (table.you, reveal.seat):
            return one.guilty
    return None


def guilty(table: TableView, reveal: Reveal) -> list[Card]:
    """The cards that should have been played instead, in the order of the hand on screen."""
    return of_color(reveal, old_color(table, reveal.seat)) if was_bluff(table, reveal) else []


def of_color(reveal: Reveal, color: Color | None) -> list[Card]:
    """The cards of one colour, in that order; none for no colour."""
    return [card for card in in_order(reveal) if color is not None and card.color is color]


def in_order(reveal: Reveal) -> list[Card]:
    """The hand as it is shown."""
    return sorted(reveal.cards, key=lambda card: card.code)


def verdict(text: Text, table: TableView, reveal: Reveal) -> str:
    """`Bo bluffed, holding R3 R+2`; `Bo did not bluff: no red card`."""
    name, color = seat_name(text, table.chairs, reveal.seat), old_color(table, reveal.seat)
    bluff = was_bluff(table, reveal)
    if color is None or bluff is None:
        return text("{name}'s hand, shown to you alone", name=name)
    if bluff:
        return text("{name} bluffed, holding {cards}", name=name, cards=" ".join(card.text for card in guilty(table, reveal)))
    if of_color(reveal, color):
        return text("{name} stacked it: no bluff", name=name)
    return text("{name} did not bluff: no {color} card", name=name, color=color_name(text, color))
