"""The lesson: a table with a bot whose cards bring up what there is to learn, and that leaves no trace."""

from __future__ import annotations

from collections import Counter

import pytest

from client.lessons import LESSONS
from client.protocol import LOBBY, Create, Kind, Learn, Past, Set, Stage
from engine.bots import choose
from engine.bots.memory import BLANK
from engine.cards import Kind as Face
from engine.moves import Catch, Challenge, Draw, Move, Play
from engine.observe import observe
from engine.options import Options
from engine.view import Phase, PlayerView
from server.lobby.history import RecentHistory
from server.lobby.lesson import WISH, teach
from tests.engine.playing import walk
from tests.server.hall import Client, Hall

SITUATIONS = ("colour", "number", "action", "wild", "draw", "uno", "catch", "challenge")


@pytest.fixture
def hall() -> Hall:
    return Hall(choose=choose)


def learner(hall: Hall, name: str = "ann") -> Client:
    """Somebody who sat down at a lesson."""
    ann = hall.enter(name)
    assert ann.ask(Learn(), LOBBY) is None
    return ann


def met(view: PlayerView) -> set[str]:
    """What there is to learn from a position."""
    plays = [move.card for move in view.legal if isinstance(move, Play)]
    found = {"catch"} if any(isinstance(move, Catch) for move in view.legal) else set()
    if not view.is_playing or view.turn != view.viewer:
        return found
    if Challenge() in view.legal:
        found.add("challenge")
    if view.phase is not Phase.AWAIT_PLAY:
        return found
    found |= {"uno"} if len(view.hand) == 2 and plays else set()
    found |= {"draw"} if not plays else set()
    for card in plays:
        if card.is_wild:
            found.add("wild")
        elif card.kind in (Face.SKIP, Face.REVERSE, Face.DRAW_TWO):
            found.add("action")
        else:
            found.add("colour" if card.color is view.color else "number")
    return found


def play_out(hall: Hall, ann: Client, word: int) -> set[str]:
    """A lesson from its deal to its end, by somebody who plays as an easy bot does; what came up."""
    found: set[str] = set()
    for turn in range(400):
        view = ann.game
        found |= met(view)
        if ann.table.stage is not Stage.PLAYING:
            return found
        if view.turn == view.viewer:
            move = choose("easy", view, Options(), (word + 7919 * turn) % 65536)
            assert move is not None
            if isinstance(move, Play) and len(view.hand) == 2:
                move = Play(move.card, move.color, uno=True)
            ann.do(move)
        else:
            hall.clock.advance(0.5)
            ann.pump()
    raise AssertionError("a lesson ends")


def test_everybody_is_dealt_the_same_cards_at_once_and_begins(hall: Hall) -> None:
    views = [learner(hall, name).game for name in ("ann", "bob")]
    assert views[0].hand == views[1].hand
    assert views[0].top == views[1].top
    assert views[0].turn == views[0].viewer
    assert met(views[0]) == {"colour", "number", "action", "wild"}


def test_the_table_is_private_timeless_and_makes_no_promise_about_its_deal(hall: Hall) -> None:
    table = learner(hall).table
    assert (table.lesson, table.public, table.spectators, table.turn_limit) == (True, False, False, None)
    assert (table.seal, table.proof) == (None, None)
    assert [chair.kind for chair in table.chairs] == [Kind.PERSON, Kind.BOT]
    other = hall.enter("bob")
    assert other.lobby.tables == ()
    assert not hall.open("cyd", "dan")[0].table.lesson


def test_what_there_is_to_learn_comes_up_however_one_plays() -> None:
    came: Counter[str] = Counter()
    for word in range(12):
        hall = Hall(choose=choose)
        came.update(play_out(hall, learner(hall), word * 4999))
    assert {one: came[one] for one in SITUATIONS if came[one] < 5} == {}


def test_what_is_said_of_a_forgotten_uno_is_what_it_costs_at_the_table() -> None:
    costs = {2: "draws two", 4: "draws four"}[WISH.options.uno_penalty]
    about = [one for one in LESSONS if one.name in ("catch", "uno")]
    assert [costs in words[-1] for one in about for words in (one.sentences, one.lines)] == [True] * 4


def test_it_leaves_nothing_in_the_history_the_journal_or_the_ratings() -> None:
    history = RecentHistory()
    hall = Hall(choose=choose, history=history)
    ann = learner(hall)
    play_out(hall, ann, 1)
    assert ann.table.stage is Stage.MATCH_OVER
    assert (ann.table.replay, ann.table.ratings, ann.table.proof) == ("", (), None)
    ann.do(Past())
    assert ann.link.past is not None
    assert ann.link.past.matches == ()
    assert hall.lobby.accounts[hall.lobby.members[0].person.id].games == 0


def test_the_bot_never_calls_uno_and_plays_its_wild_draw_four_first() -> None:
    hall = Hall(choose=choose)
    ann = learner(hall)
    ann.do(next(move for move in ann.game.legal if isinstance(move, Play) and move.card.text == "R7"))
    hall.clock.advance(5.0)
    ann.pump()
    assert ann.game.top.kind is Face.WILD_DRAW_FOUR
    assert Challenge() in ann.game.legal
    view = ann.game
    for word in range(0, 65536, 997):
        move: Move | None = teach("easy", view, Options(), word, BLANK)
        assert not isinstance(move, Play) or not move.uno


def test_one_seat_is_one_seat(hall: Hall) -> None:
    ann = learner(hall)
    assert ann.code_of(Learn(), LOBBY) in ("already_seated", "at_a_table")
    assert ann.code_of(Create(), LOBBY) in ("already_seated", "at_a_table")
    ann.do(Set("theme", "light"))
    ann.do(Draw())
    assert ann.table.lesson


def test_the_bot_sets_an_example_and_never_draws_while_something_fits() -> None:
    seen = 0
    for walked in walk(WISH.options, 2, 3, leaving=0, cap=200):
        view = observe(walked.after, walked.after.turn)
        if view.phase is Phase.AWAIT_PLAY and any(isinstance(move, Play) for move in view.legal):
            seen += 1
            moves = [teach("easy", view, WISH.options, word, BLANK) for word in range(0, 65536, 9973)]
            assert all(isinstance(move, Play | Catch) for move in moves)
    assert seen > 20
