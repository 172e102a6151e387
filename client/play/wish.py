"""What a person wants of a new table: a value that the fields of the form change."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from client.levels import DEFAULT_LEVEL
from client.protocol import Create
from engine.options import Options, Value, problems
from engine.rules.presets import PRESETS


@dataclass(frozen=True, slots=True)
class Wish:
    """A table to be. Every change gives a wish that fits together as far as chairs and bots go."""

    options: Options = PRESETS["classic"]
    seats: int = 4
    bots: int = 0
    level: str = DEFAULT_LEVEL
    clock: int | None = 30
    public: bool = True
    spectators: bool = True
    open_hands: bool = False

    def with_rules(self, name: Value) -> Wish:
        """Another rule set, with its own target and penalty."""
        return replace(self, options=PRESETS[str(name)])

    def with_seats(self, seats: Value) -> Wish:
        """More chairs or fewer; bots that no longer fit go."""
        assert isinstance(seats, int)
        return replace(self, seats=seats, bots=min(self.bots, seats - 1))

    def with_option(self, name: str, value: Value) -> Wish:
        """One option of the rules changed, and those that hang on it."""
        changes = {name: value, **_FOLLOWS.get((name, value), {})}
        if name == "stacking" and value != "none":
            changes["first_draw2"] = self.preset.first_draw2
        return self.with_options(**changes)

    def with_options(self, **changes: Value) -> Wish:
        """Some options of the rules changed."""
        options = replace(self.options, **changes)  # type: ignore[arg-type]  # the options' own choices
        return replace(self, options=options)

    @property
    def preset(self) -> Options:
        """The rule set as it stands without changes."""
        return PRESETS[self.options.rules]

    @property
    def problems(self) -> tuple[str, ...]:
        """Why this cannot be played; empty if it can."""
        return problems(self.options, self.seats)

    @property
    def may_open_hands(self) -> bool:
        """Is there anybody to open them to, and a round after the first, in which they are opened?"""
        return self.spectators and self.options.target_score is not None

    @property
    def opens_hands(self) -> bool:
        """Will they be opened?"""
        return self.open_hands and self.may_open_hands

    def verb(self) -> Create:
        """The command that opens the table."""
        return Create(
            options=self.options,
            seats=self.seats,
            bots=(self.level,) * self.bots,
            public=self.public,
            spectators=self.spectators,
            clock=self.clock,
            open_hands=self.opens_hands,
        )


_FOLLOWS: Final[dict[tuple[str, Value], dict[str, Value]]] = {
    ("stacking", "none"): {"first_draw2": "apply", "wild4_legality_when_stacking": "waived"},
    ("stacking", "any_draw"): {"wild4_legality_when_stacking": "waived"},
    ("uno_enforcement", "automatic"): {"false_catch_penalty": 0},
}
"""Small print that means nothing any more once this has been chosen."""


def quick_game(rules: str = "classic") -> Create:
    """A table of this rule set with three bots, dealt at once. No turn clock: nobody else is waiting."""
    return replace(Wish(options=PRESETS[rules], seats=4, bots=3, clock=None).verb(), start=True)
