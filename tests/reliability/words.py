"""Figures as they are written for people."""

from __future__ import annotations

from tests.reliability.record import Row


def number(value: float) -> str:
    """Whole numbers whole, others with three figures that count; thousands apart."""
    if value == int(value):
        return f"{int(value):,}".replace(",", " ")
    if abs(value) < 10:
        return f"{value:.2f}"
    return f"{value:.1f}" if abs(value) < 100 else f"{value:,.0f}".replace(",", " ")


def figure(row: Row) -> str:
    """What was measured, its noise and unit."""
    if row.value is None:
        return "not measured"
    noise = f" ± {number(row.noise)}" if row.noise is not None else ""
    return f"{number(row.value)}{noise} {row.unit}".rstrip()


def bar(row: Row) -> str:
    """What it must keep to; empty: nothing."""
    if row.most is None:
        return ""
    sign = "≥" if row.at_least else "≤"
    return (
        f"{sign} {number(row.most)} {row.unit}".rstrip()
        if row.most or row.at_least
        else "none"
        if not row.unit
        else f"0 {row.unit}"
    )
