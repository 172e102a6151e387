"""Who does nothing: sent home from the lobby, and never from a seat or from a game that is being watched."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from client.link import Link
from client.protocol import Create, Leave, Stage, Watch
from server.config import Config
from server.doors import idle
from server.doors.idle import Idle, is_occupied
from server.house import House
from tests.server.hall import ONE_ROUND, Client, Hall
from tests.server.rig import client_environment, ssh_line, until


def occupied(client: Client) -> bool:
    """Has he something to wait for, as his client knows?"""
    client.pump()
    return is_occupied(client.link)


def test_a_seat_keeps_its_player_from_the_first_moment_and_so_does_one_at_another_terminal() -> None:
    assert is_occupied(Link(lambda command: None))  # nothing has arrived yet
    hall = Hall()
    ann, cleo = hall.enter("Ann"), hall.enter("Cleo")
    assert (occupied(ann), occupied(cleo)) == (False, False)
    ann.do(Create(options=ONE_ROUND, seats=2))
    other = hall.enter("Ann")
    hall.pass_time(5)
    assert (occupied(ann), occupied(other), occupied(cleo)) == (True, True, False)
    other.do(Leave())
    hall.pass_time(5)
    assert (occupied(ann), occupied(other)) == (False, False)


def test_who_watches_stays_while_cards_are_played() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob", start=False)
    cleo = hall.enter("Cleo")
    cleo.do(Watch(), people[0].table.code)
    assert not occupied(cleo)
    hall.play_out(hall.open("Dora", "Emil"), Stage.MATCH_OVER)
    running = hall.open("Finn", "Gus")
    hal = hall.enter("Hal")
    hal.do(Watch(), running[0].table.code)
    assert occupied(hal)
    hall.play_out(running)
    hall.pass_time(1)
    assert hal.table.stage is Stage.MATCH_OVER
    assert not occupied(hal)


async def test_whoever_types_stays_and_whoever_stops_goes_and_a_seat_puts_it_off(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle, "SECONDS", 0.2)
    hall = Hall()
    ann = hall.enter("Ann")
    told: list[str] = []
    loop = asyncio.get_running_loop()
    one = Idle(ann.link, told.append)
    start = loop.time()
    while loop.time() - start < 0.5:
        one.heard()
        await asyncio.sleep(0)
    assert told == []
    ann.do(Create(options=ONE_ROUND, seats=2))
    await until(lambda: loop.time() - start > 1.2)
    assert told == []
    ann.do(Leave())
    await until(lambda: told == [idle.FAREWELL])
    one.close()
    Idle(ann.link, told.append).close()
    later = loop.time() + 0.3
    await until(lambda: loop.time() > later)
    assert told == [idle.FAREWELL]


@pytest.mark.parametrize("words", [(), ("plain",)])
async def test_a_terminal_in_the_lobby_is_given_back_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    monkeypatch.setattr(idle, "SECONDS", 0.5)
    house = await House.open(Config("127.0.0.1", 0, tmp_path / "data", tmp_path / "hostkeys"))
    process = await asyncio.create_subprocess_exec(
        *ssh_line(house.port, tmp_path, ["-tt"]), "guest@127.0.0.1", *words, env=client_environment(tmp_path),
        stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
    )  # fmt: skip
    assert process.stdout is not None
    said = (await asyncio.wait_for(process.stdout.read(-1), 20)).decode()
    assert " ".join(said.split()).endswith(idle.FAREWELL)
    assert await process.wait() == 0
    await until(lambda: house.listener.connections == 0)
    await house.close("The test is over.")
