"""Input is taken in bounded bites, output is never piled up, and sizes are what can be painted."""

from __future__ import annotations

import asyncio
import gc
import random
import time
from contextlib import suppress
from typing import cast

import pytest
from textual import events
from textual.app import App, ComposeResult
from textual.containers import Horizontal
from textual.widgets import Button, Input, Label, OptionList

from server.ssh import driver, intake
from server.ssh.driver import HIGH_WATER, MAX_HEIGHT, MAX_WIDTH, clamped
from server.ssh.hosted import Hosted
from server.ssh.terminal import Terminal
from tests.server.hosted import TRUECOLOR, Client, SmallApp


async def ended(*clients: Client) -> None:
    for client in clients:
        client.host.stop("")
        await client.host.ended()


def names(client: Client) -> list[str]:
    return [event.key for event in client.app().received if isinstance(event, events.Key)]


# ── input ────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_an_arrow_split_by_150_ms_of_jitter_is_an_arrow() -> None:
    """CASES 2-02."""
    client = Client()
    await client.sees("hello")
    client.host.feed(b"\x1b")
    asyncio.get_running_loop().call_later(0.15, client.host.feed, b"[A")
    await client.until(lambda: names(client))
    assert names(client) == ["up"]
    await ended(client)


async def escape(client: Client) -> float:
    """Seconds from the byte to the key."""
    begun, keys = asyncio.get_running_loop().time(), len(names(client))
    client.host.feed(b"\x1b")
    await client.until(lambda: len(names(client)) > keys)
    return asyncio.get_running_loop().time() - begun


async def test_escape_alone_arrives_within_half_a_second() -> None:
    """CASES 2-02."""
    client = Client()
    await client.sees("hello")
    took = [await escape(client) for _ in range(3)]
    assert names(client) == ["escape"] * 3
    assert 0.15 < min(took) < 0.5, "the machine may have stood still, but not each time"
    await ended(client)


async def test_characters_split_between_packets_arrive_whole() -> None:
    client = Client()
    await client.sees("hello")
    for byte in "Žąsis 漢".encode():
        client.host.feed(bytes([byte]))
    await client.sees("typed Žąsis 漢")
    await ended(client)


async def test_garbage_kills_nothing_and_types_nothing() -> None:
    client = Client()
    await client.sees("hello")
    client.host.feed(
        b"\xff\xfe\x1b[9999999999u\x1b[<1;99999999999;1M\x1b]11;rgb:0/0/0\x1b\\\x1b[?1;2c\x1bP1$r\x1b\\\x1b[200;5;5~"
    )
    client.host.feed(b"ok")
    await client.sees("typed ok")
    assert names(client) == ["o", "k"]
    await ended(client)


async def test_a_paste_is_one_event_of_one_line() -> None:
    """CASES 2-04."""
    client = Client()
    await client.sees("hello")
    client.host.feed(b"\x1b[200~hi\n/leave\nq\n\x1b[20")
    client.host.feed(b"1~")
    await client.sees("typed [hi /leave q]")
    assert names(client) == []
    await ended(client)


async def test_a_paste_whose_end_is_lost_ends_by_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("server.ssh.keyboard.PASTE_DELAY", 0.05)
    client = Client()
    await client.sees("hello")
    client.host.feed(b"\x1b[200~abc")
    await client.sees("typed [abc]")
    client.host.feed(b"x")
    await client.sees("typed [abc]x")
    await ended(client)


async def test_a_flood_is_cut_short_and_leaves_the_others_alone() -> None:
    """CASES 2-06: 224 KiB of letters that no terminal bracketed."""
    flooder, other = Client(), Client()
    await flooder.sees("hello")
    await other.sees("hello")
    for _ in range(7):
        flooder.host.feed(b"x" * 32 * 1024)
    gc.disable()  # a full pass looks at all that the tests before this one have left
    try:
        begun = time.process_time()  # of this process: the machine may be busy with others
        other.host.feed(b"abc")
        await other.sees("typed abc")
        assert time.process_time() - begun < 0.1
    finally:
        gc.enable()
    assert flooder.host._driver is not None
    assert flooder.host._driver._intake._keyboard.waiting == 0
    await flooder.quiet()
    assert len(flooder.app().typed) < 1000
    assert flooder.channel.pauses > 0
    await flooder.until(lambda: flooder.channel.reading)
    later = asyncio.get_running_loop().create_future()
    asyncio.get_running_loop().call_later(intake.SILENCE + 0.05, later.set_result, None)
    await later
    flooder.host.feed(b"\x1b[A")
    await flooder.until(lambda: names(flooder)[-1] == "up")
    await ended(flooder, other)


async def test_what_comes_while_a_session_must_rest_takes_no_more_memory_than_that() -> None:
    client = Client()
    await client.sees("hello")
    assert client.host._driver is not None
    kept = client.host._driver._intake
    kept.rest(60)
    most = 0
    for _ in range(20):
        client.host.feed(b"x" * 10 * 1024)
        most = max(most, kept._keyboard.waiting)
    assert 0 < most <= intake.HEAP
    await ended(client)


async def test_reading_pauses_while_a_client_sends_more_than_anybody_types() -> None:
    client = Client()
    await client.sees("hello")
    client.host.feed(b"\x1b[200~" + b"x" * intake.METER)
    assert not client.channel.reading
    await client.until(lambda: client.channel.reading)
    await ended(client)


async def test_mouse_clicks_outside_the_screen_and_all_but_the_last_movement_are_dropped() -> None:
    client = Client()
    await client.sees("hello")
    client.host.feed(b"\x1b[<0;3;2M\x1b[<0;3;2m\x1b[<0;999;1M\x1b[<0;999;1m" + b"\x1b[<35;4;4M" * 30)
    await client.until(lambda: client.app().received)
    (click,) = (event for event in client.app().received if isinstance(event, events.MouseDown))
    assert (click.x, click.y) == (2, 1)
    await ended(client)


async def test_the_mouse_reports_only_while_it_is_wanted_and_where_there_is_one() -> None:
    """CASES 2-25: a line that is cut leaves the terminal as it is, so what types into a shell is off until asked for."""
    client, bare = Client(), Client(Terminal.from_request("vt100", {}), (80, 24))
    for one in (client, bare):
        await one.sees("hello")
        assert b"\x1b[?100" not in one.channel.raw
        surface = cast(Hosted, one.app())._ssh_driver
        surface.track_mouse(True)
        surface.track_mouse(True)
        surface.flush()
    assert client.channel.raw.count(b"\x1b[?1000h\x1b[?1006h") == 1
    await ended(client)
    assert client.channel.raw.count(b"\x1b[?1006l\x1b[?1000l") == 1
    await ended(bare)
    assert b"\x1b[?" not in bare.channel.raw


async def test_a_terminal_that_turns_words_around_leaves_them_to_us_and_is_given_back_so() -> None:
    client, bare = Client(), Client(Terminal.from_request("vt100", {}), (80, 24))
    for one in (client, bare):
        await one.sees("hello")
        assert b"\x1b[8" not in one.channel.raw
        surface = cast(Hosted, one.app())._ssh_driver
        surface.keep_order(True)
        surface.keep_order(True)
        surface.flush()
    assert client.channel.raw.count(b"\x1b[8l") == 1
    await ended(client)
    assert client.channel.raw.endswith(b"\x1b[8h")
    await ended(bare)
    assert b"\x1b[8" not in bare.channel.raw


# ── sizes ────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize(
    ("claimed", "taken"),
    [
        ((0, 0), (80, 24)),
        ((-5, 3), (80, 3)),
        ((1, 1), (1, 1)),
        ((500, 200), (MAX_WIDTH, MAX_HEIGHT)),
        ((2**32 - 1, 2**32 - 1), (MAX_WIDTH, MAX_HEIGHT)),
    ],
)
async def test_any_size_a_client_claims_is_brought_within_reason(claimed: tuple[int, int], taken: tuple[int, int]) -> None:
    """CASES 2-34."""
    assert clamped(*claimed) == taken
    started, changed = Client(TRUECOLOR, claimed), Client()
    await changed.sees("80x24")
    changed.host.resize(*claimed)
    for client in (started, changed):
        await client.until(lambda client=client: client.app() and client.app().canvas.size == taken)  # type: ignore[misc]
        assert tuple(client.app().size) == taken
    await ended(started, changed)


async def test_a_storm_of_sizes_is_painted_a_few_times_and_ends_with_the_last() -> None:
    """CASES 2-16."""
    client = Client()
    await client.sees("80x24")
    for width in range(40, 140):
        client.resize(width, 30)
    await client.sees("139x30")
    await client.quiet()
    assert bytes(client.channel.raw).count(b"\x1b[2J") <= 3
    await ended(client)


async def test_sizes_that_keep_coming_are_painted_ten_times_a_second() -> None:
    client, loop = Client(), asyncio.get_running_loop()
    await client.sees("80x24")
    before, began, width = bytes(client.channel.raw).count(b"\x1b[2J"), loop.time(), 40
    while loop.time() - began < 0.5:
        width = 40 + (width + 1) % 60
        client.host.resize(width, 30)
        await asyncio.sleep(0)
    assert 1 <= bytes(client.channel.raw).count(b"\x1b[2J") - before <= 6
    client.resize(100, 30)
    await client.sees("100x30")
    await ended(client)


@pytest.mark.parametrize("how", ["ctrl+l", "same size"])
async def test_a_disturbed_screen_is_drawn_afresh(how: str) -> None:
    """CASES 2-16."""
    client = Client()
    await client.sees("80x24")
    await client.quiet()
    whole = client.screen()
    client._stream.feed(b"\x1b[3;3H\x1b[7mBroadcast message from root\r\n\x1b[4;60r")
    assert client.screen() != whole
    client._stream.feed(b"\x1b[r")
    client.host.feed(b"\x0c") if how == "ctrl+l" else client.host.resize(80, 24)
    await client.until(lambda: client.screen() == whole)
    assert names(client) == []
    await ended(client)


# ── output ───────────────────────────────────────────────────────────────────────────────────────────────────


async def test_an_idle_app_sends_nothing() -> None:
    """CASES 2-28."""
    client = Client()
    await client.sees("hello")
    await client.quiet()
    before = len(client.channel.raw)
    assert not await client.channel.next_write(0.5)
    assert len(client.channel.raw) == before
    await ended(client)


async def test_a_key_costs_one_small_write() -> None:
    client = Client()
    await client.sees("hello")
    await client.quiet()
    writes, sent = client.channel.writes, len(client.channel.raw)
    client.host.feed(b"a")
    await client.sees("typed a")
    await client.quiet()
    assert client.channel.writes == writes + 1
    assert len(client.channel.raw) - sent <= 8
    await ended(client)


async def test_the_bell_rings_everywhere_but_nothing_else_of_textual_is_passed_on() -> None:
    client = Client()
    await client.sees("hello")
    app = client.app()
    client.host.deliver(app.bell)
    client.host.deliver(lambda: app._set_pointer_shape("pointer"))
    await client.until(lambda: client.channel.raw.endswith(b"\x07"))
    assert b"\x1b]22" not in client.channel.raw
    await ended(client)


class Busy(SmallApp):
    """Draws something else everywhere whenever it is asked to."""

    def churn(self, turn: int) -> None:
        letters = random.Random(turn)
        self.canvas.say(*["".join(letters.choices("abcdefgh ", k=79)) for _ in range(self.canvas.size.height)])


async def stall(client: Client) -> int:
    """Let a client stop reading while its app goes on; return the turns it made."""
    client.channel.stalled = True
    app = cast(Busy, client.app())
    turn = 0
    while not app._batch_count:
        turn += 1
        client.host.deliver(lambda turn=turn: app.churn(turn))  # type: ignore[misc]
        await client.channel.next_write(0.05)
        assert turn < 1000
    return turn


async def test_a_client_that_stops_reading_costs_a_bounded_backlog_and_then_sees_the_newest_screen() -> None:
    client, other = Client(TRUECOLOR, (80, 24), Busy), Client()
    await client.sees("hello")
    await other.sees("hello")
    turn = await stall(client)
    full = client.channel.backlog()
    assert HIGH_WATER < full < HIGH_WATER + 16 * 1024
    app = cast(Busy, client.app())
    for more in range(20):
        client.host.deliver(lambda more=more: app.churn(turn + 1 + more))  # type: ignore[misc]
    client.host.deliver(lambda: app.canvas.say("the newest"))
    other.host.feed(b"abc")
    await other.sees("typed abc")
    assert client.channel.backlog() == full
    client.channel.stalled = False
    await client.sees("the newest")
    assert [line for line in client.screen() if line] == ["the newest"]
    await ended(client, other)


async def test_a_client_that_takes_nothing_for_too_long_is_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(driver, "STALL_LIMIT", 0.2)
    client = Client(TRUECOLOR, (80, 24), Busy)
    await client.sees("hello")
    await stall(client)
    await client.until(lambda: client.channel.aborted)
    written = len(client.channel.raw)
    client.host.disconnected()
    await client.host.ended()
    assert len(client.channel.raw) == written


# ── the whole ────────────────────────────────────────────────────────────────────────────────────────────────


class Form(App[str]):
    """Stock widgets, whose screens Textual composes."""

    CSS = "Horizontal { height: auto; } Label { width: 1fr; background: $boost; }"

    def compose(self) -> ComposeResult:
        yield Input(placeholder="name")
        with Horizontal():
            yield Label("one ─ 漢字", id="label")
            yield Button("Go", id="go")
        yield OptionList(*[f"option {number}" for number in range(30)])


def composed(app: App[str]) -> list[str]:
    """What Textual's own compositor makes of the screen."""
    return [strip.text.rstrip() for strip in app.screen._compositor.render_strips()]


async def test_the_terminal_shows_what_textual_would_after_any_updates_and_sizes() -> None:
    client = Client(TRUECOLOR, (60, 16), Form)
    await client.until(lambda: any("option 1" in line for line in client.screen()))
    chance = random.Random(8)
    app = client.host._app
    assert app is not None
    for _ in range(25):
        match chance.randrange(4):
            case 0:
                client.resize(chance.randrange(20, 100), chance.randrange(8, 40))
            case 1:
                client.host.feed(chance.choice([b"\t", b"\x1b[B", b"\x1b[6~", b"abc", b"\x7f", b"\x1b[<65;5;9M"]))
            case 2:
                text = "".join(chance.choices("ab ─漢é", k=chance.randrange(40)))
                client.host.deliver(lambda text=text: app.query_one("#label", Label).update(text))  # type: ignore[misc]
            case 3:
                client.host.deliver(lambda: setattr(app.query_one("#go"), "disabled", not app.query_one("#go").disabled))
        await client.quiet()
        with suppress(TimeoutError):
            await client.until(lambda: client.screen() == composed(app))
        assert client.screen() == composed(app)
    await ended(client)
