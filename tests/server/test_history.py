"""Finished matches: what is kept of them, who is told, and that they can be looked at again move by move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.protocol import (
    PAST,
    REPLAY,
    TOP,
    AddBot,
    Create,
    Join,
    Kind,
    Leave,
    Past,
    Rematch,
    Replay,
    ReplayView,
    Seek,
    Snapshot,
    Stage,
    Start,
    Sync,
    Top,
)
from engine.events import Dealt, MatchEnded, Played, RoundEnded
from engine.moves import Resign
from engine.options import Options
from engine.scenario import run_text
from engine.state import evolve_all, new_match
from engine.view import OPEN, Phase
from server.lobby.casefile import NoCase, case_lines
from server.lobby.history import RecentHistory
from server.lobby.matches import Finished, Match, is_match_id
from server.lobby.replay import Replay as Film
from tests.server.disk import Disk
from tests.server.hall import Client, Hall
from tests.server.past import SHORT, TWO_ROUNDS, again, play, player, recording, remembering, whole_match


def seek(hall: Hall, client: Client, position: int) -> None:
    """Go there, in a time that people need."""
    hall.clock.advance(0.02)
    client.do(Seek(position))


def shown(client: Client) -> ReplayView:
    """The position this client sees."""
    client.pump()
    assert client.link.replay is not None
    return client.link.replay


def memory(hall: Hall) -> RecentHistory:
    """The history itself, for what no player is told."""
    history = hall.lobby.history
    assert isinstance(history, RecentHistory)
    return history


# ── what is kept ─────────────────────────────────────────────────────────────────────────────────────────────


def test_a_finished_match_is_kept_with_all_who_played() -> None:
    hall = remembering()
    people, key = whole_match(hall, "Ann", "Bob", "Cid", options=TWO_ROUNDS)
    assert is_match_id(key)
    assert key.startswith(people[0].table.code)
    match, result = recording(hall, key).finished.match, recording(hall, key).finished.result
    assert [(one.name, one.kind) for one in match.players] == [(name, Kind.PERSON) for name in ("Ann", "Bob", "Cid")]
    game = people[0].game
    assert (match.options, result.ranks, result.scores) == (TWO_ROUNDS, game.ranks, game.scores)
    assert len(result.gains) == game.round
    assert match.started < result.ended
    assert match.started >= hall.clock.START


def test_the_id_is_told_when_the_match_is_over_and_not_before() -> None:
    hall = remembering()
    people = hall.open("Ann", "Bob", wish=Create(SHORT, seats=2, clock=None))
    assert people[0].table.replay == ""
    hall.play_out(people)
    key = people[0].table.replay
    assert people[1].table.replay == people[0].fresh().replay == key
    for one in people:
        one.do(Rematch())
    assert people[0].table.replay == ""


def test_a_rematch_is_a_match_of_its_own() -> None:
    hall = remembering()
    people, first = whole_match(hall, "Ann", "Bob")
    second = again(hall, people)
    assert first != second
    matches = [recording(hall, key).finished.match for key in (first, second)]
    assert [match.name.rsplit("-", 1)[1] for match in matches] == ["1", "2"]
    people[0].do(Past())
    assert people[0].link.past is not None
    assert [line.id for line in people[0].link.past.matches] == [second, first]


def test_guests_and_bots_are_kept_by_name_alone() -> None:
    hall = remembering()
    ann, eve = hall.enter("Ann"), hall.enter("Eve", guest=True)
    ann.do(Create(SHORT, seats=3, clock=None))
    eve.do(Join(), ann.table.code)
    ann.do(AddBot("easy"))
    ann.do(Start())
    ann.do(Resign())
    hall.pass_time(1)
    eve.do(Leave())
    (kept,) = memory(hall)._finished.values()
    assert [(one.kind, bool(one.person), one.level) for one in kept.match.players] == [
        (Kind.PERSON, True, ""), (Kind.GUEST, False, ""), (Kind.BOT, False, "easy"),
    ]  # fmt: skip
    assert kept.result.ranks[0] == 3
    assert kept.result.ratings == ()


def test_a_match_whose_table_is_closed_before_its_end_is_not_kept() -> None:
    hall = remembering()
    people = hall.open("Ann", "Bob", wish=Create(SHORT, seats=2, clock=None))
    table = hall.table(people[0].table.code)
    table.close()
    people[0].do(Past())
    assert people[0].link.past is not None
    assert people[0].link.past.matches == ()


def test_everybody_is_told_what_a_match_did_to_the_ratings() -> None:
    hall = remembering()
    people, _ = whole_match(hall, "Ann", "Bob")
    ranks = people[0].game.ranks
    assert ranks is not None
    changes = people[1].table.ratings
    assert [(one.chair, one.before, one.games) for one in changes] == [(0, 1500, 1), (1, 1500, 1)]
    assert all((one.after > 1500) == (ranks[one.chair] == 1) for one in changes)
    assert people[0].fresh().ratings == changes
    for one in people:
        one.do(Rematch())
    assert people[0].table.ratings == ()


def test_who_leaves_loses_points_and_is_listed_all_the_same() -> None:
    hall = remembering()
    ann, bob = hall.open("Ann", "Bob", wish=Create(SHORT, seats=2, clock=None))
    bob.do(Leave())
    assert [one.after > one.before for one in ann.table.ratings] == [True, False]
    bob.do(Past())
    assert bob.link.past is not None
    (line,) = bob.link.past.matches
    assert (line.you, line.ranks, line.chairs[0].name) == (1, (1, 2), "Ann")
    assert line.rating == ann.table.ratings[1]


def test_the_past_comes_in_pages_newest_first() -> None:
    hall = remembering()
    ids = []
    ann, bob = hall.open("Ann", "Bob", wish=Create(SHORT, seats=2, clock=None))
    for _ in range(21):
        hall.play_out([ann, bob])
        ids.append(ann.table.replay)
        for one in (ann, bob):
            one.do(Rematch())
    pages = []
    for number in range(3):
        ann.do(Past(number))
        assert ann.link.past is not None
        assert (ann.link.past.page, ann.link.past.pages) == (number, 2)
        pages.append([line.id for line in ann.link.past.matches])
    assert [len(page) for page in pages] == [20, 1, 0]
    assert [key for page in pages for key in page] == ids[::-1]


def test_a_guest_has_no_past_and_is_told_why() -> None:
    hall = remembering()
    assert hall.enter("Eve", guest=True).code_of(Past()) == "no_account"


def test_leaderboards_are_told_to_whoever_asks() -> None:
    hall = remembering()
    people, _ = whole_match(hall, "Ann", "Bob")
    eve = hall.enter("Eve", guest=True)
    eve.do(Top("classic"))
    assert eve.link.top is not None
    assert {line.name for line in eve.link.top.lines} == {"Ann", "Bob"}
    assert eve.link.top.you is None
    people[0].do(Top("official"))
    assert people[0].link.top is not None
    assert (people[0].link.top.rules, people[0].link.top.lines) == ("official", ())
    assert eve.code_of(Top("fluxx")) == "no_such_rules"


def test_who_is_forgotten_has_no_past_and_no_name_in_that_of_others() -> None:
    hall = remembering()
    (ann, bob), key = whole_match(hall, "Ann", "Bob")
    person = player(recording(hall, key).finished.match, "Ann").person
    told: list[dict[str, object]] = []
    hall.lobby.history.of_person(person, told.append)
    matches = told[0]["matches"]
    assert isinstance(matches, list)
    assert [one["id"] for one in matches] == [key]
    hall.lobby.history.forget(person, "player-0000")
    hall.lobby.history.of_person(person, told.append)
    assert told[1] == {"matches": [], "ratings": {}}
    assert [one.name for one in recording(hall, key).finished.match.players] == ["player-0000", "Bob"]
    ann.do(Past())
    assert ann.link.past is not None
    assert ann.link.past.matches == ()
    bob.do(Past())
    assert bob.link.past is not None
    assert [chair.name for chair in bob.link.past.matches[0].chairs] == ["player-0000", "Bob"]


# ── a restart ────────────────────────────────────────────────────────────────────────────────────────────────


def restarted(hall: Hall, disk: Disk, history: RecentHistory) -> Hall:
    """Another server with the same journal and what history had."""
    after = Hall(99, journal=disk, accounts=hall.lobby.accounts, history=history)
    after.lobby.restore()
    after.lobby.reopen()
    return after


def test_a_match_begun_before_a_restart_is_kept_with_all_who_began_it() -> None:
    disk, history = Disk(), RecentHistory()
    hall = Hall(journal=disk, history=history)
    _, _, cid = hall.open("Ann", "Bob", "Cid", wish=Create(TWO_ROUNDS, seats=3, clock=None))
    cid.do(Leave())
    hall = restarted(hall, disk, history)
    people = [hall.enter(name) for name in ("Ann", "Bob")]
    key = play(hall, people)
    finished = history.recall(next(iter(disk.kept)))
    assert isinstance(finished, Finished)
    assert finished.match.id == key
    assert [(one.name, bool(one.person)) for one in finished.match.players] == [("Ann", True), ("Bob", True), ("Cid", True)]
    assert finished.result.ranks[2] == 3
    assert len(finished.result.ratings) == 3
    assert len(finished.result.gains) == people[0].game.round


def test_a_match_that_was_over_when_the_server_was_killed_is_settled_at_the_next_start() -> None:
    disk, history = Disk(), RecentHistory()
    hall = Hall(journal=disk, history=history)
    people = hall.open("Ann", "Bob", wish=Create(SHORT, seats=2, clock=None))
    match = history.recall(next(iter(disk.kept)))
    assert isinstance(match, Match)
    play(hall, people)
    before = people[0].table
    killed = RecentHistory()
    killed.begin(match)
    for _ in range(2):
        ann = restarted(hall, disk, killed).enter("Ann")
        assert (ann.table.replay, ann.table.ratings) == (before.replay, before.ratings)
    assert [line.games for line in killed.ladder.top("classic").lines] == [1, 1], "settled once"


# ── looking at one again ─────────────────────────────────────────────────────────────────────────────────────


def test_a_replay_shows_every_position_with_every_hand_open() -> None:
    hall = remembering()
    _, key = whole_match(hall, "Ann", "Bob", "Cid", options=TWO_ROUNDS)
    eve = hall.enter("Eve", guest=True)
    eve.do(Replay(key.lower()))
    first = shown(eve)
    kept = recording(hall, key)
    state = new_match(first.options, 3)
    assert (first.position, first.length, first.rounds[0]) == (0, len(kept.moves), 0)
    assert len(first.rounds) == len(first.seals) == len(kept.finished.result.gains) > 1
    for position, move in enumerate(kept.moves):
        seek(hall, eve, position)
        view, state = shown(eve), evolve_all(state, move)
        assert view.position == position
        assert (view.game.viewer, view.game.hands) == (OPEN, state.hands)
        assert (view.game.turn, view.game.top, view.game.scores) == (state.turn, state.top, state.scores)
        assert [type(one) for one in view.happened] == [type(one) for one in move]
        assert (position in view.rounds) == any(isinstance(one, Dealt) for one in move)
    assert shown(eve).game.phase is Phase.MATCH_OVER


def test_a_position_is_the_same_whichever_way_it_is_reached() -> None:
    hall = remembering()
    _, key = whole_match(hall, "Ann", "Bob", options=TWO_ROUNDS)
    ann = hall.clients[0]
    ann.do(Replay(key))
    length = shown(ann).length
    forward = []
    for position in range(length):
        seek(hall, ann, position)
        forward.append(shown(ann))
    for position in (*range(length - 1, -1, -1), length // 2, 0, length - 1):
        seek(hall, ann, position)
        assert shown(ann) == forward[position]


def test_beyond_the_ends_is_the_end() -> None:
    hall = remembering()
    (ann, _), key = whole_match(hall, "Ann", "Bob")
    ann.do(Replay(key))
    ann.do(Seek(10**9))
    assert shown(ann).position == shown(ann).length - 1
    ann.do(Seek(-3))
    assert shown(ann).position == 0


def test_nobody_looks_into_a_match_that_is_not_over() -> None:
    hall = remembering()
    people = hall.open("Ann", "Bob", wish=Create(TWO_ROUNDS, seats=2, clock=None))
    hall.play_out(people, Stage.ROUND_OVER)
    (begun,) = memory(hall)._begun.values()
    key = begun.id
    assert people[0].code_of(Replay(key)) == "no_such_match"


@pytest.mark.parametrize("key", ["", "K7QX", "K7QX39FDT", "x" * 4000, "../../etc", "K7QX 39FDT"])
def test_an_id_of_no_match_is_refused(key: str) -> None:
    assert remembering().enter("Ann").code_of(Replay(key)) == "no_such_match"


def test_a_replay_is_closed_by_leaving_it_and_a_seat_is_kept_meanwhile() -> None:
    hall = remembering()
    (ann, bob), key = whole_match(hall, "Ann", "Bob")
    assert ann.code_of(Seek(1)) == "no_replay"
    ann.do(Replay(key))
    ann.do(Seek(2))
    ann.do(Sync(), REPLAY + key)
    assert shown(ann).position == 2
    ann.do(Leave(), REPLAY + key)
    assert ann.code_of(Seek(1)) == "no_replay"
    assert ann.table.you == 0
    again(hall, [ann, bob])


def test_who_seeks_faster_than_anybody_can_look_is_slowed_down() -> None:
    hall = remembering()
    (ann, bob), key = whole_match(hall, "Ann", "Bob")
    for one in (ann, bob):
        one.do(Replay(key))
    codes = [refusal.code if (refusal := ann.ask(Seek(number))) else "" for number in range(70)]
    assert codes == [""] * 60 + ["slow_down"] * 10
    bob.do(Seek(1))
    hall.pass_time(1)
    ann.do(Seek(1))


def test_topics_of_the_past_are_snapshots_whose_versions_rise() -> None:
    hall = remembering()
    (ann, _), key = whole_match(hall, "Ann", "Bob")
    ann.taken.clear()
    for body in (Replay(key), Seek(1), Top(), Past(), Seek(2)):
        ann.do(body)
    snapshots = [one for one in ann.taken if isinstance(one, Snapshot)]
    assert [one.topic for one in snapshots] == [REPLAY + key, REPLAY + key, TOP + "classic", PAST, REPLAY + key]
    assert [one.version for one in snapshots] == sorted({one.version for one in snapshots})


def test_an_answer_that_comes_late_does_not_replace_what_was_asked_for_since(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = remembering()
    people, first = whole_match(hall, "Ann", "Bob")
    second = again(hall, people)
    ann, history = people[0], hall.lobby.history
    at_once, late = history.open, []
    monkeypatch.setattr(history, "open", lambda key, opened: late.append((key, opened)))
    ids = [ann.link.request(Replay(one)) for one in (first, second)]
    for key, opened in reversed(late):
        at_once(key, opened)
    assert shown(ann).id == second
    assert all((reply := ann.reply_to(one)) is not None and reply.refusal is None for one in ids)


# ── as a case ────────────────────────────────────────────────────────────────────────────────────────────────

RULES = [
    Options(target_score=None),
    Options(rules="stacking", stacking="same_kind", target_score=None),
    replace(Options(), seven_zero=True, target_score=None),
    replace(Options(), jump_in=True, draw_to_match=True, target_score=None),
    replace(Options(), force_play=True, target_score=None),
]


def film(hall: Hall, key: str) -> Film:
    return Film(recording(hall, key))


def case_text(replay: Film, number: int) -> str:
    """A round as a file."""
    return "\n".join(case_lines(replay, number)) + "\n"


@pytest.mark.parametrize("options", RULES, ids=range(len(RULES)))
@pytest.mark.parametrize("seed", range(3))
def test_a_round_of_a_match_is_a_case_that_holds(options: Options, seed: int) -> None:
    hall = remembering(seed)
    _, key = whole_match(hall, "Ann", "Bob", "Cid", options=options)
    text = case_text(film(hall, key), 0)
    report = run_text(text)
    assert report.failures == ()
    assert report.passed == len(recording(hall, key).moves) - 1 + 2
    assert "# A: Ann, B: Bob, C: Cid" in text
    assert "expect over match" in text


def test_every_round_of_a_long_match_is_a_case_with_its_reshuffles() -> None:
    hall = remembering(5)
    _, key = whole_match(hall, "Ann", "Bob", options=replace(TWO_ROUNDS, target_score=200))
    replay = film(hall, key)
    assert len(replay.rounds) > 1
    for number in range(len(replay.rounds)):
        assert run_text(case_text(replay, number)).failures == ()
    with pytest.raises(NoCase, match="rounds"):
        case_text(replay, len(replay.rounds))


def test_a_round_whose_seed_is_not_kept_is_no_case() -> None:
    hall = remembering()
    _, key = whole_match(hall, "Ann", "Bob")
    kept = recording(hall, key)
    with pytest.raises(NoCase, match="not kept"):
        case_text(Film(kept._replace(transcripts=("",))), 0)


def test_a_tally_counts_cards_played_and_drawn() -> None:
    hall = remembering()
    _, key = whole_match(hall, "Ann", "Bob")
    kept = recording(hall, key)
    events = [event for move in kept.moves for event in move]
    assert kept.finished.result.moves >= sum(isinstance(event, Played) for event in events) > 10
    assert sum(isinstance(event, RoundEnded | MatchEnded) for event in events) == 2
