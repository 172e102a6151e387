"""Cutting the deck by a key: where it is offered, what is sent and shown, and what becomes of a line that comes too late."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.protocol import Create, Cut, Notice, Noticed, Reply, Say, TableView
from client.protocol import Stage as Life
from client.tui.app import UnoApp
from client.tui.theme import Depth, Look
from engine.options import Options
from server.lobby.lobby import Lobby
from tests.client import tables
from tests.client.golden import assert_golden
from tests.client.hands_on import Guest, Player, press
from tests.client.lobbies import room
from tests.client.render import screen_text
from tests.client.stage import stage
from tests.client.test_proof import PROOF, SEAL
from tests.clock import Seeds, VirtualClock

ASCII = Look(Depth.MONO, unicode=False)
CUTS = replace(SEAL, cuts=("pear tree", "the quick brown fox"))
ROOM = room(seal=SEAL)
OVER, DONE = (replace(view, proof=PROOF, seal=CUTS) for view in (tables.round_over(), tables.match_over()))
PLAYING = replace(tables.table(tables.game()), seal=CUTS)


@pytest.mark.parametrize(
    ("name", "view", "size", "look", "keys"),
    [
        ("cut-waiting-80x24", ROOM, (80, 24), Look(), ["c"]),
        ("cut-waiting-40x12-ascii", room(10, 10, seal=CUTS), (40, 12), ASCII, ["c", "o", "w"]),
        ("cut-round-80x24", OVER, (80, 24), Look(), []),
        ("cut-round-40x12", OVER, (40, 12), Look(), ["down"] * 20),
        ("deal-help-80x24", PLAYING, (80, 24), Look(), ["question_mark", "end"]),
    ],
)
async def test_seal_and_cuts_look_as_they_did(
    name: str, view: TableView, size: tuple[int, int], look: Look, keys: list[str]
) -> None:
    async with stage(view, size, look, address="uno.example.org") as s:
        await s.press(*keys)
        assert_golden(name, s.screen)


@pytest.mark.parametrize("view", [ROOM, replace(ROOM, you=1), OVER, DONE], ids=["host", "guest", "round", "match"])
@pytest.mark.parametrize("size", [(80, 24), (60, 16), (40, 12)])
async def test_a_key_opens_a_line_enter_sends_it_and_escape_does_not(view: TableView, size: tuple[int, int]) -> None:
    async with stage(view, size) as s:
        assert "c cut" in s.footer or size[0] < 80
        await s.press("c")
        assert s.status.startswith("Cut the deck:   any words")
        assert s.footer.startswith("Enter cut  Esc never mind")
        await s.press(*"no", "escape", "c", "enter")
        assert s.wire.bodies == []
        await s.press("c", *"draw", "space", "4", "enter")
        assert s.wire.bodies == [Cut("draw 4")]
        s.now[0] += 1
        s.wire.deliver(Reply(s.wire.sent[-1].id))
        await s.pilot.pause()
        assert "go into the shuffle" in s.status
        await s.press("t", *"hi", "enter")
        assert s.wire.bodies == [Cut("draw 4"), Say("hi")]


async def test_a_cut_is_as_long_as_the_lobby_takes_it() -> None:
    async with stage(OVER) as s:
        await s.press("c", *"x" * 70, "enter")
        assert s.wire.bodies == [Cut("x" * 64)]


async def test_who_has_no_seat_is_told_so() -> None:
    for view in (replace(ROOM, you=None), replace(OVER, you=None, seal=SEAL)):
        async with stage(view) as s:
            assert "fedcba987654" in s.screen
            assert "c cut" not in s.screen
            await s.press("x", "c")
            assert s.status == "Only who has a seat cuts the deck."
            assert s.app.base.entry is None


async def test_what_is_typed_when_the_cards_are_dealt_is_neither_sent_nor_taken_for_keys() -> None:
    async with stage(OVER) as s:
        await s.press("c", *"my wor")
        await s.show(PLAYING)
        assert s.status.startswith("Too late to cut: my wor")
        await s.press("d", "enter")
        assert s.status == "The cards were dealt before your cut."
        await s.press("enter")
        assert s.wire.bodies == []
    async with stage(OVER) as s:
        await s.press("c")
        await s.show(PLAYING)
        assert s.status.startswith("Your turn")


async def test_a_line_for_the_deck_moves_on_to_the_next_page_before_a_deal() -> None:
    async with stage(DONE) as s:
        await s.press("c", *"abc")
        await s.show(replace(ROOM, code=DONE.code))
        assert s.status.startswith("Cut the deck: abc")
        await s.press("enter")
        assert s.wire.bodies == [Cut("abc")]


async def test_seal_cuts_and_log_show_who_cut_and_with_what() -> None:
    log = (Noticed("Ada", Notice.CUT), Noticed("~Bo", Notice.CUT))
    async with stage(replace(ROOM, seal=CUTS, log=log)) as s:
        assert "Seal of the deal: fedcba987654   cut with “pear tree”, “the quick brown fox”" in s.screen
        assert "You cut the deck." in s.screen
        assert "~Bo cuts the deck." in s.screen
        await s.show(replace(ROOM, seal=replace(SEAL, cuts=("x" * 64, "y" * 64))))
        assert "Seal of the deal: fedcba987654   2 cuts (? shows them)" in s.screen
        await s.press("question_mark", "end")
        assert "x" * 60 in s.screen


@pytest.mark.parametrize("view", [PLAYING, ROOM, OVER, DONE], ids=["table", "room", "round", "match"])
async def test_help_shows_the_whole_seal_and_how_to_verify_it(view: TableView) -> None:
    async with stage(view, address="uno.example.org") as s:
        await s.press("question_mark", "end")
        assert SEAL.commitment in s.screen
        assert "ssh uno.example.org verify fedcba987654" in s.screen
        assert ("verify 0123456789ab" in s.screen) == (view.stage in (Life.ROUND_OVER, Life.MATCH_OVER))
        assert ("pear tree" in s.screen) == (view is not ROOM)


async def test_on_the_real_lobby_a_cut_is_shown_mixed_in_and_proved() -> None:
    clock = VirtualClock()
    lobby = Lobby(clock, Seeds(3))
    guest = Guest(lobby, "Ada")
    guest.pump()
    app = UnoApp(guest.link, Look(), now=clock.now)
    async with app.run_test(size=(80, 24)) as pilot:
        app.send(Create(Options(target_score=500), seats=2, bots=("easy",), clock=None))
        player = Player(app, guest, clock)
        await player.wait()
        for words in ("first words", "better words"):
            await press(app, "c", *words, "enter")
            await player.wait()
        await pilot.pause()
        assert "cut with “better words”" in screen_text(app)
        assert "first words" not in screen_text(app)
        assert "You cut the deck." in screen_text(app)
        await press(app, "enter")
        await player.wait()
        table = guest.link.table
        assert table is not None
        assert table.stage is Life.PLAYING
        assert table.seal is not None
        assert table.seal.cuts == ("better words",)
        await player.play(rounds=1)
        proved = guest.link.table
        assert proved is not None
        assert proved.proof is not None
        assert (proved.proof.id, proved.proof.cuts) == (table.seal.id, ("better words",))
        await pilot.pause()
        assert f"verify {table.seal.id}" in screen_text(app)
        assert guest.refused == []
