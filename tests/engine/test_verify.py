"""A round is proved from its transcript alone, by one file that knows none of our code; whatever is changed in it is found."""

from __future__ import annotations

import copy
import json
import pickle
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from engine import verify
from engine.cards import CLASSIC_108, DECKS, card
from engine.events import Event, Reshuffled, Rotated, RoundEnded, SeatLeft, Swapped
from engine.game import legal, start, step
from engine.moves import Catch, Draw, Move, NextRound, Play, Resign, SayUno
from engine.options import Options
from engine.rules.presets import PRESETS
from engine.seal import Sealed, Secret
from engine.shuffle import Entropy
from engine.transcript import transcript
from engine.view import Phase

SEED, NONCE = bytes(range(32)), bytes(range(100, 116))
MATCH = "K7QX-1700000000-1"
CUTS = ("left of the Ace", "ąžuolas 🂡")
WRONG = (ValueError, LookupError, TypeError, AttributeError)


class Round(NamedTuple):
    """A round that was played, and its transcript."""

    events: tuple[Event, ...]
    record: dict[str, Any]


def play(options: Options, seats: int, number: int, rounds: int = 3, leaving: float = 0.002) -> Iterator[Round]:
    """Rounds of a match of random moves, each with a seal and cuts of its own."""
    chance = random.Random(number)
    match = f"TEST-{number}"

    def seal(number: int) -> tuple[Sealed, tuple[str, ...]]:
        sealed = Sealed(match, number, Secret(chance.randbytes(32)), Secret(chance.randbytes(16)))
        return sealed, tuple(f"cut {chance.random()}" for _ in range(chance.randrange(3)))

    sealed, cuts = seal(1)
    entropy = sealed.entropy(cuts)
    state, happened = start(options, seats, entropy)
    events = list(happened)
    while True:
        acts = [(seat, move) for seat in range(seats) for move in legal(state, seat)]
        staying = [act for act in acts if not isinstance(act[1], Resign)]
        pressing = [act for act in staying if not isinstance(act[1], SayUno | Catch | Draw)]
        pick = acts if chance.random() < leaving else (pressing if pressing and chance.random() < 0.6 else staying)
        state, happened = step(state, *chance.choice(pick), entropy)
        events += happened
        if not state.is_playing:
            yield Round(tuple(events), json.loads(json.dumps(transcript(sealed, cuts, options, events))))
            if state.phase is Phase.MATCH_OVER or state.round == rounds:
                return
            sealed, cuts = seal(state.round + 1)
            entropy = sealed.entropy(cuts)
            state, happened = step(state, state.seated[0], NextRound(), entropy)
            events = list(happened)


SETS = {
    **PRESETS,
    "seven_zero": Options(seven_zero=True),
    "draw_to_match": Options(draw_to_match=True),
    "jump_in": Options(jump_in=True),
    "challenge_uno": Options(score_mode="challenge_uno"),
}


@cache
def rounds_of(name: str) -> tuple[Round, ...]:
    """Rounds under these rules at tables of every size."""
    return tuple(one for seats in (2, 3, 4, 6, 10) for number in range(3) for one in play(SETS[name], seats, number))


@pytest.mark.parametrize("name", SETS)
def test_every_round_of_every_rule_set_is_dealt_again_from_its_seed(name: str) -> None:
    for one in rounds_of(name):
        told = verify.check(one.record, one.record["seal"][:12])
        shuffles = sum(isinstance(event, Reshuffled) for event in one.events)
        assert told.endswith(f", reshuffles: {shuffles}")
    assert len(rounds_of(name)) >= 15


def test_the_rounds_tried_have_all_in_them_that_moves_cards() -> None:
    kinds = {type(event) for name in SETS for one in rounds_of(name) for event in one.events}
    assert {Reshuffled, Swapped, Rotated, SeatLeft, RoundEnded} <= kinds
    moves = {move[0] for name in SETS for one in rounds_of(name) for move in one.record["moves"]}
    assert moves == {"play", "draw", "reshuffle", "leave", "hands"}
    assert {len(one.record["cuts"]) for one in rounds_of("classic")} == {0, 1, 2}


def changed(value: Any) -> Iterator[Any]:
    """The value with one thing in it changed, for every thing in it."""
    if isinstance(value, dict):
        for name, inner in value.items():
            yield {one: kept for one, kept in value.items() if one != name}
            yield from ({**value, name: other} for other in changed(inner))
    elif isinstance(value, list):
        for place, inner in enumerate(value):
            yield value[:place] + value[place + 1 :]
            yield value[: place + 1] + value[place:]
            yield from ([*value[:place], other, *value[place + 1 :]] for other in changed(inner))
    elif isinstance(value, int):
        yield from (value - 1, value + 1, -value - 1, None)
    elif len(value) == 64:
        yield from (value[:place] + ("0" if value[place] != "0" else "1") + value[place + 1 :] for place in range(64))
    else:
        yield from (value + " ", value[:-1], "R5" if value != "R5" else "G5", value.upper() + "x", 3)


def is_rejected(record: Any) -> bool:
    """Does the verifier find fault with it?"""
    try:
        verify.check(copy.deepcopy(record))
    except WRONG:
        return True
    return False


@pytest.mark.parametrize("name", ["classic", "all_wild", "seven_zero"])
def test_a_transcript_with_anything_changed_is_rejected(name: str) -> None:
    kinds: set[str] = set()
    rounds = [one for one in rounds_of(name) if len(one.record["moves"]) < 250]
    for one in sorted(rounds, key=lambda one: -len({move[0] for move in one.record["moves"]}))[:1]:
        assert not is_rejected(one.record)
        kinds |= {move[0] for move in one.record["moves"]}
        for other in changed(one.record):
            assert is_rejected(other), [(name, other.get(name)) for name in one.record if other.get(name) != one.record[name]]
    assert {"play", "draw"} <= kinds


def test_who_leaves_while_his_last_card_looks_for_its_target_leaves_no_cards() -> None:
    options = replace(PRESETS["all_wild"], hand_size=1, target_score=None)
    for number in range(200):
        sealed = Sealed(MATCH, 1, Secret(number.to_bytes(32)), Secret(NONCE))
        entropy = sealed.entropy(())
        state, events = start(options, 3, entropy)
        turn = state.turn
        if state.phase is Phase.AWAIT_PLAY and state.hands[turn] == (card("WT"),):
            break
    for seat, move in ((turn, Play(card("WT"))), (turn, Resign())):
        state, happened = step(state, seat, move, entropy)
        events += happened
    while state.is_playing:
        due: Move = next((move for move in legal(state, state.turn) if isinstance(move, Play)), Draw())
        state, happened = step(state, state.turn, due, entropy)
        events += happened
    record = json.loads(json.dumps(transcript(sealed, (), options, events)))
    assert ["leave", turn] in record["moves"]
    assert verify.check(record, sealed.commitment)


def test_another_rounds_seal_does_not_fit() -> None:
    first, second, *_ = rounds_of("classic")
    assert not is_rejected(first.record)
    with pytest.raises(ValueError, match="not the one that was sealed"):
        verify.check(first.record, second.record["seal"][:12])
    for name in ("seed", "nonce", "match", "round", "seal"):
        assert is_rejected({**first.record, name: second.record[name]}) or first.record[name] == second.record[name]


def test_another_seed_with_a_seal_to_match_still_has_to_give_these_cards() -> None:
    one = rounds_of("classic")[0].record
    other = Sealed(one["match"], one["round"], Secret(SEED), Secret(NONCE))
    forged = {**one, "seed": other.seed, "nonce": other.nonce, "seal": other.commitment}
    with pytest.raises(ValueError, match="due"):
        verify.check(forged)


def test_a_cut_left_out_is_found() -> None:
    one = next(one.record for one in rounds_of("classic") if len(one.record["cuts"]) == 2)
    assert is_rejected({**one, "cuts": one["cuts"][1:]})
    assert is_rejected({**one, "cuts": one["cuts"][::-1]})


@pytest.mark.parametrize("what", [None, 3, "x", [], {}, {"unotty": 1}, dict.fromkeys(("unotty", "match", "seed"))])
def test_what_is_no_transcript_is_rejected(what: object) -> None:
    assert is_rejected(what)


# ── the script by itself ─────────────────────────────────────────────────────────────────────────────────────


def test_the_verifier_stands_alone_in_under_80_lines(tmp_path: Path) -> None:
    source = Path(verify.__file__)
    assert len(source.read_text(encoding="utf-8").splitlines()) < 80
    alone = shutil.copy(source, tmp_path / "verify.py")
    one = rounds_of("classic")[0].record

    def run(record: object, *words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-I", "-S", alone, *words], input=json.dumps(record), capture_output=True, text=True, cwd=tmp_path,
            check=False,
        )  # fmt: skip

    good, bad, other = run(one, one["seal"][:12]), run({**one, "top": "R5" if one["top"] != "R5" else "G5"}), run(one, "0" * 12)
    assert (good.returncode, good.stderr) == (0, "")
    assert good.stdout.startswith("As it was sealed: the seal, the deal to 2 seats, ")
    assert (bad.returncode, bad.stdout, bad.stderr) == (1, "", "NOT as it was sealed: another deal was due.\n")
    assert (other.returncode, other.stderr) == (1, "NOT as it was sealed: the seed is not the one that was sealed.\n")


def test_the_verifier_knows_the_decks() -> None:
    assert {name: [card.text for card in deck.cards] for name, deck in DECKS.items()} == verify.DECKS


# ── known answers ────────────────────────────────────────────────────────────────────────────────────────────

SEALED = Sealed(MATCH, 3, Secret(SEED), Secret(NONCE))


def test_a_known_seed_has_a_known_seal() -> None:
    """`printf 'unotty seal 1\\n…' | sha256sum` of coreutils gave the number."""
    assert SEALED.commitment == "c8736a5a9ea1c205f407c152420ceafdf8f4f377394d628a524869a07d48ebf8"
    assert len({SEALED.commitment, Sealed(MATCH, 4, Secret(SEED), Secret(NONCE)).commitment}) == 2


def test_a_known_seed_and_known_cuts_give_a_known_deal() -> None:
    """`openssl dgst -sha256 -mac HMAC` gave the keys."""
    key, cut_key = (
        "25b3e05daa0e677042d1e8919909982f2257ca322e40310e54fb044bbfdc3cad",
        "52d891a75c5370353cb5bc5067a839d6d9b66c113073e1e4ee72764946837fa1",
    )

    def order(entropy: Entropy) -> tuple[int, ...]:
        return entropy.stream("numbers").shuffled(tuple(range(100)))

    assert order(SEALED.entropy(())) == order(Entropy(bytes.fromhex(key)))
    assert order(SEALED.entropy(CUTS)) == order(SEALED.entropy(CUTS[::-1])) == order(Entropy(bytes.fromhex(cut_key)))
    deck = SEALED.entropy(CUTS).stream("deal", 3).shuffled(CLASSIC_108.cards)
    assert " ".join(card.text for card in deck[:15]) == "G7 R9 B8 W+4 YS Y4 R6 Y5 B6 YR R3 G5 G2 G4 R8"


def test_a_seed_and_a_nonce_have_their_sizes() -> None:
    for seed, nonce in ((SEED[1:], NONCE), (SEED, NONCE[1:])):
        with pytest.raises(ValueError, match="32 bytes"):
            Sealed(MATCH, 1, Secret(seed), Secret(nonce))


def test_a_secret_is_in_no_text_and_no_copy() -> None:
    secret = Secret(b"canary canary canary")
    for text in (repr(secret), str(secret), f"{secret}", f"{secret!r}", "%s" % [secret], repr({"seed": secret})):
        assert "canary" not in text
        assert b"canary".hex() not in text
    for copied in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError):
            copied(secret)
    assert "0102" not in repr(SEALED) + repr(SEALED.entropy(())) + repr(SEALED.entropy(()).stream("deal", 1))
    assert secret.tell() == b"canary canary canary"
