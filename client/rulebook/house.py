"""House rules, each told once: the chapter of a table that has switched some on, and a book of all of them (RULES §12)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from client.rulebook.blocks import Block, Explain, Point, Say, Section, Show, hand
from client.text import Text
from engine.cards import card
from engine.options import Options


def seven_zero(text: Text) -> list[Block]:
    """Hands change owners."""
    return [
        Explain(
            card("B7"),
            text("Seven"),
            text("swaps"),
            (
                text("Exchange what is left of your hand with the hand of a player you choose. You must swap."),
                text("With two players left there is nobody to choose."),
            ),
        ),
        Explain(
            card("Y0"),
            text("Zero"),
            text("passes on"),
            (text("Everybody hands all cards on to the next player in the direction of play."),),
        ),
        Point(text("Nobody misses a turn. As a last card neither of them moves anything: you have won."), text("Afterwards")),
        Point(
            text("Whoever holds one card after the move must call UNO for it; earlier calls are void."),
            text("UNO and hands"),
        ),
    ]


def jump_in(text: Text) -> list[Block]:
    """Out of turn."""
    jump = text(
        "Whoever holds the very card that lies on the pile, in colour and value, may play it out of turn (key j, then "
        "Enter), as long as the player on turn has not acted. Play goes on from whoever jumped."
    )
    return [
        Point(jump, text("Jumping in")),
        Show(hand("G5 G5"), text("On a green 5 the other green 5 jumps in; a red 5 does not.")),
        Point(
            text(
                "The first to jump is the one who counts. Your own second copy may follow the first one at once, and the card "
                "the deal turned up can be jumped on, too. Wild cards cannot jump."
            ),
            text("Who and what"),
        ),
        Point(
            text("The card does what it always does. If it is your second-to-last one, call UNO with it."),
            text("What then"),
        ),
    ]


def skip_answers_skip(text: Text) -> list[Block]:
    """Skips passed on."""
    answer = text(
        "Whoever is to be skipped may play a Skip instead, of any colour: then the next player is to be skipped, and may "
        "answer as well. Whoever does not loses the turn (key a, then Enter). With two players it goes back and forth."
    )
    return [
        Point(answer, text("Skip on Skip")),
        Show(hand("RS GS"), text("A red Skip is answered with a green one: green counts from now on.")),
        Point(
            text(
                "Nothing else answers a Skip, and a Skip answers no draw card. The Skip turned up by the deal and one that "
                "ends the round are not answered."
            ),
            text("Only Skips"),
        ),
    ]


def wild_skip_answers_skip(text: Text) -> list[Block]:
    """Skips passed on where no card has a colour."""
    answer = text(
        "Whoever is to be skipped may play a Skip instead: then the next player is to be skipped, and may answer as well. "
        "Whoever does not loses the turn (key a, then Enter). With two players it goes back and forth."
    )
    only = text("Nothing else answers a Skip, and a Skip answers no draw card. One that ends the round is not answered.")
    return [Point(answer, text("Skip on Skip")), Point(only, text("Only Skips"))]


def draw_to_match(text: Text) -> list[Block]:
    """More than one card."""
    more = text(
        "If the card you drew does not fit, you may draw another, one after the other, or keep what you have and end your "
        "turn. As soon as one fits, the rules for a drawn card hold."
    )
    return [
        Point(more, text("Drawing on")),
        Show(hand("Y8 R2 G1"), text("A green 4 is on top: yellow 8, red 2 … the green 1 may be played.")),
    ]


def force_play(text: Text) -> list[Block]:
    """No choice."""
    forced = text(
        "A card you draw on your turn is played at once if it fits; a wild still asks you for its colour. A bluff is never "
        "forced: a Wild Draw Four you hold the colour against may be kept."
    )
    return [Point(forced, text("Forced play"))]


def wild_force_play(text: Text) -> list[Block]:
    """No choice where everything fits."""
    forced = text("A card you draw on your turn is played at once; you still choose at whom it is aimed.")
    return [Point(forced, text("Forced play"))]


def no_bluffing(text: Text) -> list[Block]:
    """Honest fours."""
    honest = text("A Wild Draw Four may be played only without the colour in hand. So nobody bluffs, and nobody challenges.")
    return [Point(honest, text("No bluffing"))]


def teams(text: Text) -> list[Block]:
    """Two and two."""
    return [
        Point(
            text(
                "Four players, and whoever sits opposite is your partner. When one of you goes out, both have won the round: "
                "your team scores what both opponents hold, and your partner's cards cost nothing."
            ),
            text("Teams of two"),
        ),
        Point(text("Partners have one score and share their place. They do not see each other's hands."), text("Partners")),
    ]


def fewest_points(text: Text) -> list[Block]:
    """Points are bad."""
    lowest = text(
        "After a round all count the cards left in their own hands. The match ends with the round in which somebody reaches "
        "the target, and the fewest points win."
    )
    return [Point(lowest, text("Fewest points"))]


def knock_out(text: Text) -> list[Block]:
    """Points put people out."""
    out = text(
        "After a round all count the cards left in their own hands. Whoever reaches the target is out of the match; the others "
        "go on, and the last two play until one of them reaches it."
    )
    return [Point(out, text("Knock-out"))]


def stacking(text: Text) -> list[Block]:
    """Both kinds of it."""
    return [
        Point(
            text("A Draw Two goes on a Draw Two, a Wild Draw Four on a Wild Draw Four."),
            text("Like on like"),
        ),
        Point(
            text("Any draw card goes on any other, whether its colour matches or not; a stacked Wild Draw Four is no bluff."),
            text("Any on any"),
        ),
        Show(hand("R+2 B+2 G+2"), text("Two, four, six: whoever cannot or will not go on draws them all and misses the turn.")),
    ]


def play_on(text: Text) -> list[Block]:
    """Until one is left."""
    on = text(
        "Whoever is out first wins the round. The others play on for the places, until a single player is left with cards."
    )
    return [Point(on, text("Playing on"))]


def minded_uno(text: Text) -> list[Block]:
    """Who notices."""
    return [
        Point(
            text("Nobody needs to notice a forgotten UNO: the cards are drawn when the next turn begins."),
            text("The table minds"),
        ),
        Point(text("Pointing at somebody who did not forget costs you cards."), text("False catches")),
    ]


def gentle_cards(text: Text) -> list[Block]:
    """What All Wild may change."""
    return [
        Explain(
            card("WX"),
            text("Forced Swap"),
            text("may be declined"),
            (text("Whoever plays it may choose nobody, and keeps the hand."),),
        ),
        Explain(
            card("WSS"),
            text("Skip Two"),
            text("for two players"),
            (text("It may cost the other two turns: this one, and the next one that would come."),),
        ),
    ]


_RULES: Final[tuple[tuple[str, Callable[[Text], list[Block]]], ...]] = (
    ("seven_zero", seven_zero),
    ("jump_in", jump_in),
    ("skip_answers_skip", skip_answers_skip),
    ("draw_to_match", draw_to_match),
    ("force_play", force_play),
    ("no_bluffing", no_bluffing),
    ("teams_2v2", teams),
)
_ALL_WILD: Final = {"skip_answers_skip": wild_skip_answers_skip, "force_play": wild_force_play}
"""Those that are told otherwise where every card is a wild."""


def house_rules(text: Text, options: Options) -> Section | None:
    """Those a table has switched on; None where none is. Others have their place in the chapters they change."""
    is_wild = options.deck == "allwild112"
    rules = [(name, _ALL_WILD.get(name, tell) if is_wild else tell) for name, tell in _RULES]
    blocks = [block for name, tell in rules if getattr(options, name) for block in tell(text)]
    if options.forced_swap == "may" and is_wild:
        blocks.append(Point(text("A Forced Swap may be declined."), text("Gentle swap")))
    return Section("house", text("House rules"), text("House"), tuple(blocks)) if blocks else None


def house_book(text: Text) -> tuple[Section, ...]:
    """Every house rule there is, for people who have not chosen yet."""
    intro = text(
        "Any of these may be switched on when a table is opened (n in the lobby). The list of tables and the waiting room say "
        "which ones are; the book of a table is written for its own rules."
    )

    def chapter(name: str, title: str, *tell: Callable[[Text], list[Block]]) -> Section:
        return Section(name, title, title, tuple(block for one in tell for block in one(text)))

    playing = chapter("playing", text("Playing"), seven_zero, jump_in, skip_answers_skip)
    first = Section(playing.name, playing.title, playing.short, (Say(intro), *playing.blocks))
    return (
        first,
        chapter("drawing", text("Drawing"), draw_to_match, force_play),
        chapter("stacking", text("Stacking"), stacking),
        chapter("bluffing", text("Bluffing"), no_bluffing),
        chapter("minding", text("UNO"), minded_uno),
        chapter("scoring", text("Teams and points"), teams, fewest_points, knock_out, play_on),
        chapter("wild", text("All Wild"), gentle_cards),
    )
