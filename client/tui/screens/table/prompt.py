"""The sentence above the keys: what is asked of the viewer now, or who is being waited for."""

from __future__ import annotations

from typing import TYPE_CHECKING

from client.names import card_name, place_name, seat_name
from client.play.hints import hint
from client.play.middle import matching, middle_of
from client.protocol import TableView
from client.text import Text, several
from engine.cards import Card
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
        case Phase.RESPOND if not game.pending:
            return text("{name} is to be skipped.", name=name)
        case Phase.RESPOND:
            return text.plural("{name} faces a card.", "{name} faces {count} cards.", game.pending, name=name)
        case Phase.CHOOSE_COLOR:
            return text("{name} is naming a colour.", name=name)
        case Phase.CHOOSE_TARGET:
            return text("{name} is choosing somebody.", name=name)
        case Phase.DRAWN_CARD:
            return text("{name} has drawn a card.", name=name)
    return f"{whose_turn(text, table, game)}."


def prompt(page: TablePage, table: TableView, game: PlayerView) -> tuple[str, ...]:
    """The most urgent thing first; said at length, and then in fewer and fewer words for narrow screens."""
    text = page.text
    if page.is_flown:
        return page.flown_words
    if page.armed:
        return armed_words(page, table, game)
    if page.picked is not None:
        return _picked(page, page.picked)
    if page.choices.catchable:
        name = seat_name(text, table.chairs, page.choices.catchable[0])
        long = text("{name} has one card and did not call UNO: c catches!", name=name)
        return long, text("{name} forgot UNO: c catches!", name=name), text("c catches {name}!", name=name)
    if game.viewer >= 0 and game.uno[game.viewer] is Uno.OPEN:
        return _forgotten(text, table)
    if page.choices.on_turn:
        return _own_turn(page, table, game)
    if page.choices.can("jump"):
        name, waiting = card_name(text, game.top), waiting_words(text, table, game)
        long = text("You hold {card}, too: j jumps in. {turn}", card=name, turn=waiting)
        return long, text("You hold {card}, too: j jumps in.", card=name), text("j jumps in with {card}.", card=game.top.text)
    return _looking_on(text, table, game)


def _forgotten(text: Text, table: TableView) -> tuple[str, ...]:
    """The viewer holds one card and has not called."""
    if table.options.uno_enforcement == "automatic":
        alarm = several("One card left: u calls UNO, or you draw one!", "One card left: u calls UNO, or you draw {count}!")
        short = several("u calls UNO, or you draw one!", "u calls UNO, or you draw {count}!")
        cost = table.options.uno_penalty
        return text.plural(*alarm, cost), text.plural(*short, cost)
    long = text("One card left: u calls UNO before somebody catches you!")
    return long, text("u calls UNO before they catch you!")


def _looking_on(text: Text, table: TableView, game: PlayerView) -> tuple[str, ...]:
    waiting = waiting_words(text, table, game)
    if game.viewer < 0:
        return text("Watching. {turn}", turn=waiting), waiting
    if game.viewer in game.out_order:
        place = place_name(text, game.out_order.index(game.viewer) + 1)
        return text("You are out, {place}. {turn}", place=place, turn=waiting), waiting
    if game.status[game.viewer] is Status.OUT:
        return text("You are out of the match. {turn}", turn=waiting), waiting
    return (waiting,)


def _picked(page: TablePage, card: Card) -> tuple[str, ...]:
    """The card that is asked about once more, and the call that goes with the last but one."""
    text, name, short = page.text, card_name(page.text, card), card.text
    if page.riding:
        long = text("Play {card} and call UNO? Enter plays it, Esc puts it back.", card=name)
        return long, text("{card} and UNO? Enter yes, Esc no.", card=short)
    if page.may_ride:
        long = text("Play {card}? Enter plays it, u first to call UNO; Esc puts it back.", card=name)
        return long, text("Play {card}? Enter yes, u first: UNO!", card=short)
    long = text("Play {card}? Enter plays it, Esc puts it back.", card=name)
    return long, text("Play {card}? Enter yes, Esc no.", card=short)


def armed_words(page: TablePage, table: TableView, game: PlayerView) -> tuple[str, ...]:
    """What Enter will do."""
    text = page.text
    match page.armed:
        case "draw" if game.phase is Phase.DRAWN_CARD:
            return text("Draw another card? Enter draws, Esc does not."), text("Draw another? Enter yes, Esc no.")
        case "draw" if table.options.force_play:
            long = text("Draw a card, which is played if it fits? Enter draws, Esc does not.")
            return long, text("Draw, and play it? Enter yes, Esc no.")
        case "draw":
            return text("Draw a card? Enter draws, Esc does not."), text("Draw a card? Enter yes, Esc no.")
        case "keep":
            long = text("Keep the card and end the turn? Enter keeps, Esc does not.")
            return long, text("Keep the card? Enter yes, Esc no.")
        case "pass":
            return (text("Pass? Enter passes, Esc does not."),)
        case "accept" if not game.pending:
            return text("Lose the turn? Enter accepts, Esc does not."), text("Lose the turn? Enter yes, Esc no.")
        case "accept":
            long = text.plural(
                "Take a card and lose the turn? Enter takes, Esc does not.",
                "Take {count} cards and lose the turn? Enter takes, Esc does not.",
                game.pending,
            )
            return long, text.plural("Take a card? Enter yes, Esc no.", "Take {count} cards? Enter yes, Esc no.", game.pending)
        case "jump":
            return _jumping(page, game)
    return text("Call it a bluff? Enter challenges, Esc does not."), text("Call it a bluff? Enter yes, Esc no.")


def _jumping(page: TablePage, game: PlayerView) -> tuple[str, ...]:
    text, name = page.text, card_name(page.text, game.top)
    if page.riding:
        long = text("Jump in with {card} and call UNO? Enter plays it, Esc does not.", card=name)
        return long, text("Jump in, with UNO? Enter yes, Esc no.")
    return text("Jump in with {card}? Enter plays it, Esc does not.", card=name), text("Jump in? Enter yes, Esc no.")


def _own_turn(page: TablePage, table: TableView, game: PlayerView) -> tuple[str, ...]:
    text, card, playable = page.text, page.hand.card, page.choices.playable
    match game.phase:
        case Phase.RESPOND:
            return _answering(page, table, game)
        case Phase.CHOOSE_COLOR:
            return (text("Your turn: Enter, and name the colour."),)
        case Phase.CHOOSE_TARGET:
            return (text("Your turn: Enter, and choose somebody."),)
        case Phase.DRAWN_CARD if game.drawn is not None:
            return _drawn(page, table, game)
    if not playable:
        if page.choices.can("draw"):
            return text("Your turn: nothing fits, d draws a card."), text("Nothing fits: d draws a card.")
        long = text("Your turn: nothing fits and nothing is left to draw, k passes.")
        return long, text("Nothing fits, none to draw: k passes.")
    if page.riding:
        return _riding(text, card if card in playable else None)
    if card is None or card not in playable:
        return _unselected(page, table, game)
    name = card_name(text, card)
    if page.may_ride:
        long = text("Your turn: Enter plays {card}; press u first to call UNO with it.", card=name)
        shorter = text("Enter plays {card}; u first: UNO!", card=name), text("Enter: {card}; u first: UNO!", card=card.text)
        return led((long, *shorter), hint(text, table, game, card))
    leads = (
        text("Your turn: Enter plays {card}.", card=name),
        text("Enter plays {card}.", card=name),
        text("Enter: {card}.", card=card.text),
    )
    return led(leads, hint(text, table, game, card))


def led(leads: tuple[str, ...], hints: tuple[str, ...]) -> tuple[str, ...]:
    """What Enter does, followed by what comes of it, as long as there is room for both."""
    both = tuple(f"{lead} {words}" for words in hints for lead in leads)
    return (*both, *leads)


def _riding(text: Text, card: Card | None) -> tuple[str, ...]:
    """UNO was called for the next card."""
    said = text("UNO will ride with your next card.")
    if card is None:
        return (said,)
    return f"{said} {text('Enter plays {card}.', card=card_name(text, card))}", said


def _unselected(page: TablePage, table: TableView, game: PlayerView) -> tuple[str, ...]:
    """The selected card does not fit; others do, or one."""
    text, playable = page.text, page.choices.playable
    if len(playable) == 1:
        (only,) = playable
        name = card_name(text, only)
        long = text("Your turn: only {card} fits; Tab selects it.", card=name)
        return long, text("Only {card} fits: Tab selects it.", card=name), text("Only {card} fits: Tab.", card=only.text)
    fits = matching(text, middle_of(game, table.options))
    long = text("Your turn: Tab selects a card that fits ({fits}).", fits=fits)
    return long, text("Tab finds a card that fits ({fits}).", fits=fits), text("Tab finds a card that fits.")


def _drawn(page: TablePage, table: TableView, game: PlayerView) -> tuple[str, ...]:
    """A card was drawn; it may fit or not, and there may be more to draw."""
    text, card = page.text, game.drawn
    assert card is not None
    name = card_name(text, card)
    if card not in page.choices.playable:
        long = text("You drew {card}, which does not fit: d draws again, k ends your turn.", card=name)
        return long, text("{card} does not fit: d again, k ends.", card=card.text)
    if not page.choices.can("keep"):
        return text("You drew {card}: it must be played.", card=name), text("{card} must be played: Enter.", card=card.text)
    leads = (
        text("You drew {card}: Enter plays it, k keeps it.", card=name),
        text("Enter plays {card}, k keeps it.", card=name),
        text("Enter: {card}, k keeps it.", card=card.text),
    )
    told = (text("You drew {card}: k keeps it, Enter plays it.", card=name),)  # what comes of it is of the play
    if page.riding:
        hints: tuple[str, ...] = (text("UNO will ride with your next card."),)
    elif page.may_ride:
        hints = (text("Press u first to call UNO with it."),)
    else:
        hints = hint(text, table, game, card)
    return (*(led(told, hints)[:-1] if hints else ()), *leads)


def _answering(page: TablePage, table: TableView, game: PlayerView) -> tuple[str, ...]:
    """A card is to be answered: what may be done about it."""
    text, card, playable = page.text, page.hand.card, page.choices.playable
    if not game.pending:
        return _skipped(page, table, game)
    if card in playable and card is not None:
        name = card_name(text, card)
        leads = text("Your turn: Enter stacks {card}.", card=name), text("Enter stacks {card}.", card=name)
        return led((*leads, text("Enter stacks {card}.", card=card.text)), hint(text, table, game, card))
    if playable and page.choices.can("challenge"):
        long = text("Your turn: a takes the cards, x challenges, Tab finds a card to stack.")
        return long, text("a takes, x challenges, Tab stacks.")
    if playable:
        long = text("Your turn: Tab finds a card to stack, a draws {count}.", count=game.pending)
        return long, text("Tab finds a card to stack; a takes {count}.", count=game.pending), text("Tab stacks, a takes them.")
    if page.choices.can("challenge"):
        return (text("Your turn: answer with a or x."),)
    return (text("Your turn: a takes the cards."),)


def _skipped(page: TablePage, table: TableView, game: PlayerView) -> tuple[str, ...]:
    """A Skip may be answered with another."""
    text, card, playable = page.text, page.hand.card, page.choices.playable
    if card in playable and card is not None:
        name = card_name(text, card)
        leads = (
            text("You are to be skipped: Enter answers with {card}.", card=name),
            text("Enter answers with {card}.", card=name),
        )
        return led((*leads, text("Enter answers: {card}.", card=card.text)), hint(text, table, game, card))
    if playable:
        long = text("You are to be skipped: Tab finds a Skip to answer with, a loses the turn.")
        return long, text("Tab finds a Skip; a loses the turn.")
    return text("You are to be skipped: a loses the turn."), text("Skipped: a loses the turn.")
