"""Coming, going and opening tables: the lobby as people meet it."""

from __future__ import annotations

import pytest

from client.protocol import (
    LOBBY,
    AddBot,
    Create,
    Join,
    Kind,
    Leave,
    Notice,
    Noticed,
    Remove,
    Rename,
    Say,
    Snapshot,
    Stage,
    Start,
    Sync,
    Watch,
)
from engine.moves import Draw
from engine.options import Options
from server.lobby.board import PAUSE
from server.lobby.caretaker import EMPTY
from server.lobby.opening import Limits
from tests.server.hall import ONE_ROUND, Hall

PAIR = Create(options=ONE_ROUND, seats=2)


def test_who_connects_gets_the_lobby_at_once() -> None:
    hall = Hall()
    ann = hall.enter("Ann")
    assert isinstance(ann.taken[0], Snapshot)
    assert ann.taken[0].topic == LOBBY
    assert (ann.lobby.you, ann.lobby.online, ann.lobby.table) == ("Ann", ("Ann",), None)


def test_everybody_sees_new_tables_and_new_people_after_a_moment() -> None:
    hall = Hall()
    ann, bob = hall.enter("Ann"), hall.enter("Bob", guest=True)
    ann.do(Create(seats=5))
    heard = len(bob.taken)
    hall.pass_time(PAUSE)
    assert len(bob.taken) == heard + 1
    (line,) = bob.lobby.tables
    assert (line.code, line.rules, line.stage, line.seated, line.seats) == (ann.table.code, "classic", Stage.WAITING, 1, 5)
    assert (line.host, line.round, line.watchers, line.opened) == ("Ann", 0, 0, hall.clock.START)
    assert bob.lobby.online == ("Ann", "~Bob")


def test_an_idle_lobby_says_nothing() -> None:
    hall = Hall()
    ann = hall.enter("Ann")
    ann.do(Create(seats=5))
    hall.pass_time(PAUSE)
    heard = len(ann.taken)
    hall.pass_time(300)
    assert len(ann.taken) == heard


def test_a_private_table_is_in_no_list_and_open_to_who_knows_its_code() -> None:
    hall = Hall()
    ann, bob = hall.enter("Ann"), hall.enter("Bob")
    ann.do(Create(public=False))
    hall.pass_time(PAUSE)
    assert not bob.lobby.tables
    assert not hall.lobby.board.lines()
    bob.do(Join(), ann.table.code.lower())
    assert bob.table.you == 1
    assert not bob.table.public


def test_the_creator_sits_first_and_is_host() -> None:
    hall = Hall()
    ann = hall.enter("Ann")
    ann.do(Create(seats=3, bots=("easy", "normal")))
    assert (ann.table.you, ann.table.host, ann.table.stage) == (0, 0, Stage.WAITING)
    assert [(chair.kind, chair.level) for chair in ann.table.chairs] == [
        (Kind.PERSON, ""),
        (Kind.BOT, "easy"),
        (Kind.BOT, "normal"),
    ]
    assert len({chair.name for chair in ann.table.chairs}) == 3


def test_quick_means_a_seat_with_three_bots_and_cards_in_hand() -> None:
    hall = Hall()
    ann = hall.enter("Ann")
    ann.do(Create(bots=("normal",) * 3, start=True))
    assert ann.stage() is Stage.PLAYING
    assert len(ann.game.hand) >= 7
    assert len(ann.game.counts) == 4


def test_codes_are_read_out_without_doubt() -> None:
    hall = Hall()
    ann = hall.enter("Ann")
    codes = set()
    for _ in range(40):
        ann.do(Create())
        codes.add(ann.table.code)
        ann.do(Leave())
    assert all(len(code) == 4 and not set(code) & set("AEIOU01LSZB25G8") for code in codes)


def test_a_guest_is_marked_and_two_people_never_share_a_name() -> None:
    hall = Hall()
    names = [hall.enter("Bo", key="1"), hall.enter("Bo", guest=True), hall.enter("bo", key="2"), hall.enter("B0", guest=True)]
    assert [one.lobby.you for one in names] == ["Bo", "~Bo", "bo-2", "~B0-2"]


@pytest.mark.parametrize("name", ["", "x", "a b", "admin", "R00T", "bot-7", "~", "ėė", "a" * 17, "\u202eanna", "System_"])
def test_a_name_that_could_mislead_is_refused(name: str) -> None:
    ann = Hall().enter("Ann")
    assert ann.code_of(Rename(name)) == "bad_name"
    assert ann.lobby.you == "Ann"


def test_a_new_name_is_seen_everywhere_and_the_old_one_is_free() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", start=False)
    assert bob.code_of(Rename("ann")) == "name_taken"
    ann.do(Rename("Anna"))
    assert ann.lobby.you == "Anna"
    assert bob.table.chairs[0].name == "Anna"
    bob.do(Rename("Ann"))
    assert bob.lobby.you == "Ann"


@pytest.mark.parametrize(
    ("wish", "name"),
    [
        ("root", "player-"),
        ("Žydrūnas", "Zydrunas"),
        ("علی", "player-"),
        ("a" * 1000, "a" * 16),
        ("\u202egnp.x", "gnpx"),
        ("bot 1", "player-"),
        ("Аdmin", "dmin"),
        ("", "player-"),
    ],
)
def test_an_ssh_user_name_becomes_a_plain_one(wish: str, name: str) -> None:
    assert Hall().enter(wish, key="SHA256:x").lobby.you.startswith(name)


def test_there_is_one_table_for_a_session() -> None:
    hall = Hall()
    ann, bob, eve = hall.enter("Ann"), hall.enter("Bob"), hall.enter("Eve")
    ann.do(Create())
    bob.do(Create())
    here, there = ann.table.code, bob.table.code
    assert ann.code_of(Create()) == ann.code_of(Join(), there) == "already_seated"
    assert ann.code_of(Watch(), there) == "at_a_table"
    assert ann.code_of(Watch(), here) == "own_table"
    eve.do(Watch(), here)
    assert eve.code_of(Watch(), there) == eve.code_of(Join(), there) == "at_a_table"
    eve.do(Join(), here)
    assert eve.table.you == 1
    assert eve.table.watchers == ()


def test_a_table_that_is_full_playing_or_unknown_takes_nobody() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", start=False)
    eve = hall.enter("Eve")
    assert eve.code_of(Join(), ann.table.code) == "table_full"
    ann.do(Start())
    assert eve.code_of(Join(), ann.table.code) == "started"
    assert eve.code_of(Join(), "XXXX") == eve.code_of(Watch(), "") == "no_such_table"
    assert bob.stage() is Stage.PLAYING


def test_a_code_from_outside_is_told_back_clean_and_short() -> None:
    refusal = Hall().enter("Ann").ask(Join(), "\x1b[2J" + "q" * 4000)
    assert refusal is not None
    assert "\x1b" not in refusal.sentence
    assert len(refusal.sentence) < 40


def test_spectators_are_shown_the_door_where_they_are_not_wanted() -> None:
    hall = Hall()
    ann, eve = hall.enter("Ann"), hall.enter("Eve")
    ann.do(Create(spectators=False))
    assert eve.code_of(Watch(), ann.table.code) == "no_spectators"


def test_a_spectator_is_announced_and_leaves_without_a_trace() -> None:
    hall = Hall()
    ann, _ = hall.open("Ann", "Bob")
    eve = hall.enter("Eve")
    eve.do(Watch(), ann.table.code)
    assert "Eve" in ann.table.watchers
    assert ann.table.log[-1] == Noticed("Eve", Notice.WATCHING)
    assert eve.table.you is None
    assert eve.game.hand == ()
    eve.do(Leave())
    assert len(ann.table.watchers) == 0
    assert eve.lobby.table is None
    assert eve.link.table is None


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (Create(seats=1), "bad_table"),
        (Create(seats=11), "bad_table"),
        (Create(seats=2, bots=("easy", "easy")), "bad_table"),
        (Create(bots=("clever",)), "bad_level"),
        (Create(clock=0), "bad_table"),
        (Create(clock=10**9), "bad_table"),
        (Create(start=True), "too_few"),
        (Create(options=Options(wild4_legality="enforced")), "bad_table"),
        (Create(options=Options(hand_size=0)), "bad_table"),
        (Create(options=Options(target_score=-5)), "bad_table"),
    ],
)
def test_a_table_that_cannot_be_is_refused_and_nothing_is_opened(wish: Create, code: str) -> None:
    hall = Hall()
    ann = hall.enter("Ann")
    assert ann.code_of(wish) == code
    hall.pass_time(1)
    assert hall.lobby.board.lines() == ()
    assert ann.lobby.table is None


def test_two_tables_a_person_and_so_many_in_all() -> None:
    hall = Hall(limits=Limits(tables=3))
    ann, bob, eve = hall.enter("Ann"), hall.enter("Bob"), hall.enter("Eve")
    for _ in range(2):
        ann.do(Create(seats=3))
        if hall.clients[-1] is eve:
            hall.enter("Cleo").do(Join(), ann.table.code)
        else:
            hall.enter("Dana").do(Join(), ann.table.code)
        ann.do(Leave())
    refusal = ann.ask(Create())
    assert refusal is not None
    assert (refusal.code, "leav" in refusal.sentence) == ("too_many_tables", False), "he has left them both"
    bob.do(Create())
    assert eve.code_of(Create()) == "house_full"
    bob.do(Leave())
    eve.do(Create())


def test_so_many_tables_from_one_address_however_many_people_it_calls_itself() -> None:
    hall = Hall(limits=Limits(tables_per_source=2))
    ann, bob, cid = (hall.enter(name, source="203.0.113.7") for name in ("Ann", "Bob", "Cid"))
    ann.do(Create())
    bob.do(Create())
    assert cid.code_of(Create()) == "too_many_from_there"
    hall.enter("Dan", source="203.0.113.8").do(Create())
    for name in ("Eve", "Fay", "Gus"):
        hall.enter(name).do(Create())
    bob.do(Leave())
    cid.do(Create())


def test_in_a_full_house_the_table_that_waits_longest_for_its_people_makes_room() -> None:
    hall = Hall(limits=Limits(tables=3))
    wish = Create(Options(target_score=5000), seats=2, bots=("easy",), start=True, clock=None)
    first, second, here = hall.enter("Ann"), hall.enter("Bob"), hall.enter("Cid")
    for one in (first, second, here):
        one.do(wish)
    codes = [one.table.code for one in (first, second, here)]
    first.leave()
    hall.pass_time(30)
    second.leave()
    hall.pass_time(EMPTY - 31)
    newcomer = hall.enter("Dan")
    assert newcomer.code_of(Create()) == "house_full", "nobody has been away for long"
    hall.pass_time(1)
    newcomer.do(Create())
    hall.pass_time(1)
    assert [line.code for line in hall.lobby.board.lines()] == [*codes[1:], newcomer.table.code]
    assert hall.enter("Bob").table.code == codes[1], "with room enough a seat waits for long"
    hall.pass_time(EMPTY)
    assert hall.enter("Eve").code_of(Create()) == "house_full", "everybody is back"
    assert hall.enter("Ann").lobby.table is None


def test_only_the_host_starts_adds_and_removes() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=Create(seats=4), start=False)
    assert {bob.code_of(body) for body in (Start(), AddBot(), Remove(0))} == {"not_host"}
    ann.do(AddBot("easy"))
    assert ann.table.chairs[2].kind is Kind.BOT
    assert ann.code_of(AddBot("godlike")) == "bad_level"
    assert ann.code_of(Remove(3)) == ann.code_of(Remove(0)) == ann.code_of(Remove(-1)) == ann.code_of(Remove(99)) == "bad_chair"
    ann.do(Remove(2))
    ann.do(Remove(1))
    assert [chair.kind for chair in ann.table.chairs] == [Kind.PERSON, Kind.FREE, Kind.FREE, Kind.FREE]
    assert bob.lobby.table is None
    assert bob.told == ["removed"]
    assert bob.link.table is None
    assert ann.code_of(Start()) == "too_few"


def test_a_chair_that_changed_hands_is_not_emptied_by_a_late_command() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=Create(seats=2), start=False)
    seen = ann.link.version
    bob.do(Leave())
    hall.enter("Eve").do(Join(), ann.table.code)
    refusal = ann.send("", seen, Remove(1))
    assert refusal is not None
    assert refusal.code == "stale"
    assert ann.table.chairs[1].name == "Eve"


def test_empty_chairs_go_when_the_match_starts() -> None:
    hall = Hall()
    ann = hall.enter("Ann")
    ann.do(Create(seats=6, options=ONE_ROUND))
    code = ann.table.code
    bob, eve = hall.enter("Bob"), hall.enter("Eve")
    bob.do(Join(), code)
    eve.do(Join(), code)
    bob.do(Leave())
    ann.do(Start())
    assert [chair.name for chair in ann.table.chairs] == ["Ann", "Eve"]
    assert (eve.table.you, len(eve.game.counts)) == (1, 2)
    assert ann.code_of(AddBot()) == "started"
    assert ann.code_of(Start()) == "wrong_stage"


def test_the_role_of_host_goes_round_to_who_is_there() -> None:
    hall = Hall()
    ann, bob, eve = hall.open("Ann", "Bob", "Eve", start=False)
    ann.do(Leave())
    assert bob.table.host == bob.table.you
    assert Noticed("Bob", Notice.HOST) in eve.table.log
    bob.leave()
    assert eve.table.host == eve.table.you
    eve.do(Start())
    assert eve.stage() is Stage.PLAYING


def test_the_last_one_to_leave_a_waiting_table_closes_it() -> None:
    hall = Hall()
    ann = hall.enter("Ann")
    ann.do(Create(bots=("easy",)))
    ann.do(Leave())
    hall.pass_time(1)
    assert len(hall.lobby.board.lines()) == len(ann.lobby.tables) == 0
    assert hall.clock.waiting == 0


def test_commands_for_a_table_one_is_not_at_are_refused() -> None:
    hall = Hall()
    ann, _ = hall.open("Ann", "Bob")
    eve = hall.enter("Eve")
    assert eve.code_of(Draw(), ann.table.code) == eve.code_of(Leave()) == eve.code_of(Say("hi"), ann.table.code) == "not_there"
    assert ann.code_of(Draw(), "XXXX") == "not_there"
    assert eve.code_of(Sync(), ann.table.code) == "not_there"
    eve.do(Sync(), LOBBY)
    assert isinstance(eve.taken[-2], Snapshot)


def test_a_flood_of_comings_and_goings_is_slowed_down() -> None:
    hall = Hall(limits=Limits(acts=((5, 10.0),)))
    ann, eve = hall.enter("Ann"), hall.enter("Eve")
    ann.do(Create())
    codes = []
    for _ in range(4):
        codes += [eve.ask(Watch(), ann.table.code), eve.ask(Leave())]
    assert [refusal.code if refusal else "" for refusal in codes[:7]] == ["", "", "", "", "", "slow_down", "slow_down"]
    hall.pass_time(10)
    eve.do(Leave())


def test_a_fault_of_the_lobby_itself_is_answered_and_ends_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall()
    ann = hall.enter("Ann")
    monkeypatch.setattr(hall.lobby, "_create", lambda *_: 1 // 0)
    assert ann.code_of(Create()) == "fault"
    monkeypatch.undo()
    ann.do(PAIR)


def test_a_session_whose_queue_fails_harms_nobody() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", start=False)

    def burst(_: object) -> None:
        raise BufferError("full")

    bob.session._deliver = burst
    ann.do(Start())
    assert ann.stage() is Stage.PLAYING
    bob.leave()
    assert ann.table.chairs[1].away
