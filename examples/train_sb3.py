"""MaskablePPO of sb3-contrib learns boop. against a random player (needs ``pip install 'boohive[rl]' sb3-contrib``).

python examples/train_sb3.py 20000
"""

import argparse
import sys

from boohive.envs.single import SingleEnv


def train(steps: int, game: str = "boop") -> float:
    """How many of twenty games the agent wins after this many steps of learning."""
    try:
        from sb3_contrib import MaskablePPO
    except ModuleNotFoundError:
        sys.exit("this example needs sb3-contrib: pip install sb3-contrib")
    env = SingleEnv(game, opponent="random", seat=0)
    model = MaskablePPO("MlpPolicy", env, n_steps=512, batch_size=128, seed=1)
    model.learn(steps)
    won = 0
    for seed in range(20):
        planes, _ = env.reset(seed=seed)
        over = False
        while not over:
            action, _ = model.predict(planes, action_masks=env.action_masks(), deterministic=True)
            planes, reward, ended, cut, _ = env.step(int(action))
            over = ended or cut
        won += reward > 0
    return won / 20


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Train an agent, then count its wins of 20 games.")
    parser.add_argument("steps", type=int, nargs="?", default=20_000)
    print(f"{train(parser.parse_args().steps):.0%} won")
