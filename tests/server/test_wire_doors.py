"""The doors for programs: real clients of the lobby over SSH, good ones and bad ones."""

from __future__ import annotations

import asyncio
import subprocess
from collections.abc import AsyncIterator, Callable
from itertools import pairwise
from pathlib import Path

import asyncssh
import msgpack
import pytest

from client.protocol import Command, Create, Join, Refusal, Say, Stage, Start, Sync, Watch
from client.wire import command_to_json, pack, unpack_command
from engine.moves import Draw
from engine.options import Options
from server.config import Config
from server.doors.outlet import HIGH_WATER
from server.doors.wire import BAD, LONGEST, SLICE, FrameDoor
from server.house import House
from server.lobby.clock import LoopClock, Timer
from server.lobby.people import Person
from server.ssh.environment import scrub
from tests.server.rig import client_environment, ssh_line
from tests.server.robot import Robot

scrub()
WHOLE_VIEWS = 25
ONE_HAND = Options(target_score=None)
FORMS = pytest.mark.parametrize("frames", [True, False], ids=["msgpack", "json"])


class Hurried(LoopClock):
    """Bots and turn clocks run a hundred times faster."""

    def call_later(self, seconds: float, callback: Callable[[], None]) -> Timer:
        return super().call_later(seconds / 100, callback)


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    config = Config("127.0.0.1", 0, tmp_path / "data", tmp_path / "hostkeys")
    one = await House.open(config, Hurried(asyncio.get_running_loop()))
    yield one
    await one.close("The test is over.")


async def robot(house: House, frames: bool, plays: bool = False) -> Robot:
    """A program that connects as a guest."""
    conn = await asyncssh.connect(
        "127.0.0.1", house.port, username="guest", known_hosts=None, client_keys=None, agent_path=None, config=None
    )
    one = await Robot.open(conn, frames, plays)
    await one.until(lambda: one.link.lobby)
    return one


async def is_over(one: Robot) -> None:
    """Wait for the end of the match."""
    await one.until(lambda: one.link.table is not None and one.link.table.stage is Stage.MATCH_OVER, seconds=60)


# ── games ────────────────────────────────────────────────────────────────────────────────────────────────────


@FORMS
async def test_a_program_plays_a_hand_against_bots_to_its_end(house: House, frames: bool) -> None:
    one = await robot(house, frames, plays=True)
    assert await one.do(Create(options=ONE_HAND, seats=4, bots=("easy", "normal", "easy"), clock=None, start=True)) is None
    await is_over(one)
    table = one.link.table
    assert table is not None
    assert table.game is not None
    assert table.game.ranks is not None
    assert min(table.game.counts) == 0
    one.close()
    assert await one.ended() == 0


async def test_both_forms_and_an_onlooker_see_the_same_game(house: House) -> None:
    frames, lines, onlooker = [
        await robot(house, form, plays=plays) for form, plays in ((True, True), (False, True), (False, False))
    ]
    assert await frames.do(Create(options=ONE_HAND, seats=2, clock=None)) is None
    await frames.until(lambda: frames.link.table)
    assert frames.link.table is not None
    code = frames.link.table.code
    assert await lines.do(Join(), code) is None
    assert await onlooker.do(Watch(), code) is None
    assert await frames.do(Start()) is None
    for one in (frames, lines, onlooker):
        await is_over(one)
    views = [one.link.table for one in (frames, lines, onlooker)]
    games = [view.game for view in views if view is not None and view.game is not None]
    assert len(games) == 3
    assert len({(game.counts, game.scores, game.top, game.ranks) for game in games}) == 1
    assert [view.you for view in views if view is not None] == [0, 1, None]


async def test_openssh_carries_a_game_through_constant_changes_of_keys(house: House, tmp_path: Path) -> None:
    """CASES 3-23."""
    process = await asyncio.create_subprocess_exec(
        *ssh_line(house.port, tmp_path, ["-oRekeyLimit=16K"]), "guest@127.0.0.1", "bot", env=client_environment(tmp_path),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True, limit=2**20,
    )  # fmt: skip
    assert process.stdin is not None
    assert process.stdout is not None
    one = Robot(process.stdout, process.stdin, process.wait, frames=False, plays=True)
    await one.until(lambda: one.link.lobby)
    assert await one.do(Create(options=ONE_HAND, seats=4, bots=("easy",) * 3, clock=None, start=True)) is None
    for _ in range(WHOLE_VIEWS):
        assert await one.do(Sync()) is None
    await is_over(one)
    assert one.received > 3 * 16 * 1024
    assert one.asked.count(Sync) == WHOLE_VIEWS  # no message was lost or came twice
    one.close()
    assert await one.ended() == 0


# ── bad manners ──────────────────────────────────────────────────────────────────────────────────────────────


def framed(data: bytes) -> bytes:
    """A frame around any bytes."""
    return len(data).to_bytes(4, "big") + data


BAD_FRAMES = {
    "nothing": b"",
    "no command": msgpack.packb({"id": 1}),
    "an unknown verb": msgpack.packb([7, "", 0, 99]),
    "a map where a row belongs": msgpack.packb([7, "", 0, {"do": "draw"}]),
    "4 GiB announced": b"\xdd\xff\xff\xff\xff",
    "a deep nest": b"\x91" * 3000,
    "an ext type": msgpack.packb(msgpack.ExtType(4, b"x" * 100)),
    "rubbish": bytes(range(128, 256)),
}
BAD_LINES = {
    "no JSON": b"play R5",
    "an unknown verb": b'{"id":7,"do":"dance"}',
    "NaN": b'{"id":NaN,"do":"draw"}',
    "a deep nest": b"[" * 3000,
    "not UTF-8": b"\xff\xfe",
    "a list": b"[1,2,3]",
    "a wrong card": b'{"id":7,"do":"play","card":"Q5"}',
}


@pytest.mark.parametrize("name", BAD_FRAMES)
async def test_a_frame_that_makes_no_sense_is_refused_and_the_next_one_heard(house: House, name: str) -> None:
    """CASES 3-29."""
    await is_refused(await robot(house, True), framed(BAD_FRAMES[name]))


@pytest.mark.parametrize("name", BAD_LINES)
async def test_a_line_that_makes_no_sense_is_refused_and_the_next_one_heard(house: House, name: str) -> None:
    await is_refused(await robot(house, False), BAD_LINES[name] + b"\n")


async def is_refused(one: Robot, data: bytes) -> None:
    """Refused by a reply, to the command's own id where that could be read; and the door stays open."""
    one.write(data)
    await one.until(lambda: one.replies)
    (number, reply), *_ = one.replies.items()
    assert number in (0, 7)
    assert reply.refusal is not None
    assert reply.refusal.code == "malformed"
    assert await one.do(Sync(), "lobby") is None


@FORMS
async def test_a_program_that_makes_no_sense_for_long_is_sent_away(house: House, frames: bool) -> None:
    one = await robot(house, frames)
    one.write((framed(b"\xc1") if frames else b"?\n") * (BAD + 1))
    assert await one.ended() == 1
    assert one.replies[0].refusal == Refusal("closed", "Too many commands made no sense.")


@FORMS
async def test_a_command_without_an_end_is_not_collected(house: House, frames: bool) -> None:
    """CASES 3-29."""
    one = await robot(house, frames)
    one.write((2**31).to_bytes(4, "big") if frames else b"x" * (LONGEST + 1))
    assert await one.ended() == 1
    assert one.replies[0].refusal == Refusal("closed", f"A command has at most {LONGEST} bytes.")


@FORMS
async def test_commands_may_come_in_any_pieces(house: House, frames: bool) -> None:
    one = await robot(house, frames)
    command = Command(5, "lobby", 0, Sync())
    data = framed(pack(command)) if frames else b"\r\n\n" + command_to_json(command) + b"\r\n"
    for start in range(len(data)):
        one.write(data[start : start + 1])
    await one.until(lambda: 5 in one.replies)
    assert one.replies[5].refusal is None


@FORMS
async def test_illegal_moves_are_refused_with_a_code(house: House, frames: bool) -> None:
    one = await robot(house, frames)
    refusal = await one.do(Draw())
    assert refusal is not None
    assert (refusal.code, refusal.sentence.endswith(".")) == ("not_there", True)


@FORMS
async def test_a_stopping_server_says_so_to_programs(tmp_path: Path, frames: bool) -> None:
    house = await House.open(Config("127.0.0.1", 0, tmp_path / "data", tmp_path / "hostkeys"))
    one = await robot(house, frames)
    await house.close("Good night.")
    assert await one.ended() == 0
    assert one.replies[0].refusal == Refusal("closed", "Good night.")


class Clogged:
    """A port whose client takes nothing."""

    def __init__(self) -> None:
        self.waiting = 0
        self.ending = ""

    def write(self, data: bytes) -> None:
        self.waiting += len(data)

    def write_error(self, data: bytes) -> None:
        self.waiting += len(data)

    def backlog(self) -> int:
        return self.waiting

    def pause_reading(self) -> None: ...

    def resume_reading(self) -> None: ...

    def exit(self, status: int) -> None:
        self.ending = f"exit {status}"

    def abort(self, reason: str) -> None:
        self.ending = reason


async def test_a_program_that_does_not_read_is_cut_before_much_waits_for_it(house: House) -> None:
    port = Clogged()
    door = FrameDoor(port, house.lobby, Person("slow", "slow", guest=True))
    door.open()
    while not port.ending:
        for number in range(50):
            door.feed(framed(pack(Command(number, "lobby", 0, Say("x" * 200)))))
        await asyncio.sleep(0)
        assert port.waiting < 2 * HIGH_WATER
    assert port.ending == "it reads too slowly"
    door.lost()


async def test_of_who_is_being_seen_off_nothing_is_kept_however_long_that_takes(house: House) -> None:
    port = Clogged()
    door = FrameDoor(port, house.lobby, Person("slow", "slow", guest=True))
    door.open()
    port.waiting = 2 * HIGH_WATER
    door.stop("Goodbye.")
    for _ in range(100):
        door.feed(bytes(LONGEST))
        await asyncio.sleep(0)
    assert len(door._input) <= LONGEST
    door.lost()


class Hears(Clogged):
    """A port whose client takes everything, and that notes whether its input is read."""

    is_read = True

    def backlog(self) -> int:
        return 0

    def pause_reading(self) -> None:
        self.is_read = False

    def resume_reading(self) -> None:
        self.is_read = True


async def test_many_commands_at_once_are_heard_a_few_at_a_time_and_all_before_the_end(house: House) -> None:
    port = Hears()
    door = FrameDoor(port, house.lobby, Person("hasty", "hasty", guest=True))
    door.open()
    heard: list[Command] = []
    turns: list[int] = []
    door._hear = lambda data: heard.append(unpack_command(data))  # type: ignore[method-assign]
    count = 2000
    door.feed(b"".join(framed(pack(Command(number, "lobby", 0, Sync()))) for number in range(count)))
    door.end_input()
    assert not port.is_read, "no more is read until these are heard"
    while not port.ending:
        turns.append(len(heard))
        await asyncio.sleep(0)
    assert [command.id for command in heard] == list(range(count))
    assert port.ending == "exit 0"
    assert max(after - before for before, after in pairwise(turns)) <= SLICE
    door.lost()


async def test_a_program_that_leaves_is_no_longer_in_the_lobby(house: House) -> None:
    stays, leaves = await robot(house, True), await robot(house, False)
    await stays.until(lambda: stays.link.lobby and len(stays.link.lobby.online) == 2)
    leaves.close()
    assert await leaves.ended() == 0
    await stays.until(lambda: stays.link.lobby and len(stays.link.lobby.online) == 1)
