"""Which sentences the source gives to people: read from its syntax, so that none has to be listed twice.

Known are `text("…")` and `later("…")` under any name that ends so, `text.plural("…", "…", n)`, `several("…", "…")`,
`teller.say(seat, "…", "…")`, and, in files that may not import `client.text`, the values of a dict named `…SENTENCES`.
A comment `# Translators: …` on the line of a sentence or the line above goes into the catalogues with it.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parent.parent.parent
TOPS: Final = ("engine", "client", "server")
SINGLE: Final = ("text", "later")
PAIR: Final = ("plural", "several")
SILENT: Final = ("_style", "Style", "parse", "abort", "Malformed", "compile")
"""What takes texts that are no sentences."""
_WORDS: Final = re.compile(r"\b[a-z]{2,} [a-z]{2,}\b")
_NOTE: Final = re.compile(r"#\s*Translators:\s*(.+)")


@dataclass(slots=True)
class Found:
    """One sentence: its English form or forms, its context, the files that say it, and what translators should know."""

    id: str | tuple[str, str]
    context: str = ""
    files: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def key(self) -> tuple[str, str]:
        """What makes it the same sentence: context, and the first form."""
        return self.context, self.id if isinstance(self.id, str) else self.id[0]


@dataclass(frozen=True, slots=True)
class Hidden:
    """A sentence put together on the way to `Text`, which no catalogue can hold."""

    place: str
    code: str


def sources() -> list[Path]:
    """Every file that may say something, in the order of the catalogues."""
    return sorted(path for top in TOPS for path in (ROOT / top).rglob("*.py"))


def sentences() -> list[Found]:
    """Every sentence of the source, in the order of the files and their lines."""
    known: dict[tuple[str, str], Found] = {}
    for path in sources():
        source = path.read_text(encoding="utf-8")
        lines, name = source.splitlines(), path.relative_to(ROOT).as_posix()
        for line, id_, context in sorted(_said(ast.parse(source)), key=lambda said: said[0]):
            found = Found(id_, context)
            found = known.setdefault(found.key, found)
            if isinstance(found.id, str):
                found.id = id_
            if name not in found.files:
                found.files.append(name)
            for near in lines[max(line - 2, 0) : line]:
                note = _NOTE.search(near)
                if note and note[1] not in found.notes:
                    found.notes.append(note[1].strip())
    return list(known.values())


def hidden() -> list[Hidden]:
    """Calls of `text`, `later`, `plural` and `several` with something put together: only a name or a lookup may stand there."""
    wrong = []
    for path in sources():
        name = path.relative_to(ROOT).as_posix()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _name(node) in (*SINGLE, *PAIR):
                count = 2 if _name(node) in PAIR else 1
                fits = _is_literal if _name(node) in ("later", "several") else _is_known
                for argument in node.args[:count]:
                    if not all(map(fits, _branches(argument))):
                        wrong.append(Hidden(f"{name}:{node.lineno}", ast.unparse(node)))
    return wrong


def unmarked(path: Path, known: set[str]) -> list[Hidden]:
    """Texts of a file with two small words side by side that are in no catalogue: docstrings, errors and styles aside."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    aside: set[int] = set()
    for node in ast.walk(tree):
        if _is_aside(node):
            aside.update(id(inner) for inner in ast.walk(node))
    return [
        Hidden(f"{path.relative_to(ROOT).as_posix()}:{node.lineno}", node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in aside
        if _WORDS.search(node.value) and node.value not in known
    ]


def _is_aside(node: ast.AST) -> bool:
    if isinstance(node, ast.Call):
        function = node.func
        is_log = isinstance(function, ast.Attribute) and ast.unparse(function.value) in ("log", "_log")
        return is_log or _name(node) in SILENT
    is_docstring = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    return is_docstring or isinstance(node, ast.Raise | ast.Assert)


def _is_literal(node: ast.expr) -> bool:
    return _literal(node) is not None


def _is_known(node: ast.expr) -> bool:
    if isinstance(node, ast.Call):
        return _name(node) in ("later", "get", "number")
    return isinstance(node, ast.Name | ast.Attribute | ast.Subscript | ast.Starred) or _is_literal(node)


def _said(tree: ast.AST) -> Iterator[tuple[int, str | tuple[str, str], str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            yield from _called(node)
        elif isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Dict):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(target, ast.Name) and target.id.endswith("SENTENCES") for target in targets):
                yield from ((value.lineno, said, "") for value in node.value.values if (said := _literal(value)))


def _called(node: ast.Call) -> Iterator[tuple[int, str | tuple[str, str], str]]:
    name, arguments = _name(node), node.args
    if name in SINGLE and arguments:
        context = _literal(arguments[1]) if len(arguments) > 1 else None
        for branch in _branches(arguments[0]):
            if said := _literal(branch):
                yield branch.lineno, said, context or ""
    elif name in PAIR and len(arguments) >= 2:
        one, many = map(_literal, arguments[:2])
        if one and many:
            yield arguments[0].lineno, (one, many), ""
    elif name == "say" and len(arguments) >= 3:
        for argument in arguments[1:3]:
            if said := _literal(argument):
                yield argument.lineno, said, ""


def _name(node: ast.Call) -> str:
    if isinstance(node.func, ast.Attribute):
        return node.func.attr
    return node.func.id if isinstance(node.func, ast.Name) else ""


def _branches(node: ast.expr) -> Iterator[ast.expr]:
    if isinstance(node, ast.IfExp):
        yield from _branches(node.body)
        yield from _branches(node.orelse)
    else:
        yield node


def _literal(node: ast.expr) -> str | None:
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else None
