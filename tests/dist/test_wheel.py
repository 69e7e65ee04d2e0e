"""What users install: the wheel in an empty environment, its notices, and other versions of Python."""

import json
import shutil
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

import boohive
from dist.wheels import TOP, Installed, build, run

OTHER_VERSIONS = ("3.12", "3.13", "3.14")


def take_the_tour(installed: Installed) -> dict[str, object]:
    output = json.loads(installed.run(TOP / "tests" / "dist" / "tour.py").splitlines()[-1])
    assert output["where"].startswith(str(installed.folder))
    assert set(output["games"]) == set(boohive.GAMES)
    assert output["page"] and output["health"]
    return output


def test_each_game_the_server_and_its_page_work_from_the_wheel(installed: Installed) -> None:
    take_the_tour(installed)


def test_the_examples_of_the_readme_run_from_the_wheel(installed: Installed) -> None:
    installed.run("-m", "doctest", "-o", "IGNORE_EXCEPTION_DETAIL", TOP / "README.md")
    assert "boop." in installed.run("-m", "boohive", "games")


def test_the_wheel_holds_page_notices_and_bill_of_materials(built: tuple[Path, Path]) -> None:
    with ZipFile(built[1]) as wheel:
        names = set(wheel.namelist())
        bill = json.loads(wheel.read("boohive/legal/sbom.cdx.json"))
        notices = wheel.read("boohive/legal/THIRD-PARTY-NOTICES.txt").decode()
    assert {
        "boohive/py.typed",
        "boohive/web_dist/index.html",
        "boohive/core/kernel.pxd",
        "boohive/examples/bot.py",
    } <= names
    assert not [name for name in names if name.endswith(".so") or "node_modules" in name]
    parts = {part["purl"].partition("@")[0]: part for part in bill["components"]}
    assert {"pkg:pypi/litestar", "pkg:pypi/sqlalchemy", "pkg:npm/svelte", "pkg:npm/uqr"} <= set(parts)
    assert bill["bomFormat"] == "CycloneDX" and bill["metadata"]["component"]["version"] == boohive.__version__
    for part in parts.values():
        assert f"{part['name']} {part['version']} (" in notices
    assert "Permission is hereby granted" in notices, "licence texts are there, not only names"


def test_every_package_of_the_lock_is_in_the_bill(built: tuple[Path, Path]) -> None:
    with ZipFile(built[1]) as wheel:
        bill = json.loads(wheel.read("boohive/legal/sbom.cdx.json"))
    output = {(part["name"], part["version"]) for part in bill["components"]}
    lock = (TOP / "requirements" / "runtime.lock").read_text()
    pinned = {tuple(line.split()[0].split("==")) for line in lock.splitlines() if "==" in line and line[0].isalnum()}
    assert pinned and {(name.partition("[")[0], version) for name, version in pinned} <= output


def test_the_sdist_carries_the_built_page_and_no_workplace(built: tuple[Path, Path]) -> None:
    with tarfile.open(built[0]) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {
        "src/boohive/web_dist/index.html",
        "src/boohive/legal/sbom.cdx.json",
        "setup.py",
        "LICENSE",
        "NOTICE",
    } <= names
    assert not [name for name in names if "node_modules" in name or name.endswith((".so", ".pyc"))]


def test_dependencies_are_told_twice_alike() -> None:
    import tomllib

    project = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]
    assert project["dependencies"] == []
    extras = project["optional-dependencies"]
    output = [word for name in ("server", "postgres") for word in extras[name] if not word.startswith("boohive[")]
    lines = (TOP / "requirements" / "runtime.in").read_text().replace('"', "'").splitlines()
    assert sorted(output) == sorted(line for line in lines if line and not line.startswith("#"))


def test_every_dependency_has_a_lower_bound_and_is_known_to_the_commands() -> None:
    import re
    import tomllib

    from boohive.core.extras import BUILT_ON, EXTRAS

    extras = tomllib.loads((TOP / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    assert set(extras) == set(EXTRAS)
    for name, words in extras.items():
        below = [word for word in words if word.startswith("boohive[")]
        assert below == ([f"boohive[{BUILT_ON[name]}]"] if name in BUILT_ON else [])
        own = [word for word in words if word not in below]
        assert all(">=" in word for word in own)
        modules = {re.split(r"[\[>]", word)[0].replace("-", "_") for word in own}
        assert modules == set(EXTRAS[name])


def pyenv(*words: str) -> list[str]:
    """What pyenv answers, line by line; nothing where it is not used."""
    asked = shutil.which("pyenv")
    return run(asked, *words).split() if asked else []


def other_pythons() -> list[str]:
    """One Python of each newer version, on the PATH or kept by pyenv; a name that does not start does not count."""
    mine = ".".join(map(str, sys.version_info[:2]))
    versions = [version for version in OTHER_VERSIONS if version != mine]
    kept = [version for version in pyenv("versions", "--bare") if version.startswith(tuple(versions))]
    found = [f"{folder}/bin/python3" for version in kept for folder in pyenv("prefix", version)]
    found += filter(None, (shutil.which(f"python{version}") for version in versions))
    output = {}
    for python in found:
        asked = subprocess.run([python, "--version"], capture_output=True, text=True, check=False)
        version = asked.stdout.removeprefix("Python ").rpartition(".")[0]
        if version in versions:
            output[version] = python
    return [output[version] for version in sorted(output)]


@pytest.mark.slow
def test_the_compiled_wheel_works_in_an_empty_environment(tmp_path: Path) -> None:
    _, wheel = build(tmp_path / "dist", "release")
    installed = Installed(tmp_path / "venv", wheel)
    assert take_the_tour(installed)["form"] != "pure"
    installed.check()
    installed.run("-m", "doctest", "-o", "IGNORE_EXCEPTION_DETAIL", TOP / "README.md")


@pytest.mark.slow
@pytest.mark.parametrize("place", range(2))
def test_other_versions_of_python_build_and_play(place: int, tmp_path: Path) -> None:
    """From our sdist, kernels compiled, with that Python's own build tools."""
    pythons = other_pythons()
    if place >= len(pythons):
        pytest.skip(f"no other Python of {OTHER_VERSIONS} is here")
    sdist, _ = build(tmp_path / "dist", "pure")
    installed = Installed(tmp_path / "venv", sdist, pythons[place])
    output = take_the_tour(installed)
    assert output["form"] != "pure"


def test_a_pure_wheel_works_on_another_version_of_python(built: tuple[Path, Path], tmp_path: Path) -> None:
    pythons = other_pythons()
    if not pythons:
        pytest.skip(f"no other Python of {OTHER_VERSIONS} is here")
    installed = Installed(tmp_path / "venv", built[1], pythons[-1])
    take_the_tour(installed)
    assert run(installed.python, "-c", "import sys; print(sys.version_info[1] > 11)").strip() == "True"
