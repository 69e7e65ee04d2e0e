"""What is refused, in a sentence a player understands: what is wrong, then what would be right."""

from boohive.core.sentences import Sentence

__all__ = ["BoohiveError", "IllegalMove", "NotSupported", "NotationError", "OptionError", "UnknownGame"]


class BoohiveError(ValueError):
    """Anything boohive refuses; its text is one sentence for the person who asked."""

    def __init__(self, text: str = "", code: str = "", **args: str | int) -> None:
        super().__init__(text)
        is_complete = isinstance(text, Sentence) and not code
        self.sentence = text if is_complete else Sentence(text, code, **args)
        """The text with its code and what it is about, for programs that show words of their own."""


class NotationError(BoohiveError):
    """We cannot read it."""


class UnknownGame(NotationError, KeyError):
    """There is no game with this id."""

    __str__ = BoohiveError.__str__


class IllegalMove(BoohiveError):
    """We can read it, and the rules refuse it."""


class OptionError(BoohiveError):
    """A game has no such option, or the option no such value."""


class NotSupported(BoohiveError):
    """A game does not have what was asked for."""
