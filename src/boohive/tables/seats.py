"""Seats: who sits where, who may act for whom."""

import hashlib
from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, structs

from boohive.core.game import Seat
from boohive.tables.log import SeatTaken

__all__ = [
    "EMPTY",
    "SeatHolder",
    "hash_token",
    "is_between_people",
    "occupied_by",
    "pseudonym_for",
    "seats_of",
    "voters",
    "with_pseudonym",
]


class SeatHolder(Struct, frozen=True):
    """One seat and its occupant."""

    occupant: Literal["empty", "person", "bot"] = "empty"
    name: str = ""
    level: int | None = None
    person: str | None = None
    pseudonym: str | None = None
    token_hash: str | None = None
    """The hash of the seat's secret."""
    host: bool = False
    muted: bool = False
    resigned: bool = False
    """Whether they have given up while the others play on."""
    assisted: bool = False
    """Whether they have asked the computer for help in this game."""


EMPTY = SeatHolder()


def hash_token(token: str) -> str:
    """What is kept of a secret."""
    return hashlib.sha256(token.encode()).hexdigest()


def pseudonym_for(person: str, table_seed: str) -> str:
    """A person's name at one table: the same for all their seats there, and useless at any other table."""
    return hashlib.sha256(f"{table_seed}/person/{person}".encode()).hexdigest()[:16]


def with_pseudonym(action: SeatTaken, table_seed: str) -> SeatTaken:
    """The same with the person's name at this table."""
    if action.person is None:
        return action
    return structs.replace(action, pseudonym=pseudonym_for(action.person, table_seed))


def occupied_by(action: SeatTaken) -> SeatHolder:
    """The seat after somebody has taken it."""
    return SeatHolder(
        action.occupant, action.name, action.level, action.person, action.pseudonym, action.token_hash, action.host
    )


def seats_of(seats: Sequence[SeatHolder], hashes: Sequence[str], person: str | None) -> tuple[Seat, ...]:
    """The seats that somebody with these secrets' hashes, or this cookie, may act for."""
    return tuple(
        seat
        for seat, holder in enumerate(seats)
        if holder.occupant == "person"
        and (holder.token_hash in hashes or (person is not None and holder.person == person))
    )


def same_person(one: SeatHolder, other: SeatHolder) -> bool:
    """Whether two seats are played by the same person (hot seat), also after that person was erased."""
    if one.pseudonym is not None:
        return one.pseudonym == other.pseudonym
    return one.person is not None and one.person == other.person


def is_between_people(seats: Sequence[SeatHolder]) -> bool:
    """Whether at least two different persons have seats; bots do not count, nor does one screen with several seats."""
    people = [holder for holder in seats if holder.occupant == "person"]
    return any(not same_person(people[0], other) for other in people[1:])


def voters(seats: Sequence[SeatHolder], seat: Seat) -> tuple[Seat, ...]:
    """The seats of other people, whose consent counts."""
    return tuple(
        other
        for other, holder in enumerate(seats)
        if other != seat and can_vote(holder) and not same_person(holder, seats[seat])
    )


def can_vote(holder: SeatHolder) -> bool:
    """Whether somebody is there who could say yes: a person who has neither given up nor been removed."""
    return holder.occupant == "person" and not holder.resigned and (holder.person or holder.token_hash) is not None


def with_seat(seats: Sequence[SeatHolder], seat: Seat, holder: SeatHolder) -> tuple[SeatHolder, ...]:
    """The seats with another holder on one of them."""
    return (*seats[:seat], holder, *seats[seat + 1 :])


def reassign_host(seats: Sequence[SeatHolder]) -> tuple[SeatHolder, ...]:
    """A table with people has a host: the first of them if the former one has left."""
    people = [seat for seat, holder in enumerate(seats) if holder.occupant == "person"]
    if not people or any(seats[seat].host for seat in people):
        return tuple(seats)
    return with_seat(seats, people[0], structs.replace(seats[people[0]], host=True))
