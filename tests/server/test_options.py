"""The sheet of choices that asyncssh leaves to a server says what it should, also where nothing else would notice."""

from __future__ import annotations

import asyncssh
import pytest

from server.ssh.doorman import Doorman
from server.ssh.environment import scrub
from server.ssh.limits import LOGIN_SECONDS
from server.ssh.options import connection_options

scrub()


async def test_the_option_sheet_says_no_to_all_that_a_game_does_not_need_and_sets_every_deadline() -> None:
    """SECURITY §2.2."""
    key = asyncssh.generate_private_key("ssh-ed25519")
    sheet = await connection_options([key], lambda: Doorman(lambda visit, port: pytest.fail("nobody comes")))
    refused = (
        "agent_forwarding", "x11_forwarding", "allow_scp", "sftp_factory", "line_editor", "password_auth", "host_based_auth",
        "gss_auth", "gss_kex", "rdns_lookup", "x509_trusted_certs",
    )  # fmt: skip
    assert [one for one in refused if getattr(sheet, one)] == []
    assert sheet.login_timeout == LOGIN_SECONDS == 120
    assert (sheet.rekey_bytes, sheet.rekey_seconds) == (1 << 30, 3600)
    assert (sheet.window, sheet.max_pktsize) == (64 * 1024, 32 * 1024)
    assert sheet.public_key_auth
    assert sheet.kbdint_auth
    assert sheet.tcp_keepalive
