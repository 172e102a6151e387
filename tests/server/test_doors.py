"""What each line typed after `ssh` gets: text, screens, the protocol, or one sentence."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import asyncssh
import pytest

from client.link import Link
from client.protocol import Chair, Create, Cut, Join, Leave, Message, Stage, Start, TableLine, Watch
from client.text import Text
from engine import verify
from engine.options import Options
from server.config import VERSION, Config
from server.doors import commands
from server.doors.door import Kind, Visit
from server.doors.reception import reached, split
from server.house import House
from server.lobby.people import Person
from server.ssh.environment import scrub
from tests.server.rig import PATIENCE, Told, client_environment, ssh_line, until

scrub()


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    one = await House.open(Config("127.0.0.1", 0, tmp_path / "data", tmp_path / "hostkeys"))
    yield one
    await one.close("The test is over.")


async def tool(home: Path, *line: str, **env: str) -> Told:
    """Run a client program of OpenSSH's until it ends."""
    process = await asyncio.create_subprocess_exec(
        *line, env=client_environment(home, **env), stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
    )  # fmt: skip
    out, err = await asyncio.wait_for(process.communicate(), PATIENCE)
    assert process.returncode is not None
    return Told(process.returncode, out, err)


async def ssh(house: House, home: Path, *words: str, flags: Sequence[str] = (), **env: str) -> Told:
    """A real ssh without a terminal."""
    return await tool(home, *ssh_line(house.port, home, flags), "guest@127.0.0.1", *words, **env)


def is_one_sentence(data: bytes) -> bool:
    """One printable line that says what to type."""
    text = data.decode()
    return text.count("\n") == 1 and text[:-1].isprintable() and "`ssh " in text


# ── refusals ─────────────────────────────────────────────────────────────────────────────────────────────────


NOT_OFFERED = (
    "ls", "ls -la /", "sh", "/bin/sh -i", "scp -t x", "scp -f /etc/passwd", "rsync --server . /", "mosh-server new -s -c 256",
    "git-upload-pack 'x'", "python3 -c 'print(1)'", "; reboot", "$(id)", "tables; ls", "tables --xml", "join", "join A B",
    "join ../..", "watch", "watch ABCDEFGHI", "quick now", "bot --fast", "TABLES --xml", "'unbalanced", "x" * 20_000,
    "\x1b[2J\x07", "naïve", "plain x", "back", "back A B", "back ABCDEFGHJK",
    "verify", "verify 0123", "verify 0123456789ab --xml", "verify 0123456789ab", "verify ../../etc",
)  # fmt: skip


def address(house: House) -> str:
    """What its sentences say after `ssh`."""
    return f"-p {house.port} localhost"


@pytest.mark.parametrize("line", NOT_OFFERED)
async def test_what_is_not_offered_gets_one_sentence_and_a_status(house: House, tmp_path: Path, line: str) -> None:
    """CASES 3-20."""
    told = await ssh(house, tmp_path, line)
    assert 1 <= told.status <= 126
    assert told.out == b""
    assert is_one_sentence(told.err)
    assert len(told.err) < 200


@pytest.mark.parametrize("name", ["sftp", "foo", "netconf", "unotty2", "UNOTTY"])
async def test_another_subsystem_gets_one_sentence(house: House, tmp_path: Path, name: str) -> None:
    """CASES 3-20."""
    told = await ssh(house, tmp_path, name, flags=["-s"])
    assert (told.status, told.out) == (1, b"")
    assert is_one_sentence(told.err)


@pytest.mark.parametrize("program", [["scp"], ["scp", "-O"], ["sftp", "-b", "/dev/null"]], ids=" ".join)
async def test_file_copying_programs_say_why_they_fail(house: House, tmp_path: Path, program: list[str]) -> None:
    """CASES 3-20."""
    (tmp_path / "card").write_text("R5")
    options = ssh_line(house.port, tmp_path)[3:]
    options[options.index("-p")] = "-P"
    files = [str(tmp_path / "card"), "guest@127.0.0.1:card"] if program[0] == "scp" else ["guest@127.0.0.1"]
    told = await tool(tmp_path, *program, "-F", "none", *options, *files)
    assert told.status != 0
    assert f"unotty has no files to copy: type `ssh -t {address(house)}` to play." in told.err.decode()


@pytest.mark.parametrize("words", [[], ["plain"], ["PLAIN"]], ids=" ".join)
async def test_without_a_terminal_there_is_the_line_mode(house: House, tmp_path: Path, words: list[str]) -> None:
    """CASES 3-22: a shell without a terminal."""
    for flags in ([], ["-T"]):
        told = await ssh(house, tmp_path, *words, flags=flags)
        assert (told.status, told.err) == (1, b""), "nothing was typed"
        first, *_, last = told.out.decode().splitlines()
        assert first.startswith("Welcome to UNO. You are ~guest")
        assert f"ssh -t {address(house)}" in last


@pytest.mark.parametrize("line", ["plain lobby", "plain join", "plain back x y", "plain rules uno"])
async def test_the_line_mode_asked_for_wrongly_gets_one_sentence(house: House, tmp_path: Path, line: str) -> None:
    told = await ssh(house, tmp_path, line)
    assert (told.status, told.out) == (2, b"")
    assert is_one_sentence(told.err)


def raw(output: str | bytes | None) -> bytes:
    """What an asyncssh client without an encoding got."""
    assert not isinstance(output, str)
    return output or b""


async def connect(house: House) -> asyncssh.SSHClientConnection:
    """An asyncssh guest."""
    return await asyncssh.connect(
        "127.0.0.1", house.port, username="guest", known_hosts=None, client_keys=None, agent_path=None, config=None
    )


PRINTED = frozenset({*range(0x20, 0x7F), 0x0A, 0x0D})


async def test_a_client_with_no_term_at_all_gets_the_line_mode(house: House, tmp_path: Path) -> None:
    told = await ssh(house, tmp_path, flags=["-tt"], TERM="")
    assert told.out.startswith(b"Welcome to UNO.")
    assert PRINTED.issuperset(told.out + told.err)


@pytest.mark.parametrize("term", ["dumb", "unknown", "x\x1b[2J"])
async def test_a_terminal_that_cannot_place_its_cursor_gets_the_line_mode(house: House, term: str) -> None:
    async with await connect(house) as conn:
        done = await conn.run(term_type=term, input=b"help\rquit\r", encoding=None, timeout=PATIENCE)
    assert done.exit_status == 0
    text = raw(done.stdout)
    assert PRINTED.issuperset(text)
    assert text.endswith(b"Goodbye.\r\n")
    assert b"help\r\nquit\r\n" in text, "what is typed is echoed"
    assert b"Here you can type: quick, " in text


# ── other clients ────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.skipif(shutil.which("dbclient") is None, reason="Dropbear is not installed")
async def test_dropbear_is_understood(house: House, tmp_path: Path) -> None:
    told = await tool(tmp_path, "dbclient", "-y", "-p", str(house.port), "guest@127.0.0.1", "version")
    assert (told.status, told.out) == (0, f"unotty {VERSION}\n".encode())


@pytest.mark.skipif(shutil.which("plink") is None, reason="PuTTY is not installed")
async def test_putty_is_understood(house: House, tmp_path: Path) -> None:
    where = ["-P", str(house.port), "guest@127.0.0.1"]
    told = await tool(tmp_path, "plink", "-batch", "-hostkey", house.fingerprint, *where, "version")
    assert (told.status, told.out) == (0, f"unotty {VERSION}\n".encode())


async def test_a_refusal_is_there_at_once_and_draws_nothing(house: House) -> None:
    """CASES 3-20: a command and a subsystem get the door for text, not the one for screens, also at a terminal."""
    wishes: tuple[dict[str, Any], ...] = (
        {"command": "ls"},
        {"command": "scp -t x", "term_type": "xterm"},
        {"subsystem": "foo"},
    )
    async with await connect(house) as conn:
        for wish in wishes:
            began = asyncio.get_running_loop().time()
            done = await conn.run(encoding=None, timeout=PATIENCE, **wish)
            assert asyncio.get_running_loop().time() - began < 1
            assert done.exit_status is not None
            assert 1 <= done.exit_status <= 126
            assert PRINTED.issuperset(raw(done.stdout) + raw(done.stderr))


# ── text ─────────────────────────────────────────────────────────────────────────────────────────────────────


async def test_help_and_version(house: House, tmp_path: Path) -> None:
    told = await ssh(house, tmp_path, "help")
    assert (told.status, told.err) == (0, b"")
    for line in commands.USAGE:
        assert line.typed.replace("HOST", address(house)) in told.out.decode()
    assert await ssh(house, tmp_path, "HELP") == told
    for word in ("quit", "exit", "EXIT"):
        assert await ssh(house, tmp_path, word) == (0, b"Goodbye.\n", b"")
    assert await ssh(house, tmp_path, "version") == (0, f"unotty {VERSION}\n".encode(), b"")


async def test_help_and_the_rules_fit_a_terminal_of_80_columns(house: House, tmp_path: Path) -> None:
    for words in (["help"], ["rules"], ["rules", "all_wild"]):
        told = await ssh(house, tmp_path, *words)
        assert (told.status, told.err) == (0, b"")
        assert max(map(len, told.out.decode().splitlines())) <= 80


async def test_the_rules_of_a_rule_set_are_told_from_first_to_last(house: House, tmp_path: Path) -> None:
    told = (await ssh(house, tmp_path, "rules")).out.decode()
    assert told.startswith("Classic\n\nIn short.\n")
    assert told.endswith("\nOther rules: all_wild, official, stacking, mattel, house.\n")
    assert (await ssh(house, tmp_path, "RULES", "All_Wild")).out.startswith(b"All Wild\n")
    assert (await ssh(house, tmp_path, "rules", "house")).out.startswith(b"House rules\n")


@pytest.mark.parametrize("word", ["rules", "top"])
async def test_who_names_no_rule_set_is_told_which_there_are(word: str, house: House, tmp_path: Path) -> None:
    told = await ssh(house, tmp_path, word, "poker")
    known = b"A rule set is one of: classic, all_wild, official, stacking, mattel.\n"
    assert told == (commands.MISUSED, b"", known)


async def test_lines_end_as_a_terminal_wants_where_there_is_one(house: House) -> None:
    async with await connect(house) as conn:
        done = await conn.run("help", term_type="xterm", encoding=None)
        plain = await conn.run("help", encoding=None)
    assert raw(plain.stdout) == raw(done.stdout).replace(b"\r\n", b"\n")
    assert raw(done.stdout).count(b"\r\n") == raw(plain.stdout).count(b"\n") > 5


async def test_no_tables(house: House, tmp_path: Path) -> None:
    told = await ssh(house, tmp_path, "tables")
    assert (told.status, told.out) == (0, f"No table is open: type `ssh -t {address(house)} quick` for one.\n".encode())
    assert await ssh(house, tmp_path, "tables", "--json") == (0, b"[]\n", b"")


LINES = (
    TableLine("K7QX", "classic", Stage.PLAYING, 3, 4, 2, 1, "Ann", 1_700_000_000),
    TableLine("AAAA", "classic", Stage.WAITING, 1, 10, 0, 0, "漢字漢字", 1_700_000_100, spectators=False),
    TableLine("BBBB", "classic", Stage.MATCH_OVER, 2, 2, 4, 0, "", 1_700_000_390),
)


def test_tables_are_aligned_by_cells() -> None:
    assert commands.tables_text(Text(), LINES, "uno.example.org", 1_700_000_400).splitlines() == [
        "TABLE  RULES    STAGE     SEATS  WATCHING  AGE    HOST",
        "K7QX   Classic  round 2   3/4    1         6 min  Ann",
        "AAAA   Classic  open      1/10   0         5 min  漢字漢字",
        "BBBB   Classic  finished  2/2    0         new    ·",
    ]


def test_tables_for_programs_have_every_field() -> None:
    first, second, _ = json.loads(commands.tables_json(LINES))
    assert first == {
        "code": "K7QX", "rules": "classic", "stage": "playing", "seated": 3, "seats": 4, "round": 2, "watchers": 1,
        "host": "Ann", "opened": 1_700_000_000, "spectators": True, "options": asdict(Options()), "bots": 0,
        "open_hands": False,
    }  # fmt: skip
    assert (second["host"], second["spectators"]) == ("漢字漢字", False)
    assert commands.tables_json(LINES).isascii()


SPLIT = {
    "": [],
    "  ": [],
    "join K7QX": ["join", "K7QX"],
    "join 'K7QX'": ["join", "K7QX"],
    'join "K7': ["join", '"K7'],
    "a\\": ["a\\"],
    "tables # no": ["tables", "#", "no"],
}


@pytest.mark.parametrize(("line", "words"), SPLIT.items())
def test_a_command_line_is_split_as_a_shell_would(line: str, words: list[str]) -> None:
    assert split(line) == words


async def test_a_finished_round_is_verified_here_and_elsewhere(house: House, tmp_path: Path) -> None:
    ann, bob = Onlooker(house, "ann"), Onlooker(house, "bob")
    ann.link.request(Create(Options(target_score=None), seats=2, clock=None))
    await until(lambda: ann.link.table)
    assert ann.link.table is not None
    bob.link.request(Join(), ann.link.table.code)
    bob.link.request(Cut("bob's own words, ąč"))
    await until(lambda: ann.link.table and ann.link.table.seal and ann.link.table.seal.cuts)
    assert ann.link.table.seal is not None
    noted = ann.link.table.seal.id
    early = await ssh(house, tmp_path, "verify", noted)
    assert early.err.decode() == commands.NOT_KEPT.format(host=address(house)) + "\n", "before the round"
    ann.link.request(Start())
    bob.link.request(Leave())
    await until(lambda: ann.link.table and ann.link.table.proof)
    told = await ssh(house, tmp_path, "verify", noted)
    assert (told.status, told.err) == (0, b"")
    text = told.out.decode()
    assert "dealt as it was sealed." in text.splitlines()[0]
    assert "bob's own words, ąč" in text
    line = next(line for line in text.splitlines() if "sha256sum" in line)
    summed = await tool(tmp_path, "sh", "-c", line, PATH=os.environ["PATH"])
    assert summed.out.decode().split()[0].startswith(noted)
    data = await ssh(house, tmp_path, "verify", noted, "--json")
    (tmp_path / "round.json").write_bytes(data.out)
    shutil.copy(verify.__file__, tmp_path / "verify.py")
    for seal, status in ((noted, 0), ("0" * 12, 1)):
        run = f"{sys.executable} -I verify.py {seal} < round.json"
        assert (await tool(tmp_path, "sh", "-c", f"cd {tmp_path} && {run}")).status == status


# ── screens ──────────────────────────────────────────────────────────────────────────────────────────────────


class Onlooker:
    """Somebody in the lobby's own process, who sees what everybody may see."""

    def __init__(self, house: House, name: str = "onlooker") -> None:
        self._lobby = house.lobby
        self.link = Link(lambda command: self._lobby.handle(self._session, command))
        self._session = self._lobby.connect(Person(name, name, guest=False), self._deliver)

    def _deliver(self, message: Message) -> None:
        asyncio.get_running_loop().call_soon(self.link.deliver, message)

    def chair(self, name: str) -> Chair | None:
        """The chair of this name at the table looked at."""
        chairs = self.link.table.chairs if self.link.table else ()
        return next((chair for chair in chairs if chair.name == name), None)


def make_key(path: Path) -> str:
    """A private key file."""
    path.touch(0o600)
    path.write_bytes(asyncssh.generate_private_key("ssh-ed25519").export_private_key())
    return str(path)


async def at_terminal(house: House, home: Path, *words: str, flags: Sequence[str] = ()) -> asyncio.subprocess.Process:
    """A real ssh that asks for a terminal; its input stays open."""
    return await asyncio.create_subprocess_exec(
        *ssh_line(house.port, home, flags), "-tt", "guest@127.0.0.1", *words, env=client_environment(home),
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, start_new_session=True,
    )  # fmt: skip


async def test_quick_is_a_game_at_once_and_a_killed_client_is_away_in_two_seconds(house: House, tmp_path: Path) -> None:
    player = await at_terminal(house, tmp_path, "quick")
    await until(house.lobby.board.lines)
    line = house.lobby.board.lines()[0]
    assert (line.stage, line.seated, line.seats, line.host) == (Stage.PLAYING, 4, 4, "~guest")
    onlooker = Onlooker(house)
    onlooker.link.request(Watch(), line.code)
    await until(lambda: onlooker.chair("~guest"))
    player.kill()
    await until(lambda: (chair := onlooker.chair("~guest")) is None or chair.away, seconds=2)
    await until(lambda: house.listener.connections == 0, seconds=2)
    await player.wait()


async def test_a_screen_ends_with_the_terminal_as_it_was(house: House, tmp_path: Path) -> None:
    player = await at_terminal(house, tmp_path)
    assert player.stdout is not None
    seen = b""
    async with asyncio.timeout(PATIENCE):
        while b"Lobby" not in seen:
            seen += await player.stdout.read(65536)
        out, _ = await player.communicate(b"")
    seen += out
    for on, off in ((b"\x1b[?1049h", b"\x1b[?1049l"), (b"\x1b[?25l", b"\x1b[?25h"), (b"\x1b[?2004h", b"\x1b[?2004l")):
        assert seen.rfind(off) > seen.rfind(on) >= 0
    assert seen.endswith(b"Your input ended, so this session does too.\r\n")


async def test_a_key_comes_back_to_its_seat(house: House, tmp_path: Path) -> None:
    flags = ["-i", make_key(tmp_path / "key")]
    first = await at_terminal(house, tmp_path, "quick", flags=flags)
    await until(house.lobby.board.lines)
    code = house.lobby.board.lines()[0].code.encode()
    first.kill()
    await first.wait()
    await until(lambda: house.listener.connections == 0)
    again = await at_terminal(house, tmp_path, flags=flags)
    assert again.stdout is not None
    seen = b""
    async with asyncio.timeout(PATIENCE):
        while code not in seen:
            seen += await again.stdout.read(65536)
    again.kill()
    await again.wait()


@pytest.mark.parametrize(
    ("at", "typed"),
    [
        (("203.0.113.7", 22), "203.0.113.7"),
        (("203.0.113.7", 2222), "-p 2222 203.0.113.7"),
        (("2001:db8::7", 2222), "-p 2222 2001:db8::7"),
        (("127.0.0.1", 2222), "-p 2222 localhost"),
        (("::1", 22), "localhost"),
    ],
)
def test_an_invitation_names_the_address_that_its_reader_reached(at: tuple[str, int], typed: str) -> None:
    """`localhost` is said only to who is on the server's own machine."""
    assert reached(Visit(Person("ann", "ann", False), Kind.SHELL, at=at)) == typed
