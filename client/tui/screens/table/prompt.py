"""The sentence above the keys: what is asked of the viewer now, or who is being waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.names import card_name, place_name, seat_name
from client.protocol import TableView
from client.text import Text, later
from client.tui.parts.board import matching, middle_of
from client.tui.screens.table.hints import hint
from engine.view import Phase, PlayerView, Status, Uno

if TYPE_CHECKING:
    from client.tui.screens.table.page import TablePage


def whose_turn(text: Text, table: TableView, game: PlayerView) -> str:
    """`Your turn`, `Bo's turn`."""
    if game.viewer == game.turn:
        return text("Your turn")
    return text("{name}'s turn", name=seat_name(text, table.chairs, game.turn))


def waiting_words(text: Text, table: TableView, game: PlayerView) -> str:
    """What the player on turn is about to decide."""
    name = seat_name(text, table.chairs, game.turn)
    match game.phase:
        case Phase.RESPOND:
            return text("{name} faces {count} cards.", name=name, count=game.pending)
        case Phase.CHOOSE_COLOR:
            return text("{name} is naming a colour.", name=name)
        case Phase.CHOOSE_TARGET:
            return text("{name} is choosing somebody.", name=name)
        case Phase.DRAWN_CARD:
            return text("{name} has drawn a card.", name=name)
    return f"{whose_turn(text, table, game)}."


def prompt(page: TablePage, table: TableView, game: PlayerView) -> str:
    """The most urgent thing first."""
    text = page.text
    if page.armed:
        return armed_words(page, table, game)
    if page.choices.catchable:
        name = seat_name(text, table.chairs, page.choices.catchable[0])
        return text("{name} has one card and did not call UNO: c catches!", name=name)
    if game.viewer >= 0 and game.uno[game.viewer] is Uno.OPEN:
        if table.options.uno_enforcement == "automatic":
            one = later("One card left: u calls UNO, or you draw one!")
            many = later("One card left: u calls UNO, or you draw {count}!")
            return text.plural(one, many, table.options.uno_penalty)
        return text("One card left: u calls UNO before somebody catches you!")
    if page.choices.on_turn:
        return _own_turn(page, table, game)
    if page.choices.can("jump"):
        name = card_name(text, game.top)
        return text("You hold {card}, too: j jumps in. {turn}", card=name, turn=waiting_words(text, table, game))
    return _looking_on(text, table, game)


def _looking_on(text: Text, table: TableView, game: PlayerView) -> str:
    waiting = waiting_words(text, table, game)
    if game.viewer < 0:
        return text("Watching. {turn}", turn=waiting)
    if game.viewer in game.out_order:
        place = place_name(text, game.out_order.index(game.viewer) + 1)
        return text("You are out, {place}. {turn}", place=place, turn=waiting)
    if game.status[game.viewer] is Status.OUT:
        return text("You are out of the match. {turn}", turn=waiting)
    return waiting


def armed_words(page: TablePage, table: TableView, game: PlayerView) -> str:
    """What Enter will do."""
    text = page.text
    match page.armed:
        case "draw" if game.phase is Phase.DRAWN_CARD:
            return text("Draw another card? Enter draws, Esc does not.")
        case "draw" if table.options.force_play:
            return text("Draw a card, which is played if it fits? Enter draws, Esc does not.")
        case "draw":
            return text("Draw a card? Enter draws, Esc does not.")
        case "keep":
            return text("Keep the card and end the turn? Enter keeps, Esc does not.")
        case "pass":
            return text("Pass? Enter passes, Esc does not.")
        case "accept":
            return text("Take {count} cards and lose the turn? Enter takes, Esc does not.", count=game.pending)
        case "jump":
            name = card_name(text, game.top)
            if page.riding:
                return text("Jump in with {card} and call UNO? Enter plays it, Esc does not.", card=name)
            return text("Jump in with {card}? Enter plays it, Esc does not.", card=name)
    return text("Call it a bluff? Enter challenges, Esc does not.")


def _own_turn(page: TablePage, table: TableView, game: PlayerView) -> str:
    text, card, playable = page.text, page.hand.card, page.choices.playable
    match game.phase:
        case Phase.RESPOND:
            return _answering(page, table, game)
        case Phase.CHOOSE_COLOR:
            return text("Your turn: Enter, and name the colour.")
        case Phase.CHOOSE_TARGET:
            return text("Your turn: Enter, and choose somebody.")
        case Phase.DRAWN_CARD if game.drawn is not None:
            return _drawn(page, table, game)
    if not playable:
        if page.choices.can("draw"):
            return text("Your turn: nothing fits, d draws a card.")
        return text("Your turn: nothing fits and nothing is left to draw, k passes.")
    if card is None or card not in playable:
        fits = matching(text, middle_of(game, table.options))
        return text("Your turn: select a card that stands up ({fits}).", fits=fits)
    name = card_name(text, card)
    if page.riding:
        return text("Your turn: Enter plays {card} and calls UNO.", card=name)
    if page.may_ride:
        return text("Your turn: Enter plays {card}; press u first to call UNO with it.", card=name)
    said = text("Your turn: Enter plays {card}.", card=name)
    return f"{said} {hint(text, table, game, card)}".rstrip()


def _drawn(page: TablePage, table: TableView, game: PlayerView) -> str:
    """A card was drawn; it may fit or not, and there may be more to draw."""
    text, card = page.text, game.drawn
    assert card is not None
    name = card_name(text, card)
    if card not in page.choices.playable:
        return text("You drew {card}, which does not fit: d draws again, k ends your turn.", card=name)
    if not page.choices.can("keep"):
        return text("You drew {card}: it must be played.", card=name)
    said = text("You drew {card}: Enter plays it, k keeps it.", card=name)
    return f"{said} {hint(text, table, game, card)}".rstrip()


def _answering(page: TablePage, table: TableView, game: PlayerView) -> str:
    """Cards are pending: what may be done about them."""
    text, card, playable = page.text, page.hand.card, page.choices.playable
    if card in playable and card is not None:
        said = text("Your turn: Enter stacks {card}.", card=card_name(text, card))
        return f"{said} {hint(text, table, game, card)}"
    if playable and page.choices.can("challenge"):
        return text("Your turn: a takes the cards, x challenges, Tab finds a card to stack.")
    if playable:
        return text("Your turn: Tab finds a card to stack, a draws {count}.", count=game.pending)
    if page.choices.can("challenge"):
        return text("Your turn: answer with a or x.")
    return text("Your turn: a takes the cards.")
