"""Who plays the other side in the terminal."""

import argparse
from collections.abc import Callable
from random import Random

from boohive.core.game import Event, Position

__all__ = ["SEED_BITS", "Bot", "computer", "engine_player"]

SEED_BITS = 32
"""The size of the seed of a player that was given none."""

Bot = Callable[[Position], Event]
"""Chooses an event for the seat it holds."""


def computer(args: argparse.Namespace) -> Bot:
    """The computer's player that the arguments ask for."""
    if args.level is not None:
        return engine_player(args.level, Random().getrandbits(SEED_BITS) if args.seed is None else args.seed)
    rng = Random(args.seed)
    return lambda position: position.random_event(rng)


def engine_player(level: int, seed: int) -> Bot:
    """A player of one of the engine's levels."""
    from boohive.engine.players import Player

    player = Player(level, seed)

    def choose(position: Position) -> Event:
        turns = position.as_turn_based()
        return Event(turns.to_move, player.choose(turns).text)

    return choose
