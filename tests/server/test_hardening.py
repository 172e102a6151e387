"""Nothing that Textual keeps once per process, or takes from the server's environment, reaches a player."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
import textual
import textual.app
import textual.constants
from rich.color import ColorSystem
from rich.style import Style
from textual.css.stylesheet import Stylesheet
from textual.screen import Screen

from server.ssh import environment, hardening
from server.ssh.hardening import Unfit
from server.ssh.terminal import Terminal
from tests.server.hosted import TRUECOLOR, Client, SmallApp

ROOT = Path(__file__).parents[2]


def test_the_installed_libraries_are_fit() -> None:
    hardening.check()


@pytest.mark.parametrize("name", ["textual", "rich"])
def test_another_version_is_refused_in_one_line(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hardening, "version", lambda asked: "9.9.9" if asked == name else hardening.PINNED[asked])
    with pytest.raises(Unfit, match=rf"^{name} 9\.9\.9 is installed, .*{hardening.PINNED[name]}$"):
        hardening.install()


@pytest.mark.parametrize(
    ("owner", "name"),
    [(textual.app, "_NullFile"), (textual.app.App, "_display"), (Screen, "_compositor_refresh"), (Style, "_attributes")],
)
def test_a_private_name_that_went_away_is_refused_in_one_line(
    owner: object, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delattr(owner, name)
    with pytest.raises(Unfit, match=name):
        hardening.check()


def test_a_private_function_that_takes_other_arguments_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hardening, "_PARAMETERS", ((textual.app.App.exit, ("self", "screen")),))
    with pytest.raises(Unfit, match=r"App\.exit takes other arguments"):
        hardening.check()


def test_the_environment_is_scrubbed_of_what_steers_textual_and_of_nothing_else() -> None:
    steering = dict.fromkeys(("TEXTUAL", "TEXTUAL_FPS", "NO_COLOR", "COLUMNS", "ESCDELAY"), "1")
    environ = {**steering, "HOME": "/x", "LANG": "C"}
    assert environment.scrub(environ) == ("COLUMNS", "ESCDELAY", "NO_COLOR", "TEXTUAL", "TEXTUAL_FPS")
    assert environ == {"HOME": "/x", "LANG": "C"}


def test_textual_imported_before_the_environment_was_scrubbed_is_refused() -> None:
    code = "import textual.app; from server.ssh import environment, hardening; environment.scrub(); hardening.install()"
    environ = {"TEXTUAL_FPS": "7", "TEXTUAL_PRESS": "q", "PATH": ""}
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, env=environ, capture_output=True, text=True)
    assert done.returncode == 1
    assert "Unfit: textual took MAX_FPS, PRESS from the environment" in done.stderr


def test_the_server_scrubs_its_environment_before_it_loads_textual() -> None:
    code = "import server.__main__, sys; assert 'textual' not in sys.modules and 'rich' not in sys.modules"
    assert subprocess.run([sys.executable, "-c", code], cwd=ROOT).returncode == 0


async def test_colour_codes_that_rich_cached_for_somebody_else_are_not_sent() -> None:
    client = Client(Terminal.from_request("xterm-256color", {}))
    await client.sees("hello")
    style = client.app().canvas.style
    style._make_ansi_codes(ColorSystem.TRUECOLOR)  # what Strip.render would do for a client with 24 bits
    client.host.feed(b"a\x0c")
    await client.sees("typed a")
    assert b"8;2;" not in client.channel.raw
    assert b"8;5;" in client.channel.raw
    client.host.stop("")
    await client.host.ended()


async def test_apps_of_a_class_share_what_is_parsed_but_not_a_theme_of_ones_own() -> None:
    one, other = Client(), Client()
    await one.sees("hello")
    await other.sees("hello")
    shared = one.app().stylesheet
    assert other.app().stylesheet is shared
    one.host.deliver(lambda: setattr(one.app(), "theme", "textual-light"))
    await one.until(lambda: one.app().stylesheet is not shared)
    assert other.app().stylesheet is shared
    assert one.app().stylesheet._variables["background"] != shared._variables["background"]
    assert one.app().stylesheet.source == shared.source
    for client in (one, other):
        client.host.stop("")
        await client.host.ended()


def test_a_shared_stylesheet_is_read_and_parsed_once(tmp_path: Path) -> None:
    file = tmp_path / "app.tcss"
    file.write_text("Screen { background: $background; }")
    sheet = hardening.SharedStylesheet(variables={"background": "red"})
    sheet.read(file)
    rules = sheet.rules
    sheet.read(file)
    sheet.set_variables({"background": "red"})
    assert sheet.rules is rules
    sheet.set_variables({"background": "blue"})
    assert sheet._variables == {"background": "blue"}
    assert isinstance(sheet, Stylesheet)


async def test_starting_apps_leaves_the_loops_task_factory_alone() -> None:
    """Python 3.12 and later: Textual's own start would make every task of the process an eager one."""
    loop = asyncio.get_running_loop()
    before = loop.get_task_factory()
    client = Client(TRUECOLOR, (80, 24), SmallApp)
    await client.sees("hello")
    client.host.stop("")
    await client.host.ended()
    assert loop.get_task_factory() is before
