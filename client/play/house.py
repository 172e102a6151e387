"""The fields for house rules: switches that people ask for by name (RULES §12)."""

from __future__ import annotations

from typing import Final

from client.play.fields import Field, fixed, option_field, said, worded
from client.play.wish import Wish
from client.text import later
from engine.options import Options, Value

ON_OFF: Final = worded({False: later("off"), True: later("on")})


def in_colours(wish: Wish) -> bool:
    """Is it played with cards that have colours?"""
    return wish.options.deck == "classic108"


def all_wild(wish: Wish) -> bool:
    """Is every card a wild?"""
    return wish.options.deck == "allwild112"


def bluffing(options: Options) -> Value:
    """`bluff`, `honest` or `free`: what a Wild Draw Four may be at a table."""
    if options.no_bluffing or options.wild4_legality == "enforced":
        return "honest"
    return "bluff" if options.challenge else "free"


def _with_bluffing(wish: Wish, value: Value) -> Wish:
    if value == "honest":
        if wish.preset.wild4_legality == "enforced":
            return wish.with_options(wild4_legality="enforced", challenge=False, no_bluffing=False)
        return wish.with_options(wild4_legality="bluff_allowed", challenge=True, no_bluffing=True)
    return wish.with_options(wild4_legality="bluff_allowed", challenge=value == "bluff", no_bluffing=False)


HOUSE: Final[tuple[Field, ...]] = (
    option_field(
        "stacking",
        later("Stacking"),
        worded({"none": later("no"), "same_kind": later("like on like"), "any_draw": later("any")}),
        help=later("A draw card is passed on by adding another; whoever cannot go on draws them all."),
        says={
            "none": later("Draw cards are drawn, never passed on."),
            "same_kind": later("A Draw Two goes on a Draw Two, a Wild Draw Four on a Wild Draw Four."),
            "any_draw": later("Any draw card goes on any other."),
        },
        cards="R+2 B+2 W+4",
        belongs=in_colours,
    ),
    option_field(
        "seven_zero",
        later("Seven and zero"),
        ON_OFF,
        help=later("A seven swaps hands with somebody you choose; a zero passes every hand on."),
        cards="B7 Y0",
        belongs=in_colours,
    ),
    option_field(
        "jump_in",
        later("Jumping in"),
        ON_OFF,
        help=later("Out of turn, you may play the very card that lies on the pile: same colour, same value."),
        cards="G5 G5",
        belongs=in_colours,
    ),
    option_field(
        "skip_answers_skip",
        later("Skip on Skip"),
        ON_OFF,
        help=later("Whoever is to be skipped may answer with a Skip of any colour: then the next player is to be skipped."),
        cards="RS GS",
    ),
    option_field(
        "draw_to_match",
        later("Draw on"),
        ON_OFF,
        help=later("Whoever draws a card that does not fit may draw another, until one fits."),
        belongs=in_colours,
    ),
    option_field(
        "force_play",
        later("Forced play"),
        ON_OFF,
        help=later("A card you drew is played at once if it fits. A bluff is never forced."),
    ),
    Field(
        later("Wild Draw Four"),
        said(later("May it be played while you hold the colour in force, and may it be challenged?")),
        fixed("bluff", "honest", "free"),
        lambda wish: bluffing(wish.options),
        _with_bluffing,
        worded({"bluff": later("bluff"), "honest": later("honest"), "free": later("free", "Wild Draw Four")}),
        belongs=in_colours,
        normal=lambda wish: bluffing(wish.preset),
        says={
            "bluff": later("You may play it with the colour in hand, and whom it hits may challenge that."),
            "honest": later("Only without the colour in hand; there is nothing to challenge."),
            "free": later("At any time, and nobody may challenge it."),
        },
        cards="W+4",
    ),
    option_field(
        "teams_2v2",
        later("Teams of two"),
        ON_OFF,
        help=later("Four players, partners opposite each other: when one goes out, both win the round."),
    ),
    option_field(
        "score_mode",
        later("Points"),
        worded({"winner_takes": later("won"), "lowest_wins": later("fewest"), "challenge_uno": later("knock-out")}),
        help=later("Are points won, or held against you?"),
        says={
            "winner_takes": later("Whoever goes out scores what the others hold."),
            "lowest_wins": later("All count what they hold; when somebody reaches the target, the fewest points win."),
            "challenge_uno": later("All count what they hold; whoever reaches the target is out of the match."),
        },
    ),
    option_field(
        "forced_swap",
        later("Forced Swap"),
        worded({"must": later("must"), "may": later("may")}),
        help=later("Must you swap hands when you play a Forced Swap, or may you choose nobody?"),
        cards="WX",
        belongs=all_wild,
    ),
    option_field(
        "skip_two_two_players",
        later("Skip Two, duel"),
        worded({"once": later("one turn"), "lose_two": later("two turns")}),
        help=later("With two players left: how many turns a Skip Two costs the other."),
        cards="WSS",
        belongs=all_wild,
    ),
)
"""The best known first."""
