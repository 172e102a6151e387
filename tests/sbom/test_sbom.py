"""The bill of materials is the lock, with licences and needs: nothing missing, nothing more, made without the network."""

from __future__ import annotations

import json
import re
import socket
import tomllib
from dataclasses import replace
from typing import NotRequired, TypedDict, cast

import pytest

from tests.sbom.__main__ import main
from tests.sbom.bill import bill
from tests.sbom.lock import LOCK, Locked, locked


class Hash(TypedDict):
    content: str


class Files(TypedDict):
    url: str
    hashes: list[Hash]


Part = TypedDict(
    "Part",
    {"bom-ref": str, "name": str, "purl": str, "scope": str, "licenses": list[object], "externalReferences": list[Files]},
)


class Needs(TypedDict):
    ref: str
    dependsOn: NotRequired[list[str]]


class Written(TypedDict):
    bomFormat: str
    specVersion: str
    components: list[Part]
    dependencies: list[Needs]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Written:
    """The file that `make sbom` writes, where no socket can be opened."""

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("the network was asked")

    path = tmp_path_factory.mktemp("sbom") / "deep" / "bill.json"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(socket, "socket", refuse)
        assert main([str(path)]) == 0
    return cast(Written, json.loads(path.read_text()))


def test_every_locked_package_is_in_it_with_exactly_its_hashes(written: Written) -> None:
    assert (written["bomFormat"], written["specVersion"]) == ("CycloneDX", "1.6")
    text = LOCK.read_text()
    assert {part["purl"].removeprefix("pkg:pypi/").replace("@", "==") for part in written["components"]} == set(
        re.findall(r"^[^\s=]+==[^\s;]+", text, re.MULTILINE)
    )
    content = [one["content"] for part in written["components"] for one in part["externalReferences"][0]["hashes"]]
    assert sorted(content) == sorted(re.findall("sha256:([0-9a-f]+)", text))
    assert content


def test_every_package_has_a_licence(written: Written) -> None:
    assert [part["name"] for part in written["components"] if not part.get("licenses")] == []


def test_what_the_server_needs_leads_to_every_package_but_the_build_tool(written: Written) -> None:
    needs = {one["ref"]: one.get("dependsOn", []) for one in written["dependencies"]}
    project = tomllib.loads((LOCK.parent / "pyproject.toml").read_text())["project"]
    direct = {"pkg:pypi/" + one.replace("==", "@") for one in project["dependencies"]}
    assert set(needs["unotty"]) == direct
    reached, waiting = set[str](), ["unotty"]
    while waiting:
        ref = waiting.pop()
        waiting += [other for other in needs[ref] if other not in reached]
        reached.update(needs[ref])
    parts = {part["bom-ref"]: part for part in written["components"]}
    assert {parts[ref]["name"] for ref in parts.keys() - reached} == {"setuptools"}
    assert {part["name"] for part in written["components"] if part["scope"] == "excluded"} == {"setuptools"}


def test_it_names_no_registry(written: Written) -> None:
    assert {one["url"] for part in written["components"] for one in part["externalReferences"]} == {
        part["purl"] for part in written["components"]
    }


def test_another_version_than_the_locked_one_is_not_written_down_as_locked() -> None:
    lock = locked(LOCK.read_text())
    lock[0] = replace(lock[0], version="0.0.1")
    with pytest.raises(ValueError, match=r"the lock has 0\.0\.1"):
        bill(lock)


@pytest.mark.parametrize("line", ["rich==15.0.0", "rich --hash=sha256:" + "0" * 64, "https://example.org/rich.whl"])
def test_a_lock_with_a_package_that_is_not_pinned_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match="not a package"):
        locked(line)


def test_a_package_is_read_with_its_marker_and_all_of_its_hashes() -> None:
    first, second = "a" * 64, "b" * 64
    line = (
        f"cffi==2.1.1 ; platform_python_implementation != 'PyPy' \\\n    --hash=sha256:{first} \\\n    --hash=sha256:{second}\n"
    )
    assert locked(line) == [Locked("cffi", "2.1.1", (first, second))]
