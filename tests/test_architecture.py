"""Who may import whom, and who may touch whose private names: the table of ARCHITECTURE.md as a test."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
SEEN = ("cards", "moves", "view", "options", "powers", "events")
"""What bots may know of the engine: what anybody at the table can see, hear of and look up."""
BORDER = {f"engine.{name}" for name in (*SEEN, "codec", "refusal")}
"""What clients may know of the engine: nouns and their compact form."""
BELOW = tuple(
    f"client.{path.stem}" for path in sorted((ROOT / "client").iterdir()) if path.stem not in ("tui", "plain", "play")
)
"""What both ways to play stand on: it knows of neither."""
JUDGED = (*BELOW, "client.play")
"""That, and what both of them judge."""
SPOKEN = ("client.protocol", "client.changes", "client.link", "client.refusals", "client.text", "client.usertext")
"""What the lobby takes from clients: what is said and what changes, the ear its bots have, sentences, the cleaning of words."""
MANAGED = ("server.admin", "server.lobby", "server.config", "server.health", "server.logs", "server.metrics", "server.ssh.toll")
"""What the operator's office reaches: no connection and no screen."""

SERVED = (
    *(
        f"server.{name}"
        for name in ("bridge", "collector", "config", "doors", "libraries", "logs", "metrics", "sentences", "ssh", "watchdog")
    ),
    *(f"server.lobby.{name}" for name in ("front", "people")),
)
"""What the bridge reaches: doors and connections, and of the lobby only what doors know of it."""


class Rule(NamedTuple):
    """For files whose module name starts with one of `where`: what of ours, and which libraries, they may import."""

    where: tuple[str, ...]
    ours: tuple[str, ...]
    libraries: frozenset[str]


RULES = (
    Rule(("engine.bots",), ("engine.bots", *(f"engine.{name}" for name in SEEN)), frozenset()),
    Rule(("engine.codec",), ("engine",), frozenset({"msgpack"})),
    Rule(("engine",), ("engine",), frozenset()),
    Rule(("client.catalogue",), (), frozenset({"babel"})),
    Rule(("client.bidi",), ("client.ordering",), frozenset({"arabic_reshaper"})),
    Rule(("client.ordering",), (), frozenset({"bidi"})),
    Rule(("client.tui",), (*JUDGED, "client.tui", *BORDER, "engine.rules.presets"), frozenset({"textual", "rich"})),
    Rule(("client.plain",), (*JUDGED, "client.plain", *BORDER, "engine.rules.presets"), frozenset()),
    Rule(("client.play",), (*JUDGED, *BORDER, "engine.rules.presets"), frozenset()),
    Rule(("client",), (*BELOW, *BORDER, "engine.rules.presets"), frozenset({"msgpack"})),
    Rule(("server.lobby.ratings",), ("server.lobby", "engine", *SPOKEN), frozenset({"openskill"})),
    Rule(("server.lobby",), ("server.lobby", "engine", *SPOKEN), frozenset()),
    Rule(
        ("server.store",),
        ("server.store", "server.files", "server.lobby", "client.protocol", "engine.codec", "engine.events"),
        frozenset(),
    ),
    Rule(
        ("server.ssh", "server.doors"),
        ("server", "client", *BORDER, "engine.rules.presets"),
        frozenset({"asyncssh", "textual", "rich"}),
    ),
    Rule(("server.bridge.frames",), (), frozenset({"msgpack"})),
    Rule(("server.bridge",), (*SERVED, "client", *BORDER), frozenset({"asyncssh", "uvloop"})),
    Rule(("server.admin",), (*MANAGED, "client", *BORDER, "engine.refusal"), frozenset()),
    Rule(("server",), ("server", "client", "engine"), frozenset({"asyncssh", "uvloop"})),
)


def name_of(path: Path) -> str:
    """`engine/bots/__init__.py` -> `engine.bots`."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def within(name: str, roots: tuple[str, ...]) -> bool:
    """Is a module one of these, or inside one?"""
    return any(name == root or name.startswith(root + ".") for root in roots)


SOURCES = sorted(path for top in ("engine", "client", "server") for path in (ROOT / top).rglob("*.py"))
TREES = {path: ast.parse(path.read_text(encoding="utf-8")) for path in SOURCES}


def imports(path: Path) -> Iterator[tuple[int, str]]:
    """Every module a file imports, with the line; `from a import b` counts as `a.b` where that is a module."""
    for node in ast.walk(TREES[path]):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}:{node.lineno}: relative import"
            module = node.module or ""
            for alias in node.names:
                inner = f"{module}.{alias.name}"
                file = ROOT.joinpath(*inner.split("."))
                yield node.lineno, inner if file.with_suffix(".py").exists() or file.is_dir() else module


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_a_module_imports_only_what_its_place_allows(path: Path) -> None:
    name = name_of(path)
    rule = next(rule for rule in RULES if within(name, rule.where))
    wrong = []
    for line, target in imports(path):
        top = target.split(".")[0]
        if top in ("engine", "client", "server"):
            allowed = within(target, rule.ours)
        else:
            allowed = top in sys.stdlib_module_names or top in rule.libraries
        if not allowed:
            wrong.append(f"line {line}: {target}")
    assert not wrong


def test_the_screens_never_load_the_games_state() -> None:
    code = "import sys, client.tui.app; print([m for m in sys.modules if m in ('engine.state','engine.game','engine.observe')])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_lines_never_load_the_screens() -> None:
    code = "import importlib, pkgutil, sys, client.plain, client.play\n"
    code += "for at in (client.plain, client.play):\n"
    code += "    for one in pkgutil.iter_modules(at.__path__, at.__name__ + '.'): importlib.import_module(one.name)\n"
    code += "print(len(sys.modules) > 100, [m for m in ('textual', 'rich', 'client.tui') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "True []"


def test_the_operators_office_never_loads_connections_or_screens() -> None:
    code = "import sys, server.admin.office, server.admin.desk, server.admin.commandline;"
    code += "print([m for m in ('asyncssh', 'textual', 'server.store.database') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_a_worker_never_loads_the_lobby_the_store_or_the_games_state() -> None:
    code = "import sys, server.bridge.worker; print([m for m in sys.modules if m.startswith('server.store') or m in"
    code += "('sqlite3', 'server.lobby.lobby', 'engine.state', 'engine.game', 'engine.observe')])"
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("path", [path for path in SOURCES if within(name_of(path), ("server.lobby",))], ids=name_of)
def test_the_lobby_never_awaits(path: Path) -> None:
    waits = (ast.Await, ast.AsyncFor, ast.AsyncWith, ast.AsyncFunctionDef)
    assert not [node for node in ast.walk(TREES[path]) if isinstance(node, waits)]
    assert "asyncio" not in {target for _, target in imports(path)} or path.name == "clock.py"


def test_only_doubles_of_chance_live_outside_the_engines_shuffle() -> None:
    users = [name_of(path) for path in SOURCES if any(target == "random" for _, target in imports(path))]
    assert [name for name in users if not name.startswith("engine.bots")] == []


def test_only_command_lines_print() -> None:
    speakers = {
        name_of(path)
        for path in SOURCES
        for node in ast.walk(TREES[path])
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    }
    assert speakers <= {"engine.__main__", "server.__main__", "server.cli"}


def private_names(tree: ast.AST, library: str) -> Iterator[str]:
    """Private modules and names that a file imports from a library, or reaches through an imported module of it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            paths = [f"{node.module}.{alias.name}" for alias in node.names]
        elif isinstance(node, ast.Import):
            paths = [alias.name for alias in node.names]
        else:
            paths = [ast.unparse(node)] if isinstance(node, ast.Attribute) else []
        for path in paths:
            top, *parts = path.split(".")
            yield from (part for part in parts if top == library and part.startswith("_") and not part.startswith("__"))


HOMES = {
    "textual": {f"server.ssh.{name}" for name in ("backdrop", "driver", "frame", "hardening", "hosted", "hosting", "keyboard")},
    "asyncssh": {f"server.ssh.{name}" for name in ("connection", "listener", "session")},
    "rich": set[str](),
}
"""The files that may know private names of a library."""


@pytest.mark.parametrize("library", HOMES)
def test_private_names_of_a_library_stay_in_their_home(library: str) -> None:
    users = {name_of(path) for path in SOURCES if any(private_names(TREES[path], library))}
    assert users <= HOMES[library]


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("from textual._compositor import ChopsUpdate", ["_compositor"]),
        ("from textual.app import App, _NullFile", ["_NullFile"]),
        ("import textual._context as context", ["_context"]),
        ("import textual\ntextual.app._NullFile()", ["_NullFile"]),
        ("from textual.app import App\nimport textual.keys\nfrom _thread import start_new", []),
        ("import textual\ntextual.__version__", []),
    ],
)
def test_a_private_name_is_seen_however_it_is_reached(code: str, names: list[str]) -> None:
    assert list(private_names(ast.parse(code), "textual")) == names


def test_the_map_names_the_same_homes_of_private_names() -> None:
    homes = re.findall(r"`server/ssh/\{([a-z,]+)\}\.py`", (ROOT / "ARCHITECTURE.md").read_text(encoding="utf-8"))
    assert [{f"server.ssh.{name}" for name in row.split(",")} for row in homes] == [HOMES["textual"], HOMES["asyncssh"]]


def test_a_file_holds_one_noun() -> None:
    lengths = {name_of(path): len(path.read_text(encoding="utf-8").splitlines()) for path in SOURCES}
    assert {name: length for name, length in lengths.items() if length > 400} == {}


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_a_file_begins_by_saying_what_lives_there(path: Path) -> None:
    if path.stat().st_size:
        assert ast.get_docstring(TREES[path])
