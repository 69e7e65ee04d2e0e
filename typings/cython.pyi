"""What our kernels use of Cython's module, for the type checker; the package itself comes without types."""

from contextlib import AbstractContextManager
from typing import TypeVar

Thing = TypeVar("Thing")

compiled: bool
nogil: AbstractContextManager[None]
gil: AbstractContextManager[None]

def final(thing: Thing) -> Thing: ...
def cast(kind: type[Thing], value: object) -> Thing: ...
