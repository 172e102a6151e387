"""What every process of ours that speaks SSH does to the libraries first."""

from __future__ import annotations

import logging

from client.catalogue import catalogue
from client.text import LANGUAGES
from server.config import StartError
from server.ssh import hardening
from server.ssh.listener import accept_any_user_name, check_asyncssh


def prepare_libraries() -> None:
    """Once per process: see that the libraries are the pinned ones, and cure or read what sessions share. Raises StartError."""
    logging.getLogger("asyncssh").setLevel(logging.WARNING)  # below that it writes down what clients send
    try:
        check_asyncssh()
        hardening.install()
    except (RuntimeError, hardening.Unfit) as error:
        raise StartError(str(error)) from None
    accept_any_user_name()
    for language in LANGUAGES:
        catalogue(language)  # reading one takes some 50 ms, in which nobody's key would be answered later
