# Written by scripts/game_types.py.
# fmt: off

from typing import Literal, TypedDict, Unpack, overload

from boohive.core.turn_game import TurnPosition
from boohive.games.booo.game import BoooPosition as BoooPosition

class BoopOptions(TypedDict, total=False):
    eight_cat_return: bool
    opponent_line_wins: bool
    draw: Literal["none", "threefold"]

class BoopJuniorOptions(TypedDict, total=False):
    junior_eight: Literal["win", "retrieve"]
    opponent_line_wins: bool
    draw: Literal["none", "threefold"]

class BoooOptions(TypedDict, total=False):
    players: int
    seed: int
    sections: Literal["easy", "standard", "expert"]
    castle: str
    tokens: str
    token_rooms: str
    deck: str
    ghost: Literal["drawn", "c3", "d3", "c4", "d4"]
    number: int
    chooser: Literal["seed", "first_player"]
    penalty: Literal["none", "second", "cooldown", "out", "give"]
    banned_claim: Literal["stops", "refused"]
    proof: Literal["strict", "relaxed", "untimed"]
    first_step: int
    step_gap: int
    proof_time: int
    pause: int
    search_limit: int
    umpire: Literal["auto", "on", "off"]
    earliest_claim: int
    handicap: str
    window: Literal["normal", "relaxed", "strict"]

class BoopGhostsOptions(TypedDict, total=False):
    eight_cat_return: bool
    opponent_line_wins: bool
    draw: Literal["none", "threefold"]

class HiveOptions(TypedDict, total=False):
    mode: Literal["tournament", "rulebook"]
    type: Literal["Base", "Base+M", "Base+L", "Base+P", "Base+ML", "Base+MP", "Base+LP", "Base+MLP"]
    queen_first: Literal["by-mode", "true", "false"] | bool
    repetition: Literal["by-mode", "true", "false"] | bool

@overload
def new(game: Literal["boop"], **options: Unpack[BoopOptions]) -> TurnPosition: ...
@overload
def new(game: Literal["boop-junior"], **options: Unpack[BoopJuniorOptions]) -> TurnPosition: ...
@overload
def new(game: Literal["booo"], **options: Unpack[BoooOptions]) -> BoooPosition: ...
@overload
def new(game: Literal["boop-ghosts"], **options: Unpack[BoopGhostsOptions]) -> TurnPosition: ...
@overload
def new(game: Literal["hive"], **options: Unpack[HiveOptions]) -> TurnPosition: ...

@overload
def from_text(game: Literal["boop"], text: str, **options: Unpack[BoopOptions]) -> TurnPosition: ...
@overload
def from_text(game: Literal["boop-junior"], text: str, **options: Unpack[BoopJuniorOptions]) -> TurnPosition: ...
@overload
def from_text(game: Literal["booo"], text: str, **options: Unpack[BoooOptions]) -> BoooPosition: ...
@overload
def from_text(game: Literal["boop-ghosts"], text: str, **options: Unpack[BoopGhostsOptions]) -> TurnPosition: ...
@overload
def from_text(game: Literal["hive"], text: str, **options: Unpack[HiveOptions]) -> TurnPosition: ...
