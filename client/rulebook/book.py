"""The whole book for a table's options: its chapters in reading order."""

from __future__ import annotations

from client.rulebook.actions import action_cards
from client.rulebook.blocks import Section
from client.rulebook.deal import the_cards, the_deal
from client.rulebook.draw_four import draw_four
from client.rulebook.ending import round_end, the_match
from client.rulebook.house import house_rules
from client.rulebook.short import first_page
from client.rulebook.tips import tips
from client.rulebook.turn import your_turn
from client.rulebook.uno import uno
from client.text import Text
from engine.options import Options

CHAPTERS = (
    first_page,
    the_cards,
    the_deal,
    your_turn,
    action_cards,
    draw_four,
    uno,
    round_end,
    the_match,
    house_rules,
    tips,
)


def book(text: Text, options: Options) -> tuple[Section, ...]:
    """Every chapter that this table needs; the tips come last."""
    chapters = (chapter(text, options) for chapter in CHAPTERS)
    return tuple(chapter for chapter in chapters if chapter is not None)
