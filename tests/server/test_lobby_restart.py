"""After a restart every live table is back as it was: people, cards, points, chance. One that cannot be read is set apart."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.protocol import AddBot, Create, Cut, Join, Kind, Leave, Ready, Rematch, Replay, Say, Stage, Start, TableView, Watch
from engine.options import Options
from engine.seal import Sealed
from engine.view import Status
from server.lobby.charter import packed, unpacked
from server.lobby.keeping import charter
from tests.server.disk import Disk
from tests.server.hall import ONE_ROUND, Client, Hall

SHORT = Options(target_score=200)


def restarted(hall: Hall, disk: Disk) -> Hall:
    """Another server on the same disk, after a kill; nobody is there yet."""
    again = Hall(99, journal=disk, accounts=hall.lobby.accounts)
    again.lobby.restore()
    again.lobby.reopen()
    return again


def back(hall: Hall, people: list[Client]) -> list[Client]:
    """The same people come back."""
    return [hall.enter(one.person.name) for one in people]


def told(view: TableView) -> TableView:
    """What a view tells besides who is there at this moment, the time left, talk, and what a match that is over did."""
    chairs = tuple([replace(chair, away=False, ready=False) for chair in view.chairs])
    return replace(view, chairs=chairs, clock=None, log=(), watchers=(), ratings=(), replay="")


@pytest.mark.parametrize("moves", range(0, 40, 3))
def test_everybody_is_back_at_the_very_cards_that_he_held(moves: int) -> None:
    disk = Disk()
    hall = Hall(moves, journal=disk)
    people = hall.open("Ann", "Bob", "Cid")
    for _ in range(moves):
        if people[0].stage() is Stage.PLAYING:
            turn = hall.on_turn(people)
            turn.try_to(turn.game.legal[0])
            hall.pass_time(2)
    before = [told(one.table) for one in people]
    again = restarted(hall, disk)
    assert [told(one.table) for one in back(again, people)] == before


def test_the_match_goes_on_to_the_same_end_as_without_a_restart() -> None:
    ends = []
    for is_restarted in (False, True):
        disk = Disk()
        hall = Hall(5, journal=disk)
        people = hall.open("Ann", "Bob")
        for _ in range(6):
            hall.on_turn(people).try_to(hall.on_turn(people).game.legal[0])
            hall.pass_time(2)
        if is_restarted:
            hall = restarted(hall, disk)
            people = back(hall, people)
        hall.play_out(people)
        (events,) = disk.kept.values()
        ends.append(events)
    assert ends[0] == ends[1]


def test_a_deal_sealed_before_the_restart_is_opened_after_it_and_proves_true() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    people = hall.open("Ann", "Bob", start=False)
    people[1].do(Cut("left over right"))
    seal = people[0].table.seal
    hall = restarted(hall, disk)
    people = back(hall, people)
    assert people[0].table.seal == seal
    people[0].do(Start())
    hall = restarted(hall, disk)
    people = back(hall, people)
    assert seal is not None
    assert people[0].table.seal == seal
    hall.play_out(people)
    proof = people[0].table.proof
    assert proof is not None
    assert (proof.commitment, proof.cuts) == (seal.commitment, ("left over right",))
    hall = restarted(hall, disk)
    assert back(hall, people)[0].table.proof == proof


def test_rounds_and_matches_follow_one_another_across_restarts() -> None:
    disk = Disk()
    hall = Hall(3, journal=disk)
    people = hall.open("Ann", "Bob", wish=Create(options=SHORT, seats=2))
    while True:
        rounds = people[0].game.round
        while people[0].stage() is Stage.PLAYING:
            turn = hall.on_turn(people)
            turn.try_to(turn.game.legal[0])
            hall.pass_time(2)
        if people[0].stage() is Stage.MATCH_OVER:
            break
        totals = people[0].game.scores
        hall = restarted(hall, disk)
        people = back(hall, people)
        assert people[0].game.scores == totals
        for one in people:
            one.do(Ready())
        assert people[0].game.round == rounds + 1
    assert rounds > 1
    assert people[0].stage() is Stage.MATCH_OVER
    hall = restarted(hall, disk)
    people = back(hall, people)
    for one in people:
        one.do(Rematch())
    assert people[0].stage() is Stage.PLAYING
    assert len(disk.kept) == 2


def test_a_waiting_table_keeps_its_people_its_bots_and_its_host() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    people = hall.open("Ann", "Bob", wish=Create(seats=5, clock=None, public=False, spectators=False), start=False)
    people[0].do(AddBot("easy"))
    before = told(people[1].table)
    again = restarted(hall, disk)
    ann, bob = back(again, people)
    assert told(bob.table) == before
    assert ann.table.host == ann.table.you
    ann.do(Start())
    assert [chair.kind for chair in ann.table.chairs] == [Kind.PERSON, Kind.PERSON, Kind.BOT]


def test_bots_play_on_after_a_restart() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    (ann,) = hall.open("Ann", wish=Create(options=ONE_ROUND, seats=3, bots=("easy", "normal"), start=True), start=False)
    hall = restarted(hall, disk)
    (ann,) = back(hall, [ann])
    for _ in range(2000):
        if ann.stage() is Stage.MATCH_OVER:
            break
        if ann.game.turn == ann.table.you:
            ann.try_to(ann.game.legal[0])
        hall.pass_time(3)
    assert ann.stage() is Stage.MATCH_OVER


def test_who_left_the_match_is_still_gone_and_who_closed_the_table_closed_it_for_good() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    people = hall.open("Ann", "Bob", "Cid")
    people[2].do(Leave())
    again = restarted(hall, disk)
    ann, bob, cid = back(again, people)
    assert cid.link.table is None
    assert ann.game.status == bob.game.status
    assert ann.game.status[2] is Status.LEFT
    for one in (ann, bob):
        one.do(Leave())
    assert disk.tables() == ()


@pytest.mark.parametrize("is_older", [False, True])
def test_who_left_a_broken_table_for_another_has_no_seat_but_that_after_a_restart(is_older: bool) -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    wish = Create(options=ONE_ROUND, seats=2)
    others = hall.open("Cid", wish=wish, start=False) if is_older else []
    people = hall.open("Ann", "Bob")
    cid, *_ = others or hall.open("Cid", wish=wish, start=False)
    hall.table(people[0].table.code)._break(RuntimeError("a fault of ours"))
    people[0].do(Leave())
    people[0].do(Join(), cid.table.code)
    cid.do(Start())
    code = cid.table.code
    again = restarted(hall, disk)
    ann, bob, cid = back(again, [*people, cid])
    assert (ann.lobby.seat, ann.table.code, ann.stage(), cid.stage()) == (code, code, Stage.PLAYING, Stage.PLAYING)
    assert bob.stage() is Stage.MATCH_OVER
    bob.do(Leave())
    assert [line.code for line in again.lobby.board.lines()] == [code]
    assert (ann.lobby.seat, ann.stage()) == (code, Stage.PLAYING)


def test_a_bot_has_the_place_that_somebody_who_is_forgotten_had_at_a_broken_table() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    ann, bob = hall.open("Ann", "Bob")
    assert ann.session.member is not None
    own = ann.session.member.person.id
    hall.table(bob.table.code)._break(RuntimeError("a fault of ours"))
    ann.do(Leave())
    hall.lobby.desk.delete(ann.person)
    record = disk.records[bob.table.code]
    assert [word for word in ("Ann", own) if word.encode() in record] == []
    again = restarted(hall, disk)
    (bob,) = back(again, [bob])
    assert [chair.kind for chair in bob.table.chairs] == [Kind.BOT, Kind.PERSON]
    again.play_out_with_bots([bob])
    assert bob.stage() is Stage.MATCH_OVER


def test_a_decision_that_was_open_gets_its_whole_time_again() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    people = hall.open("Ann", "Bob")
    hall.pass_time(25)
    again = restarted(hall, disk)
    people = back(again, people)
    turn = again.on_turn(people)
    again.pass_time(25)
    assert again.on_turn(people) is turn
    clock = turn.fresh().clock
    assert clock is not None
    assert clock.limit == 30


def test_who_does_not_come_back_is_given_up_like_anybody_who_is_away() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    hall.open("Ann", "Bob")
    again = restarted(hall, disk)
    assert len(again.lobby.board.lines()) == 1
    again.pass_time(16 * 60)
    assert again.lobby.board.lines() == ()
    assert disk.tables() == ()


def test_a_table_that_cannot_be_read_is_set_apart_and_the_others_start() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    people = [hall.open(*names) for names in (("Ann", "Bob"), ("Cid", "Dan"), ("Eve", "Fay"))]
    codes = [one[0].table.code for one in people]
    disk.records[codes[0]] = b"{}"
    match = next(name for name in disk.kept if name.startswith(codes[1]))
    disk.kept[match].clear()
    again = restarted(hall, disk)
    assert [line.code for line in again.lobby.board.lines()] == [codes[2]]
    assert set(disk.set_apart) == set(codes[:2])
    ann = again.enter("Ann")
    assert ann.lobby.seat is None
    ann.do(Create())


@pytest.mark.parametrize("record", [b"", b"\xff", b"[]", b"7", b'{"form": 2}', b'{"form": 1, "wish": 3}'])
def test_a_record_that_is_none_is_refused_in_words(record: bytes) -> None:
    with pytest.raises(ValueError, match=r"record|form"):
        unpacked(record)


def test_a_charter_reads_as_it_was_written() -> None:
    hall = Hall(journal=Disk())
    people = hall.open("Ann", "Bob", wish=Create(options=SHORT, seats=4), start=False)
    people[0].do(AddBot("normal"))
    people[1].do(Cut("mine"))
    people[0].do(Start())
    kept = charter(hall.table(people[0].table.code))
    read = unpacked(packed(kept))
    assert packed(read) == packed(kept)
    assert isinstance(read.chance.sealed, Sealed)
    assert read.chance.sealed.commitment == kept.chance.sealed.commitment
    assert replace(read, chance=kept.chance) == kept


def test_talk_and_moves_write_no_charter_and_joining_does() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    people = hall.open("Ann", "Bob")
    writes = len(disk.writes)
    people[0].do(Say("hello"))
    assert len(disk.writes) == writes
    hall.on_turn(people).try_to(hall.on_turn(people).game.legal[0])
    assert len(disk.writes) == writes + 1
    newcomer = hall.enter("Cid")
    assert newcomer.code_of(Join(), people[0].table.code) == "started"
    assert len(disk.writes) == writes + 1


def test_names_that_the_house_gave_are_the_same_after_a_restart() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    hall.enter("guest", guest=True)
    seated = [hall.enter("guest", guest=True), *[hall.enter(name, source="192.0.2.1") for name in ("a", "b", "c")]]
    seated[0].do(Create(ONE_ROUND, seats=4))
    for one in seated[1:]:
        one.do(Join(), seated[0].table.code)
    assert not hall.lobby.accounts.is_kept(str(seated[3].session.member and seated[3].session.member.person.id))
    names = [chair.name for chair in seated[0].table.chairs]
    assert names[0] == "~guest-2"
    assert all(name.startswith("player-") for name in names[1:])
    again = Hall(99, journal=disk)
    again.lobby.restore()
    again.lobby.reopen()
    assert [seat.name for seat in again.lobby.tables[0].seats] == names


def test_a_table_with_open_hands_has_them_open_again_from_the_first_whole_round_on() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    people = hall.open("Ann", "Bob", wish=Create(Options(target_score=2000), seats=2, clock=None, open_hands=True))
    code = people[0].table.code
    hall.on_turn(people).try_to(hall.on_turn(people).game.legal[0])
    again = restarted(hall, disk)
    people, zoe = back(again, people), again.enter("Zoe")
    zoe.do(Watch(), code)
    assert zoe.table.open_hands
    again.play_out(people, Stage.ROUND_OVER)
    assert zoe.code_of(Replay(code)) == "no_round_yet"
    for one in people:
        one.do(Ready())
    again.play_out(people, Stage.ROUND_OVER)
    zoe.do(Replay(code))
    assert zoe.link.replay is not None
    assert zoe.link.replay.game.round == 2
