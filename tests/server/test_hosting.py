"""Apps live side by side in one process: each in its own terminal, and each end leaves everything clean."""

from __future__ import annotations

import asyncio
import gc
import logging
import re
import sys
import weakref

import pytest
from textual import events
from textual._context import active_app
from textual.app import App, ComposeResult

from server.ssh.hosted import FAILED, End
from server.ssh.terminal import Terminal
from tests.server.hosted import TRUECOLOR, Client, SmallApp

UTF8 = {"LANG": "en_US.UTF-8"}
ENTERING = b"\x1b[?1049h\x1b[?2004h\x1b[?25l"
LEAVING = b"\x1b[m\x1b[2J\x1b[H\x1b[?2004l\x1b[?1049l\x1b[?25h"


def colours(raw: bytes) -> set[str]:
    """Which kinds of colour codes were sent."""
    found = set()
    for parameters in re.findall(rb"\x1b\[([0-9;]*)m", raw):
        text = parameters.decode()
        for kind, pattern in (("24 bit", r"[34]8;2;\d+;\d+;\d+"), ("256", r"[34]8;5;\d+")):
            text, count = re.subn(pattern, "", text)
            if count:
                found.add(kind)
        if re.search(r"(^|;)([34][0-7]|9[0-7]|10[0-7])(;|$)", text):
            found.add("16")
    return found


# ── side by side ─────────────────────────────────────────────────────────────────────────────────────────────


async def test_clients_at_once_are_each_drawn_in_their_own_colours_and_characters() -> None:
    clients = {
        "24 bit": Client(TRUECOLOR, (80, 24), SmallApp, "╭─ né ─╮"),
        "256": Client(Terminal.from_request("xterm-256color", UTF8), (60, 20), SmallApp, "╭─ né ─╮"),
        "16": Client(Terminal.from_request("linux", UTF8), (80, 24), SmallApp, "╭─ né ─╮"),
        "mono": Client(Terminal.from_request("vt100", {"LANG": "C"}), (80, 24), SmallApp, "╭─ né ─╮"),
        "none": Client(Terminal.from_request("xterm-256color", {**UTF8, "NO_COLOR": "1"}), (80, 24), SmallApp, "╭─ né ─╮"),
    }
    for client in clients.values():
        await client.sees("typed")
    assert {name: colours(bytes(client.channel.raw)) for name, client in clients.items()} == {
        "24 bit": {"24 bit"}, "256": {"256"}, "16": {"16"}, "mono": set(), "none": set(),
    }  # fmt: skip
    assert {name: client.screen()[0] for name, client in clients.items()} == {
        "24 bit": "╭─ né ─╮", "256": "╭─ né ─╮", "16": "┌─ né ─┐", "mono": "+- ne -+", "none": "╭─ né ─╮",
    }  # fmt: skip
    assert max(clients["mono"].channel.raw) < 128
    assert b"\x1b[?" not in clients["mono"].channel.raw
    await ended(*clients.values())


async def test_keys_and_sizes_reach_their_own_app_alone() -> None:
    one, other = Client(), Client(size=(100, 30))
    await one.sees("80x24")
    await other.sees("100x30")
    one.host.feed(b"abc")
    other.resize(60, 20)
    await one.sees("typed abc")
    await other.sees("60x20")
    assert one.screen()[1:3] == ["typed abc", "80x24"]
    assert other.screen()[1:3] == ["typed", "60x20"]
    await ended(one, other)


async def test_the_servers_own_environment_reaches_no_app(monkeypatch: pytest.MonkeyPatch) -> None:
    """CASES 2-17."""
    plain = Client()
    await plain.sees("80x24")
    steering = {"NO_COLOR": "1", "COLORTERM": "", "COLUMNS": "33", "LINES": "7", "TERM": "dumb", "TEXTUAL": "debug,devtools"}
    for name, value in {**steering, "TEXTUAL_DRIVER": "no.such:Driver", "FORCE_COLOR": "0"}.items():
        monkeypatch.setenv(name, value)
    steered = Client()
    await steered.sees("80x24")
    assert steered.channel.raw == plain.channel.raw
    await ended(plain, steered)


async def test_standard_output_stays_the_servers_whoever_ends_first() -> None:
    stdout, stderr = sys.stdout, sys.stderr
    clients = [Client() for _ in range(3)]
    for client in clients:
        await client.sees("hello")
    assert (sys.stdout, sys.stderr) == (stdout, stderr)
    await ended(clients[0])
    await ended(clients[2], clients[1])
    assert (sys.stdout, sys.stderr) == (stdout, stderr)


async def test_every_app_runs_in_a_context_of_its_own() -> None:
    one, other = Client(), Client()
    await one.sees("hello")
    await other.sees("hello")
    seen: list[object] = []
    one.host.deliver(lambda: seen.append(active_app.get()))
    other.host.deliver(lambda: seen.append(active_app.get()))
    await one.until(lambda: len(seen) == 2)
    assert seen == [one.app(), other.app()]
    assert active_app.get(None) is None
    app, neighbour = one.app(), other.app()

    def ask() -> None:
        with app.prevent(events.Paste):
            other.host._context.run(lambda: seen.append(neighbour._is_prevented(events.Paste)))
            seen.append(app._is_prevented(events.Paste))

    one.host.deliver(ask)
    await one.until(lambda: len(seen) == 4)
    assert seen[2:] == [False, True]
    await ended(one, other)


async def test_what_is_delivered_in_one_turn_runs_in_order_and_is_one_write() -> None:
    client = Client()
    await client.sees("hello")
    await client.quiet()
    writes, app = client.channel.writes, client.app()
    for letter in "abcdef":
        client.host.deliver(lambda letter=letter: setattr(app, "typed", app.typed + letter))  # type: ignore[misc]
    client.host.deliver(app.show)
    await client.sees("typed abcdef")
    assert client.channel.writes == writes + 1
    await ended(client)


async def test_the_deliveries_of_a_table_leave_the_loop_free_between_two_apps() -> None:
    clients = [Client() for _ in range(5)]
    for client in clients:
        await client.sees("hello")
    turn, done = [0], list[tuple[int, int]]()
    loop = asyncio.get_running_loop()

    def tick() -> None:
        turn[0] += 1
        if len(done) < len(clients):
            loop.call_soon(tick)

    tick()
    for number, client in enumerate(clients):
        client.host.deliver(lambda number=number: done.append((number, turn[0])))  # type: ignore[misc]
    await clients[0].until(lambda: len(done) == len(clients))
    assert [number for number, _ in done] == [0, 1, 2, 3, 4]
    assert len({at for _, at in done}) == len(clients)
    await ended(*clients)


# ── ends ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_quitting_restores_the_terminal_and_says_the_apps_sentence() -> None:
    client = Client()
    await client.sees("hello")
    assert client.channel.raw.startswith(ENTERING)
    client.host.feed(b"q")
    assert await client.host.ended() == End("You have left the table.", 0)
    assert client.channel.raw.endswith(LEAVING + b"You have left the table.\r\n")


async def test_being_stopped_restores_the_terminal_and_says_why() -> None:
    client = Client()
    await client.sees("hello")
    client.host.stop("The server is being restarted.", 3)
    client.host.stop("Too late.")
    assert await client.host.ended() == End("The server is being restarted.", 3)
    assert client.channel.raw.endswith(LEAVING + b"The server is being restarted.\r\n")


async def test_being_stopped_before_the_first_frame_still_says_why() -> None:
    client = Client()
    client.host.stop("The server is full.", 1)
    assert await client.host.ended() == End("The server is full.", 1)
    assert client.channel.raw == b"The server is full.\r\n"


async def test_a_terminal_without_private_modes_is_cleared_and_gets_ascii() -> None:
    client = Client(Terminal.from_request("vt100", {"LANG": "C"}))
    await client.sees("hello")
    client.host.stop("Gintarė has won – bye.")
    await client.host.ended()
    assert client.channel.raw.endswith(b"\x1b[m\x1b[2J\x1b[HGintare has won - bye.\r\n")


async def test_nothing_is_written_to_a_client_that_is_gone() -> None:
    client = Client()
    await client.sees("hello")
    before = len(client.channel.raw)
    client.host.disconnected()
    client.host.feed(b"x")
    client.host.resize(10, 10)
    assert (await client.host.ended()).sentence == ""
    client.host.feed(b"x")
    client.host.deliver(lambda: None)
    client.host.stop("Hello?")
    assert len(client.channel.raw) == before


class Unmade(SmallApp):
    def __init__(self) -> None:
        raise RuntimeError("hand: W+4")


class Unmountable(SmallApp):
    def on_mount(self) -> None:
        raise RuntimeError("hand: W+4")


class Uncomposed(SmallApp):
    def compose(self) -> ComposeResult:
        raise RuntimeError("hand: W+4")


class BadStyles(SmallApp):
    CSS = "Painted { colour: $hand }"


@pytest.mark.parametrize("app", [Unmade, Unmountable, Uncomposed, BadStyles])
async def test_an_app_that_breaks_at_its_start_ends_with_a_sentence(
    app: type[App[str]], capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    client = Client(TRUECOLOR, (80, 24), app)
    end = await client.host.ended()
    assert end.status == FAILED
    assert re.fullmatch(r"Something went wrong on our side \(error [0-9a-f]{6}\)\. .+\.", end.sentence)
    assert client.channel.raw.endswith(end.sentence.encode() + b"\r\n")
    shown = bytes(client.channel.raw).decode() + "".join(capfd.readouterr()) + caplog.text
    assert "W+4" not in shown
    assert "$hand" not in shown
    assert "Traceback" not in shown
    assert client.channel.raw.count(b"\x1b[?1049h") == client.channel.raw.count(b"\x1b[?1049l")


async def test_a_crash_shows_no_variable_to_anybody(
    capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    client, neighbour = Client(), Client()
    await client.sees("hello")
    await neighbour.sees("hello")
    with caplog.at_level(logging.DEBUG):
        client.host.feed(b"!")
        end = await client.host.ended()
    assert end.status == FAILED
    assert client.channel.raw.endswith(LEAVING + end.sentence.encode() + b"\r\n")
    name = end.sentence.split("error ")[1][:6]
    (line,) = (record.message for record in caplog.records if record.levelno >= logging.WARNING)
    assert name in line
    assert "ValueError" in line
    everything = bytes(client.channel.raw).decode() + "".join(capfd.readouterr()) + caplog.text
    assert "B7 R5 +4" not in everything
    assert "secret" not in everything
    neighbour.host.feed(b"on")
    await neighbour.sees("typed on")
    await ended(neighbour)


async def test_a_delivery_that_fails_ends_its_app_alone() -> None:
    client = Client()
    await client.sees("hello")

    def fail() -> None:
        raise KeyError("B7")

    client.host.deliver(fail)
    assert (await client.host.ended()).status == FAILED


async def test_a_callback_of_an_app_that_fails_ends_its_app_alone(caplog: pytest.LogCaptureFixture) -> None:
    client, neighbour = Client(), Client()
    await client.sees("hello")
    await neighbour.sees("hello")

    def fail(hand: str) -> None:
        raise KeyError(hand)

    def schedule() -> None:
        asyncio.get_running_loop().call_soon(fail, "B7 R5 +4")

    client.host.deliver(schedule)
    assert (await client.host.ended()).status == FAILED
    schedule()
    await neighbour.until(lambda: len(caplog.records) == 2)
    assert "B7" not in caplog.text
    assert "Exception in callback" in caplog.records[1].message
    neighbour.host.feed(b"on")
    await neighbour.sees("typed on")
    await ended(neighbour)


class Stubborn(SmallApp):
    async def on_unmount(self) -> None:
        await asyncio.Event().wait()


async def test_an_app_that_does_not_end_is_ended(monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture) -> None:
    monkeypatch.setattr("server.ssh.hosting.STOP_SECONDS", 0.1)
    client = Client(TRUECOLOR, (80, 24), Stubborn)
    await client.sees("hello")
    client.host.stop("Time is up.")
    assert await client.host.ended() == End("Time is up.", 0)
    assert client.channel.raw.endswith(LEAVING + b"Time is up.\r\n")
    assert "did not shut down" in caplog.text


async def test_finished_apps_are_gone_within_two_seconds_tasks_and_memory() -> None:
    first = Client()
    await first.sees("hello")
    await ended(first)
    tasks, gone = len(asyncio.all_tasks()), []
    for how in (b"q", b"!", b"", None):
        client = Client()
        await client.sees("hello")
        gone.append((weakref.ref(client.host._app), weakref.ref(client.host._driver)))
        if how:
            client.host.feed(how)
        elif how is None:
            client.host.disconnected()
        else:
            client.host.stop("bye")
        await client.host.ended()
    await client.until(lambda: len(asyncio.all_tasks()) == tasks)
    gc.disable()  # whoever comes and goes must not wait for a pass of the collector
    try:
        await client.until(lambda: all(app() is None and its_driver() is None for app, its_driver in gone), seconds=2)
    finally:
        gc.enable()


# ── what a server never does ─────────────────────────────────────────────────────────────────────────────────


async def test_nothing_an_app_is_asked_for_touches_the_servers_disk_or_desktop(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []
    monkeypatch.setattr("builtins.open", lambda *names, **_: made.append(names))
    opened: list[str] = []
    monkeypatch.setattr("webbrowser.open", opened.append)
    client = Client()
    await client.sees("hello")
    app = client.app()

    def ask() -> None:
        app.action_screenshot()
        app.action_suspend_process()
        app.open_url("http://localhost")
        app.action_command_palette()

    client.host.deliver(ask)
    client.host.feed(b"\x10\x1ax")
    await client.sees("x")
    assert (opened, made) == ([], [])
    assert len(app.screen_stack) == 1
    await ended(client)


async def ended(*clients: Client) -> None:
    for client in clients:
        client.host.stop("")
        await client.host.ended()
