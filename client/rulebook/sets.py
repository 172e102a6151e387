"""The card of each rule set: its name, one sentence, what is different about it, how many play and how long."""

from __future__ import annotations

from typing import Final, NamedTuple

from client.text import Text, later
from engine.rules.presets import PRESETS


class RuleSet(NamedTuple):
    """What a person wants to know before choosing; sentences still to be translated."""

    title: str
    sentence: str
    differences: tuple[str, ...]
    round_minutes: tuple[int, int]
    """How long a round takes four people, from quick to slow."""
    match_minutes: tuple[int, int]
    """How long a match to 500 points takes four people."""


RULE_SETS: Final = {
    "classic": RuleSet(
        later("Classic"),
        later("The game most people know, with bluffs: a Wild Draw Four may be a lie, and you may call it one."),
        (
            later("Four cards if you are caught without having called UNO."),
            later("A wrong challenge costs six cards."),
            later("No stacking: a Draw Two is drawn, not passed on."),
        ),
        (5, 8),
        (35, 60),
    ),
    "all_wild": RuleSet(
        later("All Wild"),
        later("Every card may be played at any time; what counts is whom it hits."),
        (
            later("No colours, no numbers: 112 wild cards."),
            later("Skip two players at once, aim two cards at anybody, swap your whole hand."),
            later("A single round decides, unless the table counts points."),
        ),
        (3, 6),
        (20, 40),
    ),
    "official": RuleSet(
        later("Official"),
        later("The plain game without bluffing: a Wild Draw Four only when you hold nothing of the colour."),
        (
            later("No challenges, because no bluff can be played."),
            later("Two cards if you are caught without having called UNO."),
            later("If the deal turns up a Reverse, the dealer starts."),
        ),
        (5, 8),
        (35, 60),
    ),
    "stacking": RuleSet(
        later("Stacking"),
        later("Answer a draw card with one like it and the next player faces the sum."),
        (
            later("Draw Two on Draw Two, Wild Draw Four on Wild Draw Four, as often as you can."),
            later("You draw only when you cannot match, and a drawn match must be played."),
            later("After the first one is out the others play on, until one holds cards."),
        ),
        (7, 12),
        (50, 90),
    ),
    "mattel": RuleSet(
        later("Printed sheet"),
        later("As on the sheet in today's box: bluffs and challenges, and milder penalties."),
        (
            later("Two cards if you are caught without having called UNO."),
            later("A wrong challenge costs six cards."),
            later("If the deal turns up a Reverse, the dealer starts."),
        ),
        (5, 8),
        (35, 60),
    ),
}
"""By the name of the preset, in the order in which they are offered."""


def rules_name(text: Text, rules: str) -> str:
    """`Classic`; a rule set that this client does not know goes by its own name."""
    return text(RULE_SETS[rules].title) if rules in RULE_SETS else rules


def offered() -> tuple[str, ...]:
    """The names of the rule sets that can be chosen."""
    return tuple(name for name in RULE_SETS if name in PRESETS)
