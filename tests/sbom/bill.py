"""The bill of materials (CycloneDX 1.6) of what a server runs on: the locked packages with hashes, licences and who needs whom.

Versions and hashes are the lock's; licences and needs are what the installed packages say of themselves."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.metadata import metadata, requires, version

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import License
from packageurl import PackageURL
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.sbom.lock import Locked

ROOT = "unotty"


def bill(lock: list[Locked]) -> Bom:
    """The bill of a lock; ValueError if another version of a package is installed than the locked one."""
    needs = _needs({one.name for one in lock})
    root = Component(name=ROOT, version=version(ROOT), type=ComponentType.APPLICATION, licenses=_licences(ROOT), bom_ref=ROOT)
    parts = {ROOT: root, **{one.name: _component(one, delivered=one.name in needs) for one in lock}}
    bom = Bom(components=[parts[one.name] for one in lock])
    bom.metadata.component = root
    for name in parts:
        bom.register_dependency(parts[name], [parts[other] for other in sorted(needs.get(name, ()))])
    return bom


def _component(one: Locked, *, delivered: bool) -> Component:
    if version(one.name) != one.version:
        raise ValueError(f"{one.name} {version(one.name)} is installed, the lock has {one.version}")
    purl = PackageURL("pypi", name=one.name, version=one.version)
    files = ExternalReference(
        type=ExternalReferenceType.DISTRIBUTION,
        url=XsUri(purl.to_string()),
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=content) for content in one.hashes],
    )
    return Component(
        name=one.name,
        version=one.version,
        purl=purl,
        bom_ref=purl.to_string(),
        # What only builds the package is locked with it, and taken out of the image again.
        scope=ComponentScope.REQUIRED if delivered else ComponentScope.EXCLUDED,
        licenses=_licences(one.name),
        external_references=[files],
    )


def _needs(names: set[str]) -> dict[str, set[str]]:
    """Whom the server and each package that it needs, directly or not, need among `names`; others have no entry."""
    needs: dict[str, set[str]] = {}
    asked: set[tuple[str, str]] = set()
    waiting = [(ROOT, "")]
    while waiting:
        name, extra = waiting.pop()
        if (name, extra) in asked:
            continue
        asked.add((name, extra))
        found = needs.setdefault(name, set())
        for need in map(Requirement, requires(name) or ()):
            other = canonicalize_name(need.name)
            if other not in names or (need.marker and not need.marker.evaluate({"extra": extra})):
                continue
            found.add(other)
            waiting.extend((other, wanted) for wanted in ("", *need.extras))
    return needs


def _licences(name: str) -> Iterator[License]:
    """The licence by its expression, else by its name, else by its classifiers: whatever the package has first."""
    said = metadata(name)
    written = [text for field in ("License-Expression", "License") for text in said.get_all(field) or () if text]
    kinds = [kind.rpartition(" :: ")[2] for kind in said.get_all("Classifier") or () if kind.startswith("License ::")]
    for text in written[:1] or kinds:
        yield LicenseFactory().make_from_string(text)
