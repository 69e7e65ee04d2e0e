"""Offers: a draw, a takeback, another game; each needs the consent of the other people at the table."""

from dataclasses import dataclass

from boohive.core.game import Seat
from boohive.tables.log import What
from boohive.tables.refusal import Refusal
from boohive.tables.values import replace

__all__ = ["Pending", "answer", "find", "make"]

NAMES: dict[What, str] = {"draw": "a draw", "takeback": "to take a move back", "rematch": "another game"}


@dataclass(frozen=True)
class Pending:
    """An offer that waits."""

    what: What
    by: Seat
    waiting: tuple[Seat, ...]
    """Who still has to say yes."""


Offers = tuple[Pending, ...]


def find(offers: Offers, what: What) -> Pending | None:
    """The offer of this kind, if there is one."""
    return next((offer for offer in offers if offer.what == what), None)


def without(offers: Offers, what: What) -> Offers:
    """The other offers."""
    return tuple(offer for offer in offers if offer.what != what)


def make(offers: Offers, what: What, seat: Seat, ask: tuple[Seat, ...]) -> tuple[Offers, bool]:
    """The offers after a new one, and whether it is agreed at once: nobody to ask, or it meets the same wish."""
    there = find(offers, what)
    if there is None:
        return (offers, True) if not ask else ((*offers, Pending(what, seat, ask)), False)
    if there.by == seat:
        raise Refusal("not_now", f"you have already asked for {NAMES[what].removeprefix('to ')}; wait for the answer")
    return answer(offers, what, seat, True)


def answer(offers: Offers, what: What, seat: Seat, yes: bool) -> tuple[Offers, bool]:
    """The offers after an answer, and whether all have agreed now."""
    there = find(offers, what)
    if there is None or (seat not in there.waiting and seat != there.by):
        raise Refusal(
            "not_now", f"nobody has asked you for {NAMES[what].removeprefix('to ')}; there is nothing to answer"
        )
    if not yes:
        return without(offers, what), False
    if seat == there.by:
        raise Refusal("not_now", "this is your own offer; the others have to answer")
    waiting = tuple(other for other in there.waiting if other != seat)
    if not waiting:
        return without(offers, what), True
    return tuple(replace(offer, waiting=waiting) if offer is there else offer for offer in offers), False
