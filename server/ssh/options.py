"""Which SSH we speak: the algorithms, and every other choice that asyncssh leaves to a server (SECURITY §2.2)."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from typing import Final

import asyncssh

from server.ssh.limits import LOGIN_SECONDS
from server.ssh.profiles import BALANCED, Profile

SIGNATURES: Final = (
    "ssh-ed25519", "ssh-ed448", "ecdsa-sha2-nistp256", "ecdsa-sha2-nistp384", "ecdsa-sha2-nistp521",
    "sk-ssh-ed25519@openssh.com", "sk-ecdsa-sha2-nistp256@openssh.com", "rsa-sha2-256", "rsa-sha2-512",
)  # fmt: skip

PROBE_SECONDS: Final = 8
"""Between two probes of a peer that does not answer; the first comes after 20 seconds of silence (`connection.QUIET`), and
after 44 seconds nobody is there."""


async def connection_options(
    host_keys: Sequence[asyncssh.SSHKey], doorman: Callable[[], asyncssh.SSHServer], profile: Profile = BALANCED
) -> asyncssh.SSHServerConnectionOptions:
    """The option sheet of SECURITY §2.2. Built once; nothing of the machine's SSH configuration is read.

    The first of the host keys is the one we are known by; clients that want to are told of the others (`hostkeys-00`).
    """
    os.environ.setdefault("HOME", "/")  # asyncssh asks where it is, also when it reads nothing there: services may have none
    options: asyncssh.SSHServerConnectionOptions = await asyncssh.SSHServerConnectionOptions.construct(
        config=[],
        server_factory=doorman,
        server_host_keys=list(host_keys),
        send_server_host_keys=True,
        server_version="UNO",
        kex_algs=list(profile.kex),
        encryption_algs=list(profile.ciphers),
        mac_algs=list(profile.macs),
        signature_algs=list(SIGNATURES),
        compression_algs=None,
        login_timeout=LOGIN_SECONDS,
        keepalive_interval=PROBE_SECONDS,
        keepalive_count_max=3,
        tcp_keepalive=True,
        rekey_bytes="1G",
        rekey_seconds="1h",
        window=64 * 1024,
        max_pktsize=32 * 1024,
        encoding=None,
        line_editor=False,
        agent_forwarding=False,
        x11_forwarding=False,
        sftp_factory=None,
        allow_scp=False,
        public_key_auth=True,
        kbdint_auth=True,
        password_auth=False,
        host_based_auth=False,
        gss_host=None,
        gss_kex=False,
        gss_auth=False,
        x509_trusted_certs=None,
        rdns_lookup=False,
        utf8_decode_errors="replace",
    )
    return options
