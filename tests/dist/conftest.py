"""A built wheel in an empty environment."""

from pathlib import Path

import pytest

from dist.wheels import Installed, build


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """sdist and wheel without compiled kernels, which take long; everything else is as it is shipped."""
    return build(tmp_path_factory.mktemp("dist"), "pure")


@pytest.fixture(scope="session")
def installed(built: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Installed:
    return Installed(tmp_path_factory.mktemp("venv") / "it", built[1])
