"""What happened, as sentences: the log of the table screen.

`sentences` walks happenings in order, because some only make sense with the one before them: a call that was
announced is not told again when the card lands, a lost turn after drawing is part of the drawing.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from client.protocol import Chair, Happening
from client.teller import Sentence, Teller, Weight
from client.text import Text
from engine import events as e
from engine.options import Options
from engine.view import Uno

__all__ = ["Sentence", "Teller", "Weight", "final_draw", "sentences"]

PLAIN: Final = Options()


def sentences(
    text: Text,
    happenings: Sequence[Happening],
    chairs: tuple[Chair, ...],
    you: int | None,
    options: Options = PLAIN,
    me: str = "",
) -> list[Sentence]:
    """Everything worth telling, in order, at a table with these options. `me` is a spectator's own name."""
    teller = Teller(text, chairs, you, options, me)
    told: list[Sentence] = []
    announced: set[int] = set()
    drew: int | None = None
    wild: e.Played | None = None
    shown = False
    before: Happening | None = None
    for index, happening in enumerate(happenings):
        last, before = before, happening
        match happening:
            case e.Marked(seat=seat, mark=mark):
                repeated = seat in announced and mark is Uno.SAFE
                announced = announced | {seat} if mark is Uno.ANNOUNCED else announced - {seat}
                if repeated:
                    continue
            case e.Skipped(seat=seat) if seat == drew or last == e.Repaid(seat):
                continue
            case e.TargetChosen(target=int()) if isinstance(_at(happenings, index + 1), e.Swapped):
                continue
            case e.Challenged(seat=seat):
                shown = seat == you
            case e.Covered() if shown:
                shown = False
                told.append(Sentence(text("The hand you were shown is covered again.")))
                continue
            case e.Drew(why=e.Why.HIT) if isinstance(last, e.WentOut | e.Lifted) and _ends_round(happenings, index + 1):
                told.append(teller.final(happening))
                continue
            case e.Drew(seat=seat, why=e.Why.TURN, cards=(card,)) if seat == you and _goes_on(happenings, index + 1, seat):
                told.append(teller.unfit(card))
                drew = seat
                continue
            case e.ColorChosen(seat=seat, color=color) if wild is not None and wild.seat == seat:
                told[-1] = teller.wild(seat, wild.card, color)
                continue
        if isinstance(happening, e.Drew):
            drew = happening.seat
        elif not isinstance(happening, e.Lifted):
            drew = None
        sentence = teller.tell(happening)
        if sentence is not None:
            told.append(sentence)
            wild = happening if isinstance(happening, e.Played) and happening.card.is_wild else None
    return told


def final_draw(text: Text, happenings: Sequence[Happening], chairs: tuple[Chair, ...], you: int | None) -> str:
    """What was still drawn for the last card of the round that ended last; empty if nothing was."""
    end = max((index for index, one in enumerate(happenings) if isinstance(one, e.RoundEnded)), default=0)
    seat, count = 0, 0
    for happening in reversed(happenings[:end]):
        match happening:
            case e.Drew(seat=seat, why=e.Why.HIT):
                count += happening.count
            case e.Reshuffled() | e.Marked() | e.Lifted():
                continue
            case e.WentOut() if count:
                return Teller(text, chairs, you, PLAIN).final(e.Drew(seat, count, None, e.Why.HIT)).text
            case _:
                break
    return ""


def _at(happenings: Sequence[Happening], index: int) -> Happening | None:
    return happenings[index] if index < len(happenings) else None


def _goes_on(happenings: Sequence[Happening], index: int, seat: int) -> bool:
    """Does the turn pass on here by itself, from a seat that has just drawn?"""
    following = next((one for one in happenings[index:] if isinstance(one, e.TurnMoved | e.Played | e.Kept)), None)
    return isinstance(following, e.TurnMoved) and following.seat != seat


def _ends_round(happenings: Sequence[Happening], index: int) -> bool:
    """Is the round over here (a reshuffle or a second stretch of the same drawing aside)?"""
    following = next((one for one in happenings[index:] if not isinstance(one, e.Reshuffled | e.Drew)), None)
    return isinstance(following, e.RoundEnded)
