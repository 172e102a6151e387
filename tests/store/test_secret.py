"""The secret: made once, for nobody else's eyes; a server whose accounts need another one does not start."""

from __future__ import annotations

import os
import stat
from collections.abc import Callable
from pathlib import Path

import pytest

from server.lobby.accounts import Account, Key
from server.store.accounts import StoredAccounts
from server.store.database import NAME as DATABASE
from server.store.database import Database, StoreError
from server.store.secret import NAME, the_secret


def ask(folder: Path) -> bytes:
    """The secret, as a start finds it."""
    database = Database.open(folder)
    try:
        return the_secret(folder, database)
    finally:
        database.stop()


async def somebody_comes(folder: Path) -> None:
    database = Database.open(folder)
    database.start(lambda reason: None, lambda: None)
    await StoredAccounts(database).put(Account("id", "ann", 1, 1, keys=(Key("ab" * 32, "ssh-ed25519", 1),)))
    database.stop()


def test_the_first_start_makes_it_and_the_next_one_finds_it(tmp_path: Path) -> None:
    secret = ask(tmp_path)
    assert len(secret) == 32
    assert stat.S_IMODE((tmp_path / NAME).stat().st_mode) == 0o600
    assert ask(tmp_path) == secret
    assert not list(tmp_path.glob(".secret*"))


def lost(path: Path) -> None:
    path.unlink()


def swapped(path: Path) -> None:
    path.write_text("00" * 32 + "\n")


def cut_short(path: Path) -> None:
    path.write_text(path.read_text()[:40])


def shared(path: Path) -> None:
    path.chmod(0o640)


def replaced_by_a_folder(path: Path) -> None:
    path.unlink()
    path.mkdir(mode=0o700)


def replaced_by_a_link(path: Path) -> None:
    path.rename(path.with_name("elsewhere"))
    path.symlink_to(path.with_name("elsewhere"))


@pytest.mark.parametrize("harm", [lost, swapped, cut_short, shared, replaced_by_a_folder, replaced_by_a_link])
async def test_with_accounts_a_wrong_or_lost_secret_stops_the_start(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    ask(tmp_path)
    await somebody_comes(tmp_path)
    harm(tmp_path / NAME)
    for _ in range(2):
        with pytest.raises(StoreError) as no:
            ask(tmp_path)
        assert str(tmp_path / NAME) in str(no.value)
        assert "\n" not in str(no.value)


@pytest.mark.parametrize("harm", [lost, swapped])
def test_without_accounts_there_is_nothing_to_lose(tmp_path: Path, harm: Callable[[Path], None]) -> None:
    before = ask(tmp_path)
    harm(tmp_path / NAME)
    after = ask(tmp_path)
    assert after != before
    assert ask(tmp_path) == after


async def test_the_right_one_put_back_starts_the_server_again(tmp_path: Path) -> None:
    secret = ask(tmp_path)
    await somebody_comes(tmp_path)
    right = (tmp_path / NAME).read_bytes()
    lost(tmp_path / NAME)
    with pytest.raises(StoreError):
        ask(tmp_path)
    assert not (tmp_path / NAME).exists()
    (tmp_path / NAME).write_bytes(right)
    (tmp_path / NAME).chmod(0o600)
    assert ask(tmp_path) == secret


@pytest.mark.parametrize("is_gone", [True, False])
async def test_a_database_that_was_emptied_is_not_begun_anew_in_silence(tmp_path: Path, is_gone: bool) -> None:
    ask(tmp_path)
    await somebody_comes(tmp_path)
    path = tmp_path / DATABASE
    right = path.read_bytes()
    path.unlink() if is_gone else path.write_bytes(b"")
    for _ in range(2):
        with pytest.raises(StoreError, match="which is new or was emptied"):
            ask(tmp_path)
    path.write_bytes(right)
    ask(tmp_path)


def test_a_pipe_in_its_place_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    Database.open(tmp_path).stop()
    os.mkfifo(tmp_path / NAME, 0o600)
    with pytest.raises(StoreError, match="is not a file"):
        ask(tmp_path)
