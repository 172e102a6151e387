"""How a round stands, as sentences: the pile, the hand with its numbers, the others, the points."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import groupby

from client.names import card_name, color_name, place_name, seat_name
from client.plain.asking import item
from client.protocol import Kind, TableView
from client.teams import partner
from client.text import Text, later
from engine.cards import Card
from engine.view import PlayerView, Status, Uno


def in_order(hand: tuple[Card, ...], by_color: bool) -> tuple[Card, ...]:
    """A hand as it is numbered: by colour, or as the cards came."""
    return tuple(sorted(hand, key=lambda card: card.code)) if by_color else hand


def card_names(text: Text, cards: Sequence[Card]) -> str:
    """`red 5, Wild`."""
    return text.listed(card_name(text, card) for card in cards)


def hand_words(text: Text, cards: tuple[Card, ...]) -> str:
    """`Your hand: 1 red 5, 2 green 7.`"""
    if not cards:
        return text("You hold no cards.")
    return text("Your hand: {cards}.", cards=some_of(text, cards, frozenset(cards)))


def some_of(text: Text, cards: tuple[Card, ...], chosen: frozenset[Card]) -> str:
    """Those of a numbered hand that are chosen: `2 green 7, 3 to 5 Wild`."""
    places = [place for place, card in enumerate(cards) if card in chosen]
    runs = groupby(places, lambda place: (cards[place], [one for one in cards[:place] if one is not cards[place]]))
    return text.listed(_run(text, [place + 1 for place in run], card_name(text, card)) for (card, _), run in runs)


def _run(text: Text, numbers: Sequence[int], name: str) -> str:
    """`2 green 7`; `2 and 3 green 7`; `2 to 4 Wild` for the same card several times in a row."""
    first, last = numbers[0], numbers[-1]
    if first == last:
        return item(text, first, name)
    if last == first + 1:
        return text("{first} and {last} {card}", first=first, last=last, card=name)
    return text("{first} to {last} {card}", first=first, last=last, card=name)


def pile_words(text: Text, game: PlayerView) -> str:
    """`Top: red 7.`, with the colour in force where the card does not show it."""
    name = card_name(text, game.top)
    if game.top.is_wild and game.color is not None:
        return text("Top: {card}, {color}.", card=name, color=color_name(text, game.color))
    return text("Top: {card}.", card=name)


def who(text: Text, table: TableView, seat: int) -> str:
    """`you`, or the name on a seat."""
    return text("you") if seat == table.you else seat_name(text, table.chairs, seat)


def cards_left(text: Text, count: int) -> str:
    """`7 cards`."""
    return text.plural("one card", "{count} cards", count)


def clock_words(text: Text, left: int | None) -> str:
    """`You have 24 seconds.`; empty without a turn clock."""
    return "" if left is None else text.plural("You have one second.", "You have {count} seconds.", left)


def turn_words(text: Text, table: TableView, game: PlayerView) -> str:
    """`Your turn.`, `Bo's turn.`"""
    if game.turn == game.viewer:
        return text("Your turn.")
    return text("{name}'s turn.", name=seat_name(text, table.chairs, game.turn))


def table_words(text: Text, table: TableView, game: PlayerView) -> list[str]:
    """Everything that can be seen of a round: a line about the pile and the turn, one about the players in playing order."""
    way = text("clockwise") if game.direction > 0 else text("counter-clockwise")
    facts = [turn_words(text, table, game), pile_words(text, game)]
    if game.pending:
        facts.append(text.plural("One card to draw.", "{count} cards to draw.", game.pending))
    facts.append(text("Round {number}, {direction}.", number=game.round, direction=way))
    facts.append(text.plural("One card in the draw pile.", "{count} cards in the draw pile.", game.draw_count))
    start = game.viewer if game.viewer >= 0 else game.turn
    seats = [(start + game.direction * step) % game.seats for step in range(game.seats)]
    seats = seats[1:] if game.viewer >= 0 else seats
    players = [seat_words(text, table, game, seat) for seat in seats if game.status[seat] is not Status.LEFT]
    follow = text("After you: {players}.", players=text("; ").join(players))
    if game.viewer < 0:
        follow = text("In playing order: {players}.", players=text("; ").join(players))
    return [" ".join(facts), follow]


def seat_words(text: Text, table: TableView, game: PlayerView, seat: int) -> str:
    """`Bo, 7 cards, bot`."""
    chair = table.chairs[seat] if seat < len(table.chairs) else None
    words = [who(text, table, seat)]
    if seat in game.out_order:
        words.append(text("out, {place}", place=place_name(text, game.out_order.index(seat) + 1)))
    elif game.status[seat] is Status.OUT:
        words.append(text("knocked out"))
    else:
        words.append(cards_left(text, game.counts[seat]))
    if game.uno[seat] in (Uno.ANNOUNCED, Uno.SAFE) and game.counts[seat] == 1:
        words.append(text("UNO"))
    elif game.uno[seat] is Uno.OPEN:
        words.append(text("did not call UNO"))
    if game.viewer >= 0 and partner(table.options, game.viewer) == seat:
        words.append(text("your partner"))
    if chair is not None and chair.kind is Kind.BOT:
        words.append(text("bot"))
    elif chair is not None and chair.pilot:
        words.append(text("on autopilot"))
    elif chair is not None and chair.away:
        words.append(text("away"))
    return text.listed(words)


def score_words(text: Text, table: TableView, game: PlayerView) -> str:
    """`500 points win the match. You 120, Bo 45.`"""
    if table.options.target_score is None:
        return text("One round decides, so no points are counted.")
    template = later("{points} points win the match.")
    if table.options.score_mode == "lowest_wins":
        template = later("Points are bad; {points} end the match.")
    elif table.options.score_mode == "challenge_uno":
        template = later("Points are bad; {points} put you out.")
    seats = [seat for seat in range(game.seats) if game.status[seat] is not Status.LEFT]
    scores = [
        text("{name} {points}", name=who(text, table, seat), points=game.scores[seat])
        for seat in sorted(seats, key=lambda seat: (seat != table.you, seat))
    ]
    return f"{text('Points: {scores}.', scores=text.listed(scores))} {text(template, points=table.options.target_score)}"
