"""Muting: what somebody says is kept from one viewer, wherever he sees it, and nobody can tell that he is muted."""

from __future__ import annotations

from client import wire
from client.protocol import Create, Join, LobbyView, Mute, Rename, Reply, Said, Say, Start, Sync, Watch
from server.lobby.accounts import Accounts, NullShelf
from server.lobby.register import MUTED
from tests.clock import VirtualClock
from tests.server.hall import Client, Hall


def lines(client: Client) -> list[str]:
    """What is said, as this client's table remembers it."""
    return [one.text for one in client.table.log if isinstance(one, Said)]


def test_what_a_muted_person_said_and_says_is_gone_for_who_muted_him_alone() -> None:
    hall = Hall()
    ann, bob, cleo = hall.open("Ann", "Bob", "Cleo")
    bob.do(Say("before"))
    cleo.do(Say("hello"))
    assert lines(ann) == ["before", "hello"]
    ann.do(Mute("Bob"))
    assert lines(ann) == ["hello"]
    bob.do(Say("after"))
    cleo.do(Say("again"))
    assert lines(ann) == ["hello", "again"]
    assert lines(cleo) == lines(bob) == ["before", "hello", "after", "again"]
    ann.do(Sync())
    assert lines(ann) == ["hello", "again"]
    assert ann.lobby.muted == ("Bob",)
    assert cleo.lobby.muted == bob.lobby.muted == ()


def test_who_is_heard_again_is_heard_from_then_on() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob")
    ann.do(Mute("Bob"))
    bob.do(Say("one"))
    ann.do(Mute("Bob", on=False))
    bob.do(Say("two"))
    assert lines(ann) == ["two"]
    assert ann.lobby.muted == ()


def test_spectators_mute_players_and_one_another() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob")
    code = ann.table.code
    zoe, yan = hall.enter("Zoe"), hall.enter("Yan", guest=True)
    for one in (zoe, yan):
        one.do(Watch(), code)
    zoe.do(Mute("Bob"))
    zoe.do(Mute("~Yan"))
    bob.do(Say("I say"))
    yan.do(Say("and I"))
    ann.do(Say("so do I"))
    assert lines(zoe) == ["so do I"]
    assert lines(yan) == ["I say", "and I", "so do I"]


def test_another_name_does_not_help_the_muted() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob")
    ann.do(Mute("Bob"))
    bob.do(Rename("Robert"))
    bob.do(Say("it is me"))
    assert lines(ann) == []
    assert ann.lobby.muted == ("Robert",)
    cleo = hall.enter("Bob", key="another Bob")
    cleo.do(Watch(), ann.table.code)
    assert ann.lobby.muted == ("Robert",)


def test_what_a_muted_person_is_sent_is_the_same_to_the_byte() -> None:
    def sent(is_muted: bool) -> list[bytes]:
        hall = Hall()
        ann, bob, cleo = hall.open("Ann", "Bob", "Cleo")
        (ann if is_muted else cleo).do(Mute("Bob") if is_muted else Mute("Ann"))
        bob.do(Say("hello"))
        bob.do(Mute("Cleo"))
        hall.pass_time(1)
        return [wire.pack(message) for message in bob.taken]

    assert sent(True) == sent(False)


def test_an_account_keeps_whom_it_mutes_and_a_guest_does_until_he_goes() -> None:
    clock, shelf = VirtualClock(), NullShelf()
    accounts = Accounts(clock, b"secret" * 6, shelf)
    hall = Hall(accounts=accounts)
    ann, bob, guest = hall.enter("Ann"), hall.enter("Bob"), hall.enter("Gus", guest=True)
    ann.do(Mute("Bob"))
    ann.do(Mute("~Gus"))
    guest.do(Mute("Bob"))
    assert (ann.lobby.muted, guest.lobby.muted) == (("Bob", "~Gus"), ("Bob",))
    again = hall.enter("Ann")
    assert again.lobby.muted == ("Bob", "~Gus")
    for one in (ann, again, guest, bob):
        one.leave()
    later = Hall(accounts=accounts).enter("Ann")
    assert later.lobby.muted == ("Bob",)
    record = hall.lobby.desk.record(accounts[later.session.member.person.id])  # type: ignore[union-attr]
    assert record["muted"] == ["Bob"]


def test_who_is_forgotten_is_forgotten_here_too() -> None:
    hall = Hall()
    ann, bob = hall.enter("Ann"), hall.enter("Bob")
    ann.do(Mute("Bob"))
    assert bob.session.member is not None
    id = bob.session.member.person.id  # noqa: A001
    bob.leave()
    accounts = hall.lobby.accounts
    accounts.delete(accounts[id])
    hall.pass_time(1)
    assert ann.session.member is not None
    assert accounts[ann.session.member.person.id].muted == ()
    assert ann.lobby.muted == ()


def test_whom_one_cannot_mute_and_how_many_one_can() -> None:
    hall = Hall()
    ann, _ = hall.open("Ann", "Bob", start=False)
    assert ann.code_of(Mute("Nobody-here")) == "not_here"
    assert ann.code_of(Mute("Ann")) == "yourself"
    assert ann.code_of(Mute("Bob", on=False)) == "not_here"
    for number in range(MUTED):
        hall.enter(f"p{number:03}q")
        ann.do(Mute(f"p{number:03}q"))
    assert ann.code_of(Mute("Bob")) == "too_many_muted"
    ann.do(Mute("p000q", on=False))
    ann.do(Mute("Bob"))
    ann.do(Mute("Bob"))
    assert len(ann.lobby.muted) == MUTED


def test_who_left_the_table_or_the_house_can_be_muted_by_name_if_he_has_an_account() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", start=False)
    bob.do(Say("boo"))
    bob.leave()
    ann.do(Mute("Bob"))
    assert lines(ann) == []


# ── spectators' talk ─────────────────────────────────────────────────────────────────────────────────────


def test_spectators_are_heard_by_spectators_alone_while_a_match_is_played() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob")
    zoe, yan = hall.enter("Zoe"), hall.enter("Yan")
    for one in (zoe, yan):
        one.do(Watch(), people[0].table.code)
    zoe.do(Say("Bob has a wild"))
    people[0].do(Say("good luck"))
    assert lines(people[0]) == lines(people[1]) == ["good luck"]
    assert lines(yan) == ["Bob has a wild", "good luck"]
    people[0].do(Sync())
    assert lines(people[0]) == ["good luck"]


def test_spectators_are_heard_by_all_before_a_match_and_after_it() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob", start=False)
    zoe = hall.enter("Zoe")
    zoe.do(Watch(), people[0].table.code)
    zoe.do(Say("may I?"))
    assert lines(people[0]) == lines(people[1]) == ["may I?"]
    people[0].do(Start())
    zoe.do(Say("psst"))
    hall.play_out(people)
    zoe.do(Say("well played"))
    assert [one for one in lines(people[0]) if one != "psst"] == lines(people[0])
    assert "well played" in lines(people[0])
    assert "well played" in lines(people[1])


# ── who is where ─────────────────────────────────────────────────────────────────────────────────────────


def where(view: LobbyView) -> dict[str, tuple[str, bool]]:
    """Where people are who are not in the lobby."""
    return {one.name: (one.at, one.watching) for one in view.where}


def test_everybody_sees_who_is_at_which_table_and_no_code_that_is_not_listed() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=Create(seats=4, bots=("easy",)), start=False)
    code = ann.table.code
    secret = hall.enter("Cleo")
    secret.do(Create(public=False))
    zoe, idle = hall.enter("Zoe"), hall.enter("Ida", guest=True)
    zoe.do(Watch(), code)
    hall.pass_time(1)
    view = idle.lobby
    assert where(view) == {"Ann": (code, False), "Bob": (code, False), "Zoe": (code, True), "Cleo": ("", False)}
    assert (view.here, len(view.online)) == (5, 5)
    assert [(line.code, line.seated, line.bots) for line in view.tables] == [(code, 3, 1)]
    assert secret.table.code not in repr(view)
    bob.leave()
    hall.pass_time(1)
    assert "Bob" not in where(idle.lobby)
    again = hall.enter("Ann")
    hall.pass_time(1)
    assert where(idle.lobby)["Ann"] == (code, False)
    assert again.lobby.seat == code


def test_who_sits_down_no_longer_looks_on_from_another_terminal() -> None:
    hall = Hall()
    (ann,) = hall.open("Ann", start=False)
    bob, also_bob = hall.enter("Bob"), hall.enter("Bob")
    also_bob.do(Watch(), ann.table.code)
    bob.do(Join(), ann.table.code)
    also_bob.pump()
    assert also_bob.link.table is None
    assert also_bob.told == ["own_table"]
    assert ann.table.watchers == ()
    assert not any(isinstance(one, Reply) and one.refusal for one in bob.taken)
