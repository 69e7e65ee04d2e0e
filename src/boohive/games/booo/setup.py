"""Set-up: which castle, ghost room, number, special tokens and deck a game starts with (H1 to H8, H27, H28)."""

import tomllib
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

from boohive.core.errors import OptionError
from boohive.core.options import Options
from boohive.core.rng import random_stream
from boohive.games.booo.castle import CENTRE, ROOMS, Castle, read_room
from boohive.games.booo.generator import NUMBERS, SET_SPECS, VISITORS, castle_of, deal_deck, is_poor
from boohive.games.booo.streams import Stream

__all__ = ["SETS", "TOKEN_ROOMS", "Setup", "pile_size", "printed_deck", "section_set", "set_up", "shuffled_castle"]

SETS = tuple(SET_SPECS)
TOKEN_ROOMS = ("b2", "e5", "e2", "b5")
"""H6: where the four special tokens lie; the first ones are passages, the last ones transformations."""

MAX_TOKENS = len(TOKEN_ROOMS)
SMALL_PILE, MIDDLE_PILE = 9, 12


class Setup(NamedTuple):
    """A game before its first visitor."""

    castle: Castle
    ghost: int
    """The ghost's room."""
    number: int
    """H8: 1 to 4, for the whole game."""
    passages: tuple[str, ...]
    transformations: tuple[str, ...]
    deck: tuple[tuple[str, ...], ...]
    """The four rooms of each visitor, in rising order."""
    first_player: int

    @property
    def passage_set(self) -> int:
        """The rooms with a passage as a set of bits."""
        return self.castle.rooms_set(self.passages)

    @property
    def transformation_set(self) -> int:
        """The rooms with a transformation as a set of bits."""
        return self.castle.rooms_set(self.transformations)


def pile_size(players: int) -> int:
    """H7: visitors 1 to 9 for two players (and a player alone), to 12 for three or four, to 15 for five or six."""
    return SMALL_PILE if players <= 2 else MIDDLE_PILE if players <= 4 else VISITORS


@cache
def section_set(name: str) -> tuple[str, ...]:
    """The nine sections of one of our sets."""
    data = tomllib.loads((files(__package__) / "sections.toml").read_text(encoding="utf-8"))
    return tuple(data[name]["sections"])


@cache
def printed_deck() -> tuple[tuple[str, ...], ...]:
    """Our deck."""
    data = tomllib.loads((files(__package__) / "visitors.toml").read_text(encoding="utf-8"))
    return tuple(tuple(rooms) for rooms in data["visitors"])


@lru_cache(maxsize=1024)
def shuffled_castle(name: str, seed: int) -> Castle:
    """The castle that a seed stands for; poor ones are shuffled again."""
    sections, spec = section_set(name), SET_SPECS[name]
    passages, transformations = split_tokens(spec.tokens, TOKEN_ROOMS)
    attempt = 0
    while True:
        castle = castle_of(sections, seed, attempt)
        if not is_poor(castle, castle.rooms_set(passages), castle.rooms_set(transformations), spec.poor):
            return castle
        attempt += 1


def split_tokens(split: str, rooms: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """H27: ``2+2`` is two passages and two transformations; H28: fewer is possible."""
    first, plus, last = split.partition("+")
    readable = plus and first.isdecimal() and last.isdecimal() and len(split) == 3
    if not readable or int(first) + int(last) > MAX_TOKENS:
        raise OptionError(
            f"tokens={split} is not possible; write passages+transformations, such as 2+2, at most {MAX_TOKENS} in all"
        )
    if int(first) + int(last) > len(rooms):
        fewer = f"{len(rooms) - len(rooms) // 2}+{len(rooms) // 2}"
        raise OptionError(
            f"token_rooms names {len(rooms)} rooms for tokens={split}; "
            f"name {int(first) + int(last)} rooms, or write tokens={fewer}"
        )
    return rooms[: int(first)], rooms[len(rooms) - int(last) :]


def token_rooms(where: str, seed: int) -> tuple[str, ...]:
    """The rooms of the special tokens: the standard ones, drawn by the seed, or named by hand."""
    if where == "standard":
        return TOKEN_ROOMS
    if where == "drawn":
        return tuple(random_stream(seed, Stream.TOKENS).shuffled(ROOMS)[:MAX_TOKENS])
    rooms = tuple(where.split(",")) if where else ()
    if len(rooms) > MAX_TOKENS or len(set(rooms)) < len(rooms) or not set(rooms) <= set(ROOMS):
        raise OptionError(
            f"token_rooms={where} is not possible; write standard, drawn or up to four different rooms such as b2,e5,e2,b5"
        )
    return rooms


def read_deck(text: str, seed: int) -> tuple[tuple[str, ...], ...]:
    """``printed``, ``fresh`` (drawn by the seed, so that nobody knows it by heart), or 15 visitors such as a1b2c3d4/..."""
    if text == "printed":
        return printed_deck()
    if text == "fresh":
        return deal_deck(random_stream(seed, Stream.DECK).word())
    deck = tuple(tuple(line[i : i + 2] for i in range(0, len(line), 2)) for line in text.split("/"))
    fits = len(deck) == VISITORS and all(len(rooms) == NUMBERS and set(rooms) <= set(ROOMS) for rooms in deck)
    if not fits or any(len(set(rooms)) == 1 for rooms in deck):
        raise OptionError(
            "this deck cannot be read; write printed, fresh, or 15 visitors of four rooms: a1b2c3d4/e5f6a2b3/..."
        )
    return deck


@lru_cache(maxsize=1024)
def set_up(options: Options) -> Setup:
    """The start that these options mean; the same on every machine."""
    seed, players = int(options["seed"]), int(options["players"])
    name, own = str(options["sections"]), str(options["castle"])
    castle = shuffled_castle(name, seed) if own == "shuffled" else Castle.of_sections(own.split("/"))
    split = str(options["tokens"])
    rooms = token_rooms(str(options["token_rooms"]), seed)
    passages, transformations = split_tokens(SET_SPECS[name].tokens if split == "set" else split, rooms)
    ghost, number = str(options["ghost"]), int(options["number"])
    return Setup(
        castle,
        read_room(random_stream(seed, Stream.GHOST).choice(CENTRE) if ghost == "drawn" else ghost),
        number or 1 + random_stream(seed, Stream.NUMBER).below(NUMBERS),
        passages,
        transformations,
        read_deck(str(options["deck"]), seed),
        random_stream(seed, Stream.FIRST_PLAYER).below(players),
    )
