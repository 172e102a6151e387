"""The desk: a second key by a code, keys taken away, and an account that is gone without a trace in the lobby."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest

from client.protocol import LOBBY, Create, Leave, Rename, Set, Watch
from server.doors.door import Kind, Visit
from server.doors.me import Counter
from server.lobby import desk
from server.lobby.accounts import DAY, IDLE_DAYS, Account, Accounts, NullShelf
from server.lobby.desk import CODE_SECONDS, GUESSES, KEYS, Declined
from server.lobby.people import Person
from server.lobby.settings import CHOICES
from tests.clock import VirtualClock
from tests.server.disk import Slow
from tests.server.hall import Client, Hall


@pytest.fixture
def hall() -> Hall:
    return Hall()


def somebody(key: str, source: str = "") -> Person:
    return Person(key, key, guest=False, source=source, kind="ssh-ed25519")


def declined(act: object, *words: object) -> str:
    assert callable(act)
    with pytest.raises(Declined) as no:
        act(*words)
    assert str(no.value).endswith((".", "!"))
    return str(no.value)


class Watched(Client):
    """A client that notes with which sentence its connection was ended."""

    def __init__(self, hall: Hall, key: str) -> None:
        super().__init__(hall, somebody(key))
        self.farewells: list[str] = []
        self.leave()
        self.session = hall.lobby.connect(self.person, self.inbox.append, self.farewells.append)
        self.pump()


# ── keys ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_second_key_is_the_same_person_with_the_same_seat_and_settings(hall: Hall) -> None:
    laptop = hall.enter("ann")
    laptop.do(Set("hand_order", "drawn"), LOBBY)
    laptop.do(Create(bots=("easy",), start=True))
    code = hall.lobby.desk.ticket(somebody("ann"))
    hall.lobby.desk.link(somebody("phone"), code)
    phone = hall.enter("phone")
    assert phone.lobby.you == "ann"
    assert phone.lobby.liked("hand_order") == "drawn"
    assert phone.table.you == 0
    assert len(phone.game.hand) == 7
    laptop.pump()
    assert laptop.told == ["elsewhere"]
    assert phone.session.member is laptop.session.member


def test_a_code_works_once_and_only_for_ten_minutes(hall: Hall) -> None:
    hall.enter("ann")
    at = hall.lobby.desk
    code = at.ticket(somebody("ann"))
    assert at.link(somebody("one"), f"{code[:4]}-{code[4:]}".lower()).name == "ann"
    assert declined(at.link, somebody("two"), code) == desk.BAD_CODE
    late = at.ticket(somebody("ann"))
    hall.pass_time(CODE_SECONDS)
    assert declined(at.link, somebody("two"), late) == desk.BAD_CODE


def test_a_new_code_makes_the_old_one_worthless(hall: Hall) -> None:
    hall.enter("ann")
    hall.enter("bob")
    at = hall.lobby.desk
    old, other = at.ticket(somebody("ann")), at.ticket(somebody("bob"))
    new = at.ticket(somebody("ann"))
    assert declined(at.link, somebody("phone"), old) == desk.BAD_CODE
    assert at.link(somebody("phone"), new).name == "ann"
    assert at.link(somebody("tablet"), other).name == "bob"


def test_codes_cannot_be_guessed_from_one_address(hall: Hall) -> None:
    hall.enter("ann")
    at = hall.lobby.desk
    code = at.ticket(somebody("ann"))
    for number in range(GUESSES[0]):
        assert declined(at.link, somebody(f"key{number}", "203.0.113.7"), "CCCCCCCC") == desk.BAD_CODE
    assert declined(at.link, somebody("thief", "203.0.113.7"), code) == desk.TOO_MANY_CODES
    assert at.link(somebody("phone", "198.51.100.1"), code).name == "ann"


def test_a_key_with_an_empty_account_moves_and_its_account_goes(hall: Hall) -> None:
    hall.enter("ann")
    phone = Watched(hall, "phone")
    hall.lobby.desk.link(somebody("phone"), hall.lobby.desk.ticket(somebody("ann")))
    assert phone.farewells == [desk.MOVED]
    assert hall.enter("phone").lobby.you == "ann"
    assert len(hall.lobby.accounts) == 1
    assert hall.enter("other", key="x").lobby.you == "other"
    assert hall.enter("phone", key="y").lobby.you == "phone", "its name is free"


def test_a_seat_keeps_a_key_where_it_is(hall: Hall) -> None:
    hall.enter("ann")
    phone = hall.enter("phone")
    phone.do(Create())
    code = hall.lobby.desk.ticket(somebody("ann"))
    assert phone.table.code in declined(hall.lobby.desk.link, somebody("phone"), code)
    phone.do(Leave())
    assert hall.lobby.desk.link(somebody("phone"), code).name == "ann", "the code was not used up"


def test_an_account_with_games_is_not_thrown_away(hall: Hall) -> None:
    hall.enter("ann")
    phone = hall.enter("phone")
    assert phone.session.member is not None
    hall.lobby.accounts.played(phone.session.member.person.id)
    code = hall.lobby.desk.ticket(somebody("ann"))
    assert "me delete phone" in declined(hall.lobby.desk.link, somebody("phone"), code)
    hall.lobby.desk.delete(somebody("phone"))
    assert hall.lobby.desk.link(somebody("phone"), code).name == "ann"


def test_a_key_among_several_may_move_though_its_account_has_games(hall: Hall) -> None:
    hall.enter("ann")
    bob = hall.enter("bob")
    at = hall.lobby.desk
    at.link(somebody("phone"), at.ticket(somebody("bob")))
    assert bob.session.member is not None
    hall.lobby.accounts.played(bob.session.member.person.id)
    at.link(somebody("phone"), at.ticket(somebody("ann")))
    assert at.account(somebody("phone")).name == "ann"
    assert at.account(somebody("bob")).name == "bob"


def test_a_removed_key_opens_nothing_any_more_and_what_it_opened_ends(hall: Hall) -> None:
    hall.enter("ann")
    at = hall.lobby.desk
    at.link(somebody("phone"), at.ticket(somebody("ann")))
    phone, laptop = Watched(hall, "phone"), Watched(hall, "ann")
    assert at.key_number(somebody("phone")) == 2
    at.remove(somebody("ann"), 2)
    assert (phone.farewells, laptop.farewells) == ([desk.REMOVED], [])
    assert not phone.session.is_alive
    assert phone.session.member is not None
    assert phone.session not in phone.session.member.sessions
    assert declined(at.account, somebody("phone")) == desk.NOTHING
    assert hall.enter("phone").lobby.you == "phone"
    assert declined(at.remove, somebody("ann"), 1) == desk.LAST_KEY
    assert declined(at.remove, somebody("ann"), 2) == desk.NO_SUCH_KEY
    assert declined(at.remove, somebody("ann"), 0) == desk.NO_SUCH_KEY


def test_a_code_that_a_removed_key_had_made_opens_nothing(hall: Hall) -> None:
    hall.enter("ann")
    at = hall.lobby.desk
    at.link(somebody("stolen"), at.ticket(somebody("ann")))
    code = at.ticket(somebody("stolen"))
    at.remove(somebody("ann"), 2)
    assert declined(at.link, somebody("thief"), code) == desk.BAD_CODE


def test_the_seat_outlives_the_key_it_was_taken_with(hall: Hall) -> None:
    ann, bob = hall.open("ann", "bob")
    at = hall.lobby.desk
    at.link(somebody("phone"), at.ticket(somebody("ann")))
    at.remove(somebody("phone"), 1)
    assert not ann.session.is_alive
    assert bob.table.chairs[0].away
    again = hall.enter("phone")
    assert (again.lobby.you, again.table.you) == ("ann", 0)


def test_an_account_has_so_many_keys_and_no_more(hall: Hall) -> None:
    hall.enter("ann")
    at = hall.lobby.desk
    for number in range(KEYS - 1):
        at.link(somebody(f"key{number}"), at.ticket(somebody("ann")))
    assert str(KEYS) in declined(at.ticket, somebody("ann"))


def test_guests_and_strangers_are_told_that_nothing_is_stored(hall: Hall) -> None:
    at = hall.lobby.desk
    for act in (at.account, at.ticket, at.delete):
        assert declined(act, Person("guest:CODE", "gus", guest=True)) == desk.GUEST
        assert declined(act, somebody("never here")) == desk.NOTHING
    assert len(hall.lobby.accounts) == 0


def test_a_passing_account_lets_nobody_else_in(hall: Hall) -> None:
    for name in ("a1", "b2", "third"):
        last = hall.enter(name, source="203.0.113.7")
    assert last.told == ["not_kept"]
    assert declined(hall.lobby.desk.ticket, somebody("third", "203.0.113.7")) == desk.PASSING


# ── settings ─────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("is_linked", [True, False])
def test_a_passing_account_that_somebody_is_here_with_can_be_given_up(hall: Hall, is_linked: bool) -> None:
    for key in ("ann", "bob", "phone"):
        hall.let_in(somebody(key, "192.0.2.1"))
    assert not hall.lobby.desk.account(somebody("phone")).is_kept
    if is_linked:
        assert hall.lobby.desk.link(somebody("phone"), hall.lobby.desk.ticket(somebody("ann"))).name == "ann"
        assert hall.lobby.desk.account(somebody("phone")).name == "ann"
    else:
        hall.lobby.desk.delete(somebody("phone"))
        assert declined(hall.lobby.desk.account, somebody("phone")) == desk.NOTHING


def test_a_setting_is_told_to_every_session_and_kept_for_the_next_visit(hall: Hall) -> None:
    first, second = hall.enter("ann"), hall.enter("ann")
    assert first.lobby.liked("hand_order") == "color"
    first.do(Set("hand_order", "drawn"), LOBBY)
    assert first.lobby.settings == second.lobby.settings
    assert first.lobby.liked("hand_order") == "drawn"
    first.leave()
    second.leave()
    assert hall.enter("ann").lobby.liked("hand_order") == "drawn"


def test_a_guests_setting_goes_with_him(hall: Hall) -> None:
    guest = hall.enter("gus", guest=True)
    guest.do(Set("hand_order", "drawn"), LOBBY)
    assert guest.lobby.liked("hand_order") == "drawn"
    assert hall.enter("gus", guest=True).lobby.liked("hand_order") == "color"


@pytest.mark.parametrize(
    "wish", [Set("hand_order", "by weight"), Set("shoe_size", "44"), Set("", ""), Set("x" * 4000, "y" * 4000)]
)
def test_a_setting_that_is_not_known_is_refused(hall: Hall, wish: Set) -> None:
    ann = hall.enter("ann")
    assert ann.code_of(wish, LOBBY) == "bad_setting"
    assert ann.lobby.liked("hand_order") == "color"


def test_a_setting_can_be_changed_at_a_table(hall: Hall) -> None:
    (ann, _) = hall.open("ann", "bob")
    ann.do(Set("hand_order", "drawn"))
    assert ann.lobby.liked("hand_order") == "drawn"


def test_every_setting_can_be_given_every_word_it_knows(hall: Hall) -> None:
    ann = hall.enter("ann")
    assert {one.name: one.value for one in ann.lobby.settings} == {name: words[0] for name, words in CHOICES.items()}
    for name, words in CHOICES.items():
        for word in reversed(words):
            ann.do(Set(name, word), LOBBY)
            assert ann.lobby.liked(name) == word
    assert hall.lobby.desk.account(somebody("ann")).settings == {}


# ── going ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_who_is_deleted_is_out_at_once_and_leaves_no_name(hall: Hall) -> None:
    ann, watcher = Watched(hall, "ann"), hall.enter("bob")
    hall.lobby.desk.delete(somebody("ann"))
    assert ann.farewells == [desk.DELETED]
    assert declined(hall.lobby.desk.account, somebody("ann")) == desk.NOTHING
    hall.pass_time(1)
    assert watcher.lobby.online == ("bob",)
    ann.link.request(Rename("Anna"), LOBBY)
    ann.link.request(Create())
    hall.pass_time(1)
    assert watcher.lobby.tables == ()
    assert len(hall.lobby.accounts) == 1


def test_an_account_whose_name_another_has_taken_is_deleted_by_its_tag_and_not_without_a_word(hall: Hall) -> None:
    hall.enter("ann").leave()
    hall.pass_time(IDLE_DAYS * DAY)
    assert hall.enter("ann", key="another").lobby.you == "ann"
    account = hall.lobby.desk.account(somebody("ann"))
    assert account.name == ""

    def answer(*words: str) -> str:
        told: list[str | Iterator[str]] = []
        ask = Counter(hall.lobby.desk).ask(words, Visit(somebody("ann"), Kind.EXEC), "host")
        assert ask is not None
        ask(lambda text, status=0: told.append(text))
        return " ".join(str(told.pop()).split())

    assert f"me delete {account.tag}" in answer("me", "delete")
    assert f"called {account.tag}:" in answer("me", "delete", "ann")
    assert answer("me").startswith(f"{account.tag}, known")
    assert hall.lobby.accounts.get(account.id) is account
    assert answer("me", "delete", account.tag).startswith("Everything about you is deleted")
    assert hall.lobby.accounts.get(account.id) is None


def test_nobody_is_deleted_from_a_seat(hall: Hall) -> None:
    ann, _ = hall.open("ann", "bob")
    assert ann.table.code in declined(hall.lobby.desk.delete, somebody("ann"))
    assert ann.lobby.you == "ann"


def test_a_match_that_goes_on_calls_a_deleted_player_something_else(hall: Hall) -> None:
    ann, bob, cat = hall.open("ann", "bob", "cat")
    eve = hall.enter("eve")
    ann.do(Leave())
    hall.lobby.desk.delete(somebody("ann"))
    assert bob.table.chairs[0].name.startswith("player-")
    eve.do(Watch(), cat.table.code)
    for view in (bob.fresh(), cat.fresh(), eve.table):
        assert "ann" not in [chair.name for chair in view.chairs]
    assert hall.table(bob.table.code).opener.name.startswith("player-")


def test_a_deleted_player_is_called_something_else_though_he_left_under_another_name(hall: Hall) -> None:
    ann, *_ = hall.open("ann", "bob", "cid")
    ann.do(Leave())
    ann.do(Rename("eve"))
    hall.lobby.desk.delete(somebody("ann"))
    names = [seat.name for seat in hall.lobby.tables[0].seats]
    assert names[0].startswith("player-")
    assert names[1:] == ["bob", "cid"]


def test_everything_that_is_stored_is_exported(hall: Hall) -> None:
    ann = hall.enter("ann")
    ann.do(Set("hand_order", "drawn"), LOBBY)
    told: list[dict[str, object]] = []
    hall.lobby.desk.export(somebody("ann"), told.append)
    (found,) = told
    account = found["account"]
    assert isinstance(account, dict)
    assert account["name"] == "ann"
    assert account["settings"] == {"hand_order": "drawn"}
    assert [key["kind"] for key in account["keys"]] == [""]
    assert json.loads(json.dumps(found)) == found


def test_two_at_one_table_do_not_become_one(hall: Hall) -> None:
    ann, bob = hall.open("ann", "bob")
    code = hall.lobby.desk.ticket(somebody("ann"))
    assert bob.table.code in declined(hall.lobby.desk.link, somebody("bob"), code)
    assert (ann.table.you, bob.table.you) == (0, 1)


class Shelf(NullShelf):
    """Keeps accounts when the test says so."""

    def __init__(self) -> None:
        self.writes: list[Slow] = []

    def put(self, account: Account) -> Slow:
        self.writes.append(Slow())
        return self.writes[-1]


def test_a_key_is_said_to_open_something_or_nothing_any_more_when_that_is_certain() -> None:
    shelf = Shelf()
    hall = Hall(accounts=Accounts(VirtualClock(), shelf=shelf))
    hall.enter("ann")
    counter, told = Counter(hall.lobby.desk), list[str | Iterator[str]]()

    def say(text: str | Iterator[str], status: int = 0) -> None:
        told.append(text)

    for key, words in ("phone", ["key", hall.lobby.desk.ticket(somebody("ann"))]), ("ann", ["key", "remove", "2"]):
        ask = counter.ask(words, Visit(somebody(key), Kind.EXEC), "host")
        assert ask is not None
        ask(say)
        assert told == []
        shelf.writes[-1].finish()
        assert "ann" in str(told.pop())
