"""Self-play on a Ray cluster (extra ``ray``): the same games as on one machine, played wherever there is a processor.

A machine that goes away loses nothing: a game is a pure function of its plan and number, so Ray plays it again elsewhere.
"""

from collections import deque
from collections.abc import Iterable, Iterator

from boohive.core.errors import OptionError
from boohive.engine.selfplay import PlayedGame, SelfPlayPlan, play_game

__all__ = ["play_on_ray"]

TASKS_PER_PROCESSOR = 3
"""Games queued for each processor: enough that none is idle, few enough that little is lost when a run is stopped."""


def play_on_ray(plan: SelfPlayPlan, numbers: Iterable[int], address: str | None = None) -> Iterator[PlayedGame]:
    """The games with these numbers, in order; without an address a Ray of this machine's own is started."""
    try:
        import ray
    except ImportError:
        raise OptionError("Ray is not installed here; pip install 'boohive[ray]' brings it") from None
    started = not ray.is_initialized()
    if started:
        ray.init(address=address, log_to_driver=False, include_dashboard=False if address is None else None)
    # Games lost with a machine are played again, however often that happens.
    play = ray.remote(max_retries=-1)(play_game)
    room = max(1, int(ray.cluster_resources().get("CPU", 1))) * TASKS_PER_PROCESSOR
    waiting: deque[object] = deque()
    try:
        for number in numbers:
            waiting.append(play.remote(plan, number))
            if len(waiting) >= room:
                yield ray.get(waiting.popleft())
        while waiting:
            yield ray.get(waiting.popleft())
    finally:
        if started:
            ray.shutdown()
