"""The least that a round of classic UNO costs in CPython: bare lists and ints, no values, no events, no secrets.

Nothing here is fit to be played; it shows how fast this machine is at this moment, so that the engine's figures mean
something on a shared one. Cards are ints: colour * 13 + kind, wilds 52, Wild Draw Four 53; a round ends when a hand is empty.
"""

from __future__ import annotations

from random import Random

SKIP, REVERSE, DRAW_TWO, WILD, WILD_FOUR = 10, 11, 12, 52, 53
DECK = [
    *(color * 13 + kind for color in range(4) for kind in range(13) for _ in range(1 if kind == 0 else 2)),
    *([WILD, WILD_FOUR] * 4),
]


def play_round(seats: int, random: Random) -> int:
    """Play one round: a random playable card, or a draw when there is none; the number of moves."""
    pile = DECK.copy()
    random.shuffle(pile)
    hands = [[pile.pop() for _ in range(7)] for _ in range(seats)]
    while pile[-1] >= WILD:
        random.shuffle(pile)
    discard = [pile.pop()]
    color, kind = divmod(discard[-1], 13)
    turn, step, moves = 0, 1, 0

    def draw(seat: int, count: int) -> None:
        for _ in range(count):
            if not pile:
                top = discard.pop()
                pile.extend(discard)
                random.shuffle(pile)
                discard[:] = [top]
                if not pile:
                    return
            hands[seat].append(pile.pop())

    while True:
        moves += 1
        hand = hands[turn]
        options = [card for card in hand if card >= WILD or card // 13 == color or card % 13 == kind]
        if options:
            card = options[int(random.random() * len(options))]
        else:
            held = len(hand)
            draw(turn, 1)
            card = hand[-1]
            if len(hand) == held or not (card >= WILD or card // 13 == color or card % 13 == kind):
                turn = (turn + step) % seats
                continue
            moves += 1
        hand.remove(card)
        discard.append(card)
        victims = 0
        if card >= WILD:
            color, kind = int(random.random() * 4), -1
            moves += 1
            victims = 4 if card == WILD_FOUR else 0
            skipped = bool(victims)
        else:
            color, kind = divmod(card, 13)
            if kind == REVERSE:
                step = -step
            victims = 2 if kind == DRAW_TWO else 0
            skipped = bool(victims) or kind == SKIP or (kind == REVERSE and seats == 2)
        turn = (turn + step) % seats
        if victims:
            draw(turn, victims)
        if not hand:
            return moves
        if skipped:
            turn = (turn + step) % seats
