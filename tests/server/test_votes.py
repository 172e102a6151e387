"""A vote of the people at a table takes one of them off it: who may vote, when it passes, and what becomes of his cards."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.protocol import Back, Ballot, Create, Join, Kind, Leave, Notice, Noticed, Say, Stage, Start, Vote, Watch
from engine.options import Options
from server.lobby.matches import Finished
from server.lobby.votes import LEAST, heads, needed
from tests.server.disk import Disk
from tests.server.hall import Client, Hall

TABLE = Create(options=Options(target_score=None), seats=4)
LONG = Create(options=Options(target_score=500), seats=4, clock=None)


def seat_of(client: Client, name: str) -> int:
    return next(number for number, chair in enumerate(client.table.chairs) if chair.name == name)


def told(client: Client) -> list[str]:
    """What somebody heard without asking."""
    client.pump()
    return client.told


def ballot_of(client: Client) -> Ballot | None:
    """The vote that is open, as somebody sees it (a call: type checkers do not take it for settled)."""
    return client.table.vote


def accuse(voter: Client, name: str, yes: bool = True) -> str:
    """Vote; the code of the refusal, or nothing."""
    refusal = voter.ask(Vote(seat_of(voter, name), yes))
    return refusal.code if refusal else ""


@pytest.mark.parametrize(("people", "yes"), [(3, 2), (4, 3), (5, 4), (6, 4), (7, 5), (9, 6), (10, 7)])
def test_two_thirds_of_all_people_at_the_table_are_needed(people: int, yes: int) -> None:
    assert needed(people) == yes
    assert 3 * yes >= 2 * people > 3 * (yes - 1)
    assert yes < people


def test_two_of_three_take_the_third_off_and_a_bot_goes_on_with_his_very_cards() -> None:
    hall = Hall()
    ann, bob, cid = hall.open("Ann", "Bob", "Cid", wish=LONG)
    hand = cid.game.hand
    assert accuse(ann, "Cid") == ""
    ballot = ballot_of(bob)
    assert ballot is not None
    assert (ballot.chair, ballot.by, ballot.voters, ballot.yes, ballot.no, ballot.needed) == (2, 0, (0, 1), (0,), (), 2)
    assert ballot_of(cid) == ballot
    assert ann.happened() == (Noticed("Ann", Notice.CALLS_VOTE), Noticed("Cid", Notice.ACCUSED))
    assert accuse(bob, "Cid") == ""
    chair = ann.table.chairs[2]
    assert ballot_of(ann) is None
    assert (chair.kind, chair.level) == (Kind.BOT, "normal")
    assert ann.happened() == (Noticed("Cid", Notice.VOTED_OFF), Noticed(chair.name, Notice.JOINED))
    state = hall.table(ann.table.code).course.referee
    assert state is not None
    assert state.view(2).hand == hand
    assert ann.game.counts[2] == len(hand)
    assert told(cid) == ["voted_off"]
    cid.pump()
    assert cid.link.table is None
    hall.play_out_with_bots([ann, bob])
    assert ann.stage() in (Stage.ROUND_OVER, Stage.MATCH_OVER)


def test_who_was_voted_off_neither_joins_nor_watches_that_table_again() -> None:
    hall = Hall()
    ann, bob, cid = hall.open("Ann", "Bob", "Cid")
    code = ann.table.code
    accuse(ann, "Cid")
    accuse(bob, "Cid")
    assert cid.code_of(Watch(), code) == "voted_off"
    again = hall.enter("Cid")
    assert again.code_of(Watch(), code) == "voted_off"
    assert again.code_of(Join(), code) == "voted_off"
    again.do(Create())


def test_the_lobby_lists_a_table_for_everybody_but_who_was_voted_off_it() -> None:
    hall = Hall()
    ann, bob, cid = hall.open("Ann", "Bob", "Cid")
    code, dan, other = ann.table.code, hall.enter("Dan"), hall.enter("Eve")
    other.do(Create())

    def listed(client: Client) -> set[str]:
        client.pump()
        assert client.link.lobby is not None
        return {line.code for line in client.link.lobby.tables}

    accuse(ann, "Cid")
    accuse(bob, "Cid")
    hall.clock.advance(1.0)
    assert listed(ann) == listed(dan) == {code, other.table.code}
    assert listed(cid) == listed(hall.enter("Cid")) == {other.table.code}


def test_who_was_voted_off_is_at_no_moment_offered_the_seat_he_lost() -> None:
    ann, bob, cid = Hall().open("Ann", "Bob", "Cid")
    accuse(ann, "Cid")
    cid.pump()
    accuse(bob, "Cid")
    seen = []
    while cid.inbox:
        cid.link.deliver(cid.inbox.popleft())
        assert cid.link.lobby is not None
        seen.append((cid.link.lobby.table is not None, cid.link.lobby.seat is not None))
    assert (False, True) not in seen
    assert seen[-1] == (False, False)


def test_before_the_match_the_chair_is_free_again_and_a_guest_cannot_come_back_as_somebody_new() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=TABLE, start=False)
    code = ann.table.code
    troll = hall.enter("Troll", guest=True, source="192.0.2.7")
    troll.do(Join(), code)
    accuse(bob, "~Troll")
    accuse(ann, "~Troll")
    assert ann.table.chairs[2].kind is Kind.FREE
    troll.leave()
    assert hall.enter("Other", guest=True, source="192.0.2.7").code_of(Join(), code) == "voted_off"
    hall.enter("Dan", source="192.0.2.7").do(Join(), code)
    hall.enter("Friend", guest=True, source="192.0.2.8").do(Join(), code)


def test_two_people_cannot_vote_nor_can_bots_spectators_and_seats_that_fly() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=Create(options=TABLE.options, seats=4, bots=("easy", "easy")))
    zoe = hall.enter("Zoe")
    zoe.do(Watch(), ann.table.code)
    assert accuse(ann, "Bob") == "few_voters"
    assert accuse(zoe, "Bob") == "not_seated"
    assert accuse(bob, "Bob") == "bad_vote"
    assert ann.code_of(Vote(2)) == "bad_vote"
    assert ann.code_of(Vote(9)) == "bad_vote"
    assert ann.code_of(Vote(-1)) == "bad_vote"
    assert ann.code_of(Vote(seat_of(ann, "Bob"), yes=False)) == "no_vote"
    three = Hall()
    ann, bob, cid = three.open("Ann", "Bob", "Cid", wish=Create(options=TABLE.options, seats=3))
    cid.leave()
    three.pass_time(61)
    assert ann.table.chairs[2].pilot
    assert accuse(ann, "Bob") == "few_voters"


def test_a_second_person_from_one_address_counts_for_nothing_more() -> None:
    hall = Hall()
    homes = {"Amy": "1", "Ben": "1", "Cat": "2", "Dov": "3"}
    people = [hall.enter(name, source=source) for name, source in homes.items()]
    people[0].do(TABLE)
    for one in people[1:]:
        one.do(Join(), people[0].table.code)
    a, b, c, d = people
    assert heads(one.session.member for one in people if one.session.member) == LEAST
    accuse(a, "Dov")
    ballot = ballot_of(a)
    assert ballot is not None
    assert ballot.needed == 2
    accuse(b, "Dov")
    assert ballot_of(a) is not None
    accuse(c, "Dov")
    assert ballot_of(a) is None
    assert told(d) == ["voted_off"]
    pair = [hall.enter(name, source="9") for name in ("Eve", "Fay")]
    stranger = hall.enter("Gil", source="8")
    pair[0].do(TABLE)
    for one in (pair[1], stranger):
        one.do(Join(), pair[0].table.code)
    assert accuse(pair[0], "Gil") == "few_voters"


def test_it_fails_when_time_is_up_or_too_many_are_against_and_is_called_once_a_round_each() -> None:
    hall = Hall()
    ann, bob, cid = hall.open("Ann", "Bob", "Cid", wish=LONG)
    accuse(ann, "Cid")
    hall.pass_time(29)
    assert ballot_of(ann) is not None
    hall.pass_time(1.5)
    assert ballot_of(ann) is None
    assert Noticed("Cid", Notice.SPARED) in ann.table.log
    assert accuse(ann, "Cid") == "vote_spent"
    accuse(bob, "Cid")
    assert accuse(ann, "Cid", yes=False) == ""
    assert ballot_of(ann) is None
    assert cid.table.you == 2
    assert accuse(cid, "Ann") == ""
    assert accuse(bob, "Cid") == "vote_open"


def test_a_yes_that_comes_too_late_calls_no_new_vote() -> None:
    hall = Hall()
    ann, bob, _ = hall.open("Ann", "Bob", "Cid", wish=LONG)
    accuse(ann, "Cid")
    code, version = bob.table.code, bob.link.version
    hall.pass_time(31)
    refusal = bob.send(code, version, Vote(2))
    assert refusal is not None
    assert refusal.code == "no_vote"
    assert ballot_of(ann) is None


def test_it_is_off_when_the_accused_leaves_and_counts_those_who_are_there_now() -> None:
    hall = Hall()
    ann, bob, cid, dan = hall.open("Ann", "Bob", "Cid", "Dan", wish=LONG)
    accuse(ann, "Dan")
    dan.do(Leave())
    assert ballot_of(ann) is None
    assert Noticed("Dan", Notice.SPARED) not in ann.table.log
    accuse(bob, "Cid")
    assert ballot_of(ann) is not None
    ann.leave()
    assert ballot_of(bob) is None
    assert cid.table.you == 2


def test_when_one_who_did_not_vote_goes_the_others_may_be_enough() -> None:
    hall = Hall()
    ann, bob, cid, dan, eve = hall.open(
        "Ann", "Bob", "Cid", "Dan", "Eve", wish=Create(options=LONG.options, seats=5, clock=None)
    )
    for one in (ann, bob, cid):
        accuse(one, "Dan")
    assert ballot_of(ann) is not None
    eve.do(Leave())
    assert ballot_of(ann) is None
    assert told(dan) == ["voted_off"]


def test_a_vote_takes_the_voters_own_seat_back_from_the_autopilot() -> None:
    hall = Hall()
    ann, bob, cid = hall.open("Ann", "Bob", "Cid", wish=Create(options=LONG.options, seats=3, clock=5))
    hall.pass_time(60)
    assert [chair.pilot for chair in ann.table.chairs] == [True, True, True]
    bob.do(Back())
    cid.do(Back())
    assert accuse(ann, "Cid") == ""
    assert [chair.pilot for chair in ann.table.chairs] == [False, False, False]
    assert told(cid) == []


def test_whose_turn_it_is_can_be_voted_off_and_the_game_goes_on() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob", "Cid", wish=LONG)
    accused = hall.on_turn(people)
    others = [one for one in people if one is not accused]
    for one in others:
        accuse(one, accused.person.name)
    assert told(accused) == ["voted_off"]
    hall.pass_time(5)
    moved = others[0].game
    assert others[0].table.chairs[moved.turn].name != accused.person.name
    hall.play_out_with_bots(others)


def test_ratings_place_him_last_whatever_the_bot_does_with_his_cards() -> None:
    for seed in range(6):
        hall = Hall(seed)
        ann, bob, _ = hall.open("Ann", "Bob", "Cid", wish=Create(options=Options(target_score=None), seats=3))
        accuse(ann, "Cid")
        accuse(bob, "Cid")
        hall.play_out_with_bots([ann, bob])
        changes = {one.chair: one.after - one.before for one in ann.table.ratings}
        assert changes[2] < 0
        assert changes[2] <= min(changes.values())
        account, past = hall.lobby.accounts.named("Ann"), list[Finished]()
        assert account is not None
        hall.lobby.history.past(account.id, 0, 1, partial(note, past))
        assert past[0].result.ranks[2] == 3
        assert sorted(past[0].result.ranks) == [1, 2, 3]


def note(past: list[Finished], found: Sequence[Finished], count: int) -> None:
    """What history tells."""
    past += found


def test_after_a_restart_the_vote_is_off_and_the_removed_stays_removed() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    ann, bob, _cid, dan = hall.open("Ann", "Bob", "Cid", "Dan", wish=LONG)
    for one in (ann, bob, dan):
        accuse(one, "Cid")
    code = ann.table.code
    assert accuse(bob, "Ann") == ""
    again = Hall(99, journal=disk, accounts=hall.lobby.accounts)
    again.lobby.restore()
    again.lobby.reopen()
    ann, bob, dan, cid = [again.enter(name) for name in ("Ann", "Bob", "Dan", "Cid")]
    assert ballot_of(ann) is None
    assert bob.table.chairs[2].kind is Kind.BOT
    assert cid.code_of(Watch(), code) == "voted_off"
    account = hall.lobby.accounts.named("Cid")
    assert account is not None
    assert again.table(code).course.voted_off == {account.id: 2}
    assert dan.table.you == 3


def test_in_a_halt_nothing_is_voted_and_no_time_runs() -> None:
    hall = Hall()
    ann, bob, _ = hall.open("Ann", "Bob", "Cid", wish=LONG)
    accuse(ann, "Cid")
    hall.pass_time(20)
    hall.lobby.halt()
    hall.pass_time(100)
    assert accuse(bob, "Cid") == "saving"
    assert ballot_of(bob) is not None
    hall.lobby.go_on()
    hall.pass_time(29)
    assert ballot_of(bob) is not None
    assert accuse(bob, "Cid") == ""
    assert ballot_of(bob) is None


def test_nothing_of_the_hand_is_shown_to_the_others_or_to_him_afterwards() -> None:
    hall = Hall()
    ann, bob, cid = hall.open("Ann", "Bob", "Cid", wish=LONG)
    before = len(cid.taken)
    accuse(ann, "Cid")
    accuse(bob, "Cid")
    last = ann.patches[-1]
    assert "game.hands" not in last.changes
    assert not any(name in ("game.counts", "game.draw_count") for name in last.changes)
    ann.do(Say("and now?"))
    hall.pass_time(10)
    assert all(getattr(one, "topic", "") != ann.table.code for one in cid.taken[before + 4 :])


OTHERWISE = ("no", "drop", "come", "leave", "wait")
STEPS = st.lists(
    st.tuples(st.integers(0, 5), st.sampled_from((5, 5, 5, 4)), st.sampled_from(("yes",) * 6 + OTHERWISE)),
    min_size=10,
    max_size=40,
)


@settings(max_examples=60)
@given(STEPS, st.lists(st.sampled_from(("", "", "1", "2")), min_size=6, max_size=6), st.booleans())
def test_nobody_goes_without_two_thirds_whatever_people_do(
    steps: list[tuple[int, int, str]], sources: list[str], is_dealt: bool
) -> None:
    hall, names = Hall(), ["Ann", "Bob", "Cid", "Dan", "Eve", "Fay"]
    people = [hall.enter(name, source=source) for name, source in zip(names, sources, strict=True)]
    people[0].do(Create(options=LONG.options, seats=6, clock=None))
    code = people[0].table.code
    for one in people[1:]:
        one.do(Join(), code)
    if is_dealt:
        people[0].do(Start())
    table = hall.table(code)
    gone = 0
    for who, whom, what in steps:
        one = people[who]
        before = table.company.votes.ballot
        if what == "wait":
            hall.pass_time(7)
        elif what == "drop":
            one.leave()
        elif what == "come":
            people[who] = hall.enter(names[who], source=sources[who])
        elif one.session.is_alive and one.session.at == code:
            one.try_to(Leave() if what == "leave" else Vote(whom, what == "yes"))
        if code not in {one.code for one in hall.lobby.tables}:
            return
        ballot, voted_off = table.company.votes.ballot, len(table.course.voted_off)
        if voted_off > gone:
            assert voted_off == gone + 1
            assert before is not None
            assert before.needed >= 2
            assert what == "yes" or what in ("drop", "leave")
        gone = voted_off
        if ballot is not None:
            members = {seat.member: number for number, seat in enumerate(table.seats) if seat.member}
            voters = [one for one, number in members.items() if number in ballot.voters]
            people_there = 1 + heads(voters)
            assert people_there >= LEAST
            assert ballot.needed == needed(people_there)
            assert heads(one for one, number in members.items() if number in ballot.yes) < ballot.needed
            assert ballot.chair not in ballot.voters
            assert {*ballot.yes, *ballot.no} <= {*ballot.voters}
