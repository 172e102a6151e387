"""What a person wants of a new table, and the fields of the form that change it: data, one entry a field."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from client.levels import DEFAULT_LEVEL, LEVELS, level_name
from client.protocol import Create
from client.rulebook.sets import RULE_SETS, offered, rules_name
from client.text import Text, later
from engine.options import MAX_SEATS, MIN_SEATS, OPTIONS, Options, Value, problems
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

    def with_rules(self, name: Value) -> Wish:
        """Another rule set, with its own target and penalty."""
        return replace(self, options=PRESETS[str(name)])

    def with_seats(self, seats: Value) -> Wish:
        """More chairs or fewer; bots that no longer fit go."""
        assert isinstance(seats, int)
        return replace(self, seats=seats, bots=min(self.bots, seats - 1))

    def with_option(self, name: str, value: Value) -> Wish:
        """One option of the rules changed."""
        options = replace(self.options, **{name: value})  # type: ignore[arg-type]  # one of the option's own choices
        return replace(self, options=options)

    @property
    def problems(self) -> tuple[str, ...]:
        """Why this cannot be played; empty if it can."""
        return problems(self.options, self.seats)

    def verb(self) -> Create:
        """The command that opens the table."""
        return Create(
            options=self.options,
            seats=self.seats,
            bots=(self.level,) * self.bots,
            public=self.public,
            spectators=self.spectators,
            clock=self.clock,
        )


def quick_game() -> Create:
    """A classic table with three bots, dealt at once. No turn clock: nobody else is waiting."""
    return replace(Wish(seats=4, bots=3, clock=None).verb(), start=True)


@dataclass(frozen=True, slots=True)
class Field:
    """A line of the form."""

    label: str
    help: Callable[[Text, Wish], str]
    choices: Callable[[Wish], tuple[Value, ...]]
    read: Callable[[Wish], Value]
    change: Callable[[Wish, Value], Wish]
    word: Callable[[Text, Value], str]
    applies: Callable[[Wish], bool] = lambda wish: True


def _said(sentence: str) -> Callable[[Text, Wish], str]:
    return lambda text, wish: text(sentence)


def _fixed(*values: Value) -> Callable[[Wish], tuple[Value, ...]]:
    return lambda wish: values


def _number(text: Text, value: Value) -> str:
    return str(value)


def _either(yes: str, no: str) -> Callable[[Text, Value], str]:
    return lambda text, value: text(yes) if value else text(no)


def _setter(name: str) -> Callable[[Wish, Value], Wish]:
    return lambda wish, value: replace(wish, **{name: value})  # type: ignore[arg-type]  # a field's own choices


def option_field(name: str, label: str, word: Callable[[Text, Value], str], values: tuple[Value, ...] = ()) -> Field:
    """A field for an option of the rules; without `values` it offers all that the engine knows."""
    option = next(one for one in OPTIONS if one.name == name)
    return Field(
        label,
        _said(option.help),
        _fixed(*(values or option.choices)),
        lambda wish: getattr(wish.options, name),
        lambda wish, value: wish.with_option(name, value),
        word,
    )


def _target(text: Text, value: Value) -> str:
    return text("one round") if value is None else str(value)


def _cards(text: Text, value: Value) -> str:
    return text.plural("one card", "{count} cards", int(value or 0))


def _clock(text: Text, value: Value) -> str:
    return text("off") if value is None else text("{seconds} s", seconds=value)


FIELDS: Final[tuple[Field, ...]] = (
    Field(
        later("Rules"),
        lambda text, wish: text(RULE_SETS[wish.options.rules].sentence),
        lambda wish: offered(),
        lambda wish: wish.options.rules,
        Wish.with_rules,
        lambda text, value: rules_name(text, str(value)),
    ),
    option_field("target_score", later("Match to"), _target, (500, 200, None)),
    option_field("uno_penalty", later("UNO forgotten"), _cards, (4, 2)),
    Field(
        later("Chairs"),
        _said(later("How many can play, you and the bots included.")),
        _fixed(*range(MIN_SEATS, MAX_SEATS + 1)),
        lambda wish: wish.seats,
        Wish.with_seats,
        _number,
    ),
    Field(
        later("Bots"),
        _said(later("Bots sit down at once; more can be added in the waiting room.")),
        lambda wish: tuple(range(wish.seats)),
        lambda wish: wish.bots,
        _setter("bots"),
        _number,
    ),
    Field(
        later("Their strength"),
        lambda text, wish: text(LEVELS[wish.level][1]) if wish.bots else text("There are no bots at this table yet."),
        _fixed(*LEVELS),
        lambda wish: wish.level,
        _setter("level"),
        lambda text, value: level_name(text, str(value)),
        lambda wish: wish.bots > 0,
    ),
    Field(
        later("Turn clock"),
        _said(later("When it runs out the table draws, keeps or accepts for whoever dawdles.")),
        _fixed(None, 15, 30, 60),
        lambda wish: wish.clock,
        _setter("clock"),
        _clock,
    ),
    Field(
        later("Who may join"),
        _said(later("Anybody who sees the table in the lobby, or only people you give its code to.")),
        _fixed(True, False),
        lambda wish: wish.public,
        _setter("public"),
        _either(later("anybody"), later("by code")),
    ),
    Field(
        later("Spectators"),
        _said(later("Spectators see what lies on the table and nobody's hand.")),
        _fixed(True, False),
        lambda wish: wish.spectators,
        _setter("spectators"),
        _either(later("welcome"), later("none")),
    ),
)
"""Top to bottom. A house rule that the engine plays becomes a switch with another `option_field` here."""
