"""The form for a new table, filled in by keys and by what it shows."""

from __future__ import annotations

from tests.e2e import look
from tests.e2e.person import Person

RULE_SETS = {
    "classic": "Classic",
    "all_wild": "All Wild",
    "official": "Official",
    "stacking": "Stacking",
    "mattel": "Printed sheet",
}
"""What the form calls each rule set."""


def set_up(host: Person, **wishes: str) -> str:
    """Open a table through the form, each wish a row of it and the value to be shown there; the table's code."""
    host.see("Lobby")
    host.press("n")
    host.see("New table")
    for label, value in wishes.items():
        label = label.replace("_", " ")
        while not any(row.lstrip().startswith(f"▸{label}") for row in host.rows):
            host.press("down")
            host.change()
        while f"[{value}]" not in next(row for row in host.rows if f"▸{label}" in row):
            host.press("right")
            host.change()
    host.press("enter")
    return host.until(lambda person: look.invitation(person.rows))
