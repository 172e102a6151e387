"""Why a key does nothing now: said before anything is sent."""

from __future__ import annotations

from client.play.choices import Choices
from client.play.middle import matching, middle_of
from client.play.misfit import misfit, no_jump
from client.protocol import TableView
from client.text import Text
from client.tui.screens.table.prompt import whose_turn
from engine.cards import Card
from engine.view import Phase, PlayerView, Status


def refusal_for(text: Text, table: TableView, game: PlayerView, choices: Choices, wish: str, card: Card | None = None) -> str:
    """One sentence for the person who wished it."""
    if game.viewer < 0:
        return text("You are watching.")
    if wish == "jump":
        return no_jump(text, table, choices, text("It is your turn: Enter plays."))
    if game.turn != game.viewer:
        if game.status[game.viewer] is Status.OUT:
            return text("You are out; the others play on.")
        if choices.can("jump"):
            return text("It is not your turn, but you may jump in: press j.")
        return f"{whose_turn(text, table, game)}."
    if game.phase is Phase.RESPOND:
        return _not_answered(text, table, game, choices, wish)
    if game.phase is Phase.DRAWN_CARD and wish in ("play", "draw"):
        if choices.can("draw"):
            return text("Only the card just drawn could be played now: d draws again, k ends your turn.")
        if not choices.can("keep"):
            return text("The card just drawn matches, so it must be played.")
        return text("Only the card just drawn may be played now, or k keeps it.")
    match wish:
        case "play" if card is not None:
            return misfit(text, table, game, card)
        case "draw" if choices.playable:
            return text("You hold a card that matches, so you cannot draw.")
        case "draw":
            return text("There is nothing left to draw.")
        case "keep" | "pass":
            return text("There is nothing to keep and no need to pass: play or draw.")
        case "accept" | "challenge":
            return text("There is nothing to answer now.")
    return text("Not now.")


def _not_answered(text: Text, table: TableView, game: PlayerView, choices: Choices, wish: str) -> str:
    if not game.pending and wish != "challenge":
        return text("Only a Skip answers this one, or a accepts.")
    if wish == "play" and table.options.stacking != "none":
        fits = matching(text, middle_of(game, table.options))
        return text("On this you may stack {fits}, or a takes the cards.", fits=fits)
    if wish == "challenge":
        return text("This card cannot be challenged.")
    return text("First answer the cards you face: a accepts.")
