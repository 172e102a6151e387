"""What the viewer may do now, read from the legal moves of the view."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from client.protocol import TableView
from engine.cards import Card, Kind
from engine.moves import Accept, Catch, Challenge, ChooseColor, ChooseTarget, Decline, Draw, Keep, Pass, Play, SayUno
from engine.view import Phase, PlayerView, Status

_AIMED: Final = (Kind.WILD_TARGETED_DRAW_TWO, Kind.WILD_FORCED_SWAP)


@dataclass(frozen=True, slots=True)
class Choices:
    """The legal moves, sorted by what the screen asks."""

    playable: frozenset[Card] = frozenset()
    catchable: tuple[int, ...] = ()
    moves: frozenset[str] = frozenset()
    """Of `draw keep pass accept challenge uno color target decline`."""
    on_turn: bool = False

    def can(self, move: str) -> bool:
        """Is it legal now?"""
        return move in self.moves


_NAMES: Final = {
    Draw: "draw",
    Keep: "keep",
    Pass: "pass",
    Accept: "accept",
    Challenge: "challenge",
    SayUno: "uno",
    ChooseColor: "color",
    ChooseTarget: "target",
    Decline: "decline",
}


def choices_of(game: PlayerView | None) -> Choices:
    """Sort a view's legal moves."""
    if game is None or not game.is_playing:
        return Choices()
    return Choices(
        playable=frozenset(move.card for move in game.legal if isinstance(move, Play)),
        catchable=tuple(move.seat for move in game.legal if isinstance(move, Catch)),
        moves=frozenset(_NAMES[type(move)] for move in game.legal if type(move) in _NAMES),
        on_turn=game.viewer >= 0 and game.turn == game.viewer,
    )


def asks_color(table: TableView, game: PlayerView, card: Card) -> bool:
    """Does playing this card name a colour? Not in All Wild, and not where the card ends the round (RULES §6.2)."""
    goes_on = len(game.hand) > 1 or (table.options.play_on_until_one_left and len(players(game)) > 2)
    return card.is_wild and table.options.deck != "allwild112" and goes_on


def targets(table: TableView, game: PlayerView, card: Card) -> tuple[int, ...]:
    """The seats a card may be aimed at, if it is to be aimed: with only one there is nothing to choose (RULES §6.1)."""
    swaps = card.kind is Kind.WILD_FORCED_SWAP or (table.options.seven_zero and card.kind is Kind.SEVEN)
    if not (swaps or card.kind in _AIMED) or (swaps and len(game.hand) == 1):
        return ()
    others = tuple(seat for seat in players(game) if seat != game.viewer)
    return others if len(others) > 1 else ()


def players(game: PlayerView) -> tuple[int, ...]:
    """The seats in play."""
    return tuple(seat for seat, status in enumerate(game.status) if status is Status.IN)


def must_choose(game: PlayerView, choices: Choices) -> bool:
    """Has the engine stopped to ask for a colour or a target?"""
    return game.phase in (Phase.CHOOSE_COLOR, Phase.CHOOSE_TARGET) and (choices.can("color") or choices.can("target"))
