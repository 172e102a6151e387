"""The fields of the form for a new table: what a line of it is, and the lines about the table itself."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Final

from client.levels import LEVELS, level_name
from client.play.wish import Wish
from client.rulebook.sets import RULE_SETS, offered, rules_name
from client.text import Text, later
from engine.options import MAX_SEATS, MIN_SEATS, OPTIONS, Value


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
    """Does it matter as things stand? If not, it is shown all the same, but cannot be changed."""
    belongs: Callable[[Wish], bool] = lambda wish: True
    """Does it make sense for these rules? If not, it is not shown."""
    normal: Callable[[Wish], Value] | None = None
    """For a rule: its value in the rule set as it stands."""
    says: Mapping[Value, str] = field(default_factory=dict)
    """For a rule: what each choice means, one sentence each."""
    cards: str = ""
    """For a rule: cards that show what it is about."""

    def is_changed(self, wish: Wish) -> bool:
        """Is this a rule that differs from the rule set?"""
        return self.normal is not None and self.read(wish) != self.normal(wish)


def said(sentence: str) -> Callable[[Text, Wish], str]:
    """A help that is always the same."""
    return lambda text, wish: text(sentence)


def fixed(*values: Value) -> Callable[[Wish], tuple[Value, ...]]:
    """Choices that are always the same."""
    return lambda wish: values


def option_field(
    name: str,
    label: str,
    word: Callable[[Text, Value], str],
    values: tuple[Value, ...] = (),
    *,
    help: str = "",
    says: Mapping[Value, str] | None = None,
    cards: str = "",
    belongs: Callable[[Wish], bool] = lambda wish: True,
) -> Field:
    """A field for an option of the rules; without `values` it offers all that the engine knows."""
    option = next(one for one in OPTIONS if one.name == name)
    return Field(
        label,
        said(help or option.help),
        fixed(*(values or option.choices)),
        lambda wish: getattr(wish.options, name),
        lambda wish, value: wish.with_option(name, value),
        word,
        belongs=belongs,
        normal=lambda wish: getattr(wish.preset, name),
        says=says or {},
        cards=cards,
    )


def worded(words: Mapping[Value, str]) -> Callable[[Text, Value], str]:
    """A word for each value."""
    return lambda text, value: text(words[value])


def _setter(name: str) -> Callable[[Wish, Value], Wish]:
    return lambda wish, value: replace(wish, **{name: value})  # type: ignore[arg-type]  # a field's own choices


def _number(text: Text, value: Value) -> str:
    return text.number(str(value))


def _target(text: Text, value: Value) -> str:
    return text.plural("one round", "{count} rounds", 1) if value is None else text.number(str(value))


def cards_word(text: Text, value: Value) -> str:
    """`2 cards`."""
    return text.plural("one card", "{count} cards", int(value or 0))


def _clock(text: Text, value: Value) -> str:
    return text("off") if value is None else text("{seconds} s", seconds=value)


def _about_open_hands(text: Text, wish: Wish) -> str:
    if not wish.spectators:
        return text("There are no spectators at this table.")
    if not wish.may_open_hands:
        return text("A match of one round opens no hands: spectators see them one round late, and there is no later round.")
    return text("Spectators see every hand, one round late; who played in the match cannot watch it.")


TABLE: Final[tuple[Field, ...]] = (
    Field(
        later("Rules"),
        lambda text, wish: text(RULE_SETS[wish.options.rules].sentence),
        lambda wish: offered(),
        lambda wish: wish.options.rules,
        Wish.with_rules,
        lambda text, value: rules_name(text, str(value)),
    ),
    option_field(
        "target_score",
        later("Match to"),
        _target,
        (500, 200, None),
        help=later("Points that win the match, or a single round that decides."),
    ),
    option_field(
        "uno_penalty",
        later("UNO forgotten"),
        cards_word,
        (4, 2),
        help=later("What it costs to play down to one card without calling UNO."),
    ),
    Field(
        later("Seats"),
        said(later("How many can play, you and the bots included.")),
        fixed(*range(MIN_SEATS, MAX_SEATS + 1)),
        lambda wish: wish.seats,
        Wish.with_seats,
        _number,
    ),
    Field(
        later("Bots"),
        said(later("Bots sit down at once; more can be added in the waiting room.")),
        lambda wish: tuple(range(wish.seats)),
        lambda wish: wish.bots,
        _setter("bots"),
        _number,
    ),
    Field(
        later("Their strength"),
        lambda text, wish: text(LEVELS[wish.level][1]) if wish.bots else text("There are no bots at this table yet."),
        fixed(*LEVELS),
        lambda wish: wish.level,
        _setter("level"),
        lambda text, value: level_name(text, str(value)),
        lambda wish: wish.bots > 0,
    ),
    Field(
        later("Turn clock"),
        said(later("When it runs out the table draws, keeps or accepts for whoever dawdles.")),
        fixed(None, 15, 30, 60),
        lambda wish: wish.clock,
        _setter("clock"),
        _clock,
    ),
    Field(
        later("Who may join"),
        said(later("Anybody who sees the table in the lobby, or only people you give its code to.")),
        fixed(True, False),
        lambda wish: wish.public,
        _setter("public"),
        worded({True: later("anybody"), False: later("by code")}),
    ),
    Field(
        later("Spectators"),
        said(later("Spectators see what lies on the table and nobody's hand.")),
        fixed(True, False),
        lambda wish: wish.spectators,
        _setter("spectators"),
        worded({True: later("welcome"), False: later("none", "spectators")}),
    ),
    Field(
        later("Open hands"),
        _about_open_hands,
        fixed(False, True),
        lambda wish: wish.opens_hands,
        _setter("open_hands"),
        worded({True: later("one round late"), False: later("no")}),
        lambda wish: wish.may_open_hands,
    ),
)
"""What every table is asked about."""
