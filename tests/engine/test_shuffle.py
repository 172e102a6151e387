"""Chance is reproducible, uniform, and independent from label to label."""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from itertools import pairwise
from struct import unpack

import pytest

from engine.cards import CLASSIC_108
from engine.shuffle import Entropy

SEED = bytes(range(32))


def test_words_are_hmac_sha256_of_label_and_counter() -> None:
    block = hmac.new(SEED, b"unotty 1 deal 3\0" + (0).to_bytes(4, "big"), hashlib.sha256).digest()
    words = unpack(">16H", block)
    stream = Entropy(SEED).stream("deal", 3)
    assert [stream.below(256) for _ in range(16)] == [word % 256 for word in words]


def test_a_shuffle_takes_one_word_a_place_and_throws_away_those_that_would_favour_a_card() -> None:
    counter = (0).to_bytes(4, "big")
    words = iter(unpack(">16H", hmac.new(SEED, b"unotty 1 deal 1\0" + counter, hashlib.sha256).digest()))
    order = list("ABCDEFGH")
    for n in range(8, 1, -1):
        word = next(word for word in words if word < 65536 // n * n)
        order[n - 1], order[word % n] = order[word % n], order[n - 1]
    assert Entropy(SEED).stream("deal", 1).shuffled(tuple("ABCDEFGH")) == tuple(order)
    assert "".join(order) == "CAEHFGDB"


def test_a_shuffle_keeps_every_card() -> None:
    deck = CLASSIC_108.cards
    assert Counter(Entropy(SEED).stream("deal", 1).shuffled(deck)) == Counter(deck)


def test_the_same_label_gives_the_same_order_and_another_label_another() -> None:
    deck = CLASSIC_108.cards
    orders = {
        Entropy(SEED).stream(*label).shuffled(deck) for label in (("deal", 1), ("deal", 1), ("deal", 2), ("reshuffle", 1, 1))
    }
    assert len(orders) == 3
    assert Entropy(bytes(32)).stream("deal", 1).shuffled(deck) not in orders


def test_every_place_is_equally_likely() -> None:
    counts: Counter[tuple[int, int]] = Counter()
    rounds, size = 4000, 5
    for number in range(rounds):
        for place, item in enumerate(Entropy(SEED).stream(number).shuffled(tuple(range(size)))):
            counts[place, item] += 1
    expected = rounds / size
    chi_square = sum((counts[place, item] - expected) ** 2 / expected for place in range(size) for item in range(size))
    assert chi_square < 45.3  # 16 degrees of freedom would reach this once in ten thousand seeds


def chi_square(counts: Counter[int], cells: int, total: int) -> float:
    """How far counts are from all being the same."""
    expected = total / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in range(cells))


def test_every_card_of_a_deck_comes_as_often_to_each_place_and_after_each_other_card() -> None:
    rounds, size = 3000, 108
    deck = tuple(range(size))
    places = {place: Counter[int]() for place in (0, 1, 27, 53, 54, 80, 106, 107)}
    gaps: Counter[int] = Counter()
    for number in range(rounds):
        order = Entropy(SEED).stream("deal", number).shuffled(deck)
        for place, counts in places.items():
            counts[order[place]] += 1
        gaps.update((after - before) % size - 1 for before, after in pairwise(order))
    for place, counts in places.items():
        assert 55 < chi_square(counts, size, rounds) < 178, place  # 107 degrees of freedom: once in 50 000 seeds on either side
    assert 55 < chi_square(gaps, size - 1, rounds * (size - 1)) < 178


def test_numbers_stay_below_their_bound_and_reach_all_of_it() -> None:
    stream = Entropy(SEED).stream("numbers")
    assert {stream.below(10) for _ in range(500)} == set(range(10))
    assert {stream.below(1) for _ in range(5)} == {0}


def test_a_seed_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32 bytes"):
        Entropy(b"short")
