"""Every named option of RULES §3: its type, its default, its help, and which values go together.

A rule set is an `Options` value (`engine.rules.presets`); a table plays a rule set with some options replaced.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

MIN_SEATS: Final = 2
MAX_SEATS: Final = 10


@dataclass(frozen=True, slots=True)
class Options:
    """The rules of one table. Defaults are those of `classic`."""

    rules: str = "classic"
    """The rule set this started from."""
    deck: Literal["classic108", "allwild112"] = "classic108"
    hand_size: int = 7
    first_card: Literal["apply", "ignore_action"] = "apply"
    first_reverse: Literal["right_of_dealer", "dealer"] = "right_of_dealer"
    first_draw2: Literal["apply", "pending"] = "apply"
    draw_policy: Literal["may_always_draw", "must_if_no_match"] = "may_always_draw"
    drawn_card: Literal["play_or_keep", "must_play_if_match"] = "play_or_keep"
    stacking: Literal["none", "same_kind", "any_draw"] = "none"
    wild4_legality: Literal["none", "enforced", "bluff_allowed"] = "bluff_allowed"
    wild4_legality_when_stacking: Literal["waived", "applies"] = "waived"
    challenge: bool = True
    reverse_two_players: Literal["as_skip", "none"] = "as_skip"
    skip_two_two_players: Literal["once", "lose_two"] = "once"
    forced_swap: Literal["must", "may"] = "must"
    uno_penalty: int = 4
    uno_enforcement: Literal["catch", "automatic"] = "catch"
    false_catch_penalty: int = 0
    final_draw: bool = True
    play_on_until_one_left: bool = False
    first_out_scoring: Literal["at_out", "at_round_end"] = "at_out"
    target_score: int | None = 500
    """Points that end the match; None plays one round ("single hand")."""
    score_mode: Literal["winner_takes", "lowest_wins", "challenge_uno"] = "winner_takes"
    draw_to_match: bool = False
    force_play: bool = False
    seven_zero: bool = False
    jump_in: bool = False
    skip_answers_skip: bool = False
    no_bluffing: bool = False
    teams_2v2: bool = False


Value = str | int | None


class Option(NamedTuple):
    """One option as a table offers it: the values to choose from, and one line of help."""

    name: str
    choices: tuple[Value, ...]
    help: str
    house: bool = False
    """Is it a house rule (RULES §12)?"""


_ON_OFF: Final = (False, True)
OPTIONS: Final[tuple[Option, ...]] = (
    Option("target_score", (500, 200, 1000, None), "Points that win the match; none: a single round decides."),
    Option("uno_penalty", (4, 2, 1, 3, 5, 6), "Cards drawn by who is caught without having called UNO."),
    Option(
        "uno_enforcement", ("catch", "automatic"), "Does somebody have to notice a forgotten UNO, or is it always punished?"
    ),
    Option("false_catch_penalty", (0, 1, 2, 4), "Cards drawn by who points at somebody without cause."),
    Option("hand_size", (7, 5, 6, 8, 9, 10), "Cards each player is dealt."),
    Option("deck", ("classic108", "allwild112"), "The cards played with; the rule set decides what they do."),
    Option("first_card", ("apply", "ignore_action"), "Does an action card turned up by the deal take effect?"),
    Option("first_reverse", ("right_of_dealer", "dealer"), "Who starts when the deal turns up a Reverse."),
    Option("first_draw2", ("apply", "pending"), "A Draw Two turned up by the deal is drawn at once, or may be stacked on."),
    Option("draw_policy", ("may_always_draw", "must_if_no_match"), "May you draw although you could play?"),
    Option("drawn_card", ("play_or_keep", "must_play_if_match"), "Must a card you just drew be played if it matches?"),
    Option("wild4_legality", ("bluff_allowed", "enforced", "none"), "May a Wild Draw Four be played with the colour in hand?"),
    Option("challenge", (True, False), "May the next player challenge a Wild Draw Four?"),
    Option("reverse_two_players", ("as_skip", "none"), "With two players, is a Reverse a Skip or nothing at all?"),
    Option("skip_two_two_players", ("once", "lose_two"), "With two players, does Skip Two cost one turn or two?"),
    Option("forced_swap", ("must", "may"), "Must you swap hands with a Forced Swap, or may you decline?"),
    Option("final_draw", (True, False), "Is a draw card still drawn, and counted, when it was the last card?"),
    Option("play_on_until_one_left", _ON_OFF, "Play on after somebody is out, until one player is left."),
    Option(
        "first_out_scoring",
        ("at_out", "at_round_end"),
        "Playing on: does the first one out count the cards then or at the end?",
    ),
    Option("stacking", ("none", "same_kind", "any_draw"), "May a draw card be passed on by adding another to it?", True),
    Option(
        "wild4_legality_when_stacking",
        ("waived", "applies"),
        "Does a stacked Wild Draw Four need a hand without the colour?",
        True,
    ),
    Option("draw_to_match", _ON_OFF, "You may go on drawing until a card matches.", True),
    Option("force_play", _ON_OFF, "A drawn card that matches is played at once.", True),
    Option("seven_zero", _ON_OFF, "A seven swaps hands with somebody, a zero passes every hand on.", True),
    Option("jump_in", _ON_OFF, "Out of turn, you may play the very card that lies on the pile.", True),
    Option("skip_answers_skip", _ON_OFF, "Who is to be skipped may play a Skip: then the next player is.", True),
    Option("no_bluffing", _ON_OFF, "A Wild Draw Four only without the colour in hand, and no challenges.", True),
    Option("teams_2v2", _ON_OFF, "Four players, partners opposite each other: when one goes out, both win.", True),
    Option("score_mode", ("winner_takes", "lowest_wins", "challenge_uno"), "What points mean: won, or held against you.", True),
)
"""What a table may change, the plain rules first and house rules last; the first choice is that of `classic`."""

LARGEST_HAND: Final = 10
"""Ten players then leave seven cards for the pile."""
LARGEST_TARGET: Final = 10_000


def problems(options: Options, seats: int) -> tuple[str, ...]:
    """One sentence for each reason why these options cannot be played by that many; none if they can."""
    wrong = [*_impossible_values(options)] or [*_impossible_numbers(options, seats), *_impossible_pairs(options)]
    if not wrong and options.teams_2v2 and seats != 4:
        wrong.append("Teams need exactly four players.")
    return tuple(wrong)


_FREE_NUMBERS: Final = ("hand_size", "uno_penalty", "false_catch_penalty", "target_score")


def _impossible_values(options: Options) -> list[str]:
    """Values of the wrong kind; they can only come from outside."""
    wrong = []
    for option in OPTIONS:
        value = getattr(options, option.name)
        if option.name in _FREE_NUMBERS:
            fits = type(value) is int or (value is None and option.name == "target_score")
        else:
            fits = any(value is choice or (type(value) is str and value == choice) for choice in option.choices)
        if not fits:
            wrong.append(f"The option {option.name} cannot be {value!r}.")
    return wrong


def _impossible_numbers(options: Options, seats: int) -> list[str]:
    wrong = []
    if not MIN_SEATS <= seats <= MAX_SEATS:
        wrong.append(f"UNO is for {MIN_SEATS} to {MAX_SEATS} players.")
    if not 1 <= options.hand_size <= LARGEST_HAND:
        wrong.append(f"A hand is dealt 1 to {LARGEST_HAND} cards.")
    if not 1 <= options.uno_penalty <= 10:
        wrong.append("Forgetting UNO costs 1 to 10 cards.")
    if not 0 <= options.false_catch_penalty <= 10:
        wrong.append("A false catch costs 0 to 10 cards.")
    if options.target_score is not None and not 1 <= options.target_score <= LARGEST_TARGET:
        wrong.append(f"A match goes to 1 to {LARGEST_TARGET} points.")
    return wrong


def _impossible_pairs(options: Options) -> list[str]:
    wrong = []
    if options.challenge and options.wild4_legality != "bluff_allowed":
        wrong.append("A challenge needs Wild Draw Fours that may be bluffed.")
    if options.first_draw2 == "pending" and options.stacking == "none":
        wrong.append("A first Draw Two can only wait for an answer where stacking is allowed.")
    if options.uno_enforcement == "automatic" and options.false_catch_penalty:
        wrong.append("Where a forgotten UNO is always punished nobody catches, so a false catch cannot cost anything.")
    if options.deck == "allwild112":
        wrong.extend(_impossible_all_wild(options))
    if options.score_mode != "winner_takes" and options.target_score is None:
        wrong.append("Points held against you need a match to a number of points, not a single round.")
    if options.score_mode != "winner_takes" and options.play_on_until_one_left:
        wrong.append("Points held against you do not go with playing on until one is left.")
    if options.teams_2v2 and options.play_on_until_one_left:
        wrong.append("With teams the round ends when one player is out, so nobody plays on.")
    if options.teams_2v2 and options.score_mode != "winner_takes":
        wrong.append("Teams win points; they cannot be held against them.")
    return wrong


def _impossible_all_wild(options: Options) -> list[str]:
    needs = {
        "Wild Draw Fours have no colour to bluff about": options.wild4_legality != "none",
        "the first card never takes effect": options.first_card != "ignore_action",
        "draw cards are not stacked": options.stacking != "none",
        "there are no sevens and zeros": options.seven_zero,
        "nobody jumps in": options.jump_in,
        "there is nothing to bluff about": options.no_bluffing,
    }
    return [f"In the All Wild deck {reason}." for reason, broken in needs.items() if broken]
