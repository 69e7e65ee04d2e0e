"""Options of the rules: what may be agreed on before a game, as data."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from boohive.core.errors import OptionError

__all__ = ["Option", "OptionValue", "Options", "Preset", "parse_settings"]

OptionValue = bool | str | int


class Option(NamedTuple):
    """One thing that may be agreed on."""

    name: str
    default: OptionValue
    help: str
    choices: tuple[str, ...] = ()
    """The allowed words; empty for yes/no and for whole numbers."""
    minimum: int = 0
    maximum: int = 2**63 - 1

    def describe_values(self) -> str:
        """The values as they are written, for help and refusals."""
        if isinstance(self.default, bool):
            return "true|false"
        if isinstance(self.default, int):
            return (
                f"{self.minimum} to {self.maximum}"
                if self.maximum < 2**63 - 1
                else f"a whole number from {self.minimum} on"
            )
        return "|".join(self.choices) or "text"

    def parse(self, value: OptionValue) -> OptionValue:
        """The value as its proper type; refused with the values that would do."""
        if isinstance(self.default, bool):
            return self._parse_bool(value)
        if isinstance(self.default, int):
            return self._parse_number(value)
        word = format_value(value)
        fits = word in self.choices if self.choices else isinstance(value, str)
        if not fits:
            raise self._refusal(value)
        return word

    def _parse_bool(self, value: OptionValue) -> bool:
        if isinstance(value, bool):
            return value
        word = str(value).lower()
        if word not in ("true", "false"):
            raise self._refusal(value)
        return word == "true"

    def _parse_number(self, value: OptionValue) -> int:
        try:
            number = int(value)
        except ValueError:
            raise self._refusal(value) from None
        if isinstance(value, bool) or not self.minimum <= number <= self.maximum:
            raise self._refusal(value)
        return number

    def _refusal(self, value: OptionValue) -> OptionError:
        return OptionError(f"{self.name}={value} is not possible; {self.name} is {self.describe_values()}")


def format_value(value: OptionValue) -> str:
    """A value as it is written in commands and records."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Options(Mapping[str, OptionValue]):
    """What was agreed on for one game: every option with its value. Immutable, comparable, hashable."""

    __slots__ = ("_definitions", "_values")

    def __init__(self, definitions: Iterable[Option], given: Mapping[str, OptionValue] | None = None) -> None:
        self._definitions = tuple(definitions)
        given = given or {}
        names = [option.name for option in self._definitions]
        for name in given:
            if name not in names:
                has = f"it has {', '.join(names)}" if names else "it has none"
                raise OptionError(f"this game has no option {name!r}; {has}")
        self._values = {
            option.name: option.parse(given[option.name]) if option.name in given else option.default
            for option in self._definitions
        }

    def __getitem__(self, name: str) -> OptionValue:
        return self._values[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._values == other._values

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __repr__(self) -> str:
        return f"Options({self.text()})"

    def non_default(self) -> dict[str, OptionValue]:
        """Only what differs from the defaults."""
        return {
            option.name: self._values[option.name]
            for option in self._definitions
            if self._values[option.name] != option.default
        }

    def text(self) -> str:
        """``name=value`` for each option, in the game's order."""
        return " ".join(f"{name}={format_value(value)}" for name, value in self._values.items())

    def replace(self, **given: OptionValue) -> "Options":
        """The same with some values changed."""
        return Options(self._definitions, {**self._values, **given})


class Preset(NamedTuple):
    """A named set of options that players know."""

    name: str
    options: Mapping[str, OptionValue]
    help: str


def parse_settings(settings: Iterable[str]) -> dict[str, OptionValue]:
    """``name=value`` words as a mapping, values still as written."""
    given: dict[str, OptionValue] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise OptionError(f"{setting!r} sets nothing; write option=value")
        given[name.strip()] = value.strip()
    return given
