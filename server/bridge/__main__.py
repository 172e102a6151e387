"""`python -m server.bridge PIPE HATCH FORMAT VERBOSITY`: a worker, started by the lobby's process and by nobody else."""

from __future__ import annotations

import sys

from server.ssh.environment import scrub


def main() -> int:
    """Serve until the lobby's process says so, or is gone; returns the exit status."""
    scrub()
    from server.bridge.worker import run  # after scrub, as in server.__main__

    pipe, hatch, log_format, verbosity = sys.argv[1:]
    return run(int(pipe), int(hatch), log_format, verbosity == "verbose")


if __name__ == "__main__":
    sys.exit(main())
