"""Was a round of unotty dealt from the seed sealed before? `ssh HOST verify ID --json | python3 verify.py ID` tells. ID is the
start of the seal you saw BEFORE the deal. Look for your own hand and cut in the transcript: only you know those."""

import hmac
import json
import sys
from collections.abc import Iterator
from hashlib import sha256
from typing import Any

CLASSIC = [color + sign for color in "RYGB" for sign in [*"0112233445566778899SSRR", "+2", "+2"]] + ["W"] * 4 + ["W+4"] * 4
WILD = {"W": 54, "WR": 14, "WS": 14, "WSS": 6, "WT": 4, "WX": 4, "W+2": 10, "W+4": 6}
DECKS = {"classic108": CLASSIC, "allwild112": [card for card, copies in WILD.items() for _ in range(copies)]}


def words(key: bytes, label: str) -> Iterator[int]:
    for n in range(1 << 32):
        block = hmac.digest(key, f"unotty 1 {label}\0".encode() + n.to_bytes(4, "big"), "sha256")
        yield from (int.from_bytes(block[at : at + 2], "big") for at in range(0, 32, 2))


def below(n: int, source: Iterator[int]) -> int:
    return next(word for word in source if word < 65536 - 65536 % n) % n


def shuffled(cards: list[str], source: Iterator[int]) -> list[str]:
    for last in range(len(cards) - 1, 0, -1):
        pick = below(last + 1, source)
        cards[last], cards[pick] = cards[pick], cards[last]
    return cards


def must(holds: object, otherwise: str) -> None:
    if not holds:
        raise ValueError(otherwise)


def check(record: dict[str, Any], noted: str = "") -> str:
    """What was found in order. Raises ValueError for what was not; LookupError, TypeError, AttributeError for no transcript."""
    match, number, seed, nonce, cuts = [record[name] for name in ("match", "round", "seed", "nonce", "cuts")]
    must(record["unotty"] == 1 and cuts == sorted(cuts) and "\n" not in "".join([match, seed, nonce, *cuts]), "no transcript")
    seal = sha256(f"unotty seal 1\n{match}\n{number}\n{seed}\n{nonce}\n".encode()).hexdigest()
    must(seal == record["seal"] and seal.startswith(noted), "the seed is not the one that was sealed")
    key = hmac.digest(bytes.fromhex(seed), "\n".join(["unotty key 1", match, f"{number}", *cuts, ""]).encode(), "sha256")
    chairs, dealer, source = range(len(record["hands"])), record["dealer"], words(key, f"deal {number}")
    seats = [seat for seat in [*chairs[dealer + 1 :], *chairs[: dealer + 1]] if record["hands"][seat]]
    must(seats[-1] == dealer and (number > 1 or below(len(seats), words(key, "dealer")) == dealer), "another dealer was due")
    deck, dealt = shuffled([*DECKS[record["deck"]]], source), record["hand_size"] * len(seats)
    hands = {seat: deck[seats.index(seat) : dealt : len(seats)] if seat in seats else [] for seat in chairs}
    top, *pile = deck[dealt:]
    while top == "W+4" and record["deck"] == "classic108":
        top, *pile = shuffled([*pile, top], source)
    must([*hands.values(), top, pile] == [*record["hands"], record["top"], record["pile"]], "another deal was due")
    drawn, reshuffles, discards = 0, 0, [top]
    for kind, where, *cards in record["moves"]:
        if kind == "play":
            discards.append(hands[where].pop(hands[where].index(*cards)))
        elif kind == "draw":
            must(cards and pile[: len(cards)] == cards, "a card did not come from the top of the pile")
            pile, hands[where], drawn = pile[len(cards) :], hands[where] + cards, drawn + len(cards)
        elif kind == "reshuffle":
            reshuffles, rest, discards = reshuffles + 1, [] if pile else discards[:-1], discards[-1:]
            pile = shuffled(rest, words(key, f"reshuffle {number} {reshuffles}"))
            must(rest and [pile] == [where, *cards], "another reshuffle was due")
        elif kind == "leave":
            must(hands[where] == cards, "who left held other cards")
            discards, hands[where] = cards + discards, []
        else:
            must(kind == "hands" and not cards and sorted(where) == [*chairs], "hands went where none can go")
            hands = {seat: hands[giver] for seat, giver in enumerate(where)}
    must([*hands.values()] == record["end"], "other hands were left at the end")
    return f"the seal, the deal to {len(seats)} seats, cards drawn: {drawn}, reshuffles: {reshuffles}"


if __name__ == "__main__":
    try:
        sys.stdout.write(f"As it was sealed: {check(json.load(sys.stdin), *sys.argv[1:2])}.\n")
    except (ValueError, LookupError, TypeError, AttributeError) as wrong:
        sys.exit(f"NOT as it was sealed: {wrong}.")
