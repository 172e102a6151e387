"""Bots: sessions like any other, at a person's pace, and never a reason for a table to stand still (CASES 1-44)."""

from __future__ import annotations

import inspect
import logging
from collections.abc import Callable
from dataclasses import replace

import pytest

from client.protocol import Create, Join, Leave, Noticed, Remove, Rename, Said, Snapshot, Stage, Watch
from engine.bots.memory import BLANK, Memory, remember
from engine.cards import card
from engine.moves import Catch, Draw, Move, NextRound, Play, Resign, SayUno
from engine.options import Options
from engine.shuffle import Entropy
from engine.view import PlayerView, Uno
from server.lobby.bots import LEVELS, LONGER, QUICKEST, SLOWEST, Bot
from server.lobby.names import skeleton
from tests.client import tables
from tests.clock import Seeds, VirtualClock
from tests.server.disk import Disk
from tests.server.hall import ONE_ROUND, Client, Hall, any_move

Brain = Callable[[str, PlayerView, Options, int, Memory], Move | None]


def with_bots(choose: Brain, bots: int = 1, wish: Create | None = None, seed: int = 0) -> tuple[Hall, Client]:
    """Ann at a table with bots that think like this; it is dealt."""
    hall = Hall(seed, choose=choose)
    ann = hall.enter("Ann")
    ann.do(wish or Create(ONE_ROUND, seats=bots + 1, bots=("normal",) * bots, start=True, clock=None))
    return hall, ann


def hurried(level: str, view: PlayerView, options: Options, word: int, memory: Memory) -> Move | None:
    """A bot that plays whatever it may, and neither calls nor catches."""
    moves = [move for move in view.legal if not isinstance(move, Resign | NextRound | SayUno | Catch)]
    plays = [move for move in moves if isinstance(move, Play)] or moves
    return plays[word % len(plays)] if plays else None


def until_the_bots_turn(hall: Hall, ann: Client) -> None:
    """Ann draws and keeps until it is somebody else's turn."""
    while ann.game.turn == ann.table.you:
        ann.do(next(move for move in ann.game.legal if not isinstance(move, Resign)))


def test_a_bot_thinks_as_long_as_a_person_might() -> None:
    pauses = []
    hall, ann = with_bots(any_move, bots=3)
    until_the_bots_turn(hall, ann)
    last, version = hall.clock.now(), ann.link.version
    for _ in range(600):
        hall.pass_time(0.05)
        if ann.link.version != version:
            pauses.append(hall.clock.now() - last)
            last, version = hall.clock.now(), ann.link.version
        if ann.stage() is not Stage.PLAYING or ann.game.turn == ann.table.you:
            break
    assert pauses
    assert all(QUICKEST <= pause <= SLOWEST + 0.1 for pause in pauses)


@pytest.mark.parametrize("level", LEVELS)
def test_how_long_a_bot_thinks_tells_nothing_of_its_cards(level: str) -> None:
    """SECURITY H5: what it holds, and what of that it may play, changes no moment at which it moves."""

    def moments(hand: str, legal: tuple[Move, ...]) -> list[float]:
        clock, sent = VirtualClock(), list[float]()
        bot = Bot(level, clock, Entropy(Seeds()()).stream("bot"), any_move, lambda _: sent.append(clock.now()), sent.clear)
        for version in range(1, 20):
            view = replace(tables.game(hand), legal=legal, round=version)
            bot.deliver(Snapshot("K7QX", version, tables.table(view)))
            clock.advance(SLOWEST + LONGER)
        return sent

    rich = moments("R1 R2 R7 RS W W+4 B3", (*(Play(card(one)) for one in ("R1", "R2", "R7", "RS")), Draw()))
    assert rich == moments("B0 G9", (Draw(),))
    assert len(rich) == 19
    assert len(set(rich)) == 19


def test_bots_leave_people_the_time_to_catch_somebody() -> None:
    pauses = []
    for seed in range(8):
        hall, ann = with_bots(hurried, bots=3, seed=seed)
        last, version, was_open = hall.clock.now(), ann.link.version, False
        while ann.stage() is Stage.PLAYING and hall.clock.now() < 300:
            if ann.game.turn == ann.table.you:
                ann.try_to(next(move for move in ann.game.legal if not isinstance(move, Resign | SayUno | Catch)))
                last, version, was_open = hall.clock.now(), ann.link.version, False
            hall.pass_time(0.1)
            if ann.link.version != version:
                if was_open:
                    pauses.append(hall.clock.now() - last)
                last, version = hall.clock.now(), ann.link.version
                was_open = Uno.OPEN in ann.game.uno and ann.game.turn != ann.table.you
    assert pauses, "nobody forgot to call"
    assert min(pauses) >= QUICKEST + LONGER - 0.1


def test_a_bot_remembers_what_its_table_was_told_since_the_deal() -> None:
    kept: list[Memory] = []

    def note(level: str, view: PlayerView, options: Options, word: int, memory: Memory) -> Move | None:
        kept.append(memory)
        return any_move(level, view, options, word, memory)

    hall, ann = with_bots(note)
    for _ in range(3):
        until_the_bots_turn(hall, ann)
        told = BLANK
        for one in ann.table.log:
            told = told if isinstance(one, Said | Noticed) else remember(told, one)
        kept.clear()
        hall.pass_time(SLOWEST)
        assert kept[0] == told != BLANK


def test_a_bot_sees_what_its_seat_may_see_and_its_chance_is_its_own() -> None:
    views: list[PlayerView] = []

    def note(level: str, view: PlayerView, options: Options, word: int, memory: Memory) -> Move | None:
        views.append(view)
        assert (level, options) == ("normal", ONE_ROUND)
        assert 0 <= word < 65536
        return any_move(level, view, options, word, memory)

    hall, ann = with_bots(note, bots=2)
    for _ in range(10):
        until_the_bots_turn(hall, ann)
        hall.pass_time(3)
    assert {view.viewer for view in views} <= {1, 2}
    assert all(view.hands is None for view in views)
    assert "random" not in inspect.getsource(inspect.getmodule(type(hall.table(ann.table.code).seats[1].bot)) or inspect)


@pytest.mark.parametrize("answer", [None, Play(card("W+4")), NextRound(), Catch(0)])
def test_a_bot_that_asks_for_nonsense_has_the_time_out_move_played_for_it(answer: Move | None) -> None:
    hall, ann = with_bots(lambda *_: answer)
    until_the_bots_turn(hall, ann)
    hall.pass_time(2 * SLOWEST + 5)
    for _ in range(10):
        if ann.stage() is not Stage.PLAYING or ann.game.turn == ann.table.you:
            break
        hall.pass_time(2 * SLOWEST)
    assert ann.game.turn == ann.table.you


def test_a_bot_that_falls_over_does_not_stop_its_table(caplog: pytest.LogCaptureFixture) -> None:
    def fall(*_: object) -> Move | None:
        raise ArithmeticError("too clever")

    hall, ann = with_bots(fall)
    until_the_bots_turn(hall, ann)
    hall.pass_time(SLOWEST * 4)
    assert ann.game.turn == ann.table.you
    assert "a normal bot failed" in caplog.text


def test_a_bot_acts_once_on_a_position_however_much_is_said() -> None:
    asked: list[PlayerView] = []

    def slow(level: str, view: PlayerView, options: Options, word: int, memory: Memory) -> Move | None:
        asked.append(view)
        return any_move(level, view, options, word, memory)

    hall, ann = with_bots(slow)
    until_the_bots_turn(hall, ann)
    eve = hall.enter("Eve")
    for _ in range(4):  # comings and goings neither hurry a bot nor keep it from playing
        eve.do(Watch(), ann.table.code)
        hall.pass_time(0.3)
        eve.do(Leave())
        hall.pass_time(0.3)
    assert asked
    assert len({id(view) for view in asked}) == len(asked)


def test_a_timer_of_a_bot_that_is_gone_plays_for_nobody() -> None:
    hall, ann = with_bots(any_move, bots=2)
    until_the_bots_turn(hall, ann)
    thinking = ann.game.turn
    ann.do(Remove(thinking))
    version, hands = ann.link.version, ann.game.counts
    if ann.game.turn == ann.table.you:
        hall.pass_time(SLOWEST * 3)
        assert (ann.link.version, ann.game.counts) == (version, hands)


def test_no_bot_is_called_like_a_person_at_its_table() -> None:
    hall = Hall()
    ann = hall.enter("Ann")
    ann.do(Create(ONE_ROUND, seats=4, bots=("easy", "easy")))
    first, second = (chair.name for chair in ann.table.chairs[1:3])
    namesake = hall.enter(first.lower())
    namesake.do(Join(), ann.table.code)
    names = [chair.name for chair in ann.table.chairs]
    assert names[2:] == [second, first.lower()]
    assert names[1] not in (first, second)
    ann.do(Rename(second.replace("l", "1") + "-"))
    assert len({skeleton(chair.name) for chair in ann.table.chairs}) == 4
    assert ann.table.chairs[0].name == second.replace("l", "1") + "-"
    assert namesake.table.chairs == ann.table.chairs


def test_bots_play_a_match_to_its_end_by_themselves() -> None:
    from engine.bots import choose

    hall = Hall(choose=choose)
    ann, eve = hall.enter("Ann"), hall.enter("Eve")
    ann.do(Create(Options(target_score=200), seats=5, bots=("easy", "normal", "easy", "normal"), start=True, clock=30))
    eve.do(Watch(), ann.table.code)
    ann.leave()
    for _ in range(4000):
        hall.pass_time(5)
        if eve.stage() is Stage.MATCH_OVER:
            break
        if eve.stage() is Stage.ROUND_OVER:
            back = hall.enter("Ann")
            back.do(NextRound())
            back.leave()
    assert eve.stage() is Stage.MATCH_OVER
    assert eve.game.ranks is not None
    assert max(eve.game.scores) >= 200
    assert Draw() not in eve.game.legal


def test_a_bot_that_is_sent_away_or_whose_table_closes_is_nothing_for_the_log(caplog: pytest.LogCaptureFixture) -> None:
    hall = Hall()
    ann = hall.enter("Ann")
    ann.do(Create(seats=3, bots=("easy", "normal")))
    ann.do(Remove(1))
    hall.pass_time(SLOWEST + 1)
    ann.do(Leave())
    hall.pass_time(SLOWEST + 1)
    assert hall.lobby.board.lines() == ()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []
    assert hall.clock.waiting == 0


def test_a_bot_that_could_not_know_better_thinks_again(caplog: pytest.LogCaptureFixture) -> None:
    thoughts: list[Move | None] = []

    def late(level: str, view: PlayerView, options: Options, word: int, memory: Memory) -> Move | None:
        thoughts.append(hurried(level, view, options, word, memory) if thoughts else Catch(0))
        return thoughts[-1]

    disk = Disk()
    hall = Hall(journal=disk, choose=late)
    ann = hall.enter("Ann")
    ann.do(Create(ONE_ROUND, seats=2, bots=("normal",), start=True, clock=None))
    until_the_bots_turn(hall, ann)
    ann.pump()
    disk.is_slow = True
    ann.do(Rename("Anna"))  # of which the bot does not hear before the disk has it
    hall.pass_time(SLOWEST)
    assert thoughts
    for write in disk.writes:
        write.finish()
    hall.pass_time(3 * SLOWEST)
    assert len(thoughts) > 1
    assert [one.message for one in caplog.records if "may not do" in one.message] == []
