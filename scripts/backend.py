"""The build backend: setuptools, which also asks for ziglang's C compiler where the machine has none."""

import os
import shutil
import sysconfig

from setuptools import build_meta
from setuptools.build_meta import *

ZIG = "ziglang==0.17.0"


def compiler_is_missing() -> bool:
    usual = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc").split()[0]
    return shutil.which(usual) is None and os.environ.get("BOOHIVE_BUILD") != "pure"


def with_a_compiler(requirements: list[str]) -> list[str]:
    return [*requirements, ZIG] if compiler_is_missing() else requirements


def get_requires_for_build_wheel(config_settings: dict[str, str] | None = None) -> list[str]:
    return with_a_compiler(build_meta.get_requires_for_build_wheel(config_settings))


def get_requires_for_build_editable(config_settings: dict[str, str] | None = None) -> list[str]:
    return with_a_compiler(build_meta.get_requires_for_build_editable(config_settings))
