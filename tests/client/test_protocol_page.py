"""PROTOCOL.md tells the truth: its examples are messages, and it names every verb, field, event and refusal there is."""

from __future__ import annotations

import json
import re
from dataclasses import fields
from pathlib import Path
from typing import get_args

import pytest

from client import wire
from client.changes import GAME_FIELDS, LOBBY_FIELDS
from client.protocol import (
    Chair,
    Clock,
    Create,
    Kind,
    Notice,
    PastLine,
    PastView,
    RatingChange,
    ReplayView,
    Said,
    Stage,
    TableLine,
    TableView,
    TopLine,
    TopView,
    Verb,
)
from client.wire import compact
from client.wire.readable import spelled
from engine import refusal
from engine.cards import CARDS
from engine.events import Event, Why
from engine.moves import Move
from engine.view import Phase, Status, Uno
from server.lobby import refusals

PAGE = (Path(__file__).parents[2] / "PROTOCOL.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```json\n(.*?)\n```", PAGE, re.DOTALL)
PAST = (ReplayView, RatingChange, TopView, TopLine, PastView, PastLine)
WORDS = set(re.findall(r"[A-Za-z0-9_+]+", PAGE))


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_is_a_message(example: str) -> None:
    raw = json.loads(example)
    if "do" in raw:
        command = wire.command_from_json(example.encode())
        assert json.loads(wire.command_to_json(command)).items() >= raw.items()
    else:
        assert json.loads(wire.to_json(wire.message_from_json(example.encode()))) == raw


def test_every_verb_move_and_event_is_named() -> None:
    kinds = (*get_args(Verb), *get_args(Move), *get_args(Event))
    assert {spelled(kind) for kind in kinds} <= WORDS


@pytest.mark.parametrize("kind", [Create, TableView, TableLine, Chair, Clock, Said, *PAST, *get_args(Event), *get_args(Move)])
def test_every_field_is_named(kind: type) -> None:
    assert {field.name for field in fields(kind)} <= WORDS
    assert {*GAME_FIELDS, *LOBBY_FIELDS} <= WORDS


def test_every_word_of_every_list_is_named() -> None:
    for kind in (Stage, Kind, Notice, Phase, Uno, Status, Why):
        assert {str(word) for word in kind} <= WORDS


def test_every_refusal_is_named() -> None:
    assert {*refusal.SENTENCES, *refusals.SENTENCES} <= WORDS


def test_the_tags_of_the_compact_form_are_as_told() -> None:
    for tag, names in ((0, compact._LOBBY_CHANGES), (31, compact._TABLE_CHANGES)):
        order = [name.removeprefix("game.") for name, (place, _) in names.items() if place >= tag and name != "game"]
        assert " ".join(order) in PAGE
    ends = [compact._TABLE_CHANGES[name][0] for name in ("code", "spectators", "game", "game.viewer", "game.legal")]
    assert ends == [0, 10, 31, 32, 56]
    assert " ".join(spelled(kind) for kind in compact.VERBS) in PAGE
    assert " ".join(card.text for card in CARDS if card.is_wild) in PAGE
