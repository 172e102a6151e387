"""Which language somebody reads, by what his client sent of its environment; the server's own never plays a part."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from client.text import LANGUAGES

_LOCALE: Final = re.compile(r"([a-z]{2})([_-][A-Za-z]{2,8})*(\.[A-Za-z0-9-]{1,16})?(@[A-Za-z0-9]{1,16})?")


def language_of(env: Mapping[str, str]) -> str:
    """One of `LANGUAGES`: what LC_ALL, LC_MESSAGES or LANG name, the first that is set, as in setlocale(3).

    English if that is none of ours, if nothing was sent, and wherever the characters of the others cannot be shown.
    """
    named = next((env[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if env.get(name)), "")
    found = _LOCALE.fullmatch(named)
    language = found[1] if found else ""
    return language if language in LANGUAGES and reads_utf8(env) else LANGUAGES[0]


def reads_utf8(env: Mapping[str, str]) -> bool:
    """May it be sent bytes above 127? Yes, if the client does not say otherwise."""
    charset = next((env[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if env.get(name)), "")
    return not charset or "utf8" in charset.lower().replace("-", "")
