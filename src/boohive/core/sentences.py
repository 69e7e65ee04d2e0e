"""Sentences for people that programs can recognise without reading English."""

from collections.abc import Callable, Mapping
from types import MappingProxyType

from boohive.core.view import SentenceData

__all__ = ["Sentence", "sentence_data", "sentence_of"]

NO_ARGS: Mapping[str, str | int] = MappingProxyType({})


class Sentence(str):
    """A string that also says which sentence it is: ``code`` names it, ``args`` are what it is about.

    >>> taken = Sentence("c3 is taken; place on an empty space", "taken", space="c3")
    >>> taken.code, taken.args["space"], taken.upper()[:11]
    ('taken', 'c3', 'C3 IS TAKEN')
    """

    code: str
    args: Mapping[str, str | int]

    def __new__(cls, text: str, code: str = "", **args: str | int) -> "Sentence":
        """Make one."""
        made = super().__new__(cls, text)
        made.code = code
        made.args = MappingProxyType(args) if args else NO_ARGS
        return made

    def __reduce__(
        self,
    ) -> "tuple[Callable[..., Sentence], tuple[str, str, dict[str, str | int]]]":
        return _restore, (str(self), self.code, dict(self.args))


def _restore(text: str, code: str, args: Mapping[str, str | int]) -> Sentence:
    """A pickled sentence."""
    return Sentence(text, code, **args)


def sentence_data(text: str) -> SentenceData:
    """A sentence for a screen; one that nobody has given a code is ``other``."""
    if not isinstance(text, Sentence) or not text.code:
        return {"code": "other", "text": str(text)}
    if not text.args:
        return {"code": text.code, "text": str(text)}
    return {"code": text.code, "text": str(text), "args": dict(text.args)}


def sentence_of(data: SentenceData) -> Sentence:
    """The sentence that was sent as data."""
    return _restore(data["text"], data["code"], data.get("args", NO_ARGS))
