"""What is said of a Wild Draw Four before and after a challenge: one that was stacked is a bluff only under some rules."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.protocol import TableView
from engine import events as e
from engine.cards import Color, card
from engine.moves import Accept, Challenge
from engine.options import Options
from engine.view import Phase, Reveal
from tests.client.paper import Paper
from tests.client.stage import stage
from tests.client.tables import cards, game, table

WAIVED = Options(stacking="same_kind")
APPLIES = replace(WAIVED, wild4_legality_when_stacking="applies")
ANY = Options(stacking="any_draw")
ANY_APPLIES = replace(ANY, wild4_legality_when_stacking="applies")
ASKED = "It is a bluff if Dmitri held a red card."
NEVER = "A stacked Wild Draw Four is never a bluff here."

CASES = pytest.mark.parametrize(
    ("options", "pending", "is_vain"),
    [
        (WAIVED, 4, False),
        (WAIVED, 8, True),
        (APPLIES, 4, False),
        (APPLIES, 8, False),
        (ANY, 4, False),
        (ANY, 6, True),
        (ANY, 8, True),
        (ANY_APPLIES, 8, True),
    ],
)


def facing(options: Options, pending: int) -> TableView:
    """Dmitri's Wild Draw Four, put on a red card or where red had been named, hits the viewer."""
    four = e.Played(3, card("W+4"), Color.RED), e.ColorChosen(3, Color.GREEN), e.Threatened(0, 3, pending, None)
    stacked = e.Played(2, card("W+4"), Color.BLUE), e.ColorChosen(2, Color.RED), e.Threatened(3, 2, pending - 4, None)
    before = stacked if pending == 8 else ()
    legal = (Accept(), Challenge())
    view = game(phase=Phase.RESPOND, top=card("W+4"), color=Color.GREEN, pending=pending, source=3, legal=legal)
    return table(view, options=options, log=(*before, *four), clock=None)


def shown(options: Options, pending: int, hand: str, *, is_bluff: bool) -> TableView:
    """The viewer challenged it, and sees the hand."""
    before, held = facing(options, pending), cards(hand)
    judged = e.Challenged(0, 3, is_bluff, held), e.Lifted()
    drew = e.Drew(3, pending, None, e.Why.BLUFF) if is_bluff else e.Drew(0, pending + 2, None, e.Why.WRONG)
    view = game(top=card("W+4"), color=Color.GREEN, reveal=Reveal(3, held))
    return replace(before, game=view, log=(*before.log, *judged, drew))


@CASES
async def test_the_screen_calls_for_no_challenge_that_cannot_be_won(options: Options, pending: int, is_vain: bool) -> None:
    async with stage(facing(options, pending)) as s:
        assert (NEVER in s.screen, ASKED in s.screen) == (is_vain, not is_vain)
        assert (f"right: Dmitri draws {pending}, you play on" in s.screen) == (not is_vain)
        assert (f"challenge  draw {pending + 2} cards, lose the turn" in s.screen) == is_vain


@CASES
async def test_nor_does_it_in_few_words(options: Options, pending: int, is_vain: bool) -> None:
    async with stage(facing(options, pending), (40, 12)) as s:
        assert (f"they draw {pending}, or you {pending + 2}" in s.screen) == (not is_vain)
        assert (f"draw {pending + 2}" in s.screen) == is_vain


@CASES
def test_nor_do_the_lines(options: Options, pending: int, is_vain: bool) -> None:
    told = f"{ASKED} If it is, Dmitri draws {pending}; if not, you draw {pending + 2}."
    if is_vain:
        told = f"{NEVER} If you challenge all the same, you draw {pending + 2}."
    assert Paper(facing(options, pending)).text.endswith(f"You can accept and draw {pending} or challenge. {told}")


@pytest.mark.parametrize("options", [WAIVED, ANY])
async def test_a_stacked_card_that_was_lawful_is_called_honest_and_no_card_is_marked(options: Options) -> None:
    async with stage(shown(options, 8, "R7 R3 W", is_bluff=False)) as s:
        assert "Dmitri stacked it: no bluff" in s.screen
        assert "You challenge Dmitri wrongly." in s.screen
        assert "bluffed" not in s.screen
        assert "▴▴" not in s.screen
        assert "shown to you alone" in s.screen


@pytest.mark.parametrize("pending", [4, 8])
async def test_a_bluff_is_called_one_and_its_cards_are_marked(pending: int) -> None:
    async with stage(shown(APPLIES, pending, "R7 Y0 R3 W", is_bluff=True)) as s:
        assert "Dmitri bluffed, holding R3 R7" in s.screen
        assert s.screen.count("▴▴") == 2


@pytest.mark.parametrize(("options", "pending"), [(WAIVED, 4), (WAIVED, 8), (APPLIES, 8)])
async def test_a_hand_without_the_colour_is_called_honest_for_that(options: Options, pending: int) -> None:
    async with stage(shown(options, pending, "Y0 W", is_bluff=False)) as s:
        assert "Dmitri did not bluff: no red card" in s.screen
        assert "▴▴" not in s.screen


async def test_a_hand_is_not_judged_without_the_judgement_on_it() -> None:
    view = shown(WAIVED, 4, "R7 R3 W", is_bluff=True)
    others = e.Challenged(2, 3, True, None), e.Challenged(0, 1, True, cards("R1"))
    log = tuple(one for one in view.log if not isinstance(one, e.Challenged))
    async with stage(replace(view, log=(*others, *log))) as s:
        assert "Dmitri's hand, shown to you alone" in s.screen
        assert "▴▴" not in s.screen
