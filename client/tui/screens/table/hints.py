"""What a card would do if it were played now, in a few words: for the line above the keys."""

from __future__ import annotations

from client.names import color_name, seat_name
from client.protocol import TableView
from client.rulebook.draw_four import can_challenge
from client.text import Text
from client.tui.parts.choices import is_swap, may_decline, next_player, players
from engine.cards import Card, Kind
from engine.view import PlayerView

_SKIPS = (Kind.SKIP, Kind.WILD_SKIP)
_REVERSES = (Kind.REVERSE, Kind.WILD_REVERSE)
_TWO = (Kind.DRAW_TWO, Kind.WILD_DRAW_TWO)


def hint(text: Text, table: TableView, game: PlayerView, card: Card) -> str:
    """One short sentence; empty for cards that only lie there."""
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
        return text("{name} faces {count} cards.", name=name, count=amount)
    if card.kind is Kind.WILD_DRAW_FOUR and can_challenge(options) and options.deck != "allwild112":
        if game.color is not None and any(one.color is game.color for one in game.hand):
            return text("A bluff: you hold {color}.", color=color_name(text, game.color))
        return text("Honest: {name} draws {count}.", name=name, count=amount)
    return text("{name} draws {count}.", name=name, count=amount)
