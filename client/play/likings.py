"""What a person can set: every setting with a sentence, and every choice with what it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from client.text import later

LANGUAGES: Final = {"en": ("English", ""), "fa": ("فارسی", "Farsi"), "sr": ("Srpski", ""), "lt": ("Lietuvių", "Lietuviu")}
"""As those who read them call them, and in ASCII where that is another word."""


@dataclass(frozen=True)
class Choice:
    """One value: how it is called, and what it means; a language is called the same in every language."""

    word: str
    plain: str = ""
    """The word in ASCII, if it is another."""
    means: str = ""


@dataclass(frozen=True)
class Liked:
    """One setting; `name` and the values are the lobby's."""

    name: str
    label: str
    about: str
    choices: Mapping[str, Choice]


LIKINGS: Final = (
    Liked(
        "language",
        later("Language"),
        later("In which language everything is told."),
        {"auto": Choice(later("auto"), means=later("As your own machine is set up: {language}."))}
        | {code: Choice(name, plain) for code, (name, plain) in LANGUAGES.items()},
    ),
    Liked(
        "theme",
        later("Colours"),
        later("Light and dark, or none. The four cards stay four for colour-blind eyes, and carry letters in any case."),
        {
            "auto": Choice(later("auto"), means=later("What your terminal can show: {colours}.")),
            "dark": Choice(later("dark"), means=later("Light letters on a dark ground.")),
            "light": Choice(later("light"), means=later("Dark letters on a light ground.")),
            "contrast": Choice(later("contrast"), means=later("High contrast: black, white, and strong colours.")),
            "none": Choice(
                later("none", "theme"), means=later("No colours at all: letters, shapes and bold type tell everything.")
            ),
        },
    ),
    Liked(
        "symbols",
        later("Symbols"),
        later("Frames, arrows and marks. Choose ASCII if they look broken."),
        {
            "auto": Choice(later("auto"), means=later("What your terminal can show: {symbols}.")),
            "unicode": Choice(later("Unicode"), means=later("Lines and arrows, as they are meant.")),
            "ascii": Choice(later("ASCII"), means=later("Only what every terminal has.")),
        },
    ),
    Liked(
        "motion",
        later("Motion"),
        later("Whether cards move. Keys never wait for it, and a slow line does without."),
        {
            "full": Choice(
                later("full", "motion"), means=later("A card travels to the pile, the direction turns, a penalty lands.")
            ),
            "reduced": Choice(later("reduced"), means=later("Nothing travels: what has changed is marked for a moment.")),
            "none": Choice(later("none", "motion"), means=later("Nothing moves.")),
        },
    ),
    Liked(
        "bell",
        later("Bell"),
        later("Whether the bell rings when your turn begins and you look at something else, or pressed no key of late."),
        {"on": Choice(later("on"), means=later("It rings.")), "off": Choice(later("off"), means=later("It is silent."))},
    ),
    Liked(
        "notify",
        later("Notices"),
        later("What else tells you of your turn, where your terminal takes it."),
        {
            "off": Choice(later("off"), means=later("Nothing else.")),
            "title": Choice(later("title"), means=later("The title of the window.")),
            "osc": Choice(later("desktop"), means=later("A notice on your desktop, and the title of the window.")),
        },
    ),
    Liked(
        "confirm",
        later("Confirm"),
        later("Whether a card is asked about before it is played."),
        {
            "off": Choice(later("off"), means=later("Enter plays the selected card.")),
            "on": Choice(later("on"), means=later("Enter picks the card up, and Enter again plays it.")),
        },
    ),
    Liked(
        "hand_order",
        later("Hand"),
        later("How your cards lie; the key s at the table changes it, too."),
        {
            "color": Choice(later("by colour"), means=later("Red, yellow, green, blue, wild.")),
            "drawn": Choice(later("as drawn"), means=later("The newest card lies on the right.")),
        },
    ),
    Liked(
        "mouse",
        later("Mouse"),
        later("Whether clicks and the wheel mean something here. Everything has a key, too."),
        {
            "off": Choice(later("off"), means=later("Your terminal keeps the mouse, to mark and copy text.")),
            "on": Choice(later("on"), means=later("Clicks choose and the wheel scrolls; Shift marks text in most terminals.")),
        },
    ),
    Liked(
        "bidi",
        later("Persian"),
        later("Who joins Persian letters and puts them in order from right to left."),
        {
            "ours": Choice(later("unotty"), means=later("We do: right for nearly every terminal.")),
            "terminal": Choice(later("terminal"), means=later("Your terminal does. Choose it if words come out backwards.")),
            "off": Choice(later("nobody"), means=later("Letters are sent one by one, as they are spelled.")),
        },
    ),
)
