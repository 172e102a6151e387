"""The people of a list: who is here or around a table, where each is, and whom the viewer has muted."""

from __future__ import annotations

from typing import NamedTuple

from client.protocol import Kind, LobbyView, Said, TableView, Whereabouts
from client.text import Text


class Known(NamedTuple):
    """Somebody in the list."""

    name: str
    where: str
    """In words; empty in the lobby."""
    at: str = ""
    """The code of the table he is at, if it is in the lobby's list."""
    is_muted: bool = False
    is_you: bool = False


def place_words(text: Text, where: Whereabouts) -> str:
    """`plays K7QX`, `watches K7QX`; of a table that is not listed no more than that."""
    if not where.at:
        return text("a private table")
    return text("watches {code}", code=where.at) if where.watching else text("plays {code}", code=where.at)


def in_the_house(text: Text, lobby: LobbyView) -> list[Known]:
    """Everybody who is here, and who is muted besides."""
    where = {one.name: one for one in lobby.where}
    names = lobby.online if lobby.you in lobby.online else (lobby.you, *lobby.online)
    known = []
    for name in names:
        place = where.get(name)
        words = place_words(text, place) if place is not None else ""
        known.append(Known(name, words, place.at if place else "", name in lobby.muted, name == lobby.you))
    return known + _others(text, lobby, set(names))


def around_the_table(text: Text, table: TableView, lobby: LobbyView) -> list[Known]:
    """The people at a table, those who look on, those who said something and left, and who is muted besides."""
    playing = [chair.name for chair in table.chairs if chair.kind in (Kind.PERSON, Kind.GUEST) and chair.name]
    spoken = [one.name for one in table.log if isinstance(one, Said)]
    places = dict.fromkeys(spoken, "")
    places |= {name: text("watches") for name in table.watchers}
    places |= {name: text("plays") for name in playing}
    order = dict.fromkeys((*playing, *table.watchers, *spoken))
    known = [Known(name, places[name] or text("was here"), "", name in lobby.muted, name == lobby.you) for name in order]
    return known + _others(text, lobby, set(order))


def _others(text: Text, lobby: LobbyView, named: set[str]) -> list[Known]:
    return [Known(name, text("not here"), "", True) for name in lobby.muted if name not in named]


def bots_words(text: Text, lobby: LobbyView, table: TableView | None) -> str:
    """`Bots: Nova, Rex`, or how many there are at the tables of the lobby; empty without any."""
    if table is not None:
        names = [chair.name for chair in table.chairs if chair.kind is Kind.BOT]
        return text("Bots: {names}", names=text.listed(names)) if names else ""
    count = sum(line.bots for line in lobby.tables)
    return text.plural("Besides, one bot plays.", "Besides, {count} bots play.", count) if count else ""
