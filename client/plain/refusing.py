"""Why a typed move cannot be made now: said before anything is sent, with what can be done instead."""

from __future__ import annotations

from collections.abc import Callable

from client.names import card_name
from client.plain.position import turn_words
from client.protocol import TableView
from client.text import Text
from client.tui.parts.board import matching, middle_of
from client.tui.parts.choices import Choices
from engine.cards import Card
from engine.view import Phase, PlayerView, Status


def cannot(
    text: Text,
    table: TableView,
    game: PlayerView,
    choices: Choices,
    now: Callable[[], str],
    wish: str,
    card: Card | None = None,
) -> str:
    """`now` says what is asked of a player on turn. One or two sentences for the person who wished it."""
    if game.viewer < 0:
        return text("You are watching.")
    if wish == "jump":
        return _no_jump(text, table, choices)
    if wish == "uno":
        return text("There is no UNO to call now.")
    if game.turn != game.viewer:
        if game.status[game.viewer] is Status.OUT:
            return text("You are out; the others play on.")
        if choices.can("jump"):
            return text("It is not your turn, but you may jump in: type jump.")
        return turn_words(text, table, game)
    if game.phase is Phase.RESPOND:
        if wish == "challenge":
            return f"{text('This card cannot be challenged.')} {now()}"
        return f"{_misfit(text, table, game, card)} {now()}" if card is not None else now()
    if game.phase is Phase.DRAWN_CARD and wish in ("play", "draw"):
        return f"{text('Only the card just drawn can be played now.')} {now()}" if wish == "play" else now()
    match wish:
        case "play" if card is not None:
            return _misfit(text, table, game, card)
        case "draw" if choices.playable:
            return text("You hold a card that matches, so you cannot draw.")
        case "draw":
            return text("There is nothing left to draw: type pass.")
        case "keep" | "pass":
            return text("There is nothing to keep and no need to pass: play or draw.")
        case "accept" | "challenge":
            return text("There is nothing to answer now.")
    return now()


def _misfit(text: Text, table: TableView, game: PlayerView, card: Card) -> str:
    name = card_name(text, card)
    if card.is_wild and game.phase is not Phase.RESPOND:
        return text("A {card} only when you hold nothing of the colour in force.", card=name)
    fits = matching(text, middle_of(game, table.options))
    return text("{card} does not fit: {fits} does.", card=name[:1].upper() + name[1:], fits=fits)


def _no_jump(text: Text, table: TableView, choices: Choices) -> str:
    if not table.options.jump_in:
        return text("Nobody jumps in at this table.")
    if choices.on_turn:
        return text("It is your turn: play.")
    return text("You can jump in only with the very card that lies on the pile.")
