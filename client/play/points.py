"""What a round and a match left behind: what hands count, who won, who deals next, what became of ratings."""

from __future__ import annotations

from client.protocol import RatingChange, TableView
from client.teams import side
from client.text import Text
from engine.cards import POINTS, Card
from engine.options import Options
from engine.view import PlayerView, Status


def points_of(table: TableView, hand: tuple[Card, ...]) -> list[tuple[Card, int]]:
    """Each card with what it counts at this table, the dearest first."""
    worth = POINTS[table.options.deck]
    return sorted(((card, worth[card]) for card in hand), key=lambda pair: (-pair[1], pair[0].code))


def next_dealer(game: PlayerView) -> int | None:
    """Between rounds: the next seat clockwise of the dealer that plays on, so neither left nor knocked out (RULES §5.2)."""
    seats = [(game.dealer + step) % game.seats for step in range(1, game.seats + 1)]
    return next((seat for seat in seats if game.status[seat] is Status.IN), None)


def winners(options: Options, game: PlayerView) -> tuple[int, ...]:
    """Who won the round that just ended, the one who went out first; nobody in a blocked round."""
    if game.out_order:
        return side(options, game.out_order[0])
    if options.score_mode != "winner_takes":
        return ()
    return tuple(seat for seat, gain in enumerate(game.gains or ()) if gain)


def points_are_bad(options: Options) -> bool:
    """Are points held against those who get them?"""
    return options.score_mode != "winner_takes"


def points_left(text: Text, points: int, roomy: bool = True) -> str:
    """`49 points left`: what somebody still held."""
    if not roomy:
        return text.plural("{count} pt left", "{count} pts left", points)
    return text.plural("one point left", "{count} points left", points)


def is_knocked_out(game: PlayerView, seat: int) -> bool:
    """Does it play no further round of this match (RULES §10.8)?"""
    return game.status[seat] is Status.OUT


def change_of(table: TableView, seat: int) -> RatingChange | None:
    """What the match did to the rating of who sat there."""
    return next((change for change in table.ratings if change.chair == seat), None)
