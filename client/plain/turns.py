"""What is asked of a player now, most important first: the turn, what can be played, what must be answered."""

from __future__ import annotations

from client.names import card_name, place_name, seat_name
from client.plain.position import card_names, clock_words, hand_words, pile_words, some_of, turn_words
from client.plain.words import either
from client.play.choices import Choices
from client.play.middle import matching, middle_of
from client.play.verdict import is_vain, question
from client.protocol import Kind, TableView
from client.text import Text, later, several
from engine.cards import Card
from engine.view import Phase, PlayerView, Status, Uno


class Turn:
    """One position of a table, for one player with his hand in the order of its numbers."""

    def __init__(
        self, text: Text, table: TableView, game: PlayerView, choices: Choices, hand: tuple[Card, ...], left: int | None
    ) -> None:
        """`left`: seconds of the turn; None without a turn clock."""
        self.left = left
        self.text, self.table, self.game, self.choices, self.hand = text, table, game, choices, hand

    def prompt(self, *, is_fresh: bool = False) -> str:
        """Everything there is to say about it. `is_fresh`: a card that was drawn has just been named."""
        game = self.game
        urgent = self.urgent()
        if not self.choices.on_turn:
            return " ".join(filter(None, (urgent, self.jump() or self._waiting())))
        match game.phase:
            case Phase.RESPOND:
                told = self._answering() if game.pending else self._skipped()
            case Phase.DRAWN_CARD if game.drawn is not None:
                told = self._drawn(game.drawn, is_fresh)
            case Phase.CHOOSE_COLOR | Phase.CHOOSE_TARGET:
                return " ".join(filter(None, (urgent, self._held())))
            case _:
                told = self._playing()
        return " ".join(filter(None, (urgent, *told, self._clock())))

    def _held(self) -> str:
        """The hand without numbers: those are for the answers to a question."""
        return self.text("You hold {cards}.", cards=card_names(self.text, self.hand)) if self.hand else ""

    def urgent(self) -> str:
        """Somebody to catch, or a call that is late."""
        text, game = self.text, self.game
        told = []
        if game.viewer >= 0 and game.uno[game.viewer] is Uno.OPEN:
            if self.table.options.uno_enforcement == "automatic":
                one, many = several(
                    "You did not call UNO: type uno, or you draw one.",
                    "You did not call UNO: type uno, or you draw {count}.",
                )
                told.append(text.plural(one, many, self.table.options.uno_penalty))
            else:
                told.append(text("You did not call UNO: type uno before somebody catches you!"))
        for seat in self.choices.catchable:
            name = seat_name(text, self.table.chairs, seat)
            told.append(text("{name} did not call UNO: type catch!", name=name))
        return " ".join(told)

    def _clock(self) -> str:
        return clock_words(self.text, self.left)

    def _waiting(self) -> str:
        """Whose turn it is, and for how long that may be."""
        text, game = self.text, self.game
        waiting = turn_words(text, self.table, game)
        if game.viewer >= 0 and game.viewer in game.out_order:
            place = place_name(text, game.out_order.index(game.viewer) + 1)
            return text("You are out, {place}. {turn}", place=place, turn=waiting)
        if game.viewer >= 0 and game.status[game.viewer] is Status.OUT:
            return text("You are out of the match. {turn}", turn=waiting)
        return waiting

    def jump(self) -> str:
        """A chance to jump in; empty if there is none."""
        if not self.choices.can("jump"):
            return ""
        return self.text("You hold {card}, too: type jump to play it now.", card=card_name(self.text, self.game.top))

    # ── on turn ──────────────────────────────────────────────────────────────────────────────────────────

    def _playing(self) -> list[str]:
        text, playable = self.text, self.choices.playable
        told = [text("Your turn."), pile_words(text, self.game)]
        if not playable:
            nothing = text("Nothing fits: type draw.")
            if not self.choices.can("draw"):
                nothing = text("Nothing fits and nothing is left to draw: type pass.")
            return [*told, nothing, hand_words(text, self.hand)]
        told.append(self._offer())
        return [*told, self._ride()]

    def _offer(self) -> str:
        """What can be played, then the rest."""
        text, playable = self.text, self.choices.playable
        rest = frozenset(self.hand) - playable
        if not rest:
            return text("Everything fits: {cards}.", cards=some_of(text, self.hand, playable))
        can = text("You can play {cards}.", cards=some_of(text, self.hand, playable))
        return f"{can} {text('The rest: {cards}.', cards=some_of(text, self.hand, rest))}"

    def _ride(self) -> str:
        """The call that goes with the last card but one."""
        if len(self.hand) != 2 or not self.choices.can("uno"):
            return ""
        first = next(number for number, card in enumerate(self.hand, 1) if card in self.choices.playable)
        return self.text("Call UNO with it: play {number} uno.", number=first)

    def _drawn(self, card: Card, is_fresh: bool) -> list[str]:
        text, choices = self.text, self.choices
        number = self.hand.index(card) + 1
        told = "" if is_fresh else text("You drew {card}.", card=card_name(text, card))
        if card not in choices.playable:
            return [told, text("It does not fit: draw again, or keep.")]
        if not choices.can("keep"):
            return [told, text("It must be played: play {number}.", number=number), self._ride()]
        return [told, text("It fits: play {number}, or keep.", number=number), self._ride()]

    def _answering(self) -> list[str]:
        """A draw card: what each answer costs."""
        text, game, choices = self.text, self.game, self.choices
        accept = text.plural("You face one card.", "You face {count} cards.", game.pending)
        told = [accept, pile_words(text, game)]
        offers = [text("accept and draw {count}", count=game.pending)]
        if choices.can("challenge"):
            offers.append(text(later("challenge", "a word to type")))
        if choices.playable:
            offers.append(text("stack {cards}", cards=some_of(text, self.hand, choices.playable)))
        told.append(text("You can {offers}.", offers=either(text, offers)))
        if choices.can("challenge") and game.source is not None:
            fields = {
                "name": seat_name(text, self.table.chairs, game.source),
                "count": game.pending,
                "more": game.pending + 2,
            }
            told.append(question(text, self.table, game))
            if is_vain(self.table, game):
                told.append(text("If you challenge all the same, you draw {more}.", **fields))
            else:
                told.append(text("If it is, {name} draws {count}; if not, you draw {more}.", **fields))
        elif self.table.options.stacking != "none" and not choices.playable:
            fits = matching(text, middle_of(game, self.table.options))
            told.append(text("You hold nothing to stack: it takes {fits}.", fits=fits))
        return told

    def _skipped(self) -> list[str]:
        text, playable = self.text, self.choices.playable
        if not playable:
            return [text("You are to be skipped and hold no Skip: type accept.")]
        cards = some_of(text, self.hand, playable)
        return [text("You are to be skipped: answer with {cards}, or accept.", cards=cards)]


def waits_for_person(table: TableView, game: PlayerView) -> bool:
    """Is somebody else on turn who may take his time?"""
    if game.turn == game.viewer or not 0 <= game.turn < len(table.chairs):
        return False
    return table.chairs[game.turn].kind in (Kind.PERSON, Kind.GUEST)


def reveal_words(text: Text, table: TableView, game: PlayerView) -> str:
    """The hand that a challenge showed to the viewer; empty if there is none."""
    if game.reveal is None:
        return ""
    name = seat_name(text, table.chairs, game.reveal.seat)
    return text("{name}'s hand, shown to you alone: {cards}.", name=name, cards=card_names(text, game.reveal.cards))
