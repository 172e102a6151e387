"""After a round its page says how to verify it, in whole lines; the waiting room shows the seal of the coming deal."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.protocol import Proof, Seal, TableView
from client.protocol import Stage as Life
from tests.client import tables
from tests.client.stage import stage

PROOF = Proof("K7QX-1-1", 1, "0123456789abcdef" * 4, (), "5" * 64, "a" * 32)
SEAL = Seal("K7QX-1-1", 2, "fedcba9876543210" * 4)
OVER = [replace(view, proof=PROOF, seal=SEAL) for view in (tables.round_over(), tables.match_over())]


@pytest.mark.parametrize("view", OVER, ids=["round", "match"])
@pytest.mark.parametrize("size", [(80, 24), (60, 16), (160, 50)])
async def test_the_page_after_a_round_says_how_to_verify_it_and_what_to_note(view: TableView, size: tuple[int, int]) -> None:
    async with stage(view, size, address="-p 2222 localhost") as s:
        assert "ssh -p 2222 localhost verify 0123456789ab" in s.screen
        assert "Next seal: fedcba987654" in s.screen
        await s.show(replace(view, proof=None))
        assert "verify" not in s.screen


async def test_the_waiting_room_shows_the_seal_of_the_coming_deal() -> None:
    waiting = replace(tables.table(None, Life.WAITING), seal=SEAL)
    async with stage(waiting) as s:
        assert "Seal of the deal: fedcba987654" in s.screen
