"""An oracle for secrets: which cards in a message its receiver may see, told from the message alone."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import fields, is_dataclass, replace

from client.protocol import Happening, Message, Patch, Reply, TableView
from engine.cards import Card
from engine.events import Challenged, Dealt, Drew, Played, Reshuffled, RoundEnded, Threatened
from engine.view import PlayerView


def cards_in(value: object) -> Iterator[Card]:
    """Every card anywhere inside a value."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, dict):
        for item in value.values():
            yield from cards_in(item)
    elif isinstance(value, tuple | list):
        for item in value:
            yield from cards_in(item)
    elif is_dataclass(value):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name))


def leak(message: Message, you: int | None, is_over: bool) -> str:
    """What a viewer (a seat, or None) was shown and should not have been; empty if nothing. `is_over`: hands are open."""
    if isinstance(message, Reply):
        return ""
    if isinstance(message, Patch):
        hidden = {name: value for name, value in message.changes.items() if not _is_open(name, you, is_over)}
        game = hidden.pop("game", None)
        whole = _game(game, you, is_over) if isinstance(game, PlayerView) else ""
        return _told(cards_in(hidden), "changes") or whole or _events(message.happened, you)
    view = message.view
    if not isinstance(view, TableView):
        return _told(cards_in(view), "lobby")
    game = view.game
    shown = _told(cards_in(replace(view, game=None, log=())), "table") or _events(_this_match(view.log) if game else (), you)
    return shown or (_game(game, you, is_over) if game else "")


def _game(game: PlayerView, you: int | None, is_over: bool) -> str:
    closed = {field.name: getattr(game, field.name) for field in fields(game)}
    return _told(
        cards_in({name: value for name, value in closed.items() if not _is_open(f"game.{name}", you, is_over)}), "game"
    )


def _is_open(name: str, you: int | None, is_over: bool) -> bool:
    if name == "game.top" or (name == "game.hands" and is_over):
        return True
    return you is not None and name in ("game.hand", "game.drawn", "game.legal", "game.reveal")


def _this_match(log: Iterable[Happening]) -> list[Happening]:
    kept: list[Happening] = []
    for one in log:
        if isinstance(one, Dealt) and one.round == 1:
            kept.clear()
        kept.append(one)
    return kept


def _events(happened: Iterable[Happening], you: int | None) -> str:
    for one in happened:
        if isinstance(one, Played | RoundEnded):
            continue
        if isinstance(one, Drew | Challenged):
            shown = _told(cards_in(one), "event") if one.seat != you else ""
        elif isinstance(one, Dealt):
            others = [hand for seat, hand in enumerate(one.hands) if seat != you]
            shown = _told(cards_in((others, one.pile)), "deal")
        elif isinstance(one, Threatened):
            shown = "the bluff" if one.lawful is not None else ""
        elif isinstance(one, Reshuffled):
            shown = "the pile" if one.pile is not None else ""
        else:
            shown = _told(cards_in(one), type(one).__name__)
        if shown:
            return f"{shown}: {one}"
    return ""


def _told(cards: Iterator[Card], where: str) -> str:
    found = list(cards)
    return f"{where} shows {found}" if found else ""
