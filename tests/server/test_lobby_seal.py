"""The verifiable deal at a table: sealed before, cut by who likes, opened after, and nothing of a seed anywhere in between."""

from __future__ import annotations

import gc
import io
import json
import logging
from collections.abc import Iterator
from dataclasses import replace
from hashlib import sha256
from typing import Any

import pytest
from rich.console import Console
from rich.traceback import Traceback

from client import wire
from client.protocol import (
    AddBot,
    Create,
    Cut,
    Join,
    Leave,
    Message,
    Notice,
    Noticed,
    Patch,
    Proof,
    Ready,
    Rematch,
    Seal,
    Snapshot,
    Stage,
    Start,
    TableView,
    Watch,
)
from client.text import Text
from engine.events import Dealt, RoundEnded
from engine.options import Options
from engine.rules.presets import PRESETS
from engine.seal import Sealed, Secret
from server.doors.commands import verdict_text
from server.lobby.history import RecentHistory
from server.lobby.opening import Limits
from server.lobby.verdict import Verdict, is_seal_id, judge
from tests.clock import Seeds
from tests.server.hall import ONE_ROUND, Client, Hall

WHOLE = Create(Options(target_score=None), seats=3, clock=None)


def seal_of(client: Client) -> Seal:
    """The seal a client sees."""
    seal = client.table.seal
    assert seal is not None
    return seal


def proof_of(client: Client) -> Proof:
    """The proof a client sees."""
    proof = client.table.proof
    assert proof is not None
    return proof


def verify(hall: Hall, id: str) -> Verdict | None:
    """What the house says of this round; None: none is kept, or over."""
    told: list[str | None] = [None]
    if is_seal_id(id):
        hall.lobby.history.find(id, told.append)
    return None if told[-1] is None else judge(told[-1], id)


def verdict_of(hall: Hall, proof: Proof) -> Verdict:
    """What the house says about a round."""
    verdict = verify(hall, proof.id)
    assert verdict is not None
    return verdict


def opens(proof: Proof) -> bool:
    """Is the proof's seed the one that was committed to?"""
    text = f"unotty seal 1\n{proof.match}\n{proof.round}\n{proof.seed}\n{proof.nonce}\n"
    return sha256(text.encode()).hexdigest() == proof.commitment


# ── before, during and after a round ─────────────────────────────────────────────────────────────────────────


def test_the_seal_is_shown_before_the_deal_and_opened_by_the_patch_that_ends_the_round() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", start=False)
    before = seal_of(ann)
    assert (before.round, before.cuts, ann.table.proof) == (1, (), None)
    assert before.match.startswith(ann.table.code)
    ann.do(Start())
    assert seal_of(ann) == seal_of(bob) == before
    hall.play_out([ann, bob])
    proof = proof_of(bob)
    assert opens(proof)
    assert proof == Proof(before.match, 1, before.commitment, (), proof.seed, proof.nonce)
    telling = [patch for patch in bob.patches if "proof" in patch.changes]
    assert [any(isinstance(one, RoundEnded) for one in patch.happened) for patch in telling] == [True]
    assert not verdict_of(hall, proof).fault


def test_a_table_dealt_at_once_shows_its_seal_first() -> None:
    hall = Hall()
    ann = hall.enter("Ann")
    ann.do(replace(WHOLE, bots=("easy", "easy"), start=True))
    tables = [one for one in ann.taken if isinstance(one, Snapshot | Patch) and one.topic == ann.table.code]
    first = tables[0]
    assert isinstance(first, Snapshot)
    assert isinstance(first.view, TableView)
    assert first.view.game is None
    assert first.view.seal == seal_of(ann)
    assert not any("seal" in one.changes for one in tables if isinstance(one, Patch))


def test_every_round_has_a_seal_of_its_own_which_is_there_before_its_deal() -> None:
    hall = Hall(3)
    people = hall.open("Ann", "Bob", wish=Create(Options(target_score=500), seats=2, clock=None))
    ann, bob = people
    seen: list[Seal] = []
    while len(seen) < 3:
        running = seal_of(ann)
        hall.play_out(people, Stage.ROUND_OVER)
        proof, coming = proof_of(ann), seal_of(ann)
        assert (proof.commitment, proof.round) == (running.commitment, running.round)
        assert opens(proof)
        assert not verdict_of(hall, proof).fault
        assert (coming.match, coming.round) == (running.match, running.round + 1)
        seen.append(running)
        ann.do(Ready())
        bob.do(Ready())
        assert seal_of(bob) == coming
        assert bob.table.proof is None
    assert len({seal.commitment for seal in seen}) == 3


def test_the_next_match_is_sealed_under_another_name() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob")
    ann, bob = people
    first = seal_of(ann)
    hall.play_out(people)
    again = seal_of(ann)
    assert (again.round, again.match != first.match, proof_of(ann).match) == (1, True, first.match)
    ann.do(Rematch())
    bob.do(Rematch())
    assert seal_of(ann) == again
    hall.play_out(people)
    assert proof_of(ann).commitment == again.commitment
    assert not verdict_of(hall, proof_of(ann)).fault


def test_a_round_that_ends_because_all_others_left_is_proved_too() -> None:
    hall = Hall()
    ann, bob, eve = hall.open("Ann", "Bob", "Eve")
    bob.do(Leave())
    assert ann.table.proof is None
    eve.do(Leave())
    assert ann.stage() is Stage.MATCH_OVER
    verdict = verdict_of(hall, proof_of(ann))
    assert not verdict.fault
    assert [move[0] for move in verdict.record["moves"] if move[0] == "leave"] == ["leave"] * 2


def test_who_leaves_between_rounds_changes_no_proof() -> None:
    hall = Hall(3)
    people = hall.open("Ann", "Bob", wish=Create(Options(target_score=500), seats=2, clock=None))
    hall.play_out(people, Stage.ROUND_OVER)
    proof = proof_of(people[0])
    people[1].do(Leave())
    assert people[0].stage() is Stage.MATCH_OVER
    assert proof_of(people[0]) == proof
    assert (seal_of(people[0]).round, seal_of(people[0]).match) != (2, proof.match)


@pytest.mark.parametrize("rules", PRESETS)
def test_matches_of_every_rule_set_with_bots_are_dealt_as_sealed(rules: str) -> None:
    hall = Hall(5)
    options = replace(PRESETS[rules], target_score=None if rules == "stacking" else 200)
    people = hall.open("Ann", "Bob", wish=Create(options, seats=4, bots=("easy",), clock=None), start=False)
    people[0].do(Start())
    ids: list[str] = []
    for _ in range(8000):
        table = people[0].table
        if table.proof is not None and table.proof.id not in ids:
            ids.append(table.proof.id)
            assert not verdict_of(hall, table.proof).fault
        if table.stage is Stage.MATCH_OVER or len(ids) == 4:
            break
        for one in people:
            if one.table.stage is Stage.ROUND_OVER:
                one.try_to(Cut(f"{one.person.name} {len(ids)}"))
                one.try_to(Ready())
            elif one.game.turn == one.table.you:
                one.try_to(next(move for move in one.game.legal if type(move).__name__ not in ("Resign", "Catch")))
        hall.pass_time(2)
    assert ids


# ── cuts ─────────────────────────────────────────────────────────────────────────────────────────────────────


def test_cuts_are_seen_by_all_and_mixed_into_the_deal() -> None:
    deals = []
    for cuts in (("left", "right"), ("right", "left"), ("left", ""), ("", "")):
        hall = Hall()
        ann, bob = hall.open("Ann", "Bob", start=False)
        for one, cut in zip((ann, bob), cuts, strict=True):
            if cut:
                one.do(Cut(cut))
                assert ann.happened() == bob.happened() == (Noticed(one.person.name, Notice.CUT),)
        told = tuple(sorted(filter(None, cuts)))
        assert seal_of(bob).cuts == told
        ann.do(Start())
        assert seal_of(bob).cuts == told
        referee = hall.table(ann.table.code).course.referee
        assert referee is not None
        deals.append(referee.state.hands)
        hall.play_out([ann, bob])
        assert proof_of(ann).cuts == told
        assert seal_of(ann).cuts == (), "a cut is for one deal"
        verdict = verdict_of(hall, proof_of(ann))
        assert (verdict.fault, verdict.record["cuts"]) == ("", list(told))
        sealed = Sealed(
            proof_of(ann).match, 1, *(Secret(bytes.fromhex(one)) for one in (proof_of(ann).seed, proof_of(ann).nonce))
        )
        numbers = tuple(range(100))
        again, played = sealed.entropy(told).stream("numbers"), referee.chance.stream("numbers")
        assert again.shuffled(numbers) == played.shuffled(numbers)
    assert deals[0] == deals[1]
    assert len(set(deals)) == 3


def test_the_last_cut_of_a_seat_counts_and_goes_with_who_gave_it() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", wish=replace(WHOLE, seats=3), start=False)
    ann.do(Cut("first"))
    ann.do(Cut("second"))
    bob.do(Cut("bob's"))
    assert seal_of(ann).cuts == ("bob's", "second")
    bob.do(Leave())
    assert seal_of(ann).cuts == ("second",)


def test_a_cut_is_one_clean_line_of_at_most_64() -> None:
    hall = Hall()
    ann, _ = hall.open("Ann", "Bob", start=False)
    for typed, kept in (("a\nb\x1b[2J\u202e ", "a b[2J"), ("x" * 200, "x" * 64), ("é́́́" * 64, None)):
        ann.do(Cut(typed))
        (cut,) = seal_of(ann).cuts
        assert len(cut) <= 64
        assert cut == (kept or cut)
        assert cut.isprintable()
    assert ann.code_of(Cut(" \n\u200b")) == "nothing_said"


def test_only_seats_cut_and_only_while_no_round_runs() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob", start=False)
    ann, bob = people
    eve = hall.enter("Eve")
    assert eve.code_of(Cut("x")) == "not_there"
    eve.do(Watch(), ann.table.code)
    assert eve.code_of(Cut("x")) == "not_seated"
    ann.do(Start())
    assert bob.code_of(Cut("x")) == "wrong_stage"
    hall.play_out(people)
    bob.do(Cut("x"))
    assert seal_of(eve).cuts == ("x",)


def test_cuts_are_rationed_like_everything_others_must_look_at() -> None:
    hall = Hall(limits=Limits())
    ann, _ = hall.open("Ann", "Bob", start=False)
    codes = {refusal.code if (refusal := ann.ask(Cut(str(n)))) else "" for n in range(40)}
    assert codes == {"", "slow_down"}


# ── nothing gets out before its time ─────────────────────────────────────────────────────────────────────────


class Recorded(Seeds):
    """Seeds that are remembered."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.given: list[bytes] = []
        self._name = name

    def __call__(self) -> bytes:
        seed = sha256(self._name.encode() + super().__call__()).digest()
        self.given.append(seed)
        return seed


@pytest.fixture
def seeds(monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> Recorded:
    """Every seed the hall's lobby is given."""
    recorded = Recorded(request.node.name)  # as no other hall has: finished rounds of theirs may still be about
    monkeypatch.setattr("tests.server.hall.Seeds", lambda _: recorded)
    return recorded


def traces(secret: bytes) -> Iterator[bytes]:
    """What a secret could look like in an output: the beginning is enough."""
    head = secret[:8]
    yield from (
        head,
        head.hex().encode(),
        head.hex().upper().encode(),
        repr(head)[2:-1].encode(),
        str(list(head))[1:-1].encode(),
    )
    yield str(int.from_bytes(secret, "big")).encode()


def shows(data: bytes, secrets: list[bytes]) -> list[bytes]:
    """The secrets that are in these bytes."""
    return [secret for secret in secrets if any(trace in data for trace in traces(secret))]


def written(messages: list[Message]) -> bytes:
    """Messages in both forms of the wire, and as a debugger shows them."""
    return b"\n".join(data for one in messages for data in (wire.pack(one), wire.to_json(one), repr(one).encode()))


def test_no_seed_is_in_any_message_before_its_round_is_over(seeds: Recorded) -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob", wish=Create(Options(target_score=500), seats=2, clock=None), start=False)
    eve = hall.enter("Eve")
    eve.do(Watch(), people[0].table.code)
    people[0].do(Cut("please"))
    people[0].do(Start())
    for _ in range(2):
        hall.play_out(people, Stage.ROUND_OVER)
        eve.pump()
        for one in (*people, eve):
            ends = next(
                place for place, message in enumerate(one.taken) if isinstance(message, Patch) and message.changes.get("proof")
            )
            assert shows(written(one.taken[:ends]), seeds.given) == []
            proof = proof_of(one)
            told = shows(written(one.taken[ends:]), seeds.given)
            assert {secret.hex()[:32] for secret in told} == {proof.seed[:32], proof.nonce}
            one.taken.clear()
        for one in people:
            one.do(Ready())


def test_no_seed_or_key_is_in_a_log_a_repr_or_a_traceback_with_its_locals(
    seeds: Recorded, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    hall = Hall()
    people = hall.open("Ann", "Bob", "Eve", start=False)
    sealed = hall.table(people[0].table.code).course._sealing._sealed
    keys: list[bytes] = []
    with monkeypatch.context() as patch:
        patch.setattr("engine.seal.Entropy", keys.append)
        sealed.entropy(())
    secrets = [*seeds.given, *keys]
    assert len(keys) == 1
    ours = [one for one in gc.get_objects() if str(type(one).__module__).startswith(("server.", "engine."))]
    seen = [repr(one) + repr(getattr(one, "__dict__", "")) for one in ours]
    assert any("Sealing" in one for one in seen)
    assert shows("\n".join(seen).encode(errors="replace"), secrets) == []

    def fall(*_: object) -> None:
        raise ZeroDivisionError("in the middle of a deal")

    monkeypatch.setattr("engine.shuffle.Stream.shuffled", fall)
    assert people[0].code_of(Start()) == "broken"
    (record,) = [one for one in caplog.records if one.levelno >= logging.ERROR and one.name.startswith("unotty")]
    assert record.exc_info is not None
    kind, fault, trace = record.exc_info
    assert kind is not None
    assert fault is not None
    out = io.StringIO()
    Console(file=out, width=400).print(Traceback.from_exception(kind, fault, trace, show_locals=True, locals_max_string=4000))
    assert "in the middle of a deal" in out.getvalue()
    assert "locals" in out.getvalue()
    assert shows((out.getvalue() + caplog.text).encode(), secrets) == []
    for client in hall.clients:
        client.pump()
        assert client.table.proof is None
        assert shows(written(client.taken), secrets) == []


def test_the_commitment_is_in_the_log_before_the_deal(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG, "unotty.deal")
    ann, _ = Hall().open("Ann", "Bob", start=False)
    seal = seal_of(ann)
    assert caplog.messages == [f"sealed {seal.match} round 1: {seal.commitment}"]


# ── who lies is found ────────────────────────────────────────────────────────────────────────────────────────


def finished(hall: Hall) -> tuple[Client, dict[str, Any]]:
    """Somebody at a table whose round is over, and its transcript."""
    people = hall.open("Ann", "Bob")
    hall.play_out(people)
    return people[0], verdict_of(hall, proof_of(people[0])).record


def test_a_stacked_deck_is_found() -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob")
    table = hall.table(people[0].table.code)
    referee = table.course.referee
    assert referee is not None
    pile = referee.state.draw_pile
    referee.state = referee.state._replace(draw_pile=(*pile[1:], pile[0]))
    hall.play_out(people)
    verdict = verdict_of(hall, proof_of(people[0]))
    assert verdict.fault == "a card did not come from the top of the pile"
    assert "NOT as it was sealed: a card did not come" in verdict_text(Text(), verdict, "host")


def test_a_seed_swapped_after_the_seal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    hall = Hall()
    people = hall.open("Ann", "Bob", start=False)
    sealing = hall.table(people[0].table.code).course._sealing
    noted = seal_of(people[0])
    better = Sealed(noted.match, 1, Secret(b"b" * 32), Secret(b"b" * 16))
    monkeypatch.setattr(sealing, "_sealed", better)
    people[0].do(Start())
    hall.play_out(people)
    assert verify(hall, noted.id) is None
    assert proof_of(people[0]).commitment != noted.commitment


def test_the_text_of_a_verdict_has_the_numbers_and_fits_a_terminal() -> None:
    hall = Hall()
    ann, record = finished(hall)
    proof = proof_of(ann)
    text = verdict_text(Text(), verdict_of(hall, proof), "-p 2222 localhost")
    for number in (proof.commitment, proof.seed, proof.nonce, proof.match, f"verify {proof.id} --json"):
        assert number in text
    lines = text.splitlines()
    assert lines[0] == f"Round 1 of match {proof.match}: dealt as it was sealed."
    assert max(len(line) for line in lines if "printf" not in line) <= 90
    assert record["cuts"] == []


# ── what is kept ─────────────────────────────────────────────────────────────────────────────────────────────


def test_old_rounds_make_room_for_new_ones() -> None:
    rounds = RecentHistory(room=100)

    def find(start: str) -> str | None:
        found: list[str | None] = []
        rounds.find(start, found.append)
        return found[0]

    for number in range(20):
        rounds.keep(f"{number:064x}", "x" * 30)
    assert [bool(find(f"{number:064x}")) for number in (0, 16, 17, 18, 19)] == [False, False, True, True, True]
    assert find("0" * 12) is None, "more than one"
    rounds.keep("f" * 64, "y" * 200)
    assert find("f" * 12) is None, "too long to keep at all"
    rounds.keep("e" * 64, "z")
    assert find("e" * 12) == "z"


def test_an_id_has_twelve_digits_or_more() -> None:
    hall = Hall()
    ann, record = finished(hall)
    seal = record["seal"]
    for good in (seal, seal[:12], seal[:30]):
        assert is_seal_id(good)
        verdict = verify(hall, good)
        assert verdict is not None
        assert json.loads(verdict.transcript) == record
    for bad in ("", seal[:11], seal + "0", seal[:12].upper() + "G", "g" * 12, seal_of(ann).id, "../../etc/pass"):
        assert verify(hall, bad) is None


def test_a_running_round_has_nothing_to_verify_yet() -> None:
    hall = Hall()
    ann, bob = hall.open("Ann", "Bob", start=False)
    seal = seal_of(ann)
    assert verify(hall, seal.id) is None
    ann.do(Start())
    assert verify(hall, seal.commitment) is None
    hall.play_out([ann, bob])
    assert verify(hall, seal.commitment) is not None


def test_a_table_that_waits_again_is_sealed_anew() -> None:
    hall = Hall()
    ann = hall.enter("Ann")
    ann.do(Create(ONE_ROUND, seats=2, clock=None))
    bob = hall.enter("Bob")
    bob.do(Join(), ann.table.code)
    ann.do(Start())
    first = seal_of(ann)
    bob.do(Leave())
    assert seal_of(ann).commitment != first.commitment
    ann.do(Rematch())
    assert ann.stage() is Stage.WAITING
    coming = seal_of(ann)
    ann.do(AddBot())
    ann.do(Start())
    assert seal_of(ann) == coming
    assert any(isinstance(one, Dealt) for one in ann.happened())
