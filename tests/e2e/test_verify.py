"""`ssh host verify ID`: two programs cut and play a round; the seal they noted is opened, here and on their own machine."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

from engine import verify
from tests.e2e.house import House
from tests.e2e.program import Program


def newest(program: Program, field: str) -> Any:
    """A field of the table as it was last told."""
    told = [message["view"] for message in program.messages if message["kind"] == "snapshot" and message["topic"] != "lobby"]
    told += [message["changes"] for message in program.messages if message["kind"] == "patch" and message["topic"] != "lobby"]
    return [changes[field] for changes in told if field in changes][-1]


def test_a_round_is_verified_by_those_who_played_it(house: House, tmp_path: Path) -> None:
    ann, bob = house.program("ann"), house.program("bob")
    about = {"options": {"rules": "classic", "target_score": None}, "seats": 2, "clock": None}
    code = ann.send("create", about=about)["table"]
    bob.send("join", code)
    bob.send("cut", about={"text": "nobody but bob knows this line"})
    noted = newest(bob, "seal")["commitment"]
    ann.send("start")
    bob.until(lambda message: any(one["event"] == "dealt" for one in message.get("happened", ())))
    (dealt,) = [one for one in bob.happened() if one["event"] == "dealt"]
    assert newest(bob, "proof") is None
    ann.send("leave")
    bob.until(lambda message: bool(message.get("changes", {}).get("proof")))
    told = house.run("verify", noted[:12])
    assert (told.returncode, told.stderr) == (0, "")
    assert "dealt as it was sealed" in told.stdout
    assert "nobody but bob knows this line" in told.stdout
    transcript = house.run("verify", noted, "--json").stdout
    record = json.loads(transcript)
    assert record["hands"][1] == dealt["hands"][1]
    proof = newest(bob, "proof")
    assert [proof[name] for name in ("commitment", "seed", "nonce", "cuts")] == [
        record[name] for name in ("seal", "seed", "nonce", "cuts")
    ]
    for text, status in ((transcript, 0), (transcript.replace("bob knows", "Bob knows"), 1)):
        done = subprocess.run(
            [sys.executable, "-I", verify.__file__, noted[:12]],
            input=text,
            text=True,
            capture_output=True,
            cwd=tmp_path,
            check=False,
        )
        assert done.returncode == status
