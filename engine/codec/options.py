"""A table's options: the rule set they started from, and what was changed: `["classic", {"uno_penalty": 2}]`."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

from engine.codec.values import MOST_POINTS, Raw, as_list, shown
from engine.options import Options
from engine.rules.presets import PRESETS

_NAMES: Final = tuple(one.name for one in fields(Options) if one.name != "rules")
_TYPES: Final = get_type_hints(Options)


def changed(options: Options) -> dict[str, str | int | None]:
    """The options that differ from those of their rule set, with their values."""
    preset = PRESETS[options.rules]
    return {name: getattr(options, name) for name in _NAMES if getattr(options, name) != getattr(preset, name)}


def pack_options(options: Options) -> list[Raw]:
    """`[rule set, {option: value}]`."""
    return [options.rules, dict(changed(options))]


def unpack_options(raw: object) -> Options:
    """The options; `ValueError` if there is no such rule set, option or value.

    Whether they can be played together is for `engine.options.problems` to say.
    """
    rules, changes = as_list(raw, 2, 2, "a row of options")
    if type(rules) is not str or rules not in PRESETS:
        raise ValueError(f"there is no rule set {shown(rules)}")
    if not isinstance(changes, dict):
        raise ValueError(f"changed options are a map, not {shown(changes)}")
    values: dict[str, Any] = {}
    for name, value in changes.items():
        if name not in _NAMES:
            raise ValueError(f"there is no option {shown(name)}")
        values[name] = _checked(name, value)
    return replace(PRESETS[rules], **values)


def _checked(name: str, value: object) -> object:
    kind = _TYPES[name]
    if get_origin(kind) is Literal:
        choices = get_args(kind)
        if type(value) is str and value in choices:
            return value
        raise ValueError(f"{name} is one of {', '.join(choices)}, not {shown(value)}")
    if kind is bool:
        if type(value) is bool or (type(value) is int and value in (0, 1)):
            return bool(value)
        raise ValueError(f"{name} is true or false, not {shown(value)}")
    if value is None and type(None) in get_args(kind):
        return None
    if type(value) is not int or not 0 <= value <= MOST_POINTS:
        raise ValueError(f"{name} is a number, not {shown(value)}")
    return value
