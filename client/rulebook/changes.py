"""What a table has changed about its rule set, in a word or two each: `Classic, stacking, jump-in`."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import fields
from functools import lru_cache
from typing import Final

from client.rulebook.sets import rules_name
from client.text import Text, later
from engine.options import Options, Value
from engine.rules.presets import PRESETS

_WORDS: Final[dict[str, dict[Value, str]]] = {
    "stacking": {
        "none": later("no stacking"),
        "same_kind": later("stacking"),
        "any_draw": later("stacking of any draw cards"),
    },
    "draw_to_match": {True: later("draw until it fits")},
    "force_play": {True: later("forced play")},
    "seven_zero": {True: later("sevens and zeros")},
    "jump_in": {True: later("jump-in")},
    "skip_answers_skip": {True: later("Skip on Skip")},
    "no_bluffing": {True: later("no bluffing")},
    "challenge": {True: later("bluffing"), False: later("no challenges")},
    "teams_2v2": {True: later("teams")},
    "score_mode": {"lowest_wins": later("fewest points win"), "challenge_uno": later("points put you out")},
    "uno_enforcement": {"automatic": later("automatic UNO"), "catch": later("UNO by catching")},
    "forced_swap": {"may": later("swaps may be declined"), "must": later("swaps are forced")},
    "skip_two_two_players": {"lose_two": later("Skip Two costs two turns"), "once": later("Skip Two costs one turn")},
    "play_on_until_one_left": {True: later("play on"), False: later("first out ends the round")},
    "first_out_scoring": {"at_round_end": later("points at the end"), "at_out": later("points at once")},
    "draw_policy": {"must_if_no_match": later("draw only if you must"), "may_always_draw": later("draw when you like")},
    "drawn_card": {"must_play_if_match": later("play what you draw"), "play_or_keep": later("keep what you draw")},
    "final_draw": {False: later("no final draw"), True: later("final draw")},
    "reverse_two_players": {"none": later("Reverse is nothing for two"), "as_skip": later("Reverse skips for two")},
    "first_card": {"ignore_action": later("plain first card"), "apply": later("first card counts")},
    "first_reverse": {"dealer": later("first Reverse: dealer"), "right_of_dealer": later("first Reverse: right of dealer")},
    "wild4_legality_when_stacking": {"applies": later("stacked +4 must be honest"), "waived": later("any +4 stacks")},
}
_NUMBERS: Final[dict[str, Callable[[Text, int], str]]] = {
    "uno_penalty": lambda text, value: text("UNO costs {count}", count=value),
    "false_catch_penalty": lambda text, value: text("false catch costs {count}", count=value),
    "hand_size": lambda text, value: text.plural("{count} card each", "{count} cards each", value),
}
FIRST: Final = (
    *("stacking", "seven_zero", "jump_in", "skip_answers_skip", "teams_2v2", "draw_to_match", "force_play", "no_bluffing"),
    "challenge",
)
"""The changes people ask for by name come before the small print."""


@lru_cache(maxsize=256)
def changed_names(options: Options) -> tuple[str, ...]:
    """The names of the options in which a table differs from its rule set, the best known house rules first."""
    preset = PRESETS.get(options.rules)
    if preset is None:
        return ()
    names = [one.name for one in fields(options) if getattr(options, one.name) != getattr(preset, one.name)]
    return tuple(sorted(names, key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST)))


@lru_cache(maxsize=256)
def house_names(text: Text, options: Options) -> tuple[str, ...]:
    """Each change in a word or two; the target is told elsewhere."""
    return words(text, ((name, getattr(options, name)) for name in changed_names(options)))


def words(text: Text, changes: Iterable[tuple[str, Value]]) -> tuple[str, ...]:
    """Options by name and value, in a word or two; those that have none are left out."""
    out = []
    for name, value in changes:
        if name in _NUMBERS and isinstance(value, int):
            out.append(_NUMBERS[name](text, value))
        elif value in _WORDS.get(name, {}):
            out.append(text(_WORDS[name][value]))
    return tuple(out)


@lru_cache(maxsize=256)
def rules_line(text: Text, options: Options) -> str:
    """`Classic, stacking, jump-in`."""
    return text.listed((rules_name(text, options.rules), *house_names(text, options)))
