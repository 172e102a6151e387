"""`Charter`: what is kept of a live table besides its match's events, so that the table is back after a restart.

It holds the seed of a running round: it is for the journal alone, and never for a view or a log.
"""

from __future__ import annotations

import json
from dataclasses import astuple, dataclass, field
from typing import Any, Final, NamedTuple

from client.protocol import Create, Kind, Proof
from engine.codec import pack_options, unpack_options
from engine.seal import Sealed, Secret

FORM: Final = 1
"""Of the record. A reader refuses a form that it does not know."""
_CUTS: Final = 3
"""Which field of a proof they are."""


class Place(NamedTuple):
    """One chair. `person` is who holds it, empty for a bot, a gap or a free chair."""

    kind: Kind
    name: str
    person: str = ""
    level: str = ""
    """A bot's strength."""
    cut: str = ""


class Chance(NamedTuple):
    """What is sealed (`Sealing`): for the running round if `cuts` are there, else for the next."""

    matches: int
    """How many matches of the table were sealed so far."""
    sealed: Sealed
    cuts: tuple[str, ...] | None
    proof: Proof | None
    """Of the round that is over."""


@dataclass(frozen=True, slots=True)
class Charter:
    """A live table. `host` and `owner` are chairs; `match` is what the journal calls the match, empty if none runs."""

    code: str
    opened: int
    opener: str
    opener_name: str
    wish: Create
    places: tuple[Place, ...]
    host: int | None
    owner: int | None
    match: str
    chance: Chance
    version: int = field(default=0, compare=False)
    """Of the table, when this was written; it alone makes no other charter."""
    voted_off: tuple[tuple[str, int | None], ...] = ()
    """Whose places the table's people took away: person, and the seat that a bot has in his place in the match."""
    is_rated: bool = True
    """Does the running match count? True if none runs."""


def packed(charter: Charter) -> bytes:
    """As the journal keeps it (JSON)."""
    wish, chance, sealed = charter.wish, charter.chance, charter.chance.sealed
    fields = {
        "form": FORM,
        "code": charter.code,
        "opened": charter.opened,
        "opener": [charter.opener, charter.opener_name],
        "options": pack_options(wish.options),
        "wish": [wish.seats, wish.public, wish.spectators, wish.clock, wish.open_hands],
        "places": [list(place) for place in charter.places],
        "host": charter.host,
        "owner": charter.owner,
        "match": charter.match,
        "chance": [chance.matches, sealed.match, sealed.round, sealed.seed, sealed.nonce, chance.cuts],
        "proof": chance.proof and astuple(chance.proof),
        "version": charter.version,
        **({"voted_off": [list(one) for one in charter.voted_off]} if charter.voted_off else {}),
        **({} if charter.is_rated else {"is_rated": False}),
    }
    return json.dumps(fields, separators=(",", ":")).encode()


def unpacked(record: bytes) -> Charter:
    """The charter again. Raises `ValueError` with a plain sentence for anything that is none."""
    try:
        fields: dict[str, Any] = json.loads(record)
        if fields["form"] != FORM:
            raise ValueError(f"the record is of form {fields['form']!r}, and this version knows {FORM}")
        return _read(fields)
    except (LookupError, TypeError, AttributeError, UnicodeDecodeError, json.JSONDecodeError) as fault:
        raise ValueError(f"the record of a table cannot be read ({type(fault).__name__})") from None


def _read(fields: dict[str, Any]) -> Charter:
    seats, public, spectators, clock, *more = fields["wish"]
    opener, opener_name = fields["opener"]
    return Charter(
        fields["code"],
        fields["opened"],
        opener,
        opener_name,
        Create(unpack_options(fields["options"]), seats, (), public, spectators, clock, open_hands=more[:1] == [True]),
        tuple([Place(Kind(kind), *others) for kind, *others in fields["places"]]),
        fields["host"],
        fields["owner"],
        fields["match"],
        _chance(fields["chance"], fields["proof"]),
        fields["version"],
        tuple([(person, seat) for person, seat in fields.get("voted_off", ())]),
        fields.get("is_rated", True),
    )


def _chance(row: list[Any], proof: list[Any] | None) -> Chance:
    matches, match, number, seed, nonce, cuts = row
    sealed = Sealed(match, number, Secret(bytes.fromhex(seed)), Secret(bytes.fromhex(nonce)))
    if proof is not None:
        proof[_CUTS] = tuple(proof[_CUTS])
    return Chance(matches, sealed, None if cuts is None else tuple(cuts), None if proof is None else Proof(*proof))
