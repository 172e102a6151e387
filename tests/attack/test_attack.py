"""While somebody attacks, twenty honest people play on, and the server stays as small as it was (SECURITY §4, issue 6).

All tests share one server and its people; `make test` runs them by themselves, so that no other test is what disturbs them.
On a machine that others use too, the bar for latencies is four times what they are in calm, or the server's own processor time.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.attack.attacks import ATTACKS
from tests.attack.siege import Siege

SEED = 20_261_130
STRETCH = 0.7
"""Of the time that an attack has in `python -m tests.attack`."""


@pytest.fixture(scope="module")
def siege() -> Iterator[Siege]:
    with Siege(SEED) as one:
        yield one


@pytest.mark.parametrize("name", ATTACKS)
def test_twenty_people_play_on_while_somebody_tries(siege: Siege, name: str) -> None:
    """CASES 3-06, 3-07, 3-10, 3-14, 3-17, 3-20, 3-23, 3-29 and 2-06, 2-26 against a server in its own process."""
    figures = siege.undisturbed(name, STRETCH, noisy=True)
    assert not figures.verdict(noisy=True), figures
