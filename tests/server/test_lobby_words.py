"""Whatever people type into any field that takes words, nobody is sent more than plain words for it (SECURITY E1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass

import pytest

from client.protocol import (
    AddBot,
    Body,
    Create,
    Cut,
    Join,
    Mute,
    Rename,
    Replay,
    Say,
    Set,
    Sync,
    Top,
    Watch,
)
from client.usertext import clean
from tests.attack.attacks.speech import CORPUS
from tests.server.hall import Hall


def texts(value: object) -> Iterator[str]:
    """Every text in a message, however deep."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for pair in value.items():
            yield from texts(pair)
    elif isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from texts(one)
    elif is_dataclass(value) and not isinstance(value, type):
        for field in fields(value):
            yield from texts(getattr(value, field.name, ""))


def is_plain(text: str) -> bool:
    """Is it one line of characters that only draw?"""
    return clean(text, 10_000) == text.strip()


@pytest.mark.parametrize("word", CORPUS, ids=range(len(CORPUS)))
def test_nobody_is_sent_more_than_plain_words(word: str) -> None:
    hall = Hall()
    ann, bob, guest, watcher = [hall.enter(word, guest=number == 2, key=f"key {number}") for number in range(4)]
    ann.do(Create(seats=4, public=True))
    code = ann.table.code
    bob.do(Join(), code)
    guest.do(Join(), code)
    watcher.do(Watch(), code)
    bodies: tuple[Body, ...] = (
        Rename(word), Say(word), Cut(word), Mute(word), Set(word, word), Set("hand_order", word), Top(word), Replay(word),
        AddBot(word), Say(f"a{word}b"),
    )  # fmt: skip
    everybody = (ann, bob, guest, watcher)
    for one in everybody:
        for body in bodies:
            one.try_to(body)
        for body in (Join(), Watch(), Sync(), Say(word)):
            one.try_to(body, word)
    hall.lobby.board.announce(word)
    hall.pass_time(2)
    for one in everybody:
        one.do(Sync())
        odd = {text for message in one.taken for text in texts(message) if not is_plain(text)}
        assert odd == set()
