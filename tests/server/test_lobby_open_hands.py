"""Open hands for spectators: finished rounds whole, and of the running round nothing, to the byte."""

from __future__ import annotations

from client import wire
from client.protocol import REPLAY, Create, Join, Leave, Ready, Replay, ReplayView, Reply, Seek, Snapshot, Stage, Watch
from engine.options import Options
from engine.view import OPEN
from tests.clock import Seeds
from tests.server.disk import Disk
from tests.server.hall import Client, Hall
from tests.server.peeking import leak

LONG = Create(Options(target_score=2000), seats=3, clock=None, open_hands=True)


def shown(client: Client) -> list[Snapshot]:
    """The positions that this client was shown."""
    client.pump()
    return [one for one in client.taken if isinstance(one, Snapshot) and isinstance(one.view, ReplayView)]


def view(client: Client) -> ReplayView:
    """The newest of them."""
    newest = shown(client)[-1].view
    assert isinstance(newest, ReplayView)
    return newest


def walk(client: Client, code: str) -> list[bytes]:
    """Everything that is to be had, one position after another."""
    before = len(shown(client))
    client.do(Replay(code))
    for position in range(view(client).length):
        client.do(Seek(position))
        if position % 50 == 49:
            client._hall.pass_time(1.1)
    return [wire.pack(Snapshot(one.topic, 0, one.view)) for one in shown(client)[before:]]


def second_round(hall: Hall, *, wish: Create = LONG) -> tuple[list[Client], Client]:
    """A spectator and three players at the beginning of the second round."""
    people = hall.open("Ann", "Bob", "Cleo", wish=wish)
    zoe = hall.enter("Zoe")
    zoe.do(Watch(), people[0].table.code)
    hall.play_out(people, Stage.ROUND_OVER)
    for one in people:
        one.do(Ready())
    assert people[0].stage() is Stage.PLAYING
    return people, zoe


def test_the_round_before_is_there_whole_and_open_with_what_led_to_each_position() -> None:
    hall = Hall()
    people, zoe = second_round(hall)
    code = people[0].table.code
    assert people[0].table.open_hands
    assert len(walk(zoe, code)) == view(zoe).length + 1
    positions = [one.view for one in shown(zoe) if isinstance(one.view, ReplayView)]
    assert {one.game.round for one in positions} == {1}
    assert {one.game.viewer for one in positions} == {OPEN}
    first, last = positions[0], positions[-1]
    assert [len(hand) for hand in first.game.hands or ()] == [7, 7, 7]
    assert () in (last.game.hands or ((1,),))
    assert first.id == code
    assert [chair.name for chair in first.chairs] == ["Ann", "Bob", "Cleo"]
    assert last.seals[0] != ""
    assert shown(zoe)[0].topic == REPLAY + code


def test_nothing_of_the_running_round_changes_a_byte_of_what_spectators_may_open() -> None:
    """Two second rounds that are dealt from different chance, and played differently far: the same answers."""

    def answers(other_chance: bool, moves: int) -> list[bytes]:
        hall = Hall()
        people = hall.open("Ann", "Bob", "Cleo", wish=LONG)
        zoe = hall.enter("Zoe")
        code = people[0].table.code
        zoe.do(Watch(), code)
        hall.play_out(people, Stage.ROUND_OVER)
        if other_chance:
            sealing = hall.table(code).course._sealing
            sealing._fresh = Seeds(99)
            sealing.next_round()
        for one in people:
            one.do(Ready())
        for _ in range(moves):
            turn = hall.on_turn(people)
            turn.try_to(turn.game.legal[0])
            hall.pass_time(2)
        assert people[0].stage() is Stage.PLAYING
        hands = tuple(one.game.hand for one in people)
        seen.append(hands)
        return walk(zoe, code)

    seen: list[object] = []
    first = answers(False, 0)
    assert answers(True, 0) == first
    assert answers(False, 5) == first
    assert len(set(map(str, seen))) == 3


def test_no_message_to_a_spectator_shows_a_card_of_the_running_round() -> None:
    hall = Hall()
    people, zoe = second_round(hall)
    code, told = people[0].table.code, len(zoe.taken)
    for _ in range(12):
        turn = hall.on_turn(people)
        turn.try_to(turn.game.legal[0])
        hall.pass_time(2)
        zoe.do(Replay(code))
        zoe.do(Seek(9999))
        assert view(zoe).game.round == 1
    for message in list(zoe.taken)[told:]:
        if not (isinstance(message, Snapshot) and isinstance(message.view, ReplayView)):
            assert leak(message, None, False) == ""


def test_before_the_first_round_is_over_there_is_nothing() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob", wish=LONG)
    zoe = hall.enter("Zoe")
    zoe.do(Watch(), people[0].table.code)
    assert zoe.code_of(Replay(people[0].table.code)) == "no_round_yet"
    assert zoe.code_of(Seek(0)) == "no_replay"


def test_only_who_watches_and_has_no_seat_may_open_them() -> None:
    hall = Hall()
    people, zoe = second_round(hall)
    code = people[0].table.code
    assert people[1].code_of(Replay(code)) == "played_here"
    idle = hall.enter("Ida")
    assert idle.code_of(Replay(code)) == "no_such_match"
    also_ann = hall.enter("Ann")  # whose newest terminal has her seat
    assert also_ann.code_of(Replay(code)) == "played_here"
    zoe.do(Replay(code))


def test_who_had_a_seat_in_the_match_watches_it_only_when_it_is_over() -> None:
    hall = Hall()
    people, _ = second_round(hall)
    code, cleo = people[0].table.code, people[2]
    cleo.do(Leave())
    assert cleo.code_of(Watch(), code) == "played_here"
    hall.play_out(people[:2], Stage.ROUND_OVER)
    assert cleo.code_of(Watch(), code) == "played_here"
    people[1].do(Leave())
    assert people[0].stage() is Stage.MATCH_OVER
    cleo.do(Watch(), code)
    cleo.do(Replay(code))


def test_at_other_tables_who_left_may_watch_and_no_hand_is_open() -> None:
    hall = Hall()
    people, zoe = second_round(hall, wish=Create(Options(target_score=2000), seats=3, clock=None))
    code = people[0].table.code
    people[2].do(Leave())
    people[2].do(Watch(), code)
    assert zoe.code_of(Replay(code)) == "closed_hands"


def test_the_next_round_takes_the_place_of_the_one_before() -> None:
    hall = Hall()
    people, zoe = second_round(hall)
    code = people[0].table.code
    zoe.do(Replay(code))
    hall.play_out(people, Stage.ROUND_OVER)
    zoe.do(Seek(3))
    assert view(zoe).game.round == 1
    zoe.do(Replay(code))
    assert view(zoe).game.round == 2
    assert len(view(zoe).game.hands or ()) == 3


def test_open_hands_want_spectators() -> None:
    hall = Hall()
    ann = hall.enter("Ann")
    assert ann.code_of(Create(open_hands=True, spectators=False)) == "bad_table"
    ann.do(Create(open_hands=True))
    hall.pass_time(1)
    assert ann.lobby.tables[0].open_hands
    bob = hall.enter("Bob")
    bob.do(Join(), ann.table.code)
    assert bob.table.open_hands
    assert not any(isinstance(one, Reply) and one.refusal for one in bob.taken)


def test_a_round_is_open_only_when_its_end_cannot_be_lost_any_more() -> None:
    disk = Disk()
    hall = Hall(journal=disk)
    people = hall.open("Ann", "Bob", wish=Create(Options(target_score=2000), seats=2, clock=None, open_hands=True))
    code = people[0].table.code
    zoe = hall.enter("Zoe")
    zoe.do(Watch(), code)
    for _ in range(2000):
        disk.is_slow, disk.writes = True, []
        turn = hall.on_turn(people)
        turn.try_to(turn.game.legal[0])
        hall.clock.advance(2)
        if hall.table(code).stage is Stage.ROUND_OVER:
            break
        disk.is_slow = False
        for write in disk.writes:
            write.finish()
        hall.pass_time(0.1)
    assert people[0].stage() is Stage.PLAYING
    assert zoe.code_of(Replay(code)) == "no_round_yet"
    for write in disk.writes:
        write.finish()
    assert people[0].stage() is Stage.ROUND_OVER
    zoe.do(Replay(code))
