"""Accounts: one for every key, with a name that nobody takes away; and how many a newcomer's address may make."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count

import pytest
from hypothesis import settings as budget
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from engine.refusal import Refused
from server.lobby.accounts import DAY, FEW_GAMES, IDLE_DAYS, NEWCOMERS, Account, Accounts, Key, NullShelf
from server.lobby.journal import DONE, Durable
from server.lobby.names import is_name, skeleton
from tests.clock import VirtualClock

SECRET = b"s" * 32
FROM_AFAR = "203.0.113.7"


class Memory(NullShelf):
    """A shelf that tests can read: what is kept, and how often it was written."""

    def __init__(self) -> None:
        self.kept: dict[str, Account] = {}
        self.writes = 0

    def put(self, account: Account) -> Durable:
        self.writes += 1
        self.kept[account.id] = account
        return DONE

    def drop(self, account: Account) -> Durable:
        self.kept.pop(account.id, None)
        return DONE


class Town:
    """Accounts on a virtual clock and a shelf."""

    def __init__(self) -> None:
        self.clock = VirtualClock()
        self.shelf = Memory()
        ids: Iterator[int] = count(1)
        self.fresh_id = lambda: f"id{next(ids)}"
        self.accounts = Accounts(self.clock, SECRET, self.shelf, (), self.fresh_id)

    def come(self, key: str, wish: str = "", source: str = "") -> Account:
        return self.accounts.admit(self.accounts.mark(key), "ssh-ed25519", wish or key, source)

    def restart(self) -> None:
        self.accounts = Accounts(self.clock, SECRET, self.shelf, self.shelf.kept.values(), self.fresh_id)

    def days_pass(self, days: float) -> None:
        self.clock.advance(days * DAY)


@pytest.fixture
def town() -> Town:
    return Town()


def test_a_key_is_the_same_account_after_a_restart(town: Town) -> None:
    ann = town.come("ann")
    town.accounts.set(ann.id, {"hand_order": "drawn"})
    town.accounts.rename(ann.id, "Anna")
    town.restart()
    again = town.come("ann", "somebody-else")
    assert again == replace(ann, name="Anna", settings={"hand_order": "drawn"})


def test_only_the_mark_of_a_key_is_kept(town: Town) -> None:
    town.come("SHA256:the-fingerprint", "ann")
    assert "fingerprint" not in repr(town.shelf.kept)
    (key,) = town.shelf.kept["id1"].keys
    assert key == Key(town.accounts.mark("SHA256:the-fingerprint"), "ssh-ed25519", town.accounts.today)
    other = Accounts(town.clock, b"t" * 32)
    assert other.mark("SHA256:the-fingerprint") != key.mark


def test_a_second_visit_on_the_same_day_writes_nothing(town: Town) -> None:
    town.come("ann")
    assert town.shelf.writes == 1
    town.come("ann")
    assert town.shelf.writes == 1
    town.days_pass(1)
    assert town.come("ann").seen == town.accounts.today
    assert town.shelf.writes == 2


def test_a_name_is_held_while_its_holder_is_away(town: Town) -> None:
    town.come("ann")
    town.days_pass(IDLE_DAYS - 1)
    town.restart()
    assert town.come("other", "Ann").name == "Ann-2"
    assert town.come("ann").name == "ann"


@pytest.mark.parametrize("games", [FEW_GAMES - 1, FEW_GAMES])
def test_an_idle_name_is_let_go_of_only_if_few_games_were_finished(town: Town, games: int) -> None:
    ann = town.come("ann")
    for _ in range(games):
        town.accounts.played(ann.id)
    town.days_pass(IDLE_DAYS)
    town.restart()
    is_let_go = games < FEW_GAMES
    assert town.come("other", "ann").name == ("ann" if is_let_go else "ann-2")
    town.restart()
    back = town.come("ann", "ann")
    assert (back.id, back.games, back.name) == (ann.id, games, "ann-2" if is_let_go else "ann")


def test_a_third_new_key_from_an_address_gets_no_lasting_account_until_later(town: Town) -> None:
    most, seconds = NEWCOMERS
    kept = [town.come(f"key{number}", source=FROM_AFAR) for number in range(most)]
    assert all(one.is_kept for one in kept)
    third = town.come("third", source=FROM_AFAR)
    assert not third.is_kept
    assert third.name == "third", "he plays under the name he likes"
    assert third.id not in town.shelf.kept
    assert town.come("elsewhere", source="198.51.100.1").is_kept
    assert town.come("here").is_kept, "this machine's own are not counted"
    assert not town.come("third", source=FROM_AFAR).is_kept
    town.clock.advance(seconds)
    later = town.come("third", source=FROM_AFAR)
    assert (later.is_kept, later.id) == (True, third.id), "his seat stays his"
    assert town.shelf.kept[third.id] == later


def test_known_keys_are_not_counted(town: Town) -> None:
    for number in range(20):
        town.come(f"key{number}")
    assert all(town.come(f"key{number}", source=FROM_AFAR).is_kept for number in range(20))
    assert town.come("new", source=FROM_AFAR).is_kept


def test_an_account_that_is_not_kept_goes_with_its_person(town: Town) -> None:
    for key in ("a1", "b2", "third"):
        town.come(key, source=FROM_AFAR)
    third = town.accounts.of(town.accounts.mark("third"))
    assert third is not None
    town.accounts.part(third.id)
    assert town.accounts.of(town.accounts.mark("third")) is None
    assert town.come("other", "third").name == "third"


def test_a_passing_account_with_a_seat_is_found_again_after_a_restart(town: Town) -> None:
    for key in ("a1", "b2", "third"):
        third = town.come(key, source=FROM_AFAR)
    town.restart()
    assert town.accounts.recall(third.id, third.name).name == "third"
    assert town.come("other", "third").name == "third-2", "his name is not free while he has a seat"
    back = town.come("third", source=FROM_AFAR)
    assert (back.id, back.name) == (third.id, "third")


def test_the_tag_follows_from_the_account_and_not_from_its_name(town: Town) -> None:
    ann, bob = town.come("ann"), town.come("bob")
    assert len(ann.tag) == len(bob.tag) == 4
    assert ann.tag != bob.tag
    town.accounts.rename(ann.id, "Anna")
    assert town.accounts[ann.id].tag == ann.tag


def test_a_deleted_account_leaves_its_name_and_its_key_free(town: Town) -> None:
    ann = town.come("ann")
    town.accounts.delete(ann)
    assert town.shelf.kept == {}
    assert town.come("other", "ann").name == "ann"
    assert town.come("ann").id not in (ann.id, "")


def test_settings_that_mean_nothing_any_more_are_left_out(town: Town) -> None:
    ann = town.come("ann")
    town.shelf.kept[ann.id] = replace(ann, settings={"hand_order": "by weight", "gone": "1"})
    town.restart()
    assert town.accounts[ann.id].settings == {}


class Squatting(RuleBasedStateMachine):
    """Many keys come, go, rename themselves, play and stay away for months: no name is ever two people's, or stolen."""

    KEYS = tuple(f"key{number}" for number in range(6))
    NAMES = ("ann", "Ann", "A-n-n", "anm", "anrn", "b0b", "bob", "admin", "x", "lll", "I1l")

    @initialize()
    def open(self) -> None:
        self.town = Town()

    @rule(key=st.sampled_from(KEYS), wish=st.sampled_from(NAMES), is_far=st.booleans())
    def come(self, key: str, wish: str, is_far: bool) -> None:
        before = self.town.accounts.of(self.town.accounts.mark(key))
        account = self.town.come(key, wish, FROM_AFAR if is_far else "")
        if before is not None:
            assert account.id == before.id
            assert not before.name or account.name == before.name

    @rule(key=st.sampled_from(KEYS), wish=st.sampled_from(NAMES))
    def rename(self, key: str, wish: str) -> None:
        accounts = self.town.accounts
        mine = accounts.of(accounts.mark(key))
        if mine is None:
            return
        rivals = [one for one in self.everybody() if one.id != mine.id and one.name and skeleton(one.name) == skeleton(wish)]
        is_free = all(self.may_lose(one) for one in rivals)
        if is_name(wish) and is_free:
            assert accounts.rename(mine.id, wish) == wish
        else:
            with pytest.raises(Refused) as no:
                accounts.rename(mine.id, wish)
            assert no.value.code == ("name_taken" if is_name(wish) else "bad_name")

    @rule(key=st.sampled_from(KEYS))
    def play(self, key: str) -> None:
        account = self.town.accounts.of(self.town.accounts.mark(key))
        if account is not None:
            self.town.accounts.played(account.id)

    @rule(key=st.sampled_from(KEYS))
    def delete(self, key: str) -> None:
        account = self.town.accounts.of(self.town.accounts.mark(key))
        if account is not None:
            self.town.accounts.delete(account)

    @rule(days=st.sampled_from((0.01, 1, 90, 180)))
    def wait(self, days: float) -> None:
        self.town.days_pass(days)

    @rule()
    def restart(self) -> None:
        self.town.restart()

    @invariant()
    def no_two_are_called_alike(self) -> None:
        if not hasattr(self, "town"):
            return
        names = [skeleton(one.name) for one in self.everybody() if one.name]
        assert len(names) == len(set(names))

    @invariant()
    def what_is_kept_is_what_is_known(self) -> None:
        if hasattr(self, "town"):
            known = {one.id: one for one in self.everybody() if one.is_kept}
            assert self.town.shelf.kept == known

    def everybody(self) -> list[Account]:
        return list(self.town.accounts._accounts.values())

    def may_lose(self, account: Account) -> bool:
        return account.games < FEW_GAMES and self.town.accounts.today - account.seen >= IDLE_DAYS


Squatting.TestCase.settings = budget(max_examples=60, stateful_step_count=30)
TestSquatting = Squatting.TestCase
