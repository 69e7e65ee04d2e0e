"""What is refused, in a sentence a player understands: what is wrong, then what would be right."""

__all__ = ["BoohiveError", "IllegalMove", "NotationError", "OptionError"]


class BoohiveError(ValueError):
    """Anything boohive refuses; its text is one sentence for the person who asked."""


class NotationError(BoohiveError):
    """We cannot read it."""


class IllegalMove(BoohiveError):
    """We can read it, and the rules refuse it."""


class OptionError(BoohiveError):
    """A game has no such option, or the option no such value."""
