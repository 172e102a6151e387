"""The screens as a terminal gets them: through the driver and the cell differ, drawn by pyte."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from client.protocol import TableView
from client.tui.app import UnoApp
from engine.moves import Play
from server.ssh.terminal import Terminal
from tests.client import tables
from tests.client.tables import Wire
from tests.server.hosted import TRUECOLOR, Client

MONO = Terminal.from_request("vt100", {"LANG": "C"})


def hosted(view: TableView, terminal: Terminal = TRUECOLOR, size: tuple[int, int] = (80, 24)) -> tuple[Client, Wire]:
    wire = Wire(view)
    return Client(terminal, size, UnoApp, wire.link, terminal.look), wire


async def test_a_key_costs_a_few_hundred_bytes() -> None:
    client, _ = hosted(replace(tables.full_table(), clock=None))
    await client.sees("Your turn")
    await client.quiet()
    before = len(client.channel.raw)
    client.host.feed(b"\x1b[C")
    await client.sees("Enter plays red 3")
    assert len(client.channel.raw) - before < 500
    client.host.stop("end")
    await client.host.ended()


async def test_a_table_nobody_touches_sends_nothing() -> None:
    client, _ = hosted(replace(tables.full_table(), clock=None))
    await client.sees("Your turn")
    await client.quiet()
    assert not await client.channel.next_write(0.3)
    client.host.stop("end")
    await client.host.ended()


async def test_the_redraw_key_draws_everything_again() -> None:
    client, _ = hosted(replace(tables.full_table(), clock=None))
    await client.sees("Your turn")
    await client.quiet()
    before, shown = len(client.channel.raw), client.screen()
    client.host.feed(b"\x0c")
    await client.quiet()
    assert len(client.channel.raw) - before > 2000
    assert client.screen() == shown
    client.host.stop("end")
    await client.host.ended()


@pytest.mark.parametrize("size", [(80, 24), (40, 12)])
async def test_a_plain_terminal_gets_no_colour_and_no_byte_above_127(size: tuple[int, int]) -> None:
    client, wire = hosted(tables.full_table(), MONO, size)
    await client.sees("Your turn")
    client.host.feed(b"l?\x1b")
    await client.sees("Enter plays red 3")
    client.host.feed(b"\r")
    await client.until(lambda: wire.bodies)
    assert isinstance(wire.bodies[0], Play)
    raw = bytes(client.channel.raw)
    assert max(raw) < 128
    attributes = {int(number or 0) for codes in re.findall(rb"\x1b\[([\d;]*)m", raw) for number in codes.split(b";")}
    assert attributes <= {0, 1, 4, 7, 22, 24, 27}
    client.host.stop("end")
    await client.host.ended()
