"""What a lesson says, and when: by what its learner sees on the table, and by nothing else."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final, NamedTuple

from client.names import card_name
from client.protocol import Stage, TableView
from client.text import Text, later
from engine.cards import Card, Kind
from engine.moves import Catch, Challenge, Draw, Play
from engine.view import Phase, PlayerView, Uno

Sees = Callable[[PlayerView], bool]


class Lesson(NamedTuple):
    """One thing to learn. The sentences may use `{top}`, the card on the pile."""

    name: str
    title: str
    sentences: tuple[str, ...]
    sees: Sees
    lines: tuple[str, ...] = ()
    """The sentences for who types words and presses no keys, if they are others."""


def _plays(game: PlayerView) -> list[Play]:
    return [move for move in game.legal if isinstance(move, Play)]


def _on_turn(game: PlayerView) -> bool:
    return game.is_playing and game.turn == game.viewer and game.phase is Phase.AWAIT_PLAY


def _lies(*kinds: Kind) -> Sees:
    return lambda game: game.is_playing and game.top.kind in kinds


LESSONS: Final = (
    Lesson(
        "aim",
        later("Welcome"),
        (
            later("Who gets rid of all cards first wins the round. Yours lie below, the others see only how many."),
            later("In the middle are the pile to draw from and the one to play on; the arrows show who comes next."),
            later("Enter goes on. Esc ends the lessons, and you play on alone."),
        ),
        lambda game: game.is_playing,
        (
            later("Who gets rid of all cards first wins the round. You hear your own; of the others only how many there are."),
            later("Type stop to end the lessons and play on alone."),
        ),
    ),
    Lesson(
        "catch",
        later("Caught!"),
        (
            later("The bot has one card left and did not call UNO."),
            later("Press c before you do anything else: it draws four cards."),
        ),
        lambda game: any(isinstance(move, Catch) for move in game.legal),
        (
            later("The bot has one card left and did not call UNO."),
            later("Type catch before you do anything else: it draws four cards."),
        ),
    ),
    Lesson(
        "late",
        later("You forgot UNO"),
        (later("You have one card left and did not call. Press u at once, before the bot catches you!"),),
        lambda game: game.is_playing and game.uno[game.viewer] is Uno.OPEN,
        (later("You have one card left and did not call. Type uno at once, before the bot catches you!"),),
    ),
    Lesson(
        "challenge",
        later("Challenge"),
        (
            later("A Wild Draw Four may be played only by who holds no card of the colour that counted before."),
            later("Do you believe it? Then press a, draw four and lose your turn."),
            later("If you do not, press x: you see the hand. A bluff draws the four itself; if it was honest, you draw six."),
        ),
        lambda game: Challenge() in game.legal,
        (
            later("A Wild Draw Four may be played only by who holds no card of the colour that counted before."),
            later("Do you believe it? Then type accept, draw four and lose your turn."),
            later("If you do not, type challenge: you are told the hand. A bluff draws the four itself; else you draw six."),
        ),
    ),
    Lesson(
        "match",
        later("Matching"),
        (
            later("On the pile lies {top}. A card fits if it has the same colour, or the same number or symbol."),
            later("The cards that fit stand up. Choose with the arrows, and play with Enter."),
        ),
        lambda game: _on_turn(game) and bool(_plays(game)),
        (
            later("On the pile lies {top}. A card fits if it has the same colour, or the same number or symbol."),
            later("Your cards are told with their numbers: type play and the number of one that fits."),
        ),
    ),
    Lesson(
        "skip",
        later("Skip"),
        (later("{top} lies there: whoever comes after it loses a turn. Between two, you play twice in a row."),),
        _lies(Kind.SKIP),
    ),
    Lesson(
        "reverse",
        later("Reverse"),
        (later("{top} turns the direction around. Between two it works as a Skip."),),
        _lies(Kind.REVERSE),
    ),
    Lesson(
        "draw_two",
        later("Draw Two"),
        (later("{top}: the next player draws two cards and loses the turn."),),
        _lies(Kind.DRAW_TWO),
    ),
    Lesson(
        "wild",
        later("Wild cards"),
        (
            later("You hold a wild card: it fits on everything, and you name the colour that counts from then on."),
            later("Keep it for when nothing else fits. In a hand that is lost it counts fifty points."),
        ),
        lambda game: _on_turn(game) and any(move.card.is_wild for move in _plays(game)) and game.discard_count > 1,
    ),
    Lesson(
        "draw",
        later("Nothing fits"),
        (later("None of your cards fits on {top}. Press d to draw one, and Enter to confirm."),),
        lambda game: _on_turn(game) and not _plays(game) and Draw() in game.legal,
        (later("None of your cards fits on {top}. Type draw to take one."),),
    ),
    Lesson(
        "keep",
        later("The drawn card"),
        (later("If the card you drew fits, you may play it at once with Enter, or keep it: k, then Enter."),),
        lambda game: game.is_playing and game.turn == game.viewer and game.phase is Phase.DRAWN_CARD,
        (later("If the card you drew fits, you may play it at once, or type keep."),),
    ),
    Lesson(
        "uno",
        later("UNO!"),
        (
            later("After this card you have one left, and must say so: press u first, and the call goes out with the card."),
            later("Who forgets and is caught draws four."),
        ),
        lambda game: _on_turn(game) and len(game.hand) == 2 and bool(_plays(game)),
        (
            later("After this card you have one left, and must say so: type uno behind it, as in play 1 uno."),
            later("Who forgets and is caught draws four."),
        ),
    ),
)

SCORE: Final = Lesson(
    "score",
    later("Points"),
    (
        later("The round is over. The winner gets points for what the others still hold:"),
        later("a number counts what it says, an action card 20, a wild card 50."),
        later("A match usually goes to 500 points, over several rounds. This one was for learning, and counts for nothing."),
        later("The rules are under r at every table. Have fun!"),
    ),
    lambda game: not game.is_playing,
    (
        later("The round is over. The winner gets points for what the others still hold:"),
        later("a number counts what it says, an action card 20, a wild card 50."),
        later("A match usually goes to 500 points, over several rounds. This one was for learning, and counts for nothing."),
        later("Type rules wherever you are to hear them. Have fun!"),
    ),
)


def due(table: TableView, told: Collection[str]) -> Lesson | None:
    """What to say now to who was told these lessons by name."""
    game = table.game
    if not table.lesson or game is None or table.you is None:
        return None
    lessons = LESSONS if table.stage is Stage.PLAYING else (SCORE,)
    return next((one for one in lessons if one.name not in told and one.sees(game)), None)


def words(text: Text, lesson: Lesson, top: Card, *, typed: bool = False) -> tuple[str, ...]:
    """Its sentences in a language, about the card that lay on the pile when it came up; `typed`: for the line mode."""
    sentences = lesson.lines if typed and lesson.lines else lesson.sentences
    return tuple(text(one, top=card_name(text, top)) for one in sentences)
