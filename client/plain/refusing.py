"""Why a typed move cannot be made now: said before anything is sent, with what can be done instead."""

from __future__ import annotations

from collections.abc import Callable

from client.plain.position import turn_words
from client.play.choices import Choices
from client.play.misfit import misfit, no_jump
from client.protocol import TableView
from client.text import Text
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
        return no_jump(text, table, choices, text("It is your turn: play."))
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
        return f"{misfit(text, table, game, card)} {now()}" if card is not None else now()
    if game.phase is Phase.DRAWN_CARD and wish in ("play", "draw"):
        return f"{text('Only the card just drawn can be played now.')} {now()}" if wish == "play" else now()
    match wish:
        case "play" if card is not None:
            return misfit(text, table, game, card)
        case "draw" if choices.playable:
            return text("You hold a card that matches, so you cannot draw.")
        case "draw":
            return text("There is nothing left to draw: type pass.")
        case "keep" | "pass":
            return text("There is nothing to keep and no need to pass: play or draw.")
        case "accept" | "challenge":
            return text("There is nothing to answer now.")
    return now()
