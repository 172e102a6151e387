"""What draws attention from outside the screen: only to terminals that take it, only our sequences, and given back."""

from __future__ import annotations

import re

import pytest

from client.protocol import Setting, Snapshot
from client.tui.app import UnoApp
from server.lobby.settings import CHOICES
from server.ssh.calls import CELLS, Title, notice
from server.ssh.terminal import Terminal
from tests.client import tables
from tests.client.likes import Likes
from tests.server.hosted import MODERN, Client

XTERM = Terminal.from_request("xterm-256color", MODERN)
DEAF = ("linux", "vt100", "vt220", "dumb", "screen", "screen-256color", "ansi", "cygwin", "st-256color")
EVIL = "you;\x1b]0;evil\a\x9c\u202ebo\n" + "x" * 200
_SEQUENCE = re.compile(r"\x1b\]2;[^\x00-\x1f\x7f-\x9f]*\x07|\x1b\]9;\D[^\x00-\x1f\x7f-\x9f]*\x07|\x1b\[2[23];2t")


@pytest.mark.parametrize("term", DEAF)
def test_a_terminal_that_does_not_take_them_gets_none(term: str) -> None:
    terminal = Terminal.from_request(term, MODERN)
    assert (terminal.titles, terminal.notices) == (False, 0)
    assert Title().write("UNO", terminal) == notice("UNO", terminal) == ""
    assert not terminal.look.titles
    assert not terminal.look.notices


@pytest.mark.parametrize(
    ("term", "number"),
    [
        *(("xterm-256color", 9), ("xterm-kitty", 9), ("xterm-ghostty", 9), ("wezterm", 9), ("foot", 777)),
        *(("rxvt-unicode-256color", 777), ("vte-256color", 777), ("tmux-256color", 0), ("alacritty", 0), ("putty", 0)),
    ],
)
def test_a_notice_is_told_in_the_words_of_the_terminal(term: str, number: int) -> None:
    terminal = Terminal.from_request(term, MODERN)
    told = {9: "\x1b]9;your turn\a", 777: "\x1b]777;notify;unotty;your turn\a", 0: ""}
    assert notice("your turn", terminal) == told[number]
    assert terminal.titles


def test_a_title_is_kept_once_and_given_back_once() -> None:
    title = Title()
    assert title.give_back() == ""
    assert title.write("one", XTERM) == "\x1b[22;2t\x1b]2;one\a"
    assert title.write("two", XTERM) == "\x1b]2;two\a"
    assert title.write("", XTERM) == "\x1b]2;\a\x1b[23;2t"
    assert title.give_back() == ""
    assert title.write("three", XTERM).startswith("\x1b[22;2t")


def test_no_word_ends_or_begins_a_sequence() -> None:
    for codes in (Title().write(EVIL, XTERM), notice(EVIL, XTERM)):
        assert _SEQUENCE.sub("", codes) == ""
        assert len(codes) < CELLS + 20
    assert notice("4;3;50", XTERM) == "", "a number means the progress bar of a task bar"
    assert Title().write("Gintarė", Terminal.from_request("xterm", {"LANG": "C"})).isascii()


def seen(**likes: str) -> tuple[tables.Wire, Likes]:
    """A wire to a table at which somebody else is on turn."""
    wire = tables.Wire(tables.table(tables.game(turn=1, legal=())))
    return wire, Likes(wire, **likes)


async def begin_turn(client: Client, wire: tables.Wire) -> bytes:
    """It is the viewer's turn now; what was sent for it."""
    await client.quiet()
    sent = len(client.channel.raw)
    client.host.deliver(lambda: wire.show(tables.table(tables.game())))
    await client.sees("Your turn")
    await client.quiet()
    return bytes(client.channel.raw[sent:])


def hosted(wire: tables.Wire, terminal: Terminal, now: list[float]) -> Client:
    """The app at that table, with a clock of its own."""

    class Clocked(UnoApp):
        def __init__(self) -> None:
            super().__init__(wire.link, terminal.look, now=lambda: now[0])

    return Client(terminal, (80, 24), Clocked)


async def test_the_bell_rings_for_who_pressed_no_key_of_late() -> None:
    now = [100.0]
    wire, _ = seen()
    client = hosted(wire, XTERM, now)
    await client.sees("Table K7QX")
    now[0] += 60
    assert (await begin_turn(client, wire)).count(b"\a") == 1


async def test_nothing_rings_for_who_is_at_the_keys() -> None:
    now = [100.0]
    wire, _ = seen(notify="osc")
    client = hosted(wire, XTERM, now)
    await client.sees("Table K7QX")
    now[0] += 60
    client.host.feed(b"l")
    await client.quiet()
    now[0] += 3
    sent = await begin_turn(client, wire)
    assert b"\x1b]9" not in sent
    assert sent.count(b"\a") == 1, "that of the title alone"


async def test_who_reads_the_rules_is_called() -> None:
    now = [100.0]
    wire, _ = seen()
    client = hosted(wire, XTERM, now)
    await client.sees("Table K7QX")
    client.host.feed(b"r")
    await client.sees("Rules")
    await client.quiet()
    sent = len(client.channel.raw)
    client.host.deliver(lambda: wire.show(tables.table(tables.game())))
    await client.until(lambda: b"\a" in client.channel.raw[sent:])


async def test_a_silent_person_hears_nothing() -> None:
    now = [100.0]
    wire, _ = seen(bell="off")
    client = hosted(wire, XTERM, now)
    await client.sees("Table K7QX")
    now[0] += 60
    assert b"\a" not in await begin_turn(client, wire)


@pytest.mark.parametrize("term", ["xterm-256color", "linux", "vt100"])
async def test_title_and_notice_come_and_go_with_the_session(term: str) -> None:
    now = [100.0]
    terminal = Terminal.from_request(term, MODERN)
    wire, _ = seen(notify="osc")
    client = hosted(wire, terminal, now)
    await client.sees("Table K7QX")
    now[0] += 60
    sent = await begin_turn(client, wire)
    client.host.stop("The server is restarting.")
    await client.host.ended()
    whole = bytes(client.channel.raw)
    if not terminal.titles:
        assert b"\x1b]" not in whole
        assert sent.count(b"\a") == 1, "every terminal has a bell"
        return
    assert b"\x1b]2;Your turn: UNO K7QX\a" in sent
    assert b"\x1b]9;UNO: it is your turn.\a" in sent
    assert whole.index(b"\x1b[22;2t") < whole.index(b"\x1b]2;UNO K7QX\a") < whole.index(b"\x1b[23;2t")
    assert whole.count(b"\x1b[22;2t") == whole.count(b"\x1b[23;2t") == 1


async def test_without_a_notice_asked_for_the_title_stays_as_it_was() -> None:
    now = [100.0]
    wire, likes = seen()
    client = hosted(wire, XTERM, now)
    await client.sees("Table K7QX")
    await begin_turn(client, wire)
    assert b"\x1b]" not in client.channel.raw
    client.host.deliver(lambda: likes.like(notify="title"))
    await client.until(lambda: b"\x1b]2;" in client.channel.raw)
    client.host.deliver(lambda: likes.like(notify="off"))
    await client.until(lambda: b"\x1b[23;2t" in client.channel.raw)


async def test_colours_and_characters_change_under_a_running_session() -> None:
    wire, likes = seen()
    client = hosted(wire, XTERM, [100.0])
    await client.sees("Table K7QX")
    await client.quiet()
    first = "\n".join(client.screen())
    assert b"38;5;" in client.channel.raw
    for values, told in (({"theme": "none"}, "no colour"), ({"symbols": "ascii"}, "ASCII"), ({"theme": "light"}, "colour")):
        sent = len(client.channel.raw)

        def like(values: dict[str, str] = values) -> None:
            likes.like(**values)

        client.host.deliver(like)
        while not await client.channel.next_write(0.5):
            pass
        await client.quiet()
        new = bytes(client.channel.raw[sent:])
        assert b"\x1b[2J" in new, told
        assert (b"8;5;" in new) == (told == "colour")
        assert new.isascii() == (told != "no colour")
        assert any("Table K7QX" in line for line in client.screen())
    client.host.deliver(lambda: likes.like(theme="auto", symbols="auto"))
    await client.until(lambda: "\n".join(client.screen()) == first)


async def test_what_is_liked_from_before_shows_from_the_first_byte_of_the_screen() -> None:
    wire, _ = seen(theme="none", symbols="ascii")
    client = hosted(wire, XTERM, [100.0])
    await client.sees("Table K7QX")
    await client.quiet()
    assert client.channel.raw.isascii()
    assert b"8;5;" not in client.channel.raw


async def test_the_mouse_is_followed_only_while_it_is_liked() -> None:
    wire, likes = seen(mouse="on")
    client = hosted(wire, XTERM, [100.0])
    await client.sees("Table K7QX")
    assert b"\x1b[?1000h" in client.channel.raw
    client.host.deliver(lambda: likes.like(mouse="off"))
    await client.until(lambda: b"\x1b[?1000l" in client.channel.raw)


def test_every_setting_is_told_before_anybody_chose() -> None:
    wire = tables.Wire(None)
    told = Likes(wire).now
    assert wire.link.lobby is not None
    assert {one.name for one in wire.link.lobby.settings} == set(told) == set(CHOICES)
    assert isinstance(wire.link.lobby.settings[0], Setting)
    wire.deliver(Snapshot("lobby", 99, tables.lobby()))
    assert wire.link.lobby.liked("theme") == ""
