"""Files to which a long command adds one game after the other."""

from pathlib import Path

from boohive.core.errors import OptionError

__all__ = ["refuse_special_file", "unwritable"]


def refuse_special_file(file: Path) -> None:
    """Pipes and devices hold no games: reading them to the end, as is done first, may never end."""
    if file.exists() and not file.is_file() and not file.is_dir():
        raise OptionError(f"{file} cannot be used: it is not an ordinary file; choose another file")


def unwritable(file: Path, error: OSError) -> OptionError:
    """The refusal in the middle of a run, when a disk is full."""
    return OptionError(
        f"{file} cannot be written: {error.strerror}; its games are kept, and the same command continues when there is room"
    )
