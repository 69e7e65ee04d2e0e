"""Changing frozen values quickly: a table is changed with every action of every game."""

from typing import Any, TypeVar

__all__ = ["replace"]

Value = TypeVar("Value")


def replace(value: Value, **changes: Any) -> Value:
    """``dataclasses.replace`` for frozen dataclasses without slots, in a fifth of its time: fields are not looked up."""
    twin = object.__new__(type(value))
    twin.__dict__.update(value.__dict__)
    twin.__dict__.update(changes)
    return twin
