"""What a client says decides what it is sent: the table of EXPERIENCE §4."""

from __future__ import annotations

import pytest

from client.tui.theme import Depth, Look
from server.ssh.terminal import Glyphs, Terminal

UTF8 = {"LANG": "en_US.UTF-8"}


@pytest.mark.parametrize(
    ("term", "env", "depth"),
    [
        ("xterm-256color", {}, Depth.ANSI256),
        ("xterm-256color", {"COLORTERM": "truecolor"}, Depth.TRUECOLOR),
        ("xterm-256color", {"COLORTERM": "24bit"}, Depth.TRUECOLOR),
        ("xterm-256color", {"COLORTERM": "yes"}, Depth.ANSI256),
        ("xterm", {}, Depth.ANSI16),
        ("xterm", {"COLORTERM": "truecolor"}, Depth.TRUECOLOR),
        ("xterm-kitty", {}, Depth.TRUECOLOR),
        ("xterm-direct", {}, Depth.TRUECOLOR),
        ("alacritty", {}, Depth.TRUECOLOR),
        ("tmux-256color", {"COLORTERM": "truecolor"}, Depth.TRUECOLOR),
        ("screen", {"COLORTERM": "truecolor"}, Depth.ANSI16),
        ("screen-256color", {}, Depth.ANSI256),
        ("tmux", {}, Depth.ANSI16),
        ("linux", {"COLORTERM": "truecolor"}, Depth.ANSI16),
        ("rxvt", {}, Depth.ANSI16),
        ("putty", {}, Depth.ANSI16),
        ("putty-256color", {}, Depth.ANSI256),
        ("something-new", {}, Depth.ANSI16),
        ("vt100", {}, Depth.MONO),
        ("vt220", {"COLORTERM": "truecolor"}, Depth.MONO),
        ("xterm-mono", {}, Depth.MONO),
        ("linux-m", {}, Depth.MONO),
        ("dumb", {}, Depth.MONO),
        ("xterm-256color", {"COLORTERM": "truecolor", "NO_COLOR": "1"}, Depth.MONO),
        ("xterm-256color", {"NO_COLOR": ""}, Depth.ANSI256),
        ("XTERM-256COLOR", {}, Depth.ANSI256),
    ],
)
def test_colours_follow_what_the_client_said(term: str, env: dict[str, str], depth: Depth) -> None:
    """CASES 2-17, 2-19."""
    assert Terminal.from_request(term, env).depth is depth


@pytest.mark.parametrize(
    ("term", "env", "glyphs"),
    [
        ("xterm", {}, Glyphs.FULL),
        ("xterm", UTF8, Glyphs.FULL),
        ("xterm", {"LC_CTYPE": "UTF-8"}, Glyphs.FULL),
        ("xterm", {"LANG": "C.utf8"}, Glyphs.FULL),
        ("xterm", {"LANG": "sr_RS.UTF-8@latin"}, Glyphs.FULL),
        ("xterm", {"LANG": "C"}, Glyphs.ASCII),
        ("xterm", {"LANG": "lt_LT.ISO8859-13"}, Glyphs.ASCII),
        ("xterm", {"LANG": "en_US"}, Glyphs.ASCII),
        ("xterm", {"LANG": "en_US.UTF-8", "LC_ALL": "C"}, Glyphs.ASCII),
        ("xterm", {"LANG": "C", "LC_CTYPE": "en_US.UTF-8"}, Glyphs.FULL),
        ("xterm", {"LANG": "\x1b]0;UTF-8\x07.UTF-8"}, Glyphs.ASCII),
        ("linux", UTF8, Glyphs.CONSOLE),
        ("linux", {}, Glyphs.ASCII),
        ("vt100", {}, Glyphs.ASCII),
        ("vt100", UTF8, Glyphs.FULL),
        ("something-new", {}, Glyphs.ASCII),
        ("dumb", UTF8, Glyphs.ASCII),
    ],
)
def test_characters_follow_the_locale(term: str, env: dict[str, str], glyphs: Glyphs) -> None:
    """CASES 2-23."""
    terminal = Terminal.from_request(term, env)
    assert terminal.glyphs is glyphs
    assert terminal.unicode is (glyphs is not Glyphs.ASCII)


@pytest.mark.parametrize(
    ("term", "private", "hides", "late"),
    [
        ("xterm-256color", True, True, True),
        ("screen.xterm-256color", True, True, True),
        ("tmux-256color", True, True, True),
        ("rxvt-unicode", True, True, True),
        ("putty", True, True, True),
        ("linux", False, True, True),
        ("vt100", False, False, True),
        ("ansi", False, False, False),
        ("cygwin", False, False, False),
        ("something-new", False, False, False),
    ],
)
def test_modes_are_sent_only_to_terminals_known_to_take_them(term: str, private: bool, hides: bool, late: bool) -> None:
    """CASES 2-25, 2-33."""
    terminal = Terminal.from_request(term, UTF8)
    assert (terminal.private_modes, terminal.hides_cursor, terminal.wraps_late) == (private, hides, late)
    assert terminal.mouse is private


@pytest.mark.parametrize("term", [None, "", "dumb", "unknown", "a b", "x" * 33, "xterm\x1b[2J", "xterm\n", "тerm", "xterm;rm"])
def test_a_missing_dumb_or_malformed_name_is_a_terminal_without_any_abilities(term: str | None) -> None:
    terminal = Terminal.from_request(term, {"COLORTERM": "truecolor", **UTF8})
    assert not terminal.addressable
    assert not terminal.private_modes
    assert terminal.depth is Depth.MONO
    assert terminal.look == Look(Depth.MONO, unicode=False, mouse=False, most=Depth.MONO)
    assert "\x1b" not in terminal.term


def test_the_servers_own_environment_plays_no_part(monkeypatch: pytest.MonkeyPatch) -> None:
    """CASES 2-17."""
    before = Terminal.from_request("xterm-256color", UTF8)
    for name, value in {"NO_COLOR": "1", "COLORTERM": "truecolor", "LANG": "C", "TERM": "dumb"}.items():
        monkeypatch.setenv(name, value)
    assert Terminal.from_request("xterm-256color", UTF8) == before
