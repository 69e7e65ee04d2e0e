"""Chooses which build of the kernels is imported: for newer CPUs, for any CPU, or plain Python.

A kernel's source lies next to its compiled module, and Python prefers the compiled one by itself. This finder is needed
only for another build: ``BOOHIVE_PURE=1`` asks for the plain source, and a CPU with AVX2 and BMI gets the build that
uses them. ``BOOHIVE_CPU=baseline`` asks for the build for any CPU.
"""

import contextlib
import os
import platform
import sys
from collections.abc import Sequence
from importlib.machinery import EXTENSION_SUFFIXES, ExtensionFileLoader, ModuleSpec, SourceFileLoader
from importlib.util import find_spec, spec_from_file_location
from pathlib import Path
from types import ModuleType

__all__ = ["KERNEL_BUILD", "install"]

PACKAGE = Path(__file__).parent
V3 = PACKAGE / "_x86_64_v3"
V3_FLAGS = {"avx2", "bmi1", "bmi2", "fma", "f16c", "movbe", "abm"}


def wanted_build() -> str:
    """``pure``, ``x86-64-v3`` or ``baseline``."""
    if os.environ.get("BOOHIVE_PURE") == "1":
        return "pure"
    if V3.is_dir() and os.environ.get("BOOHIVE_CPU") != "baseline" and cpu_is_v3():
        return "x86-64-v3"
    return "baseline"


def cpu_is_v3() -> bool:
    """Whether Linux reports the instructions of x86-64-v3; elsewhere we do not ask."""
    if platform.machine() not in ("x86_64", "AMD64"):
        return False
    try:
        with open("/proc/cpuinfo", encoding="ascii", errors="replace") as info:
            flags = next((line for line in info if line.startswith("flags")), "")
    except OSError:
        return False
    return set(flags.split()) >= V3_FLAGS


class KernelFinder:
    """Finds kernels of one build; leaves every other module to Python."""

    def __init__(self, build: str) -> None:
        self.build = build

    def find_spec(
        self, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of a boohive module in this build; ``None`` leaves the search to the next finder."""
        if not name.startswith("boohive."):
            return None
        parts = name.split(".")[1:]
        return self._plain(name, parts) if self.build == "pure" else self._for_v3(name, parts)

    @staticmethod
    def _plain(name: str, parts: list[str]) -> ModuleSpec | None:
        source = PACKAGE.joinpath(*parts).with_suffix(".py")
        if not source.with_suffix(".pxd").exists():
            return None
        return spec_from_file_location(name, source, loader=SourceFileLoader(name, str(source)))

    @staticmethod
    def _for_v3(name: str, parts: list[str]) -> ModuleSpec | None:
        built = V3.joinpath(*parts[:-1], parts[-1] + EXTENSION_SUFFIXES[0])
        if not built.exists():
            return None
        return spec_from_file_location(name, built, loader=ExtensionFileLoader(name, str(built)))


def stand_in_for_cython() -> None:
    """Uncompiled kernels name a few words of Cython's; a machine that never compiles need not have Cython."""
    if find_spec("cython") is None:
        plain = ModuleType("cython")
        plain.nogil = plain.gil = contextlib.nullcontext()  # type: ignore[attr-defined]
        plain.cast = lambda kind, value: value  # type: ignore[attr-defined]
        plain.final = lambda method: method  # type: ignore[attr-defined]
        plain.compiled = False  # type: ignore[attr-defined]
        sys.modules["cython"] = plain


def install() -> str:
    """Put the finder in place; returns which build it looks for."""
    build = wanted_build()
    if build != "baseline":
        sys.meta_path.insert(0, KernelFinder(build))
    compiled = any(PACKAGE.joinpath("core").glob("kernel*" + EXTENSION_SUFFIXES[0]))
    if build == "pure" or not compiled:
        stand_in_for_cython()
        build = "pure"
    return build


KERNEL_BUILD = install()
"""``pure``, ``baseline`` or ``x86-64-v3``."""
