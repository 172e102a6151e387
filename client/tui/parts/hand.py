"""The hand on screen: its order, the selected card, and the part of it that fits."""

from __future__ import annotations

from collections import Counter

from engine.cards import Card


class Hand:
    """Cards in the order shown. The selection stays on its card when cards come, go or change places."""

    def __init__(self) -> None:
        self.cards: tuple[Card, ...] = ()
        """As shown."""
        self.by_color = True
        self.selected = 0
        self.first = 0
        """The first card shown when not all fit."""
        self.new: int | None = None
        """Where the card just drawn is."""
        self.fresh: frozenset[int] = frozenset()
        """Where the cards are that came since the last thing the player did."""
        self._late = 0
        """How many of them there are: the last ones that came."""
        self._came: tuple[Card, ...] = ()
        self._drawn: Card | None = None

    def update(self, cards: tuple[Card, ...], drawn: Card | None) -> None:
        """Take the newest hand (in the order the cards came); a card newly drawn becomes the selected one."""
        if cards is self._came and drawn is self._drawn:
            return
        fresh = drawn is not None and (drawn is not self._drawn or cards != self._came)
        if cards != self._came:
            grew = self._came and cards[: len(self._came)] == self._came
            self._late = self._late + len(cards) - len(self._came) if grew else 0
        self._came, self._drawn = cards, drawn
        self._arrange()
        if fresh and self.new is not None:
            self.selected = self.new

    def acted(self) -> None:
        """The player did something: no card is new any more."""
        self._late, self.fresh = 0, frozenset()

    def order(self, by_color: bool) -> None:
        """By colour, or as drawn."""
        if by_color != self.by_color:
            self.by_color = by_color
            self._arrange()

    def _arrange(self) -> None:
        held = self._mark()
        came = self._came
        order = sorted(range(len(came)), key=lambda i: (came[i].code, i)) if self.by_color else list(range(len(came)))
        self.cards = tuple(came[i] for i in order)
        last = max((i for i, card in enumerate(came) if card is self._drawn), default=None)
        self.new = order.index(last) if last is not None else None
        self.fresh = frozenset(order.index(index) for index in range(len(came) - self._late, len(came)))
        self._restore(held)

    def _mark(self) -> tuple[Card, int] | None:
        """The selected card, and which of its copies."""
        if not self.cards:
            return None
        card = self.cards[self.selected]
        return card, Counter(self.cards[: self.selected])[card]

    def _restore(self, held: tuple[Card, int] | None) -> None:
        if held is not None:
            places = [i for i, card in enumerate(self.cards) if card is held[0]]
            if places:
                self.selected = places[min(held[1], len(places) - 1)]
        self.selected = max(0, min(self.selected, len(self.cards) - 1))

    @property
    def card(self) -> Card | None:
        """The selected card."""
        return self.cards[self.selected] if self.cards else None

    def select(self, index: int) -> bool:
        """Select the card at a place, from 0; False if there is none."""
        if not 0 <= index < len(self.cards):
            return False
        self.selected = index
        return True

    def move(self, step: int) -> None:
        """Left or right, around the ends."""
        if self.cards:
            self.selected = (self.selected + step) % len(self.cards)

    def next_of(self, playable: frozenset[Card]) -> None:
        """The next card to the right that may be played."""
        for step in range(1, len(self.cards) + 1):
            index = (self.selected + step) % len(self.cards)
            if self.cards[index] in playable:
                self.selected = index
                return

    def window(self, fits: int) -> range:
        """The places shown when `fits` cards fit; it moves no more than the selection needs."""
        count = len(self.cards)
        if count <= fits:
            self.first = 0
            return range(count)
        margin = 1 if fits > 2 else 0
        low = min(self.selected + margin, count - 1) - fits + 1
        high = max(self.selected - margin, 0)
        self.first = max(0, low, min(self.first, high, count - fits))
        return range(self.first, self.first + fits)
