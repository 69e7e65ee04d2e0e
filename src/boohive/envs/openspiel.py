"""The turn-based games for OpenSpiel: importing this module registers ``boohive_boop`` and the others.

>>> import boohive.envs.openspiel, pyspiel  # doctest: +SKIP
>>> pyspiel.load_game("boohive_hive(max_moves=400,type=Base)")  # doctest: +SKIP

Action numbers and observation planes are those of the other environments. A game is a draw after
``max_moves`` decisions.
"""

from collections.abc import Callable

import numpy as np
import pyspiel
from open_spiel.python.observation import IIGObserverForPublicInfoGame

from boohive.core.turn_game import TurnPosition
from boohive.envs.actions import Numbering, game_ids, numbering, start_of, turn_game
from boohive.envs.plain import PlainNumbering

__all__ = ["MAX_MOVES", "NAMES", "BoohiveGame", "BoohiveState"]

MAX_MOVES = 1000
SEATS = 2
Parameters = dict[str, bool | str | int]
"""What stands in brackets behind a game's name."""
NAMES = {f"boohive_{game.replace('-', '_')}": game for game in game_ids()}
"""OpenSpiel's names of our games."""


def game_type(name: str, title: str) -> pyspiel.GameType:
    """What OpenSpiel wants to know about a game."""
    return pyspiel.GameType(
        short_name=name,
        long_name=f"{title} (boohive)",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=SEATS,
        min_num_players=SEATS,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"max_moves": MAX_MOVES, **dict(start_of(NAMES[name], {}).options)},
    )


class BoohiveGame(pyspiel.Game):
    """One of our games; its options are parameters."""

    def __init__(self, name: str, params: Parameters | None = None) -> None:
        self.row = turn_game(NAMES[name])
        self.numbering: Numbering | PlainNumbering = numbering(NAMES[name])
        given = dict(params or {})
        self.max_moves = int(given.pop("max_moves", MAX_MOVES))
        self.start = start_of(NAMES[name], given)
        info = pyspiel.GameInfo(
            num_distinct_actions=self.numbering.actions,
            max_chance_outcomes=0,
            num_players=SEATS,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_moves,
        )
        super().__init__(game_type(name, self.row.title), info, params or {})

    def __reduce__(self) -> tuple[Callable[[str], pyspiel.Game], tuple[str]]:
        """Pickled by name and parameters: the class that OpenSpiel wants for each game is in no module."""
        return load, (str(self),)

    def new_initial_state(self, state: str | None = None) -> "BoohiveState":
        """The start of a game."""
        return BoohiveState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Parameters | None = None
    ) -> "PlanesObserver | IIGObserverForPublicInfoGame":
        """What sees the planes."""

        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return PlanesObserver(self.numbering)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


class BoohiveState(pyspiel.State):
    """A position and how many decisions led to it."""

    def __init__(self, game: BoohiveGame) -> None:
        super().__init__(game)
        self.position: TurnPosition = game.start
        self.numbering = game.numbering
        self.decisions = 0
        self.max_moves = game.max_moves

    def current_player(self) -> int:
        """The seat to move."""
        to_move = self.position.to_move
        over = to_move is None or self.decisions >= self.max_moves
        return int(pyspiel.PlayerId.TERMINAL) if over or to_move is None else to_move

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.numbering.legal(self.position))

    def _apply_action(self, action: int) -> None:
        self.position = self.position.play(self.numbering.move(self.position, action))
        self.decisions += 1

    def _action_to_string(self, player: int, action: int) -> str:
        return self.numbering.move(self.position, action).text

    def is_terminal(self) -> bool:
        """Whether the game is over or has gone on for too long."""
        return self.position.to_move is None or self.decisions >= self.max_moves

    def returns(self) -> list[float]:
        """1 for the winner, -1 for the loser, 0 for a draw."""
        outcome = self.position.outcome
        if outcome is None or outcome.winner is None:
            return [0.0, 0.0]
        return [1.0 if seat == outcome.winner else -1.0 for seat in range(SEATS)]

    def __str__(self) -> str:
        return self.position.text


class PlanesObserver:
    """OpenSpiel's observer: our planes, and the position's text."""

    def __init__(self, numbers: Numbering | PlainNumbering) -> None:
        self.numbering = numbers
        self.tensor = np.zeros(int(np.prod(numbers.shape)), np.float32)
        self.dict = {"observation": self.tensor.reshape(numbers.shape)}

    def set_from(self, state: BoohiveState, player: int) -> None:
        """Look at a state as this player."""
        self.dict["observation"][:] = self.numbering.planes(state.position, player)

    def string_from(self, state: BoohiveState, player: int) -> str:
        """The same in words."""
        return str(state)


def load(name: str) -> pyspiel.Game:
    """A game by its name with parameters; importing this module has made it known."""
    return pyspiel.load_game(name)


def register(name: str, game: str) -> None:
    """Make a game known to OpenSpiel; its loader wants a class of the game's own."""
    kind = type(name, (BoohiveGame,), {"__init__": lambda self, params=None: BoohiveGame.__init__(self, name, params)})
    pyspiel.register_game(game_type(name, turn_game(game).title), kind)


for _name, _game in NAMES.items():
    register(_name, _game)
