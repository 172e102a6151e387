"""One happening, one sentence: who did what, said to the viewer about himself or about somebody else."""

from __future__ import annotations

from enum import StrEnum
from typing import Final, NamedTuple

from client.names import card_name, color_name, seat_name
from client.notices import notice_sentence
from client.protocol import Chair, Happening, Noticed, Said
from client.text import Text, later, several
from engine import events as e
from engine.cards import Card, Color
from engine.options import Options
from engine.view import Uno


class Weight(StrEnum):
    """What kind of sentence it is, so that some may stand out."""

    PLAIN = "plain"
    UNO = "uno"
    PENALTY = "penalty"
    CHALLENGE = "challenge"
    SWAP = "swap"
    ROUND = "round"
    CHAT = "chat"
    PEOPLE = "people"


_BLUFF: Final = (
    later("You challenge {other}: it was a bluff!"),
    later("{name} challenges you: it was a bluff!"),
    later("{name} challenges {other}: it was a bluff!"),
)
_NO_BLUFF: Final = (
    later("You challenge {other} wrongly."),
    later("{name} challenges you wrongly."),
    later("{name} challenges {other} wrongly."),
)
_CAUGHT: Final = (
    later("You catch {other}, who did not call UNO!"),
    later("{name} catches you: you did not call UNO!"),
    later("{name} catches {other}, who did not call UNO!"),
)
_ACCUSED: Final = (
    later("You accuse {other} without cause."),
    later("{name} accuses you without cause."),
    later("{name} accuses {other} without cause."),
)
"""What one does to another: as the one who does it reads it, the one it is done to, and everybody else."""


class Sentence(NamedTuple):
    """A sentence, and the words in it that name a card or colour, with that colour."""

    text: str
    weight: Weight = Weight.PLAIN
    words: str = ""
    color: Color | None = None


class Teller:
    """Turns happenings into sentences for one viewer. `you` is the viewer's seat, None for a spectator."""

    def __init__(self, text: Text, chairs: tuple[Chair, ...], you: int | None, options: Options, me: str = "") -> None:
        """`me` is the name of a viewer without a seat."""
        self.text = text
        self.chairs = chairs
        self.you = you
        self.options = options
        self.me = chairs[you].name if you is not None and 0 <= you < len(chairs) else me

    def who(self, seat: int) -> str:
        """The name on a seat."""
        return seat_name(self.text, self.chairs, seat)

    def say(self, seat: int, yours: str, theirs: str, weight: Weight = Weight.PLAIN, **fields: object) -> Sentence:
        """One of two templates: the viewer's own act, or somebody's with `{name}`."""
        if seat == self.you:
            return Sentence(self.text(yours, **fields), weight)
        return Sentence(self.text(theirs, name=self.who(seat), **fields), weight)

    def tell(self, happening: Happening) -> Sentence | None:
        """One happening by itself; None if it is not worth a sentence."""
        match happening:
            case Said(name=name, text=words, watching=watching):
                template = later("{name} (watching): {words}") if watching else later("{name}: {words}")
                if name == self.me:
                    template = later("You: {words}")
                return Sentence(self.text(template, name=name, words=words), Weight.CHAT)
            case Noticed():
                return Sentence(notice_sentence(self.text, happening, self.me), Weight.PEOPLE)
            case e.Played() | e.ColorChosen() | e.TargetChosen() | e.Kept() | e.Passed():
                return self._act(happening)
            case e.Drew():
                return self._drew(happening)
            case e.Challenged() | e.Threatened() | e.Caught() | e.FalselyCaught() | e.Marked():
                return self._contest(happening)
            case e.Skipped() | e.Owed() | e.Repaid() | e.Swapped() | e.Rotated():
                return self._moved(happening)
            case e.Turned(direction=direction):
                way = later("Play goes clockwise.") if direction > 0 else later("Play goes counter-clockwise.")
                return Sentence(self.text(way))
            case e.Reshuffled():
                return Sentence(self.text("The discard pile is shuffled and becomes the draw pile."))
            case _:
                return self._end(happening)

    def wild(self, seat: int, card: Card, color: Color) -> Sentence:
        """A wild together with the colour it was given."""
        name, word = card_name(self.text, card), color_name(self.text, color)
        told = self.say(seat, "You play {card}: {color}.", "{name} plays {card}: {color}.", card=name, color=word)
        return told._replace(words=word, color=color)

    def _moved(self, event: e.Event) -> Sentence | None:
        """Turns that are lost and hands that change owners."""
        match event:
            case e.Skipped(seat=seat):
                return self.say(seat, "You miss a turn.", "{name} misses a turn.")
            case e.Owed(seat=seat):
                return self.say(seat, "You are to miss two turns.", "{name} is to miss two turns.")
            case e.Repaid(seat=seat):
                return self.say(seat, "You miss the second turn, too.", "{name} misses the second turn, too.")
            case e.Swapped(seat=seat, target=target) if self.you in (seat, target):
                other = target if seat == self.you else seat
                return Sentence(self.text("You and {other} swap hands.", other=self.who(other)), Weight.SWAP)
            case e.Swapped(seat=seat, target=target):
                parties = {"name": self.who(seat), "other": self.who(target)}
                return Sentence(self.text("{name} and {other} swap hands.", **parties), Weight.SWAP)
            case e.Rotated():
                return Sentence(self.text("Everybody hands all cards on to the next player."), Weight.SWAP)
        return None

    def _act(self, event: e.Event) -> Sentence | None:
        match event:
            case e.Played(seat=seat, card=card):
                name = card_name(self.text, card)
                told = self.say(seat, "You play {card}.", "{name} plays {card}.", card=name)
                return told._replace(words=name, color=card.color)
            case e.ColorChosen(seat=seat, color=color):
                word = color_name(self.text, color)
                told = self.say(seat, "You name {color}.", "{name} names {color}.", color=word)
                return told._replace(words=word, color=color)
            case e.TargetChosen(seat=seat, target=None):
                return self.say(seat, "You swap with nobody.", "{name} swaps with nobody.")
            case e.TargetChosen(seat=seat, target=target):
                other = (
                    self.text(later("you", "pointed at"))
                    if target == self.you
                    else self.who(target if target is not None else seat)
                )
                return self.say(seat, "You point at {other}.", "{name} points at {other}.", other=other)
            case e.Kept(seat=seat):
                return self.say(seat, "You keep the card.", "{name} keeps the card.")
            case e.Passed(seat=seat):
                return self.say(seat, "You pass.", "{name} passes.")
        return None

    def final(self, event: e.Drew) -> Sentence:
        """Cards drawn for somebody's last card."""
        if event.seat == self.you:
            yours = several("You still draw a card, and it counts.", "You still draw {count} cards, and they count.")
            return Sentence(self.text.plural(*yours, event.count), Weight.PENALTY)
        theirs = several("{name} still draws a card, and it counts.", "{name} still draws {count} cards, and they count.")
        return Sentence(self.text.plural(*theirs, event.count, name=self.who(event.seat)), Weight.PENALTY)

    def unfit(self, card: Card) -> Sentence:
        """The viewer drew a card that cannot be played, and the turn is over."""
        name = card_name(self.text, card)
        return Sentence(self.text("You draw {card}; it does not fit.", card=name), words=name, color=card.color)

    def _drew(self, event: e.Drew) -> Sentence:
        seat, count, weight = event.seat, event.count, Weight.PLAIN if event.why is e.Why.TURN else Weight.PENALTY
        if seat == self.you and event.why is e.Why.TURN and event.cards is not None and len(event.cards) == 1:
            name = card_name(self.text, event.cards[0])
            told = Sentence(self.text("You draw {card}.", card=name))
            return told._replace(words=name, color=event.cards[0].color)
        if seat == self.you:
            return Sentence(self.text.plural("You draw a card.", "You draw {count} cards.", count), weight)
        name = self.who(seat)
        return Sentence(self.text.plural("{name} draws a card.", "{name} draws {count} cards.", count, name=name), weight)

    def _contest(self, event: e.Event) -> Sentence | None:
        match event:
            case e.Threatened(seat=seat, amount=0):
                return self.say(seat, "You are to be skipped.", "{name} is to be skipped.")
            case e.Threatened(seat=seat, amount=amount):
                if seat == self.you:
                    return Sentence(self.text.plural("You face a card.", "You face {count} cards.", amount))
                faces = several("{name} faces a card.", "{name} faces {count} cards.")
                return Sentence(self.text.plural(*faces, amount, name=self.who(seat)))
            case e.Challenged(seat=seat, source=source, guilty=True):
                return self._between(seat, source, _BLUFF, Weight.CHALLENGE)
            case e.Challenged(seat=seat, source=source):
                return self._between(seat, source, _NO_BLUFF, Weight.CHALLENGE)
            case e.Caught(seat=seat, by=None):
                return self.say(seat, "You did not call UNO!", "{name} did not call UNO!", Weight.UNO)
            case e.Caught(seat=seat, by=int(by)):
                return self._between(by, seat, _CAUGHT, Weight.UNO)
            case e.FalselyCaught(seat=seat, by=by):
                return self._between(by, seat, _ACCUSED, Weight.UNO)
            case e.Marked(seat=seat, mark=Uno.ANNOUNCED | Uno.SAFE):
                return self.say(seat, "You call UNO!", "{name} calls UNO!", Weight.UNO)
        return None

    def _between(self, by: int, target: int, templates: tuple[str, str, str], weight: Weight) -> Sentence:
        """What one does to another: said by the viewer, to the viewer, or about two others."""
        yours, at_you, theirs = templates
        template = yours if by == self.you else at_you if target == self.you else theirs
        return Sentence(self.text(template, name=self.who(by), other=self.who(target)), weight)

    def _end(self, event: Happening) -> Sentence | None:
        match event:
            case e.Dealt(round=number, dealer=dealer, top=top):
                name = card_name(self.text, top)
                yours = later("Round {number}: you deal, {card} is turned up.")
                theirs = later("Round {number}: {name} deals, {card} is turned up.")
                told = self.say(dealer, yours, theirs, Weight.ROUND, number=number, card=name)
                return told._replace(words=name, color=top.color)
            case e.WentOut(seat=seat):
                return self.say(seat, "You play your last card!", "{name} plays the last card!", Weight.ROUND)
            case e.SeatLeft(seat=seat):
                return self.say(seat, "You leave the match.", "{name} leaves the match.", Weight.PEOPLE)
            case e.Eliminated(seat=seat):
                return self.say(seat, "You are out of the match.", "{name} is out of the match.", Weight.ROUND)
            case e.ScoreLocked(seat=seat):
                return self.say(seat, "You are sure of your points.", "{name} is sure of the points.", Weight.ROUND)
            case e.RoundEnded(winner=winner, gains=gains):
                return self._round_end(winner, gains)
            case e.MatchEnded():
                return Sentence(self.text("The match is over."), Weight.ROUND)
        return None

    def _round_end(self, winner: int | None, gains: tuple[int, ...]) -> Sentence:
        if winner is None:
            return Sentence(self.text("Nobody can play: the round ends without a winner."), Weight.ROUND)
        if self.options.score_mode != "winner_takes":
            theirs = later("{name} wins the round; the others get points.")
            return self.say(winner, "You win the round; all others get points.", theirs, Weight.ROUND)
        if self.options.teams_2v2:
            return self._team_won(winner, gains[winner])
        points = gains[winner]
        won = several("You win the round: {points} point.", "You win the round: {points} points.")
        if winner != self.you:
            won = several("{name} wins the round: {points} point.", "{name} wins the round: {points} points.")
        return Sentence(self.text.plural(*won, points, name=self.who(winner), points=points), Weight.ROUND)

    def _team_won(self, winner: int, points: int) -> Sentence:
        partner = (winner + 2) % 4
        won = several("{name} and {other} win the round: {points} point.", "{name} and {other} win the round: {points} points.")
        if self.you in (winner, partner):
            won = several("You and {other} win the round: {points} point.", "You and {other} win the round: {points} points.")
        other = self.who(winner if self.you == partner else partner)
        return Sentence(self.text.plural(*won, points, name=self.who(winner), other=other, points=points), Weight.ROUND)
