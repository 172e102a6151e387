"""What a choice of the settings page means on a terminal."""

from __future__ import annotations

from typing import Final

from client.play.likings import LANGUAGES, Choice, Liked
from client.text import Text, later
from client.tui.theme import Depth, Look

_COLOURS: Final = {
    Depth.MONO: later("no colours"),
    Depth.ANSI16: later("16 colours"),
    Depth.ANSI256: later("256 colours"),
    Depth.TRUECOLOR: later("16 million colours"),
}


def word(text: Text, look: Look, choice: Choice) -> str:
    """How a choice is called."""
    return choice.plain if choice.plain and not look.unicode else text(choice.word)


def meaning(text: Text, found: Look, liking: Liked, value: str) -> str:
    """What a choice means for somebody whose terminal was `found` to be so."""
    words = liking.choices[value].means
    if not words:
        return ""
    if liking.name == "theme" and value not in ("auto", "none") and found.most is Depth.MONO:
        return text("This terminal has no colours; what you choose is for others.")
    if liking.name == "notify" and value != "off" and not found.titles:
        return text("This terminal takes none; what you choose is for others.")
    if liking.name == "notify" and value == "osc" and not found.notices:
        return text("This terminal shows no notices on the desktop: the title it is.")
    colours, symbols = text(_COLOURS[found.depth]), text("Unicode") if found.unicode else text("ASCII")
    language = word(text, found, Choice(*LANGUAGES[found.language]))
    return text(words, colours=colours, symbols=symbols, language=language)
