"""`Slope`: how fast something grows in a row of samples, and how sure that is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf, sqrt
from typing import Final

WIDTH: Final = 2.0
"""Standard errors on either side: about 95 % of them, were the noise normal."""
LEAST: Final = 8
"""Samples below which nothing is said."""


@dataclass(frozen=True)
class Slope:
    """`value` for each unit of what it was measured over, and how far off it may be; infinitely far with too few samples."""

    value: float
    noise: float
    samples: int


def slope(over: Sequence[float], values: Sequence[float]) -> Slope:
    """The least-squares line through samples.

    Neighbours are alike, so that there are fewer independent samples than samples: the error is widened by the
    autocorrelation of what is left beside the line, sqrt((1 + r) / (1 - r)).
    """
    count = len(values)
    if count < LEAST:
        return Slope(0.0, inf, count)
    middle, mean = sum(over) / count, sum(values) / count
    spread = sum((one - middle) ** 2 for one in over)
    rise = sum((one - middle) * (value - mean) for one, value in zip(over, values, strict=True)) / spread
    left = [value - mean - rise * (one - middle) for one, value in zip(over, values, strict=True)]
    squares = sum(one * one for one in left)
    if squares == 0:
        return Slope(rise, 0.0, count)
    alike = sum(one * other for one, other in pairwise(left)) / squares
    alike = min(0.99, max(0.0, alike))
    error = sqrt(squares / (count - 2) / spread) * sqrt((1 + alike) / (1 - alike))
    return Slope(rise, WIDTH * error, count)
