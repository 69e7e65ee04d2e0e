"""Replace functions by ones that raise, one at a time, and say how the tests then end.

python tests/docs/replaced.py, with JSON on standard input: [[[name, ...], [test, ...]], ...], where a name is such as
``tables/clocks.py:Clocks.deadline``. Writes one object: for each name, and for "" followed by the tests of each row, the
exit code of pytest. Kernels run as plain Python, so that their functions can be replaced too.
"""

import importlib
import json
import os
import sys
from pathlib import Path
from types import FunctionType

import pytest

TOP = Path(__file__).parents[2]


def find(name: str) -> FunctionType:
    """The function with this name."""
    file, _, path = name.partition(":")
    found = importlib.import_module("boohive." + file.removesuffix(".py").replace("/", "."))
    for part in path.split("."):
        found = vars(found)[part]
    found = getattr(found, "fget", None) or getattr(found, "__func__", found)
    found = getattr(found, "__wrapped__", found)
    if not isinstance(found, FunctionType):
        raise TypeError(f"{name} is not a function")
    return found


def raises(*_args: object, **_kwargs: object) -> None:
    raise NotImplementedError("replaced by a function that raises")


def replace(name: str) -> None:
    """Whoever holds the function, by whatever name, calls the other code from now on."""
    function = find(name)
    function.__defaults__ = function.__kwdefaults__ = None
    function.__code__ = raises.__code__.replace(co_freevars=function.__code__.co_freevars)


def outcome(tests: list[str], name: str | None = None) -> int:
    """How the tests end in a process of their own, so that nothing is left of it."""
    child = os.fork()
    if child == 0:
        code = 99
        try:
            if name is not None:
                replace(name)
            code = int(pytest.main(["-q", "-x", "-p", "no:cacheprovider", *tests]))
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def main() -> None:
    rows = json.load(sys.stdin)
    answers = os.dup(1)
    os.dup2(2, 1)  # what pytest prints is no answer
    pytest.main(
        ["-q", "--collect-only", *(test for _, tests in rows for test in tests)]
    )  # imports all before the forks
    for names, _ in rows:
        for name in names:
            find(name)
    found = {}
    for names, tests in rows:
        found["".join(tests)] = outcome(tests)
        found.update({name: outcome(tests, name) for name in names})
    os.write(answers, json.dumps(found).encode())


if __name__ == "__main__":
    os.environ["BOOHIVE_PURE"] = "1"
    os.chdir(TOP)
    sys.path.insert(0, str(TOP))  # some tests import bench
    main()
