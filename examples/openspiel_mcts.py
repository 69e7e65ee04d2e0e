"""OpenSpiel's Monte Carlo tree search plays one of our games against a random player (needs ``pip install open_spiel``).

python examples/openspiel_mcts.py boop 50
"""

import argparse

import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts

import boohive.envs.openspiel


def play(game_id: str, simulations: int, seed: int = 1) -> list[float]:
    """One game; what each player got, the search first."""
    name = next(name for name, known in boohive.envs.openspiel.NAMES.items() if known == game_id)
    game = pyspiel.load_game(f"{name}(max_moves=200)")
    rng = np.random.RandomState(seed)
    evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=rng)
    bot = mcts.MCTSBot(game, uct_c=1.4, max_simulations=simulations, evaluator=evaluator, random_state=rng)
    state = game.new_initial_state()
    while not state.is_terminal():
        action = bot.step(state) if state.current_player() == 0 else rng.choice(state.legal_actions())
        state.apply_action(action)
    print(state)
    returns: list[float] = state.returns()
    return returns


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Let the search play one game and print what each player got.")
    parser.add_argument("game", nargs="?", default="boop")
    parser.add_argument("simulations", type=int, nargs="?", default=50)
    args = parser.parse_args()
    print(play(args.game, args.simulations))
