"""Booo! as a game of the package: what ``core.game`` asks for, implemented by the race."""

from collections.abc import Callable, Mapping, Sequence
from random import Random
from types import MappingProxyType
from typing import TYPE_CHECKING

from boohive.core.bot import LevelInfo
from boohive.core.errors import NotationError, OptionError
from boohive.core.game import Event, Game, GameCommand, Millis, Outcome, Position, Seat, Step
from boohive.core.options import Option, Options, OptionValue, Preset
from boohive.core.picture import PictureOptions, Theme
from boohive.games.booo import diagram, view
from boohive.games.booo.bots import LEVEL_INFOS, LEVELS, BoooBot
from boohive.games.booo.clock import next_timer
from boohive.games.booo.ending import outcome_of
from boohive.games.booo.options import MAX_PLAYERS, OPTION_LIST, PRESETS, handicaps_of
from boohive.games.booo.phases import start
from boohive.games.booo.position_text import read_position, write_position
from boohive.games.booo.proof import WrongStep
from boohive.games.booo.proving import proof_state
from boohive.games.booo.random_play import random_event
from boohive.games.booo.rules import apply
from boohive.games.booo.setup import set_up
from boohive.games.booo.state import Phase, State
from boohive.games.booo.svg import LIGHT, position_svg
from boohive.games.booo.transition import RaceRules
from boohive.games.booo.view import BoooScenery, BoooView

if TYPE_CHECKING:
    from boohive.games.booo.encoding import BoooEncoding

__all__ = ["BOOO", "BoooGame", "BoooPosition"]


class BoooPosition(Position):
    """A moment of a race: a frozen value."""

    options: Options
    active_seats: tuple[Seat, ...]
    next_timer: Millis | None

    __slots__ = ("active_seats", "next_timer", "options", "rules", "state")

    def __init__(self, options: Options, state: State | None = None, rules: RaceRules | None = None) -> None:
        self.options = options
        self.rules = RaceRules(set_up(options), options) if rules is None else rules
        self.state = start(self.rules) if state is None else state
        self.active_seats = active_seats_in(self.state)
        self.next_timer = next_timer(self.rules, self.state)
        """When the clock acts next."""

    @property
    def game(self) -> "BoooGame":
        """The game this is a position of."""
        return BOOO

    def apply(self, event: Event) -> Step:
        """The position after an event; a claim or hand that does not count is refused and changes nothing."""
        if not isinstance(event, Event):
            raise NotationError(f"{event!r} is not an event; give an Event(seat, text, game_ms)")
        transition = apply(self.rules, self.state, event)
        # In a race one thing follows from another.
        effects = tuple([effect._replace(cause=i) for i, effect in enumerate(transition.effects)])
        return Step(BoooPosition(self.options, transition.state, self.rules), effects)

    @property
    def round_number(self) -> int:
        """The number of the visitor."""
        return self.state.round

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended; ``None`` while it goes on."""
        return outcome_of(self.state)

    def random_event(self, rng: Random) -> Event:
        """An event that is legal now."""
        return random_event(self.rules, self.state, rng)

    def view(self, seat: Seat | None = None) -> BoooView:
        """What may be seen: never a visitor before its time, nor the pile, the seed or what else would give it away."""
        return view.view(self.rules, self.state, seat)

    def scenery(self) -> BoooScenery:
        """The castle with its passages and transformations."""
        return view.scenery(self.rules.setup)

    def public_text(self, event_text: str) -> str:
        """An event's text as all may read it while the game goes on: ``choose c4 2`` without the number."""
        words = event_text.split()
        return " ".join(words[:2]) if words[:1] == ["choose"] else event_text

    def is_contested(self, event_text: str) -> bool:
        """A claim or a call: who was first is decided by its time; the colour after a call is nobody else's."""
        contested = ["call"] if self.state.phase == Phase.CALLED else ["call", "claim"]
        return event_text.split()[:1] in [[word] for word in contested]

    def race_encoding(self) -> "BoooEncoding":
        """This moment in numbers for learning."""
        from boohive.games.booo.encoding import BoooEncoding

        return BoooEncoding(self.rules, self.state, self.active_seats)

    @property
    def text(self) -> str:
        """The whole position, hidden things included: for records and hosts, not for players."""
        return write_position(self.options, self.state)

    def diagram(self) -> str:
        """The castle in plain text, as everybody may see it."""
        return diagram.draw(self.rules, self.state)

    def _draw(self, options: PictureOptions) -> str:
        return position_svg(self.rules, self.state, options)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, BoooPosition) and self.options == other.options and self.state == other.state

    def __hash__(self) -> int:
        return hash((self.options, self.state))

    def __reduce__(self) -> tuple[Callable[..., "BoooPosition"], tuple[str, dict[str, OptionValue]]]:
        return restore, (self.text, dict(self.options))


def active_seats_in(state: State) -> tuple[Seat, ...]:
    """Everybody in a search, the claimant in a proof, the first player while choosing."""
    match state.phase:
        case Phase.SEARCH:
            return tuple([seat for seat, player in enumerate(state.players) if not player.out])
        case Phase.PROOF | Phase.CALLED:
            assert state.claimant is not None
            return (state.claimant,)
        case Phase.CHOOSING:
            return (state.first,)
        case _:
            return ()


def restore(text: str, given: dict[str, OptionValue]) -> BoooPosition:
    """A pickled position."""
    return BOOO.from_text(text, **given)


class BoooGame(Game):
    """Booo!"""

    id = "booo"
    title = "Booo!"
    summary = "Race in your head for a route through walls of one colour; the first to call must prove it."
    kind = "race"
    player_counts = range(2, MAX_PLAYERS + 1)
    players_option = "players"
    seed_option = "seed"
    ranking_option = "window"
    chance_options: Mapping[str, tuple[OptionValue, ...]] = MappingProxyType(
        {"seed": (), "deck": ("printed", "fresh"), "number": (0,)}
    )
    secret_options = frozenset({"seed"})
    view_type = BoooView
    themes: Mapping[Theme, Mapping[str, str]] = MappingProxyType({"light": LIGHT})
    scenery_type = BoooScenery
    hidden_information = True
    commands = (
        GameCommand(
            "booo",
            "draw castles, solve routes and count figures of Booo!",
            "boohive.games.booo.command",
            ("boohive booo castle --seed 7", "boohive booo stats --castles 100"),
        ),
    )
    terminal = "boohive.games.booo.terminal"
    options: Sequence[Option] = OPTION_LIST
    presets: Sequence[Preset] = PRESETS
    research_preset = "research"
    levels: Sequence[LevelInfo] = LEVEL_INFOS

    def new(self, **given: OptionValue) -> BoooPosition:
        """The start of a game."""
        return BoooPosition(Options(OPTION_LIST, given))

    def from_text(self, text: str, **given: OptionValue) -> BoooPosition:
        """Read a position."""
        options, state = read_position(OPTION_LIST, text, given)
        position = BoooPosition(options, state)
        check_against_castle(position)
        return position

    def connection_event(self, connected: bool) -> str:
        """A player who is away counts neither as a voter nor as somebody to wait for."""
        return "back" if connected else "away"

    def options_of_seats(self, options: Mapping[str, OptionValue], seats: Sequence[Seat]) -> Mapping[str, OptionValue]:
        """Every seat keeps its handicap."""
        return {**options, "handicap": handicaps_of(options, seats)}

    def joining_event(self) -> str | None:
        """A place at a race is free while it is run."""
        return "join"

    def timer_event(self) -> str:
        """Time passes."""
        return "time"

    def bot(self, level: int) -> BoooBot:
        """A player of one of the levels."""
        for info in self.levels:
            if info.number == level:
                return BoooBot(LEVELS[info.name])
        *names, last = (f"{info.number} ({info.name})" for info in self.levels)
        raise OptionError(f"{self.title} has no level {level}; its levels are {', '.join(names)} and {last}")


def check_against_castle(position: BoooPosition) -> None:
    """Refuse a text whose state does not fit its options."""
    state = position.state
    if state.round > position.rules.pile_size:
        raise NotationError(f"there are {position.rules.pile_size} visitors in this game, not {state.round}")
    if state.phase == Phase.PROOF:
        try:
            proof_state(position.rules, state)
        except WrongStep as wrong:
            raise NotationError(f"the proof in this position is wrong: {wrong}") from None


BOOO = BoooGame()
