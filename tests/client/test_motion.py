"""Motion: what moves, what it costs, and that nobody waits for it."""

from __future__ import annotations

import re
from copy import deepcopy
from dataclasses import replace
from typing import cast

import pytest

from client.protocol import Happening, Patch, TableView
from client.text import Text
from client.tui.app import UnoApp
from client.tui.canvas import Sprite
from client.tui.motion import motion
from client.tui.screens.table.places import Places, places
from client.tui.theme import Depth, Look
from client.tui.wardrobe import palette
from engine import events as e
from engine.cards import Color, card
from engine.view import Phase, PlayerView
from server.ssh import driver
from server.ssh.burden import Burden
from server.ssh.terminal import Terminal
from tests.client import tables
from tests.client.likes import Likes
from tests.client.stage import stage
from tests.client.tables import Wire
from tests.server.hosted import MODERN, Client


@pytest.fixture(autouse=True)
def unburdened(monkeypatch: pytest.MonkeyPatch) -> None:
    """However busy the tests are, the server is not."""
    monkeypatch.setattr(driver, "PROCESS", Burden(cpu=lambda: 0.0))


BUDGET = 400
"""Bytes that one motion may cost, all its steps together."""
XTERM = Terminal.from_request("xterm-256color", MODERN)
HAND = (20, 17)
_SGR = re.compile(rb"\x1b\[([0-9;]*)m")

BO_PLAYS = (e.Played(1, card("R5"), Color.RED), e.TurnMoved(2, Phase.AWAIT_PLAY))
TURNS = (e.Played(1, card("RR"), Color.RED), e.Turned(-1))
PENALTY = (e.Played(1, card("R+2"), Color.RED), e.Drew(2, 2, None, e.Why.HIT), e.Skipped(2))
OWN = (e.Played(0, card("R7"), Color.RED),)
NEWS: dict[str, tuple[tuple[Happening, ...], dict[str, object]]] = {
    "card": (BO_PLAYS, {"top": card("R5")}),
    "own card": (OWN, {"top": card("R7")}),
    "direction": (TURNS, {"top": card("RR"), "direction": -1}),
    "penalty": (PENALTY, {"top": card("R+2")}),
}


def before(seats: int = 4) -> TableView:
    """Somebody else is on turn."""
    return tables.table(tables.game(seats=seats, turn=1, legal=()), clock=None)


def where(seats: int = 4, size: tuple[int, int] = (80, 24)) -> Places:
    """The places of a full table."""
    found = places(tables.game(seats=seats), *size)
    assert found is not None
    return found


def texts(happened: tuple[Happening, ...], travels: bool = True) -> list[list[str]]:
    """What each step shows."""
    steps = motion(Text(), palette(Look()), happened, where(), 0, HAND, travels)
    return [["".join(segment.text for segment in sprite.row).strip() for sprite in step] for step in steps]


def test_a_card_travels_from_its_player_to_the_pile() -> None:
    steps = motion(Text(), palette(Look()), BO_PLAYS, where(), 0, HAND, True)
    columns = [step[0].x for step in steps]
    assert columns == sorted(columns), "Bo sits on the left"
    assert all(where().seats[1][0] - 2 <= x <= where().pile[0] for x in columns)
    own = motion(Text(), palette(Look()), OWN, where(), 0, HAND, True)
    rows = [step[0].y for step in own]
    assert rows == sorted(rows, reverse=True)
    assert rows[0] < HAND[1]


def test_a_penalty_lands_and_is_marked_after_the_card_arrived() -> None:
    assert texts(PENALTY) == [["R+2"], ["R+2"], ["+2"], ["+2"], ["+2"], ["+2"], ["+2"], ["+2"]]
    assert texts((e.Drew(2, 1, None, e.Why.TURN),)) == []


def test_the_direction_turns_in_words() -> None:
    assert texts(TURNS) == [["RR", "counter-clockwise"], ["RR", "counter-clockwise"], *[["counter-clockwise"]] * 2]


def test_reduced_motion_marks_and_never_travels() -> None:
    for happened in (BO_PLAYS, PENALTY, TURNS):
        steps = motion(Text(), palette(Look()), happened, where(), 0, HAND, False)
        sprites = {sprite for step in steps for sprite in step}
        assert len(sprites) == len({sprite.row for sprite in sprites}), "each has one place"
        assert 0 < len(steps) <= 4


@pytest.mark.parametrize("name", ["Ada", "Maximilian-Long1"])
@pytest.mark.parametrize("hand", ["R7 B5", "R7 B5 W", "R7 B5 W G7 Y2 " + "G9 " * 9])
@pytest.mark.parametrize("size", [(80, 24), (120, 32)])
async def test_what_lands_on_the_viewers_line_covers_no_word_of_it(name: str, hand: str, size: tuple[int, int]) -> None:
    view = tables.table(tables.game(hand.strip(), turn=1, legal=()), clock=None)
    view = replace(view, chairs=(replace(view.chairs[0], name=name), *view.chairs[1:]))
    assert view.game is not None
    async with stage(view, size, likes={"motion": "reduced"}) as s:
        happened = (e.Drew(0, 2, None, e.Why.HIT),)
        later = replace(view, log=(*view.log, *happened))
        laid: list[Sprite] = []
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(s.app.canvas, "lay_over", lambda sprites: laid.extend(sprites))
            await s.show(later)
        (mark,) = {one for one in laid if s.lines[one.y].find(name) == 3}
        under = s.lines[mark.y][mark.x : mark.x + 4]
        assert not any(sign.isalnum() for sign in under), s.lines[mark.y]


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize("size", [(80, 24), (110, 30), (160, 50)])
def test_every_place_is_on_the_screen_and_no_two_seats_share_one(seats: int, size: tuple[int, int]) -> None:
    found = where(seats, size)
    spots = [*found.seats, found.draw, found.pile, found.ring]
    assert all(2 <= x < size[0] - 4 and 1 <= y < size[1] - 2 for x, y in spots)
    assert len(set(found.seats)) == seats
    assert places(tables.game(seats=seats), 79, 24) is None
    assert places(tables.game(seats=seats), 80, 23) is None


# ── on a terminal ────────────────────────────────────────────────────────────────────────────────────────────


class Played:
    """A hosted app at a table, and what happens there."""

    def __init__(self, terminal: Terminal = XTERM, seats: int = 4, **likes: str) -> None:
        self.view = before(seats)
        self.wire = Wire(self.view)
        Likes(self.wire, **likes)
        self.client = Client(terminal, (80, 24), UnoApp, self.wire.link, terminal.look)

    @property
    def app(self) -> UnoApp:
        """The app itself."""
        return cast(UnoApp, cast(object, self.client.host._app))

    def happen(self, name: str) -> None:
        """One update, as the lobby sends it."""
        happened, changes = NEWS[name]
        self.patch({f"game.{field}": value for field, value in changes.items()}, happened)

    def patch(self, changes: dict[str, object], happened: tuple[Happening, ...]) -> None:
        """A patch of the table."""
        version = self.wire.link.version
        self.client.host.deliver(lambda: self.wire.deliver(Patch("K7QX", version, version + 1, changes, happened)))

    async def ready(self) -> None:
        """Wait until the table is there and still."""
        await self.client.sees("Table K7QX")
        await self.still()

    async def still(self) -> None:
        """Wait until nothing was sent for longer than a step takes."""
        await self.client.channel.silence(0.5)

    async def cost(self, name: str) -> int:
        """Bytes that an update takes until all is still."""
        sent = len(self.client.channel.raw)
        self.happen(name)
        await self.client.channel.next_write(1.0)
        await self.still()
        return len(self.client.channel.raw) - sent


@pytest.mark.parametrize("name", NEWS)
async def test_a_motion_costs_a_few_hundred_bytes_and_leaves_nothing_behind(name: str) -> None:
    moving, standing = Played(), Played(motion="none")
    await moving.ready()
    await standing.ready()
    more, plain = await moving.cost(name), await standing.cost(name)
    assert 0 < more - plain <= BUDGET, (more, plain)
    assert moving.client.screen() == standing.client.screen()


async def test_reduced_motion_costs_less_than_full() -> None:
    full, reduced = Played(), Played(motion="reduced")
    await full.ready()
    await reduced.ready()
    assert await reduced.cost("card") < await full.cost("card")


async def test_who_wants_none_gets_one_write_and_no_more() -> None:
    played = Played(motion="none")
    await played.ready()
    writes = played.client.channel.writes
    await played.cost("card")
    assert played.client.channel.writes == writes + 1


async def test_the_position_is_shown_before_anything_moves() -> None:
    played = Played()
    await played.ready()
    played.happen("card")
    await played.client.channel.next_write(1.0)
    assert any("R5" in line for line in played.client.screen())
    assert any("Bo plays red 5" in line for line in played.client.screen())


async def test_nothing_is_timed_when_nothing_moves() -> None:
    played = Played()
    await played.ready()
    app = played.app
    assert app.motion._timer is None
    await played.cost("penalty")
    assert app.motion._timer is None
    sent = len(played.client.channel.raw)
    assert not await played.client.channel.next_write(0.5)
    assert len(played.client.channel.raw) == sent


async def test_a_key_ends_it_and_is_answered_in_the_same_turn() -> None:
    played = Played()
    await played.ready()
    app = played.app
    played.happen("penalty")
    await played.client.channel.next_write(1.0)
    await played.client.channel.next_write(1.0)
    played.client.host.feed(b"l")
    await played.client.channel.next_write(1.0)
    await played.client.until(lambda: app.motion._timer is None, 0.2)
    selected = [line for line in played.client.screen() if "┏" in line]
    assert len(selected) == 1
    await played.still()


async def test_a_slow_line_sees_no_motion() -> None:
    played = Played()
    await played.ready()
    channel = played.client.channel
    channel.stalled = True
    await played.cost("card")
    writes = channel.writes
    played.happen("penalty")
    await channel.next_write(1.0)
    await played.still()
    assert channel.writes == writes + 1, "the new position alone"


@pytest.mark.parametrize("terminal", [Terminal.from_request("vt100", {"LANG": "C"}), Terminal.from_request("linux", MODERN)])
async def test_it_is_drawn_in_what_the_terminal_has(terminal: Terminal) -> None:
    played = Played(terminal)
    await played.ready()
    for name in NEWS:
        assert await played.cost(name) < 2000
    codes = {code for found in _SGR.findall(played.client.channel.raw) for code in found.split(b";")}
    assert terminal.depth is not Depth.MONO or codes <= {b"", b"0", b"1", b"7"}
    assert terminal.unicode or played.client.channel.raw.isascii()


async def test_ten_seats_move_like_four() -> None:
    played = Played(seats=10)
    await played.ready()
    assert await played.cost("penalty") < 1200


# ── on the stage ─────────────────────────────────────────────────────────────────────────────────────────────


async def test_a_dialog_above_and_another_page_end_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("client.tui.motion.STEP", 20.0)  # nothing else does
    async with stage(before()) as s:
        version = s.app.link.version
        s.wire.deliver(Patch("K7QX", version, version + 1, {"game.top": card("R5")}, BO_PLAYS))
        await s.pilot.pause()
        assert s.app.canvas._sprites != ()
        over = tables.round_over()
        s.wire.deliver(Patch("K7QX", version + 1, version + 2, {"stage": over.stage, "game": over.game}, (e.WentOut(0),)))
        await s.pilot.pause()
        assert s.app.motion._timer is None
        assert s.app.canvas._sprites == ()


async def test_a_snapshot_moves_nothing() -> None:
    async with stage(before()) as s:
        view = before()
        game = view.game
        assert isinstance(game, PlayerView)
        await s.show(replace(view, game=replace(game, top=card("R5")), log=deepcopy((*tables.LOG, *BO_PLAYS))))
        assert s.app.motion._timer is None


async def test_nothing_moves_while_the_process_is_busy(monkeypatch: pytest.MonkeyPatch) -> None:
    ticks = iter(range(100_000))
    monkeypatch.setattr(driver, "PROCESS", Burden(wall=lambda: next(ticks), cpu=lambda: next(ticks)))
    moving, standing = Played(), Played(motion="none")
    await moving.ready()
    await standing.ready()
    assert await moving.cost("card") == await standing.cost("card")
