"""The difference of two views, and what a patch makes of an old one."""

from __future__ import annotations

from dataclasses import fields, replace
from typing import Any, TypeVar

from client.changes import diff, patched
from client.protocol import LOBBY, LOG_LENGTH, Chair, Kind, LobbyView, Patch, Said, Snapshot, Stage, TableView
from engine.cards import card
from engine.view import PlayerView
from tests.client.traffic import messages

V = TypeVar("V", LobbyView, TableView)

W = TypeVar("W", LobbyView, TableView, PlayerView)

LOBBY_VIEW = LobbyView("Ann", (), ("Ann",), None)


def a_table() -> TableView:
    """The newest whole table in the traffic that has a game."""
    views = [one.view for one in messages() if isinstance(one, Snapshot)]
    return next(view for view in reversed(views) if isinstance(view, TableView) and view.game is not None)


def step(old: V, new: V) -> V:
    """From one view to another by their difference."""
    return patched(old, Patch("K7QX", 1, 2, diff(old, new), ()))


def altered(view: W, name: str) -> W:
    """The view with something else in one field."""
    change: dict[str, Any] = {name: "something else"}
    return replace(view, **change)


def test_no_difference_is_an_empty_one() -> None:
    table = a_table()
    assert diff(table, table) == {}
    assert diff(table, replace(table, chairs=(*table.chairs[:1], *table.chairs[1:]))) == {}
    assert diff(LOBBY_VIEW, replace(LOBBY_VIEW)) == {}


def test_only_what_changed_is_named_and_the_games_fields_one_by_one() -> None:
    old = a_table()
    assert old.game is not None
    turn = (old.game.turn + 1) % old.game.seats
    new = replace(old, stage=Stage.BROKEN, game=replace(old.game, turn=turn, top=card("WT")), log=())
    assert diff(old, new) == {"stage": Stage.BROKEN, "game.turn": turn, "game.top": card("WT")}


def test_every_field_can_change_and_arrives() -> None:
    old = a_table()
    assert old.game is not None
    for field in fields(PlayerView):
        new = replace(old, game=altered(old.game, field.name))
        assert list(diff(old, new)) == [f"game.{field.name}"]
        assert step(old, new) == new
    for field in fields(TableView):
        if field.name not in ("game", "log"):
            new = altered(old, field.name)
            assert list(diff(old, new)) == [field.name]
            assert step(old, new) == new
    for field in fields(LobbyView):
        changed = altered(LOBBY_VIEW, field.name)
        assert step(LOBBY_VIEW, changed) == changed


def test_a_game_that_begins_or_ends_is_sent_whole() -> None:
    playing = a_table()
    waiting = replace(playing, game=None)
    assert diff(waiting, playing) == {"game": playing.game}
    assert diff(playing, waiting) == {"game": None}
    assert step(waiting, playing) == playing
    assert step(playing, waiting) == waiting


def test_names_from_a_newer_server_are_ignored() -> None:
    table = a_table()
    patch = Patch(table.code, 1, 2, {"weather": "rain", "game.weather": 7, "public": not table.public}, ())
    assert patched(table, patch) == replace(table, public=not table.public)
    assert patched(LOBBY_VIEW, Patch(LOBBY, 1, 2, {"game.turn": 1}, ())) == LOBBY_VIEW


def test_the_log_grows_at_its_end_and_is_cut_at_its_beginning() -> None:
    table = replace(a_table(), log=())
    for number in range(LOG_LENGTH + 5):
        table = patched(table, Patch(table.code, number, number + 1, {}, (Said("Ann", str(number), False),)))
    assert [one.text for one in table.log if isinstance(one, Said)] == [str(number) for number in range(5, LOG_LENGTH + 5)]


def test_the_old_view_is_left_as_it_was() -> None:
    old = a_table()
    copy = replace(old)
    step(old, replace(old, chairs=(Chair(Kind.BOT, "Ada"),)))
    assert old == copy
