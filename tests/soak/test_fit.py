"""The line through samples: what grows is found with its rate, what does not is not, and noise is never called growth."""

from __future__ import annotations

from math import isinf
from random import Random

import pytest

from tests.soak.fit import slope
from tests.soak.server import bound

HOURS = [number / 720 for number in range(360)]
"""Half an hour, a sample every five seconds."""


def test_what_grows_without_noise_is_found_exactly() -> None:
    grown = slope(HOURS, [100 + 6 * hour for hour in HOURS])
    assert grown.value == pytest.approx(6)
    assert grown.noise == pytest.approx(0, abs=1e-6)
    assert grown.samples == 360


def test_too_few_samples_say_nothing() -> None:
    assert isinf(slope(HOURS[:7], [1.0] * 7).noise)


@pytest.mark.parametrize("steps", [1, 20], ids=["each for itself", "like its neighbours"])
def test_the_true_rate_lies_within_the_noise_nearly_always(steps: int) -> None:
    """Also where memory goes up and down in waves, which a plain standard error would take for a trend."""
    hits, random = 0, Random(1)
    for _ in range(200):
        height, values = 0.0, []
        for number, hour in enumerate(HOURS):
            if number % steps == 0:
                height = random.gauss(0, 1)
            values.append(100 + 3 * hour + height)
        grown = slope(HOURS, values)
        hits += abs(grown.value - 3) <= grown.noise
    assert hits >= 180


def test_the_bound_of_a_histogram_is_that_of_the_time_between_two_looks() -> None:
    before = {"0.01": 100.0, "0.05": 100.0, "+Inf": 100.0}
    after = {"0.01": 190.0, "0.05": 199.0, "+Inf": 200.0}
    assert bound(before, after, 0.9) == 0.01
    assert bound(before, after, 0.99) == 0.05
    assert isinf(bound(before, after, 0.999))
    assert isinf(bound(after, after, 0.5))
