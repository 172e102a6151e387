"""`python -m server` and the `unotty` command."""

from __future__ import annotations

import sys

from server.ssh.environment import scrub


def main() -> int:
    """Run the command line; returns the exit status."""
    scrub()
    from server.cli import run  # after scrub: what is imported here reads the environment once and for all

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
