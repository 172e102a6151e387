"""The screens on the real lobby: a whole match through keys alone, read from what the screen offers."""

from __future__ import annotations

from client.protocol import Stage
from client.tui.app import UnoApp
from client.tui.theme import Look
from server.lobby.lobby import Lobby
from tests.client.hands_on import Guest, Player
from tests.clock import Seeds, VirtualClock


async def test_a_quick_match_is_played_to_its_end_with_keys_alone() -> None:
    clock = VirtualClock()
    lobby = Lobby(clock, Seeds(3))
    guest = Guest(lobby, "Ada")
    guest.pump()
    app = UnoApp(guest.link, Look(), "quick", now=clock.now)
    async with app.run_test(size=(80, 24)) as pilot:
        guest.pump()
        await pilot.pause()
        assert guest.link.table is not None
        assert guest.link.table.stage is Stage.PLAYING
        player = Player(app, guest, clock)
        await player.play(rounds=100)
        assert guest.seen["Played"] > 20
        assert guest.seen["RoundEnded"] >= 1
        assert guest.seen["MatchEnded"] == 1
        screen = "\n".join(strip.text for strip in app.canvas.render_lines(app.canvas.size.region))
        assert "1." in screen
        assert "win" in screen


async def test_a_wrong_code_leads_to_the_lobby_with_a_sentence() -> None:
    lobby = Lobby(VirtualClock(), Seeds(3))
    guest = Guest(lobby, "Ada")
    guest.pump()
    app = UnoApp(guest.link, Look(), "join", "ZZZZ")
    async with app.run_test(size=(80, 24)) as pilot:
        guest.pump()
        await pilot.pause()
        assert app.base.name == "lobby"
        assert app.status
