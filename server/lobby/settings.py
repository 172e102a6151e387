"""What a person can set and the server remembers: a closed list of names, each with the words it may be."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from client.protocol import Setting
from server.lobby.refusals import refused

CHOICES: Final[Mapping[str, tuple[str, ...]]] = {
    "hand_order": ("color", "drawn"),
    "language": ("auto", "en", "fa", "sr", "lt"),
    "theme": ("auto", "dark", "light", "contrast", "none"),
    "symbols": ("auto", "unicode", "ascii"),
    "motion": ("full", "reduced", "none"),
    "mouse": ("off", "on"),
    "bell": ("on", "off"),
    "notify": ("off", "title", "osc"),
    "confirm": ("off", "on"),
    "bidi": ("ours", "terminal", "off"),
    "greeted": ("no", "yes"),
}
"""The first word of each is what holds until somebody chooses. `greeted`: was the card of the first visit shown? The
mouse is off, for a cut line would leave the terminal reporting clicks to the shell."""


def changed(settings: Mapping[str, str], name: str, value: str) -> dict[str, str]:
    """The settings with one of them set; what is as it would be anyway is left out. Raises `Refused`: `bad_setting`."""
    choices = CHOICES.get(name)
    if choices is None or value not in choices:
        raise refused("bad_setting", known="; ".join(f"{one}: {', '.join(words)}" for one, words in CHOICES.items()))
    others = {one: word for one, word in settings.items() if one != name}
    return others if value == choices[0] else {**others, name: value}


def known(settings: Mapping[str, str]) -> dict[str, str]:
    """What of kept settings still means something."""
    return {name: value for name, value in settings.items() if value in CHOICES.get(name, ())}


def told(settings: Mapping[str, str]) -> tuple[Setting, ...]:
    """As the lobby's view has them: every one there is, set or not."""
    return _told(frozenset(settings.items()))


@lru_cache(maxsize=1024)
def _told(chosen: frozenset[tuple[str, str]]) -> tuple[Setting, ...]:
    """Nearly everybody has the same few: their views share them, and are compared and made again sooner."""
    settings = dict(chosen)
    return tuple([Setting(name, settings.get(name, choices[0])) for name, choices in CHOICES.items()])
