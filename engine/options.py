"""Every named option of RULES §3: its type, its default, its help, and which values go together.

A rule set is an `Options` value (`engine.rules.presets`); a table plays a rule set with some options replaced.

What RULES §3 names and is no field here:
- What every rule set answers alike, so there is nothing to choose: who deals first and next, how many cards are drawn, what a
  challenge costs and shows, when the window for a catch closes, when the pile is shuffled, how players are ranked, trading.
- Skip, Wild and Wild Draw Four as first card: All Wild alone differs, and `first_card` says so for all of them together.
- Matching belongs to the deck, a single round to `target_score`. `positional` for Skip Two is void (RULES §14.22).
- `finish_restriction` (no action card last) contradicts the texts: S0.42 and S2.26 score a draw card played last, in S1.14–15
  it acts, and Mattel allows it. The Lithuanian text is silent.
- `stacking: at_least_as_high` belongs to a deck with draw cards of six and ten. Here a Draw Two on a Wild Draw Four is all it
  could forbid that `any_draw` allows, and S3.21 and S3.30 ask for `same_kind`.
- `classic112` has four more cards than any of the four texts.
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

SENTENCES: Final = {
    "four": "Teams need exactly four players.",
    "seats": "UNO is for 2 to 10 players.",
    "hand_size": "A hand is dealt 1 to 10 cards.",
    "uno_penalty": "Forgetting UNO costs 1 to 10 cards.",
    "false_catch": "A false catch costs 0 to 10 cards.",
    "target": "A match goes to 1 to 10000 points.",
    "challenge": "A challenge needs Wild Draw Fours that may be bluffed.",
    "first_draw2": "A first Draw Two can only wait for an answer where stacking is allowed.",
    "nobody_catches": "Where a forgotten UNO is always punished nobody catches, so a false catch cannot cost anything.",
    "no_target": "Points held against you need a match to a number of points, not a single round.",
    "bad_points_play_on": "Points held against you do not go with playing on until one is left.",
    "teams_play_on": "With teams the round ends when one player is out, so nobody plays on.",
    "teams_bad_points": "Teams win points; they cannot be held against them.",
    "wild_bluff": "In the All Wild deck Wild Draw Fours have no colour to bluff about.",
    "wild_first_card": "In the All Wild deck the first card never takes effect.",
    "wild_stacking": "In the All Wild deck draw cards are not stacked.",
    "wild_seven_zero": "In the All Wild deck there are no sevens and zeros.",
    "wild_jump_in": "In the All Wild deck nobody jumps in.",
    "wild_no_bluffing": "In the All Wild deck there is nothing to bluff about.",
}
"""Why options cannot be played; whole sentences, for they are the keys of the catalogues (`client/text.py`)."""


def problems(options: Options, seats: int) -> tuple[str, ...]:
    """One sentence for each reason why these options cannot be played by that many; none if they can."""
    wrong = [*_impossible_values(options)] or [*_impossible_numbers(options, seats), *_impossible_pairs(options)]
    if not wrong and options.teams_2v2 and seats != 4:
        wrong.append(SENTENCES["four"])
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
        wrong.append(SENTENCES["seats"])
    if not 1 <= options.hand_size <= LARGEST_HAND:
        wrong.append(SENTENCES["hand_size"])
    if not 1 <= options.uno_penalty <= 10:
        wrong.append(SENTENCES["uno_penalty"])
    if not 0 <= options.false_catch_penalty <= 10:
        wrong.append(SENTENCES["false_catch"])
    if options.target_score is not None and not 1 <= options.target_score <= LARGEST_TARGET:
        wrong.append(SENTENCES["target"])
    return wrong


def _impossible_pairs(options: Options) -> list[str]:
    wrong = []
    if options.challenge and options.wild4_legality != "bluff_allowed":
        wrong.append(SENTENCES["challenge"])
    if options.first_draw2 == "pending" and options.stacking == "none":
        wrong.append(SENTENCES["first_draw2"])
    if options.uno_enforcement == "automatic" and options.false_catch_penalty:
        wrong.append(SENTENCES["nobody_catches"])
    if options.deck == "allwild112":
        wrong.extend(_impossible_all_wild(options))
    if options.score_mode != "winner_takes" and options.target_score is None:
        wrong.append(SENTENCES["no_target"])
    if options.score_mode != "winner_takes" and options.play_on_until_one_left:
        wrong.append(SENTENCES["bad_points_play_on"])
    if options.teams_2v2 and options.play_on_until_one_left:
        wrong.append(SENTENCES["teams_play_on"])
    if options.teams_2v2 and options.score_mode != "winner_takes":
        wrong.append(SENTENCES["teams_bad_points"])
    return wrong


def _impossible_all_wild(options: Options) -> list[str]:
    needs = {
        "wild_bluff": options.wild4_legality != "none",
        "wild_first_card": options.first_card != "ignore_action",
        "wild_stacking": options.stacking != "none",
        "wild_seven_zero": options.seven_zero,
        "wild_jump_in": options.jump_in,
        "wild_no_bluffing": options.no_bluffing,
    }
    return [SENTENCES[reason] for reason, broken in needs.items() if broken]
