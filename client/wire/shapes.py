"""Shapes: how a value of a type is written down and read back, made once from the type's own annotations.

A `Form` is one way of writing everything: `compact` and `readable` are the two there are. Reading is strict: a value
that its type does not allow raises `ValueError`; a field that is not known is ignored; one that has a default may be missing.
"""

from __future__ import annotations

import types
from collections.abc import Callable, Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from enum import StrEnum
from typing import Any, Final, NamedTuple, Union, get_args, get_origin, get_type_hints

from client.wire.limits import FACTS, GREATEST, LONGEST_ROW_DOWN, LONGEST_TEXT


class Shape(NamedTuple):
    """Out and back in."""

    pack: Callable[[Any], Any]
    unpack: Callable[[Any], Any]


class Form:
    """One way of writing values. `known` holds the shapes that are not made from annotations."""

    def __init__(self, known: Mapping[object, Shape], word: Callable[[type[StrEnum]], Shape], as_map: bool) -> None:
        """`word` shapes an enum; `as_map` writes a record with the names of its fields, otherwise as a row of values."""
        self._known = dict(known)
        self._word = word
        self._record = named if as_map else positional

    def shape(self, hint: object) -> Shape:
        """The shape of a type: a record, an enum, a number, a text, a row of something, or something or nothing."""
        if hint not in self._known:
            self._known[hint] = self._make(hint)
        return self._known[hint]

    def know(self, hint: object, shape: Shape) -> None:
        """Take this shape for that type from now on."""
        self._known[hint] = shape

    def fields(self, kind: Any) -> list[tuple[str, Shape]]:
        """The names and shapes of a record's fields, in order."""
        return [(field.name, shape) for field, shape in record_fields(self, kind)]

    def _make(self, hint: Any) -> Shape:
        if isinstance(hint, type) and issubclass(hint, StrEnum):
            return self._word(hint)
        if is_dataclass(hint):
            return self._record(self, hint)
        origin, inner = get_origin(hint), get_args(hint)
        if origin in (Union, types.UnionType):
            (some,) = (one for one in inner if one is not type(None))
            return maybe(self.shape(some))
        if origin is tuple and len(inner) == 2 and inner[1] is Ellipsis:
            return row(self.shape(inner[0]))
        raise TypeError(f"no shape for {hint!r}")


def record_fields(form: Form, kind: Any) -> list[tuple[Field[Any], Shape]]:
    """The fields of a dataclass with their shapes, in order."""
    hints = get_type_hints(kind)
    return [(field, form.shape(hints[field.name])) for field in fields(kind)]


def default_of(field: Field[Any]) -> Any:
    """A field's default; raises `ValueError` if it has none."""
    if field.default is not MISSING:
        return field.default
    if field.default_factory is not MISSING:
        return field.default_factory()
    raise ValueError(f"{field.name} is missing")


def named(form: Form, kind: Any, terse: bool = False) -> Shape:
    """A record as a map from names to values; `terse` leaves defaults out."""
    parts = record_fields(form, kind)

    def pack(value: Any) -> dict[str, Any]:
        written = {}
        for field, shape in parts:
            one = getattr(value, field.name)
            if not (terse and field.default is not MISSING and one == field.default):
                written[field.name] = shape.pack(one)
        return written

    def unpack(raw: Any) -> Any:
        if not isinstance(raw, dict):
            raise ValueError(f"a {kind.__name__} is a map")
        return kind(
            *[read(field.name, shape, raw[field.name]) if field.name in raw else default_of(field) for field, shape in parts]
        )

    return Shape(pack, unpack)


def positional(form: Form, kind: Any) -> Shape:
    """A record as a row of its values in order; missing ones at the end have their defaults, further ones are ignored."""
    parts = record_fields(form, kind)
    endings = [field.default for field, _ in parts]

    def pack(value: Any) -> list[Any]:
        values = [getattr(value, field.name) for field, _ in parts]
        length = len(values)
        while length and values[length - 1] == endings[length - 1]:
            length -= 1
        return [shape.pack(one) for (_, shape), one in zip(parts[:length], values, strict=False)]

    def unpack(raw: Any) -> Any:
        if not isinstance(raw, list):
            raise ValueError(f"a {kind.__name__} is a row")
        return kind(
            *[
                read(field.name, shape, raw[place]) if place < len(raw) else default_of(field)
                for place, (field, shape) in enumerate(parts)
            ]
        )

    return Shape(pack, unpack)


def read(name: str, shape: Shape, raw: Any) -> Any:
    """Read one part; what is wrong with it is told with its name."""
    try:
        return shape.unpack(raw)
    except ValueError as error:
        raise ValueError(f"{name}: {error}") from None


def maybe(some: Shape) -> Shape:
    """A value or nothing."""
    pack, unpack = some
    return Shape(
        lambda value: None if value is None else pack(value),
        lambda raw: None if raw is None else unpack(raw),
    )


def row(item: Shape) -> Shape:
    """Several values in order."""
    pack, unpack = item

    def read_row(raw: Any) -> tuple[Any, ...]:
        if not isinstance(raw, list) or len(raw) > LONGEST_ROW_DOWN:
            raise ValueError("that is no row")
        return tuple([unpack(one) for one in raw])

    return Shape(lambda value: [pack(one) for one in value], read_row)


def facts(raw: object) -> dict[str, str]:
    """Texts by name."""
    if not isinstance(raw, dict) or len(raw) > FACTS:
        raise ValueError("those are no facts, or too many")
    return {text(name): text(value) for name, value in raw.items()}


def number(raw: object) -> int:
    """A whole number that every JSON library keeps exactly."""
    if type(raw) is not int or not -GREATEST <= raw <= GREATEST:
        raise ValueError("that is no whole number")
    return raw


def text(raw: object) -> str:
    """A text of Unicode characters, not yet fit to be shown (`client.usertext`)."""
    if type(raw) is not str or len(raw) > LONGEST_TEXT:
        raise ValueError("that is no text, or too long")
    if any("\ud800" <= character <= "\udfff" for character in raw):
        raise ValueError("that text holds half a character")
    return raw


def flag(raw: object) -> bool:
    """True or false."""
    if type(raw) is not bool:
        raise ValueError("that is neither true nor false")
    return raw


def same(value: Any) -> Any:
    """Written as it is."""
    return value


PLAIN: Final[dict[object, Shape]] = {int: Shape(same, number), str: Shape(same, text), bool: Shape(same, flag)}
