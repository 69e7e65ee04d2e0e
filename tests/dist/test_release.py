"""A release tells one version everywhere."""

import sys

import pytest

from dist.wheels import TOP

sys.path.insert(0, str(TOP / "scripts"))
import release

PROJECT = '[project]\nversion = "1.2.0"\n'


@pytest.mark.parametrize(
    ("package", "changelog", "words"),
    [
        ('__version__ = "1.2.0"\n', "# Changes\n\n## 1.2.0 (2026-11-16)\n\n## 1.1.0\n", []),
        ('__version__ = "1.1.0"\n', "# Changes\n\n## 1.2.0\n", ["boohive.__version__ says 1.1.0"]),
        ('__version__ = "1.2.0"\n', "# Changes\n\n## Unreleased\n\n## 1.1.0\n", ["top entry is 'Unreleased'"]),
        ('__version__ = "1.2.0"\n', "# Changes\n", ["top entry is 'missing'"]),
    ],
)
def test_version_and_changelog_must_agree(package: str, changelog: str, words: list[str]) -> None:
    faults = release.faults(PROJECT, package, changelog)
    assert len(faults) == len(words)
    for fault, word in zip(faults, words, strict=True):
        assert word in fault


def test_this_tree_tells_one_version() -> None:
    """Between releases the top entry is Unreleased; the versions agree all the same."""
    texts = [(TOP / name).read_text(encoding="utf-8") for name in release.FILES]
    assert not [fault for fault in release.faults(*texts) if "__version__" in fault]
