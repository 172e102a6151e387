"""The sentence above the keys: what is asked of the viewer now, or who is being waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.names import card_name, seat_name
from client.protocol import TableView
from client.text import Text
from client.tui.parts.board import matching, middle_of
from engine.cards import Card
from engine.view import Phase, PlayerView, Uno

if TYPE_CHECKING:
    from client.tui.screens.table.page import TablePage


def whose_turn(text: Text, table: TableView, game: PlayerView) -> str:
    """`Your turn`, `Bo's turn`."""
    if game.viewer == game.turn:
        return text("Your turn")
    return text("{name}'s turn", name=seat_name(text, table.chairs, game.turn))


def prompt(page: TablePage, table: TableView, game: PlayerView) -> str:
    """The most urgent thing first."""
    text = page.text
    if page.armed:
        return armed_words(text, page.armed, game.pending)
    if page.choices.catchable:
        name = seat_name(text, table.chairs, page.choices.catchable[0])
        return text("{name} has one card and did not call UNO: c catches!", name=name)
    if game.viewer >= 0 and game.uno[game.viewer] is Uno.OPEN:
        return text("One card left: u calls UNO before somebody catches you!")
    if not page.choices.on_turn:
        who = whose_turn(text, table, game)
        return text("Watching. {turn}.", turn=who) if game.viewer < 0 else f"{who}."
    return _own_turn(page, game)


def armed_words(text: Text, armed: str, pending: int) -> str:
    """What Enter will do."""
    match armed:
        case "draw":
            return text("Draw a card? Enter draws, Esc does not.")
        case "keep":
            return text("Keep the card and end the turn? Enter keeps, Esc does not.")
        case "pass":
            return text("Pass? Enter passes, Esc does not.")
        case "accept":
            return text("Take {count} cards and lose the turn? Enter takes, Esc does not.", count=pending)
    return text("Call it a bluff? Enter challenges, Esc does not.")


def _own_turn(page: TablePage, game: PlayerView) -> str:
    text, card, playable = page.text, page.hand.card, page.choices.playable
    if game.phase is Phase.RESPOND:
        return (
            text("Your turn: answer with a or x.") if page.choices.can("challenge") else text("Your turn: a takes the cards.")
        )
    if game.phase is Phase.DRAWN_CARD and game.drawn is not None:
        name = card_name(text, game.drawn)
        if page.choices.can("keep"):
            return text("You drew {card}: Enter plays it, k keeps it.", card=name)
        return text("You drew {card}: it must be played.", card=name)
    if not playable:
        if page.choices.can("draw"):
            return text("Your turn: nothing fits, d draws a card.")
        return text("Your turn: nothing fits and nothing is left to draw, k passes.")
    if card is None or card not in playable:
        fits = matching(text, middle_of(game))
        return text("Your turn: select a card that stands up ({fits}).", fits=fits)
    name = card_name(text, card)
    if page.riding:
        return text("Your turn: Enter plays {card} and calls UNO.", card=name)
    if page.choices.can("uno") and len(game.hand) == 2:
        return text("Your turn: Enter plays {card}; press u first to call UNO with it.", card=name)
    return text("Your turn: Enter plays {card}.", card=name)


def refusal_for(text: Text, table: TableView, game: PlayerView, wish: str, card: Card | None = None) -> str:
    """Why a key does nothing now."""
    if game.viewer < 0:
        return text("You are watching.")
    if game.turn != game.viewer:
        return f"{whose_turn(text, table, game)}."
    if game.phase is Phase.RESPOND:
        return text("First answer the cards you face: a accepts.")
    if game.phase is Phase.DRAWN_CARD and wish in ("play", "draw"):
        return text("Only the card just drawn may be played now, or k keeps it.")
    match wish:
        case "play" if card is not None:
            name, fits = card_name(text, card), matching(text, middle_of(game))
            return text("{card} does not fit: {fits} does.", card=name[:1].upper() + name[1:], fits=fits)
        case "draw":
            return text("You cannot draw now.")
        case "keep" | "pass":
            return text("There is nothing to keep and no need to pass: play or draw.")
        case "accept" | "challenge":
            return text("There is nothing to answer now.")
    return text("Not now.")
