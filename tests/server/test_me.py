"""`me` and `key`, typed with a real ssh: what is stored, all of it, nothing of it; and a second key by a code."""

from __future__ import annotations

import json
import logging
import re
import sqlite3
import subprocess
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import asyncssh
import pytest

from client.protocol import LOBBY, Create, Join, Kind, Leave, Set, Stage, Start
from server.config import Config
from server.house import House
from server.lobby.conduct import Outcome
from server.lobby.people import Person
from server.ssh.environment import scrub
from server.store.database import NAME
from tests.server.hall import Client
from tests.server.rig import Told, ssh_line, until
from tests.server.test_doors import tool

scrub()


class Street:
    """A house and people with keys, who come with a real ssh."""

    def __init__(self, folder: Path, house: House) -> None:
        self.folder, self.house = folder, house

    def key(self, name: str) -> Path:
        """A person's key, made when first asked for."""
        path = self.folder / f"key_{name}"
        if not path.exists():
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", path], check=True)
        return path

    async def ssh(self, name: str, *words: str, user: str = "") -> Told:
        """Somebody types `ssh host words…`; without a name: a guest."""
        flags = ["-i", str(self.key(name)), "-oIdentitiesOnly=yes"] if name else []
        return await tool(
            self.folder, *ssh_line(self.house.port, self.folder, flags), f"{user or name or 'guest'}@127.0.0.1", *words
        )

    async def says(self, name: str, *words: str) -> str:
        """What it answers; it must succeed."""
        told = await self.ssh(name, *words)
        assert (told.status, told.err) == (0, b""), told
        return told.out.decode()

    async def declines(self, name: str, *words: str, status: int = 1) -> str:
        """The one sentence with which it is refused."""
        told = await self.ssh(name, *words)
        assert (told.status, told.out) == (status, b""), told
        text = told.err.decode()
        assert text.count("\n") == 1
        return text.strip()

    async def come(self, name: str) -> None:
        """Somebody plays for a moment: that makes an account."""
        assert await self.says(name, "bot")

    def enter(self, name: str) -> Client:
        """Somebody is in the lobby, by no ssh but with his key."""
        person = Person("SHA256:" + self.fingerprint(name), name, guest=False, kind="ssh-ed25519")
        return Client(self.house, person)  # type: ignore[arg-type]  # all it needs of a hall is the lobby

    def fingerprint(self, name: str) -> str:
        """As `ssh-keygen -l` tells it, without the algorithm."""
        line = subprocess.run(["ssh-keygen", "-lf", self.key(name)], check=True, capture_output=True, text=True).stdout
        return line.split()[1].removeprefix("SHA256:")


@pytest.fixture
async def street(tmp_path: Path) -> AsyncIterator[Street]:
    house = await House.open(Config("127.0.0.1", 0, tmp_path / "data", tmp_path / "hostkeys"))
    yield Street(tmp_path, house)
    await house.close("The test is over.")


async def test_asking_makes_no_account(street: Street) -> None:
    for words in (["me"], ["me", "--json"], ["me", "export"], ["me", "delete", "ann"], ["key"], ["key", "remove", "1"]):
        assert "Nothing is stored about your key" in await street.declines("ann", *words)
        assert "of guests nothing is stored but the name" in await street.declines("", *words)
    await street.says("ann", "tables")
    assert len(street.house.lobby.accounts) == 0


async def test_a_proven_key_without_a_session_makes_no_account(street: Street) -> None:
    key = asyncssh.read_private_key(street.key("ann"))
    async with asyncssh.connect(
        "127.0.0.1", street.house.port, username="ann", known_hosts=None, client_keys=[key], agent_path=None, config=None
    ) as conn:
        assert len(street.house.lobby.accounts) == 0
        async with conn.create_process("bot", encoding=None) as process:
            await process.stdout.readline()
            assert len(street.house.lobby.accounts) == 1
    assert len(street.house.lobby.accounts) == 1


async def test_me_says_what_is_stored_in_words_and_as_json(street: Street) -> None:
    await street.come("ann")
    text = await street.says("ann", "me")
    found = json.loads(await street.says("ann", "me", "--json"))
    assert text.startswith(f"ann, known to the server as {found['tag']}\n")
    assert "1  ssh-ed25519, added " in text
    assert f"-p {street.house.port} localhost me delete ann" in text
    assert "That, whom you muted, your games," in " ".join(text.split())
    assert max(map(len, text.splitlines())) <= 96
    assert "\x1b" not in text
    assert (found["name"], found["games"], found["settings"], found["kept"]) == ("ann", 0, {}, True)
    assert [sorted(key) for key in found["keys"]] == [["added", "kind", "mark"]]


async def test_me_tells_how_matches_with_strangers_ended_and_how_long_to_wait(street: Street) -> None:
    await street.come("ann")
    lobby = street.house.lobby
    account = lobby.accounts.named("ann")
    assert account is not None
    for outcome in (Outcome.GOOD, Outcome.LEFT, Outcome.LEFT):
        lobby.reputation.note(Person(account.id, "ann", guest=False), outcome)
    text = await street.says("ann", "me")
    assert "how your last matches at public tables ended: played to the end: 1, left early: 2." in " ".join(text.split())
    assert "Public tables are closed to you until " in text
    found = json.loads(await street.says("ann", "me", "--json"))
    assert found["conduct"] == ["good", "left", "left"]
    assert re.fullmatch(r"\d{4}-\d\d-\d\d \d\d:\d\d", found["pause_until"])
    assert json.loads(await street.says("ann", "me", "export"))["account"] == found
    await street.says("ann", "me", "delete", "ann")
    await street.come("ann")
    assert json.loads(await street.says("ann", "me", "--json"))["conduct"] == []


async def test_a_second_key_opens_the_account_until_it_is_taken_away(street: Street) -> None:
    await street.come("ann")
    text = await street.says("ann", "key")
    code = text.split()[0]
    assert re.fullmatch(r"[A-Z0-9]{4}-[A-Z0-9]{4}", code)
    assert f"key {code}" in text
    assert "opens the account ann now" in await street.says("phone", "key", code.lower())
    assert "2  ssh-ed25519, added" in await street.says("phone", "me")
    assert "which you came with" in (await street.says("phone", "me")).splitlines()[6]
    assert "wrong, used or too old" in await street.declines("tablet", "key", code)
    await street.says("ann", "key", "remove", "2")
    assert "Nothing is stored" in await street.declines("phone", "me")
    assert "only key" in await street.declines("ann", "key", "remove", "1")


@pytest.mark.parametrize(
    "line",
    [
        "me now",
        "me --xml",
        "me delete a b",
        "key remove",
        "key remove x",
        "key remove -1",
        "key A B",
        "key --new",
        "key ../x",
        "me export x",
    ],
)
async def test_what_makes_no_sense_is_told_the_right_way_to_type_it(street: Street, line: str) -> None:
    told = await street.declines("ann", line, status=2)
    assert "unotty did not understand that: type `ssh " in told


async def test_nothing_is_left_of_who_deletes_himself(street: Street, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "unotty")
    data = street.house.config.data
    await street.come("annabella")
    await street.come("bob")
    account = json.loads(await street.says("annabella", "me", "--json"))
    bold = ["annabella", account["id"], account["keys"][0]["mark"]]
    assert [word for word in bold if word.encode() not in everything(data)] == [], "the search finds what is there"
    assert "`ssh" in await street.declines("annabella", "me", "delete")
    assert "called annabella" in await street.declines("annabella", "me", "delete", "bob")
    assert "Everything about you is deleted" in await street.says("annabella", "me", "delete", "annabella")
    hidden = [street.fingerprint("annabella"), "127.0.0.1"]
    assert [word for word in bold + hidden if word.encode() in everything(data)] == []
    assert [word for word in [*bold, hidden[0]] if word in caplog.text] == []
    assert "Nothing is stored" in await street.declines("annabella", "me")
    assert "bob" in await street.says("bob", "me")


async def begun(ann: Client, bob: Client) -> str:
    """The code of the table at which these two were dealt a match."""
    ann.link.request(Create(seats=2))
    await until(lambda: ann.lobby.seat)
    code = ann.lobby.seat or ""
    bob.link.request(Join(), code)
    await until(lambda: bob.lobby.seat)
    ann.link.request(Start(), code)
    await until(lambda: bob.lobby.seat and bob.link.table and bob.link.table.game)
    return code


async def test_the_matches_of_who_deletes_himself_stay_without_his_name(street: Street) -> None:
    ann, bob = street.enter("annabella"), street.enter("robert")
    code = await begun(ann, bob)
    ann.link.request(Leave(), code)
    await until(lambda: bob.table.stage is Stage.MATCH_OVER)
    found = json.loads(await street.says("annabella", "me", "export"))
    assert [(match["name"], match["rank"]) for match in found["matches"]] == [("annabella", 2)]
    assert found["account"]["games"] == 1
    assert b"annabella" in everything(street.house.config.data)
    await street.says("annabella", "me", "delete", "annabella")
    assert b"annabella" not in everything(street.house.config.data)
    assert found["account"]["id"].encode() not in everything(street.house.config.data)
    kept = json.loads(await street.says("robert", "me", "export"))
    assert [(match["id"], match["name"]) for match in kept["matches"]] == [(found["matches"][0]["id"], "robert")]
    await until(lambda: bob.table.chairs[0].name.startswith("player-"))


async def test_tables_that_broke_or_were_set_apart_know_nothing_of_who_deleted_himself(street: Street) -> None:
    ann, bob = street.enter("annabella"), street.enter("robert")
    code = await begun(ann, bob)
    street.house.lobby.tables[0]._break(RuntimeError("a fault of ours"))
    ann.link.request(Leave(), code)
    await until(lambda: ann.lobby.seat is None)
    own = json.loads(await street.says("annabella", "me", "--json"))["id"]

    def set_apart(connection: sqlite3.Connection) -> None:
        for record in ("record", f"CAST(replace(CAST(record AS TEXT), '{own}', '') AS BLOB)", "x'7b7d'"):
            connection.execute(f"INSERT INTO quarantine (code, why, at, record) SELECT code, 'why', 0, {record} FROM tables")

    database = street.house._database
    await database.write(set_apart)
    await street.says("annabella", "me", "delete", "annabella")
    found = everything(street.house.config.data)
    assert [word for word in ("annabella", own) if word.encode() in found] == []
    assert await database.ask(lambda connection: connection.execute("SELECT record FROM quarantine").fetchall()) == [(b"{}",)]
    await street.house.close("Back in a moment.")
    street.house = await House.open(street.house.config)
    (table,) = street.house.lobby.tables
    assert [(seat.kind, seat.name[:7]) for seat in table.seats] == [(Kind.BOT, "player-"), (Kind.PERSON, "robert")]
    assert len(street.house.lobby.accounts) == 1


async def test_bans_that_are_over_are_exported_and_outlive_the_account_as_operators_notes_do(street: Street) -> None:
    await street.come("annabella")
    account = json.loads(await street.says("annabella", "me", "--json"))
    bans = street.house.operation._bans
    ban, _ = bans.ban_account("gone", (account["keys"][0]["mark"],), "annabella", 60, "root", "noise")
    bans.lift(ban.id, "root")
    bans.ban_account("other", (), "robert", None, "root", "more noise")
    bans.audit("root", "kick", "annabella")
    (told,) = json.loads(await street.says("annabella", "me", "export"))["bans"]
    assert (told["name"], told["why"]) == ("annabella", "noise")
    assert told["since"] <= told["lifted"] <= told["until"]
    assert "but bans and the notes of operators" in await street.says("annabella", "me", "delete", "annabella")
    await street.house.close("The test is over.")
    with closing(sqlite3.connect(street.house.config.data / NAME)) as connection:
        rows = [row.split()[2] for row in connection.iterdump() if "annabella" in row]
    assert rows == ['"audit"', '"ban"']


async def test_who_plays_is_asked_to_leave_his_seat_first(street: Street) -> None:
    await street.come("ann")
    client = street.enter("ann")
    client.do(Set("hand_order", "drawn"), LOBBY)
    client.link.request(Create())
    await until(lambda: client.lobby.seat)
    assert f"seat at table {client.lobby.seat}" in await street.declines("ann", "me", "delete", "ann")
    client.link.request(Leave())
    await until(lambda: client.lobby.seat is None)
    assert "hand order: drawn" in await street.says("ann", "me")
    await street.says("ann", "me", "delete", "ann")
    assert not client.session.is_alive


async def test_people_are_known_again_after_a_restart(street: Street) -> None:
    await street.come("ann")
    before = json.loads(await street.says("ann", "me", "--json"))
    await street.house.close("Back in a moment.")
    config = street.house.config
    street.house = await House.open(config)
    try:
        assert json.loads(await street.says("ann", "me", "--json")) == before
        again = json.loads(await street.says("ann", "me", "export"))
        assert again["account"] == before
        assert (again["matches"], again["ratings"]) == ([], {})
    finally:
        await street.house.close("The test is over.")


def everything(folder: Path) -> bytes:
    """All that stands in any file of the data folder."""
    return b"".join(path.read_bytes() for path in folder.rglob("*") if path.is_file())
