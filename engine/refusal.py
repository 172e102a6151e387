"""Why a move was not accepted: one reason code of SCENARIOS.md and one sentence for people."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

SENTENCES: Final = {
    "not_your_turn": "It is not your turn.",
    "wrong_phase": "That cannot be done right now.",
    "not_in_hand": "You do not hold that card.",
    "not_playable": "That card does not match the pile.",
    "must_play": "You have a card that must be played.",
    "must_draw_drawn_only": "After drawing, only the drawn card may be played.",
    "can_draw": "You can still draw a card, so you cannot pass.",
    "nothing_to_draw": "There is no card left to draw.",
    "must_choose_color": "Name a colour for the wild first.",
    "bad_color": "Choose red, yellow, green or blue.",
    "bad_target": "That card cannot be aimed there.",
    "not_stackable": "That card cannot be stacked on this one.",
    "not_challengeable": "This card cannot be challenged.",
    "not_catchable": "There is nobody to catch there.",
    "no_uno_due": "There is no UNO to call now.",
    "not_seated": "You are not in this match.",
    "stale": "The table has moved on since then.",
    "round_over": "The round is over.",
    "match_over": "The match is over.",
}


class Refused(Exception):
    """A move that was not accepted; the state is as it was. `facts`: what the sentence's template was filled in with."""

    def __init__(self, code: str, sentence: str = "", facts: Mapping[str, str] | None = None) -> None:
        self.code = code
        self.facts = dict(facts or {})
        self.sentence = sentence or SENTENCES[code]
        super().__init__(f"{code}: {self.sentence}")
