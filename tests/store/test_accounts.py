"""Accounts on the disk: what is put there is there after a restart, and what is dropped cannot be found by any search."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from server.lobby.accounts import Account, Key
from server.lobby.conduct import Conduct, Outcome
from server.store.accounts import StoredAccounts, open_accounts
from server.store.database import NAME, Database
from tests.clock import VirtualClock

ANN = Account(
    "0011223344556677", "Annabella", 20_000, 20_007, 3, (Key("ab" * 32, "ssh-ed25519", 20_000),), {"hand_order": "drawn"}
)


@contextmanager
def opened(folder: Path) -> Iterator[tuple[Database, StoredAccounts]]:
    """A started store, closed in the end."""
    database = Database.open(folder)
    shelf = StoredAccounts(database)
    database.start(lambda reason: None, lambda: None)
    try:
        yield database, shelf
    finally:
        database.stop()


def kept(folder: Path) -> dict[str, Account]:
    """What a restart finds."""
    database = Database.open(folder)
    try:
        return {account.id: account for account in StoredAccounts(database).load()}
    finally:
        database.stop()


def bytes_of(folder: Path) -> bytes:
    """All that stands in any file of the store."""
    return b"".join(path.read_bytes() for path in folder.iterdir())


async def test_an_account_comes_back_as_it_was_put(tmp_path: Path) -> None:
    with opened(tmp_path) as (_, shelf):
        await shelf.put(ANN)
    assert kept(tmp_path) == {ANN.id: ANN}


async def test_the_newest_is_kept_and_keys_keep_their_order(tmp_path: Path) -> None:
    keys = (Key("ff" * 32, "ssh-rsa", 20_001), *ANN.keys)
    newer = Account(ANN.id, "Anna", ANN.created, 20_009, 4, keys, {})
    with opened(tmp_path) as (_, shelf):
        shelf.put(ANN)
        await shelf.put(newer)
    assert kept(tmp_path) == {ANN.id: newer}


async def test_a_key_moves_from_one_account_to_another(tmp_path: Path) -> None:
    bob = Account("8899aabbccddeeff", "bob", 20_001, 20_001)
    with opened(tmp_path) as (_, shelf):
        shelf.put(ANN)
        shelf.drop(ANN)
        await shelf.put(Account(bob.id, bob.name, bob.created, bob.seen, keys=ANN.keys))
    assert kept(tmp_path)[bob.id].keys == ANN.keys
    assert ANN.id not in kept(tmp_path)


@pytest.mark.parametrize("others", [0, 500])
async def test_what_was_dropped_is_in_no_file(tmp_path: Path, others: int) -> None:
    words = (b"Annabella", ANN.id.encode(), ANN.keys[0].mark.encode())
    with opened(tmp_path) as (database, shelf):
        for number in range(others):
            mark = f"{number:064x}"
            shelf.put(Account(f"{number:016x}", f"player-{number:04}", 20_000, 20_000, keys=(Key(mark, "ssh-ed25519", 1),)))
            if number % 50 == 0:
                await shelf.put(Account(ANN.id, "Annabella", 20_000, 20_000 + number, keys=ANN.keys))
        await shelf.put(ANN)
        assert all(word in bytes_of(tmp_path) for word in words)
        await shelf.drop(ANN)
        assert [word for word in words if word in bytes_of(tmp_path)] == [], "while the server goes on"
        await database.ask(lambda connection: None)
    assert [word for word in words if word in bytes_of(tmp_path)] == []
    assert len(kept(tmp_path)) == others


async def test_whom_somebody_muted_is_kept_beside_his_settings(tmp_path: Path) -> None:
    with opened(tmp_path) as (_, shelf):
        await shelf.put(replace(ANN, settings={"hand_order": "drawn"}, muted=("abc", "def")))
    (account,) = kept(tmp_path).values()
    assert (account.settings, account.muted) == ({"hand_order": "drawn"}, ("abc", "def"))
    with opened(tmp_path) as (_, shelf):
        await shelf.put(replace(account, muted=()))
    (account,) = kept(tmp_path).values()
    assert (account.settings, account.muted) == ({"hand_order": "drawn"}, ())


async def test_settings_that_cannot_be_read_cost_nobody_his_account(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    with opened(tmp_path) as (database, shelf):
        await shelf.put(ANN)
        await database.write(lambda connection: connection.execute("UPDATE accounts SET settings = 'nonsense'").rowcount)
    (account,) = kept(tmp_path).values()
    assert (account.name, account.settings) == ("Annabella", {})
    assert f"table accounts: the settings of account {ANN.id}" in caplog.text


async def test_everybody_is_known_again_by_the_secret_beside_the_database(tmp_path: Path) -> None:
    clock = VirtualClock()
    names = []
    for visit in range(2):
        database = Database.open(tmp_path)
        accounts = open_accounts(database, tmp_path, clock)
        database.start(lambda reason: None, lambda: None)
        names.append(accounts.admit(accounts.mark("SHA256:a-fingerprint"), "ssh-ed25519", f"wish{visit}", "").name)
        await asyncio.sleep(0)
        database.stop()
    assert names == ["wish0", "wish0"]
    assert b"a-fingerprint" not in bytes_of(tmp_path)


async def test_one_damaged_letter_keeps_nobody_from_being_known(tmp_path: Path) -> None:
    with opened(tmp_path) as (_, shelf):
        await shelf.put(ANN)
        await shelf.put(replace(ANN, id="other", name="Bob", keys=()))
    harmed = (tmp_path / NAME).read_bytes().replace(b"Annabella", b"Ann\xffbella").replace(b"hand_order", b"hand\xfforder")
    (tmp_path / NAME).write_bytes(harmed)
    found = kept(tmp_path)
    assert found[ANN.id].name == "Ann\ufffdbella"
    assert found[ANN.id].keys == ANN.keys
    assert found["other"].name == "Bob"


async def test_how_somebody_behaved_comes_back(tmp_path: Path) -> None:
    one = replace(ANN, conduct=Conduct((Outcome.GOOD, Outcome.LEFT, Outcome.VOTED_OFF), 1, 1_800_000_000))
    with opened(tmp_path) as (_, shelf):
        await shelf.put(one)
    assert kept(tmp_path) == {ANN.id: one}
    damage = """UPDATE accounts SET settings = '{"conduct": ["zz", 99]}'"""
    with opened(tmp_path) as (database, _):
        await database.write(lambda connection: connection.execute(damage).rowcount)
    assert kept(tmp_path)[ANN.id].conduct == Conduct()
