"""What a challenge is judged by, and what it showed: read from the log and from the hand shown to the challenger."""

from __future__ import annotations

from client.names import color_name, seat_name
from client.protocol import TableView
from client.text import Text
from engine.cards import Card, Color, Kind
from engine.events import Played
from engine.view import Reveal


def old_color(table: TableView, source: int) -> Color | None:
    """The colour in force when a seat played its last Wild Draw Four; None if the log does not go back so far."""
    for one in reversed(table.log):
        if isinstance(one, Played) and one.seat == source and one.card.kind is Kind.WILD_DRAW_FOUR:
            return one.color
    return None


def question(text: Text, table: TableView, source: int) -> str:
    """`It is a bluff if Bo held a red card.`"""
    color = old_color(table, source)
    if color is None:
        return ""
    name = seat_name(text, table.chairs, source)
    return text("It is a bluff if {name} held a {color} card.", name=name, color=color_name(text, color))


def guilty(table: TableView, reveal: Reveal) -> list[Card]:
    """The cards that should have been played instead, in the order of the hand on screen."""
    color = old_color(table, reveal.seat)
    return [card for card in in_order(reveal) if color is not None and card.color is color]


def in_order(reveal: Reveal) -> list[Card]:
    """The hand as it is shown."""
    return sorted(reveal.cards, key=lambda card: card.code)


def verdict(text: Text, table: TableView, reveal: Reveal) -> str:
    """`Bo bluffed, holding R3 R+2`; `Bo did not bluff: no red card`."""
    name, color = seat_name(text, table.chairs, reveal.seat), old_color(table, reveal.seat)
    if color is None:
        return text("{name}'s hand, shown to you alone", name=name)
    cards = " ".join(card.text for card in guilty(table, reveal))
    if cards:
        return text("{name} bluffed, holding {cards}", name=name, cards=cards)
    return text("{name} did not bluff: no {color} card", name=name, color=color_name(text, color))
