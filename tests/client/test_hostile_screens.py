"""No screen lets a text act on a terminal, in whatever field it stands, even if nobody had made it safe (SECURITY E1)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass, replace
from itertools import count
from typing import Any, Final

import pytest

from client.protocol import Message, Snapshot
from server.ssh.frame import Frame
from server.ssh.terminal import Terminal
from tests.attack.attacks.speech import CORPUS
from tests.attack.strict import Strict
from tests.client import scenes, tables
from tests.client.scenes import PAGES, SCENES
from tests.server.hosted import TRUECOLOR

WIDTH, HEIGHT = 80, 24
TYPED: Final[Mapping[str, frozenset[str]]] = {
    "Said": frozenset({"name", "text"}),
    "Noticed": frozenset({"name"}),
    "Chair": frozenset({"name"}),
    "TableView": frozenset({"watchers"}),
    "TableLine": frozenset({"host"}),
    "Whereabouts": frozenset({"name"}),
    "LobbyView": frozenset({"you", "online", "notice", "muted"}),
    "TopLine": frozenset({"name"}),
    "Seal": frozenset({"cuts"}),
    "Proof": frozenset({"cuts"}),
}
"""The fields of views whose text some person chose."""
Words = Callable[[], str]


def poisoned(value: Any, words: Words, is_typed: bool = False) -> Any:
    """The same view, and in it other words wherever somebody typed some."""
    if isinstance(value, str):
        return words() if is_typed and value else value
    if isinstance(value, tuple):
        parts = [poisoned(one, words, is_typed) for one in value]
        return type(value)(*parts) if hasattr(value, "_fields") else tuple(parts)
    if is_dataclass(value) and not isinstance(value, type):
        typed = TYPED.get(type(value).__name__, frozenset())
        changed = {one.name: poisoned(getattr(value, one.name), words, one.name in typed) for one in fields(value) if one.init}
        same = all(changed[name] is getattr(value, name) for name in changed)
        return value if same else replace(value, **changed)
    return value


def poisoned_in(message: Message, words: Words) -> Message:
    """The same message, with a view like that."""
    return replace(message, view=poisoned(message.view, words)) if isinstance(message, Snapshot) else message


ALL: Final = (*SCENES, *PAGES)
WORDS: Final = tuple((one + CORPUS[at - 7]).replace("\u200c", "") for at, one in enumerate(CORPUS))
"""Two of the corpus together; without the one joiner that screens may draw, for Persian is spelt with it."""
TERMINALS: Final = (TRUECOLOR, Terminal.from_request("linux", {"LANG": "C"}))


@pytest.mark.parametrize("scene", ALL)
async def test_hostile_words_in_every_field_of_every_screen_stay_words(scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    turn, deliver = count(ALL.index(scene)), tables.Wire.deliver

    def words() -> str:
        return WORDS[next(turn) % len(WORDS)]

    monkeypatch.setattr(tables.Wire, "deliver", lambda self, message: deliver(self, poisoned_in(message, words)))
    async with scenes.scene(scene, (WIDTH, HEIGHT)) as s:
        rows = [strip._segments for strip in s.app.canvas.render_lines(s.app.canvas.size.region)]
    assert next(turn) > ALL.index(scene) + 1, "there is nothing in it that anybody typed"
    for terminal in TERMINALS:
        strict = Strict(WIDTH, HEIGHT, keeps=True)
        strict.feed(Frame(terminal, WIDTH, HEIGHT).draw(enumerate(rows)).encode())
        assert not strict.faults
        assert strict.text
