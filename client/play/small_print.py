"""The fields for the small print: rules that the rule sets answer differently (RULES §3)."""

from __future__ import annotations

from typing import Final

from client.play.fields import Field, cards_word, option_field, worded
from client.play.house import ON_OFF, in_colours
from client.play.wish import Wish
from client.text import Text, later
from engine.options import Value


def _stacks(wish: Wish) -> bool:
    return in_colours(wish) and wish.options.stacking != "none"


def _free_or_cards(text: Text, value: Value) -> str:
    return cards_word(text, value) if value else text("nothing")


SMALL_PRINT: Final[tuple[Field, ...]] = (
    option_field(
        "uno_enforcement",
        later("UNO is minded"),
        worded({"catch": later("by players"), "automatic": later("by the table")}),
        help=later("Who notices a forgotten UNO: somebody who catches it, or the table, always?"),
    ),
    option_field(
        "false_catch_penalty",
        later("False catch"),
        _free_or_cards,
        help=later("What it costs to point at somebody who did not forget to call UNO."),
        belongs=lambda wish: wish.options.uno_enforcement == "catch",
    ),
    option_field(
        "play_on_until_one_left",
        later("Play on"),
        ON_OFF,
        help=later("When somebody is out the others play on, until only one is left with cards."),
    ),
    option_field(
        "first_out_scoring",
        later("Points locked"),
        worded({"at_out": later("at once"), "at_round_end": later("at the end")}),
        help=later("Playing on: the first one out scores what all others hold then, or what the last one holds at the end."),
        belongs=lambda wish: wish.options.play_on_until_one_left,
    ),
    option_field(
        "draw_policy",
        later("Drawing"),
        worded({"may_always_draw": later("when you like"), "must_if_no_match": later("if you must")}),
        help=later("May you draw although you hold a coloured card that matches?"),
        belongs=in_colours,
    ),
    option_field(
        "drawn_card",
        later("Drawn match"),
        worded({"play_or_keep": later("play or keep"), "must_play_if_match": later("must play")}),
        help=later("Must a coloured card that you drew be played if it matches?"),
        belongs=in_colours,
    ),
    option_field(
        "final_draw",
        later("Last draw card"),
        worded({True: later("is drawn"), False: later("is not")}),
        help=later("Is a draw card that ends the round still drawn, and counted?"),
    ),
    option_field(
        "reverse_two_players",
        later("Reverse, duel"),
        worded({"as_skip": later("a Skip"), "none": later("nothing")}),
        help=later("With two players left: does a Reverse skip the other, or change nothing?"),
        cards="GR",
    ),
    option_field(
        "first_card",
        later("First card"),
        worded({"apply": later("counts"), "ignore_action": later("only lies there")}),
        help=later("Does an action card that the deal turns up take effect?"),
        belongs=in_colours,
    ),
    option_field(
        "first_reverse",
        later("First Reverse"),
        worded({"dealer": later("dealer starts"), "right_of_dealer": later("dealer's right")}),
        help=later("Who starts when the deal turns up a Reverse."),
        belongs=lambda wish: in_colours(wish) and wish.options.first_card == "apply",
    ),
    option_field(
        "first_draw2",
        later("First Draw Two"),
        worded({"apply": later("is drawn"), "pending": later("may be stacked")}),
        help=later("A Draw Two turned up by the deal: drawn at once, or stacked on."),
        belongs=lambda wish: _stacks(wish) and wish.options.first_card == "apply",
    ),
    option_field(
        "wild4_legality_when_stacking",
        later("Stacked +4"),
        worded({"waived": later("always"), "applies": later("as ever")}),
        help=later("May a Wild Draw Four always be stacked, or only under the rules for playing it?"),
        belongs=lambda wish: _stacks(wish) and wish.options.stacking == "same_kind",
    ),
    option_field(
        "hand_size",
        later("Cards dealt"),
        lambda text, value: text.number(str(value)),
        (5, 6, 7, 8, 9, 10),
        help=later("How many cards everybody is dealt."),
    ),
)
"""What most people leave as it is."""
