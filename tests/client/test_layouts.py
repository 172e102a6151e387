"""In every layout ten seats and twenty-five cards have a place: what one look must answer is answered (EXPERIENCE §3).

CASES 2-12 (nothing is hidden at 80×24), 2-13 (sizes that come and go), 2-20 (nothing is told by colour alone).
"""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from client.protocol import Stage, TableView
from client.tui.screens.table import TablePage
from client.tui.theme import Depth, Look
from engine.cards import Card, Color, card
from tests.client import tables
from tests.client.scenes import SCENES
from tests.client.stage import Stage as Shown
from tests.client.stage import stage

LAYOUTS = [(160, 50), (110, 30), (80, 24), (79, 23), (60, 16), (40, 12)]
LOOKS = [Look(), Look(Depth.MONO), Look(Depth.MONO, unicode=False)]
WORDS = {color: color.value.upper() for color in (Color.RED, Color.YELLOW, Color.GREEN, Color.BLUE)}


def playing(scene: str) -> TableView | None:
    """A scene in the middle of a round, with the most that a table may hold."""
    view = SCENES[scene]()
    if view is None or view.game is None or view.stage is not Stage.PLAYING or view.you is None or scene.startswith("replay"):
        return None
    return view


ROUNDS = [scene for scene in SCENES if playing(scene) is not None]


def shown_cards(shown: Shown) -> range:
    """Which cards of the hand the screen says it shows, counted from 1."""
    found = re.search(r"(\d+)[–-](\d+) of 25", shown.screen)
    assert found is not None, shown.screen
    return range(int(found[1]), int(found[2]) + 1)


@pytest.mark.parametrize("size", LAYOUTS, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("look", LOOKS, ids=["colour", "mono", "ascii"])
async def test_one_look_answers_every_question(size: tuple[int, int], look: Look) -> None:
    """2-12: whose turn, pile and colour, direction, everybody's cards, one's own, what happened, what to press, how long."""
    async with stage(tables.full_table(), size, look) as s:
        screen, page = s.screen, s.app.base
        assert isinstance(page, TablePage)
        assert "Your turn" in s.lines[0]
        assert "0:24" in s.lines[0]
        assert re.search(r"\bR3\b", screen)
        assert "RED" in screen
        forward = ">" if not look.unicode else "▸"
        assert forward * 2 in screen
        game = tables.full_table().game
        assert game is not None
        for seat in range(10):
            view = game.seat(seat)
            name = tables.NAMES[seat] if look.unicode else tables.NAMES[seat].replace("ė", "e")
            assert name in screen, "every name"
            where = next(y for y, line in enumerate(s.lines) if name in line and y > 0)
            near = "\n".join(s.lines[where : where + 2])
            assert re.search(rf"\b{view.cards}(?!\d)", near), f"{name} holds {view.cards}: {near}"
        assert re.search(r"Cyril +(?:UNO|1 ?U|\d+ \S* +\d+ UNO)", screen), "who is on UNO"
        window = shown_cards(s)
        for number in window:
            assert page.hand.cards[number - 1].text in screen
        assert page.choices.playable
        assert "Cyril calls UNO!" in screen or "Dmitri plays red 3" in screen, "what just happened"
        assert "Enter plays red 1" in s.status
        assert s.footer.startswith("Enter play  d draw")
        assert "? help" in s.footer
        assert "Ctrl+Q" in s.footer


@pytest.mark.parametrize("size", LAYOUTS, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("scene", ROUNDS)
async def test_in_every_position_turn_pile_colour_and_keys_are_seen(scene: str, size: tuple[int, int]) -> None:
    view = playing(scene)
    assert view is not None
    assert view.game is not None
    async with stage(view, size) as s:
        assert "turn" in s.lines[0]
        assert view.game.top.text in s.screen
        if view.game.color is not None and not scene.startswith("all_wild"):
            assert WORDS[view.game.color] in s.screen
        assert s.status
        assert "Ctrl+Q" in s.footer


@pytest.mark.parametrize("size", LAYOUTS, ids=lambda size: "x".join(map(str, size)))
@pytest.mark.parametrize("color", WORDS, ids=lambda color: color.value)
async def test_without_colour_a_letter_and_a_word_tell_it(color: Color, size: tuple[int, int]) -> None:
    """2-20."""
    async with stage(tables.full_table(color=color, top=card("W")), size, Look(Depth.MONO)) as s:
        assert WORDS[color] in s.screen
        assert not any(word in s.screen for other, word in WORDS.items() if other is not color)
        assert {card(f"{letter}1").text[0] for letter in "RYGB"} == {"R", "Y", "G", "B"}


@pytest.mark.parametrize("size", LAYOUTS, ids=lambda size: "x".join(map(str, size)))
async def test_the_hand_scrolls_to_both_ends_and_the_selected_card_is_always_in_sight(size: tuple[int, int]) -> None:
    async with stage(tables.full_table(), size) as s:
        page = s.app.base
        assert isinstance(page, TablePage)
        for key, first in (("end", None), ("home", 1), ("left", None), ("right", 1)):
            await s.press(key)
            window = shown_cards(s)
            assert page.hand.selected + 1 in window
            assert (window[0] == 1) if first else (window[-1] == 25)
        seen = []
        for _ in range(25):
            window = shown_cards(s)
            seen.append(page.hand.selected)
            assert page.hand.selected + 1 in window
            selected: Card = page.hand.cards[page.hand.selected]
            assert selected.text in s.screen
            await s.press("right")
        assert seen == list(range(25))
        await s.press("end")
        assert shown_cards(s)[0] > 1
        if size != (40, 12):
            assert "◂" in s.screen.replace("◂◂", ""), "more lies to the left"


@pytest.mark.parametrize("scene", ["full", "answer", "all_wild10", "seven", "lobby", "round10"])
async def test_a_storm_of_sizes_breaks_nothing_and_keeps_the_selection(scene: str) -> None:
    """2-13, 2-16: a hundred sizes from nothing to huge while the game goes on."""
    chance = random.Random(scene)
    view = SCENES[scene]()
    async with stage(view, (80, 24)) as s:
        page = s.app.base
        if scene == "full":
            await s.press("7")
        chosen = page.hand.card if isinstance(page, TablePage) else None
        for number in range(100):
            width, height = chance.choice([(1, 1), (20, 5), (40, 12), (chance.randrange(1, 200), chance.randrange(1, 70))])
            await s.pilot.resize_terminal(width, height)
            if view is not None and number % 10 == 0:
                s.wire.show(replace(view, log=view.log[: 1 + number % 7]))
            await s.pilot.pause()
            assert len(s.lines) == height
            assert all(len(line) <= width * 2 for line in s.lines)
        await s.pilot.resize_terminal(80, 24)
        await s.pilot.pause()
        assert s.app.base is page
        if chosen is not None and isinstance(page, TablePage):
            assert page.hand.card == chosen
        async with stage(view, (80, 24)) as fresh:
            if scene == "full":
                await fresh.press("7")
                assert fresh.lines[:3] == s.lines[:3]
                assert fresh.lines[-2:] == s.lines[-2:]
