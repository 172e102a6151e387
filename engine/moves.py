"""What a seat may ask for: the imperatives of the game (RULES §6).

`Play` may carry the colour, the target and the UNO call that would otherwise be asked or said apart.
"""

from __future__ import annotations

from dataclasses import dataclass

from engine.cards import Card, Color


@dataclass(frozen=True, slots=True)
class Play:
    """Put a card on the discard pile; a stacked card and a jump-in are plays too."""

    card: Card
    color: Color | None = None
    target: int | None = None
    uno: bool = False


@dataclass(frozen=True, slots=True)
class Draw:
    """Take one card from the draw pile."""


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the drawn card and end the turn."""


@dataclass(frozen=True, slots=True)
class Pass:
    """End the turn when nothing can be played and nothing can be drawn."""


@dataclass(frozen=True, slots=True)
class Accept:
    """Draw what is pending and lose the turn."""


@dataclass(frozen=True, slots=True)
class Challenge:
    """Say that the Wild Draw Four just played was a bluff."""


@dataclass(frozen=True, slots=True)
class ChooseColor:
    """Name the colour of the wild on the pile."""

    color: Color


@dataclass(frozen=True, slots=True)
class ChooseTarget:
    """Name the seat a card is aimed at."""

    seat: int


@dataclass(frozen=True, slots=True)
class Decline:
    """Swap with nobody, where a table allows that."""


@dataclass(frozen=True, slots=True)
class SayUno:
    """Call UNO: before the play, or late but before anybody catches."""


@dataclass(frozen=True, slots=True)
class Catch:
    """Point at a seat that holds one card and has not called."""

    seat: int


@dataclass(frozen=True, slots=True)
class Resign:
    """Leave the match for good (also sent for a seat that is removed)."""


@dataclass(frozen=True, slots=True)
class NextRound:
    """Deal the next round."""


Move = (
    Play | Draw | Keep | Pass | Accept | Challenge | ChooseColor | ChooseTarget | Decline | SayUno | Catch | Resign | NextRound
)
