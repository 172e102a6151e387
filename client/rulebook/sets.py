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
    cards: str
    """Three that are typical of it."""
    round_minutes: tuple[int, int]
    """How long a round takes four people, from quick to slow."""
    match_minutes: tuple[int, int]
    """How long a match to 500 points takes four people."""


RULE_SETS: Final = {
    "classic": RuleSet(
        later("Classic"),
        later("The game most people know, with bluffs: a Wild Draw Four may be a lie, and you may call it one."),
        (
            later("A wrong challenge costs six cards."),
            later("A Draw Two is drawn, never passed on."),
            later("A forgotten UNO costs four cards, unless the table says two."),
        ),
        "R7 GR W+4",
        (5, 8),
        (35, 60),
    ),
    "all_wild": RuleSet(
        later("All Wild"),
        later("Every card may be played at any time; what counts is whom it hits."),
        (
            later("No colours, no numbers: 112 wild cards."),
            later("Skip two at once, aim at anybody, swap hands."),
            later("One round decides, unless the table counts points."),
        ),
        "WX WSS WT",
        (3, 6),
        (20, 40),
    ),
    "official": RuleSet(
        later("Official"),
        later("The plain game without bluffing: a Wild Draw Four only when you hold nothing of the colour."),
        (
            later("No bluffs, so there is nothing to challenge."),
            later("If a Reverse is turned up first, the dealer starts."),
            later("A forgotten UNO costs two cards, unless the table says four."),
        ),
        "Y4 BS W",
        (5, 8),
        (35, 60),
    ),
    "stacking": RuleSet(
        later("Stacking"),
        later("Answer a draw card with one like it and the next player faces the sum."),
        (
            later("Draw Two goes on Draw Two, Draw Four on Draw Four."),
            later("You draw only if you must, and play what then matches."),
            later("The others play on until one is left with cards."),
        ),
        "R+2 B+2 W+4",
        (7, 12),
        (50, 90),
    ),
    "mattel": RuleSet(
        later("Printed sheet"),
        later("As printed on the sheet in the box: bluffs and challenges, with milder penalties."),
        (
            later("A wrong challenge costs six cards, as in Classic."),
            later("If a Reverse is turned up first, the dealer starts."),
            later("A forgotten UNO costs two cards, unless the table says four."),
        ),
        "G0 Y+2 W",
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
