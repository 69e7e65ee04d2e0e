"""Writes the third-party notices and the bill of materials (CycloneDX) that go with a wheel.

    python scripts/notices.py FOLDER

Python packages are those of requirements/runtime.lock, read from the environment this runs in; JavaScript packages are
those that the page's build found in its bundle (web_dist/licenses.json).
"""

import json
import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import NamedTuple

TOP = Path(__file__).parents[1]
LOCK = TOP / "requirements" / "runtime.lock"
BUNDLE = TOP / "src" / "boohive" / "web_dist" / "licenses.json"
NOTICES, BILL = "THIRD-PARTY-NOTICES.txt", "sbom.cdx.json"
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^ ;\\]+)", re.MULTILINE)
LICENCE_FILE = re.compile(r"(^|/)(licen[cs]e|copying|notice)[^/]*$", re.IGNORECASE)


class Part(NamedTuple):
    """A package that is not ours."""

    kind: str
    """``pypi`` or ``npm``."""
    name: str
    version: str
    licence: str
    """A name for it, such as MIT; empty when only its text is known."""
    text: str

    @property
    def address(self) -> str:
        """The package URL."""
        return f"pkg:{self.kind}/{self.name.replace('@', '%40').lower()}@{self.version}"


def python_parts() -> list[Part]:
    """What a base install brings on this machine; packages of other systems or versions are named without a text."""
    return [python_part(name, version) for name, version in PINNED.findall(LOCK.read_text(encoding="utf-8"))]


def python_part(name: str, version: str) -> Part:
    try:
        found = metadata.distribution(name)
    except metadata.PackageNotFoundError:
        return Part("pypi", name, version, "", "")
    return Part("pypi", name, version, licence_name(found), licence_text(found))


def licence_name(found: metadata.Distribution) -> str:
    """The expression if there is one, else the short old field, else what the classifiers say."""
    old = found.metadata.get("License") or ""
    classified = [
        line.rpartition(" :: ")[2].removesuffix(" License")
        for line in found.metadata.get_all("Classifier") or []
        if line.startswith("License :: ")
    ]
    return found.metadata.get("License-Expression") or (old if "\n" not in old else "") or ", ".join(classified)


def licence_text(found: metadata.Distribution) -> str:
    texts = [
        file.locate().read_text(encoding="utf-8", errors="replace").strip()  # type: ignore[attr-defined]
        for file in found.files or []
        if ".dist-info/" in str(file) and LICENCE_FILE.search(str(file))
    ]
    return "\n\n".join(texts)


def page_parts() -> list[Part]:
    """What the page's bundle holds."""
    packages = json.loads(BUNDLE.read_text(encoding="utf-8"))
    return [
        Part("npm", each["name"], each["version"], each["identifier"] or "", each["text"] or "") for each in packages
    ]


def write_notices(parts: list[Part]) -> str:
    """All names, versions and texts, one after the other."""
    lines = ["boohive uses the work of others. Python packages are installed with it; JavaScript is part of its page."]
    for part in parts:
        where = "Python package" if part.kind == "pypi" else "in the page"
        lines += ["", "=" * 80, f"{part.name} {part.version} ({where}): {part.licence or 'see its own page'}", "=" * 80]
        lines += ["", part.text] if part.text else []
    return "\n".join(lines) + "\n"


def write_bill(parts: list[Part]) -> str:
    """CycloneDX 1.6. No time and no serial number, so that the same parts give the same file."""
    project = tomllib.loads((TOP / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    application = {
        "type": "application",
        "name": project["name"],
        "version": project["version"],
        "bom-ref": f"pkg:pypi/{project['name']}@{project['version']}",
        "purl": f"pkg:pypi/{project['name']}@{project['version']}",
        "licenses": [{"expression": project["license"]}],
    }
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"component": application},
        "components": [component(part) for part in parts],
        "dependencies": [{"ref": application["bom-ref"], "dependsOn": [part.address for part in parts]}],
    }
    return json.dumps(bill, indent=2) + "\n"


def component(part: Part) -> dict[str, object]:
    found: dict[str, object] = {"type": "library", "name": part.name, "version": part.version}
    found |= {"bom-ref": part.address, "purl": part.address}
    if part.licence:
        found["licenses"] = [{"license": {"name": part.licence}}]
    return found


def write(folder: Path) -> None:
    """Both files."""
    parts = [*python_parts(), *page_parts()]
    folder.mkdir(parents=True, exist_ok=True)
    (folder / NOTICES).write_text(write_notices(parts), encoding="utf-8")
    (folder / BILL).write_text(write_bill(parts), encoding="utf-8")


if __name__ == "__main__":
    write(Path(sys.argv[1]))
