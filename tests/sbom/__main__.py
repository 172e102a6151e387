"""`make sbom`: write the bill of materials of the locked packages to build/unotty.cdx.json (or to the file that is named)."""

from __future__ import annotations

import sys
from pathlib import Path

from cyclonedx.output.json import JsonV1Dot6

from tests.sbom.bill import bill
from tests.sbom.lock import LOCK, locked


def main(arguments: list[str]) -> int:
    """The exit status. Nothing is asked of the network."""
    path = Path(arguments[0]) if arguments else LOCK.parent / "build" / "unotty.cdx.json"
    lock = locked(LOCK.read_text())
    text = JsonV1Dot6(bill(lock)).output_as_string(indent=2)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text + "\n")
    print(f"{path}: {len(lock)} packages")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
