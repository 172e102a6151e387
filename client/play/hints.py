"""What a card would do if it were played now, or aimed at somebody, in a few words: for the line above the keys."""

from __future__ import annotations

from client.names import color_name, seat_name
from client.play.choices import is_swap, may_decline, next_player, players
from client.protocol import TableView
from client.rulebook.draw_four import always_stacks, can_challenge
from client.text import Text, several
from engine.cards import Card, Kind
from engine.view import PlayerView

_SKIPS = (Kind.SKIP, Kind.WILD_SKIP)
_REVERSES = (Kind.REVERSE, Kind.WILD_REVERSE)
_TWO = (Kind.DRAW_TWO, Kind.WILD_DRAW_TWO)


def hint(text: Text, table: TableView, game: PlayerView, card: Card) -> tuple[str, ...]:
    """One short sentence, perhaps an even shorter one after it; none for cards that only lie there."""
    if card.kind is Kind.WILD_DRAW_FOUR and (told := _bluff(text, table, game)):
        return told
    sentence = _sentence(text, table, game, card)
    return (sentence,) if sentence else ()


def _bluff(text: Text, table: TableView, game: PlayerView) -> tuple[str, ...]:
    """A Wild Draw Four that could be called a bluff: is it one?"""
    options = table.options
    if not can_challenge(options) or options.deck == "allwild112" or game.color is None or len(game.hand) == 1:
        return ()
    if game.pending and always_stacks(options):
        return ()
    following = next_player(game, game.direction)
    if all(one.color is not game.color for one in game.hand):
        if options.stacking != "none":
            return ()
        amount = game.pending + 4
        return (text("Honest: {name} draws {count}.", name=seat_name(text, table.chairs, following), count=amount),)
    word, name = color_name(text, game.color), seat_name(text, table.chairs, following)
    long = text("A bluff: you hold {color}; {name} may challenge.", color=word, name=name)
    return long, text("A bluff: you hold {color}.", color=word), text("A bluff!")


def _sentence(text: Text, table: TableView, game: PlayerView, card: Card) -> str:
    if len(game.hand) == 1:
        return _last(text, table, game)
    if is_swap(table.options, card):
        return text("You may swap hands.") if may_decline(table.options, card) else text("You swap hands with somebody.")
    if table.options.seven_zero and card.kind is Kind.ZERO:
        return text("All hands move on to the next player.")
    if card.kind is Kind.WILD_TARGETED_DRAW_TWO:
        return text("Somebody you choose draws 2.")
    following = next_player(game, game.direction)
    name = seat_name(text, table.chairs, following)
    pair = len(players(game)) == 2
    if card.kind in _REVERSES:
        if pair:
            return text("{name} misses a turn.", name=name) if table.options.reverse_two_players == "as_skip" else ""
        return text("The direction turns.")
    if card.kind in _SKIPS:
        if table.options.skip_answers_skip:
            return text("{name} misses a turn, or answers.", name=name)
        return text("{name} misses a turn.", name=name)
    if card.kind is Kind.WILD_SKIP_TWO:
        return text("{name} misses a turn.", name=name) if pair else text("The next two miss a turn.")
    if card.kind in _TWO or card.kind is Kind.WILD_DRAW_FOUR:
        return _draws(text, table, game, card, name)
    return ""


def _last(text: Text, table: TableView, game: PlayerView) -> str:
    if table.options.play_on_until_one_left and len(players(game)) > 2:
        return text("You are out with it.")
    return text("It ends the round!")


def _draws(text: Text, table: TableView, game: PlayerView, card: Card, name: str) -> str:
    options = table.options
    amount = game.pending + (2 if card.kind in _TWO else 4)
    if options.stacking != "none":
        return text.plural("{name} faces a card.", "{name} faces {count} cards.", amount, name=name)
    return text("{name} draws {count}.", name=name, count=amount)


def aim_hint(text: Text, table: TableView, game: PlayerView, card: Card, left: int, seat: int) -> str:
    """What comes of aiming a card at a seat; `left`: how many cards the viewer holds when it lies on the pile."""
    name, count = seat_name(text, table.chairs, seat), game.counts[seat]
    if is_swap(table.options, card):
        swap = several("You get {name}'s only card for your {left}.", "You get {name}'s {count} cards for your {left}.")
        return text.plural(*swap, count, name=name, left=left)
    return text("{name} draws 2 cards, and holds {count} then.", name=name, count=count + 2)
