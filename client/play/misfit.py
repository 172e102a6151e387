"""Why a card cannot be played: the words that keys and typed lines have in common."""

from __future__ import annotations

from client.names import card_name
from client.play.choices import Choices
from client.play.middle import matching, middle_of
from client.protocol import TableView
from client.text import Text
from engine.cards import Card
from engine.view import Phase, PlayerView


def misfit(text: Text, table: TableView, game: PlayerView, card: Card) -> str:
    """The card, and what would do."""
    name = card_name(text, card)
    if card.is_wild and game.phase is not Phase.RESPOND:
        return text("A {card} only when you hold nothing of the colour in force.", card=name)
    fits = matching(text, middle_of(game, table.options))
    return text("{card} does not fit: {fits} does.", card=name[:1].upper() + name[1:], fits=fits)


def no_jump(text: Text, table: TableView, choices: Choices, play: str) -> str:
    """Why nobody jumps in; `play` is what to do instead on one's own turn."""
    if not table.options.jump_in:
        return text("Nobody jumps in at this table.")
    if choices.on_turn:
        return play
    return text("You can jump in only with the very card that lies on the pile.")
