"""A race under test: says in one word what takes several events."""

from typing import Any

import boohive
from boohive.core.game import Effect, Event
from boohive.games.booo.castle import COLOURS
from boohive.games.booo.game import BoooPosition
from boohive.games.booo.notation import write_step
from boohive.games.booo.proof import step_of
from boohive.games.booo.routes import solve
from boohive.games.booo.state import Phase, PlayerState


class Race:
    def __init__(self, **options: Any) -> None:
        self.position: BoooPosition = boohive.new("booo", **options)
        self.effects: list[Effect] = []

    @property
    def state(self) -> Any:
        return self.position.state

    @property
    def players(self) -> tuple[PlayerState, ...]:
        return self.position.state.players

    def do(self, seat: int | None, text: str, after: int = 0) -> "Race":
        """An event, so many milliseconds after the last one."""
        step = self.position.apply(Event(seat, text, self.state.now + after))
        assert isinstance(step.position, BoooPosition)
        self.position, self.effects = step.position, list(step.effects)
        return self

    def time(self, after: int | None = None) -> "Race":
        """The clock moves on, by default to what is due."""
        due = self.position.next_timer
        assert after is not None or due is not None
        return self.do(None, "time", due - self.state.now if after is None and due is not None else after or 0)

    def to_search(self) -> "Race":
        while self.state.phase != Phase.SEARCH:
            self.time()
        return self

    def lay(self, seat: int, walls: str = "", visitors: tuple[int, ...] = ()) -> "Race":
        """Tokens before a player, as if won earlier; the rounds of the visitors count as played."""
        return self.put(
            self.state.with_player(seat, walls=walls, visitors=visitors, last_won_round=max(visitors, default=0))
        )

    def put(self, state: Any) -> "Race":
        self.position = BoooPosition(self.position.options, state)
        return self

    def route(self, seat: int, first: str | None = None) -> tuple[str, list[str]] | None:
        problem = self.position.rules.problem(self.state, seat)
        found = solve(problem.castle.graph, *problem[1:], COLOURS.index(first) if first else -1)
        if found is None:
            return None
        return COLOURS[found[2]], [write_step(step_of(problem.castle, step)) for step in found[3]]

    def colours_with_a_route(self, seat: int) -> list[str]:
        return [colour for colour in COLOURS if self.route(seat, colour)]

    def claim(self, seat: int, colour: str, after: int = 1000) -> "Race":
        return self.do(seat, f"claim {self.state.search} {colour}", after)

    def win_round(self, seat: int, first: str | None = None) -> "Race":
        """Claim and prove."""
        self.to_search()
        found = self.route(seat, first)
        assert found is not None, "the sample has no route"
        self.claim(seat, found[0])
        for step in found[1]:
            self.do(seat, step, 500)
        return self

    def fail_round(self, seat: int, colour: str | None = None) -> "Race":
        """Claim and forget."""
        self.to_search()
        allowed = next(letter for letter in COLOURS if letter not in self.players[seat].walls)
        return self.claim(seat, colour or allowed).do(seat, "forget", 500)

    def kinds(self) -> list[str]:
        return [effect.kind for effect in self.effects]

    @property
    def winner(self) -> int | None:
        outcome = self.position.outcome
        assert outcome is not None, "the game goes on"
        return outcome.winner
