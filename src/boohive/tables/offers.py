"""Offers: a draw, a takeback, another game; each needs the consent of the other people at the table."""

from msgspec import Struct, structs

from boohive.core.game import Seat
from boohive.core.sentences import Sentence
from boohive.tables.errors import Rejected
from boohive.tables.fields import OfferKind

__all__ = ["Offers", "Pending", "add", "answer", "find", "without"]

NAMES: dict[OfferKind, str] = {"draw": "a draw", "takeback": "to take a move back", "rematch": "another game"}


class Pending(Struct, frozen=True):
    """An offer that waits."""

    what: OfferKind
    offered_by: Seat
    awaiting: tuple[Seat, ...]
    """Who still has to say yes."""


Offers = tuple[Pending, ...]


def find(offers: Offers, what: OfferKind) -> Pending | None:
    """The offer of this kind, if there is one."""
    return next((offer for offer in offers if offer.what == what), None)


def without(offers: Offers, *kinds: OfferKind) -> Offers:
    """The offers of other kinds."""
    return tuple(offer for offer in offers if offer.what not in kinds)


def add(offers: Offers, what: OfferKind, seat: Seat, ask: tuple[Seat, ...]) -> tuple[Offers, bool]:
    """The offers after a new one, and whether it is agreed at once: nobody to ask, or it meets the same offer."""
    present = find(offers, what)
    if present is None:
        return (offers, True) if not ask else ((*offers, Pending(what, seat, ask)), False)
    if present.offered_by == seat:
        sentence = f"you have already asked for {NAMES[what].removeprefix('to ')}; wait for the answer"
        raise Rejected("not_now", Sentence(sentence, "already_asked"))
    return answer(offers, what, seat, True)


def answer(offers: Offers, what: OfferKind, seat: Seat, yes: bool) -> tuple[Offers, bool]:
    """The offers after an answer, and whether all have agreed now."""
    present = find(offers, what)
    if present is None or (seat not in present.awaiting and seat != present.offered_by):
        raise Rejected(
            "not_now", f"nobody has asked you for {NAMES[what].removeprefix('to ')}; there is nothing to answer"
        )
    if not yes:
        return without(offers, what), False
    if seat == present.offered_by:
        raise Rejected("not_now", "this is your own offer; the others have to answer")
    awaiting = tuple(other for other in present.awaiting if other != seat)
    if not awaiting:
        return without(offers, what), True
    return tuple(structs.replace(each, awaiting=awaiting) if each is present else each for each in offers), False
