"""Options of the rules: what may be agreed on before a game, as data."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from boohive.core.errors import OptionError

__all__ = ["Option", "OptionValue", "Options", "Preset", "read_settings"]

OptionValue = bool | str | int


class Option(NamedTuple):
    """One thing that may be agreed on."""

    name: str
    default: OptionValue
    help: str
    choices: tuple[str, ...] = ()
    """The allowed words; empty for yes/no and for whole numbers."""
    least: int = 0
    most: int = 2**63 - 1

    def spellings(self) -> str:
        """The values as they are written, for help and refusals."""
        if isinstance(self.default, bool):
            return "true|false"
        if isinstance(self.default, int):
            return f"{self.least} to {self.most}" if self.most < 2**63 - 1 else f"a whole number from {self.least} on"
        return "|".join(self.choices) or "text"

    def read(self, value: OptionValue) -> OptionValue:
        """The value as its proper type; refused with the values that would do."""
        if isinstance(self.default, bool):
            return self._read_yes_no(value)
        if isinstance(self.default, int):
            return self._read_number(value)
        word = spell(value)
        fits = word in self.choices if self.choices else isinstance(value, str)
        if not fits:
            raise self._refusal(value)
        return word

    def _read_yes_no(self, value: OptionValue) -> bool:
        if isinstance(value, bool):
            return value
        word = str(value).lower()
        if word not in ("true", "false"):
            raise self._refusal(value)
        return word == "true"

    def _read_number(self, value: OptionValue) -> int:
        try:
            number = int(value)
        except ValueError:
            raise self._refusal(value) from None
        if isinstance(value, bool) or not self.least <= number <= self.most:
            raise self._refusal(value)
        return number

    def _refusal(self, value: OptionValue) -> OptionError:
        return OptionError(f"{self.name}={value} is not possible; {self.name} is {self.spellings()}")


def spell(value: OptionValue) -> str:
    """A value as it is written in commands and records."""
    return str(value).lower() if isinstance(value, bool) else str(value)


class Options(Mapping[str, OptionValue]):
    """What was agreed on for one game: every option with its value. Immutable, comparable, hashable."""

    __slots__ = ("_chosen", "_known")

    def __init__(self, known: Iterable[Option], chosen: Mapping[str, OptionValue] | None = None) -> None:
        self._known = tuple(known)
        chosen = chosen or {}
        names = [option.name for option in self._known]
        for name in chosen:
            if name not in names:
                has = f"it has {', '.join(names)}" if names else "it has none"
                raise OptionError(f"this game has no option {name!r}; {has}")
        self._chosen = {
            option.name: option.read(chosen[option.name]) if option.name in chosen else option.default
            for option in self._known
        }

    def __getitem__(self, name: str) -> OptionValue:
        return self._chosen[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._chosen)

    def __len__(self) -> int:
        return len(self._chosen)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Options) and self._chosen == other._chosen

    def __hash__(self) -> int:
        return hash(tuple(self._chosen.items()))

    def __repr__(self) -> str:
        return f"Options({self.text()})"

    def changed(self) -> dict[str, OptionValue]:
        """Only what differs from the defaults."""
        return {
            option.name: self._chosen[option.name]
            for option in self._known
            if self._chosen[option.name] != option.default
        }

    def text(self) -> str:
        """``name=value`` for each option, in the game's order."""
        return " ".join(f"{name}={spell(value)}" for name, value in self._chosen.items())

    def replace(self, **chosen: OptionValue) -> "Options":
        """The same with some values changed."""
        return Options(self._known, {**self._chosen, **chosen})


class Preset(NamedTuple):
    """A named set of options that players know."""

    name: str
    chosen: Mapping[str, OptionValue]
    help: str


def read_settings(settings: Iterable[str]) -> dict[str, OptionValue]:
    """``name=value`` words as a mapping, values still as written."""
    chosen: dict[str, OptionValue] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        if not equals:
            raise OptionError(f"{setting!r} sets nothing; write option=value")
        chosen[name.strip()] = value.strip()
    return chosen
