"""The text of a position, in one line of three parts: options, state, players.

The options are those that differ from a text without any; the state is its phase and then ``name=value`` words; the players are
in the order of their seats.

``seed=7 players=3 | search now=9300 since=8300 first=1 ghost=c4 number=2 round=3 attempt=1 visitor=e1 | - - WG:1.2:2``

A player is ``walls:visitors:took:fails:rest:away:marks``, with empty parts at the end left out and ``-`` for nothing:
``WG:1.2:2`` has the wall tokens W and G and the visitors of rounds 1 and 2, and took the last one in round 2. ``rest`` is the
time until which the player may not claim, ``away`` that at which the connection was lost, in milliseconds of the game as all
times are. Marks are ``h`` for a raised hand (no route) and ``o`` for out until the next visitor.
"""

from typing import Any

from boohive.core.errors import NotationError
from boohive.core.options import Option, Options, OptionValue, format_value, parse_settings
from boohive.games.booo import constants
from boohive.games.booo.castle import COLOURS, ROOMS, read_room
from boohive.games.booo.ending import ENDS
from boohive.games.booo.generator import NUMBERS
from boohive.games.booo.notation import StepEvent, read_colour, read_event, read_number, write_step
from boohive.games.booo.options import MAX_PLAYERS, OPTION_LIST, UNNAMED
from boohive.games.booo.proof import ProofStep
from boohive.games.booo.state import Phase, PlayerState, State

__all__ = ["read_position", "write_position"]

BAR = " | "
TEXT_DEFAULTS = Options(OPTION_LIST, UNNAMED)
"""The options that a text leaves out; they never change, whatever a new game begins with."""
EXAMPLE = "seed=7 | between until=3000 first=0 ghost=c4 number=2 | - -"
NUMBER_FIELDS = {
    "now": "now",
    "since": "since",
    "until": "until",
    "round": "round",
    "attempt": "attempt",
    "stepped": "last_step_at",
    "searched": "searched",
    "hints": "hints",
}
"""The words of the text, in their order, and the fields of the state that they stand for; a 0 is left out."""
FIELD_OF_WORD = {**NUMBER_FIELDS, "looked": "umpire_checked"}
"""The field of the state for a word that may differ from it; any other word is itself the name of the field."""


def write_position(options: Options, state: State) -> str:
    """The line from which ``read_position`` makes the same options and state."""
    settings = " ".join(
        f"{name}={format_value(value)}" for name, value in options.items() if value != TEXT_DEFAULTS[name]
    )
    words = [str(state.phase), f"first={state.first}", f"ghost={ROOMS[state.ghost]}", f"number={state.number}"]
    words += [f"{word}={getattr(state, name)}" for word, name in NUMBER_FIELDS.items() if getattr(state, name)]
    if state.visitor is not None:
        words.append(f"visitor={ROOMS[state.visitor]}")
    if state.discarded:
        words.append(f"discarded={dotted(state.discarded)}")
    if state.umpire_checked:
        words.append("looked=yes")
    if state.claimant is not None:
        words.append(f"claimant={state.claimant}")
    if state.colour != constants.ANY:
        words.append(f"colour={COLOURS[state.colour]}")
    if state.steps:
        words.append("steps=" + ",".join(write_step(step).replace(" ", ":") for step in state.steps))
    if state.end:
        words += [f"end={state.end}", f"winner={'-' if state.winner is None else state.winner}"]
    return BAR.join([settings or "-", " ".join(words), " ".join(write_player(player) for player in state.players)])


def dotted(numbers: tuple[int, ...]) -> str:
    """Visitors by the number of their round."""
    return ".".join(map(str, numbers))


def write_player(player: PlayerState) -> str:
    """A player's tokens, penalties and marks."""
    marks = ("h" if player.hand else "") + ("o" if player.out else "")
    away = "" if player.away is None else str(player.away)
    numbers = [str(number or "") for number in (player.last_won_round, player.fails, player.cooldown_until)]
    return ":".join([player.walls, dotted(player.visitors), *numbers, away, marks]).rstrip(":") or "-"


def read_position(declared: tuple[Option, ...], text: str, given: dict[str, OptionValue]) -> tuple[Options, State]:
    """Options and state. Options that are given count more than those of the text; their number of players must fit it."""
    parts = text.strip().split(BAR)
    if len(parts) != 3:
        raise NotationError(f"a position of Booo! has options, state and players between bars, such as {EXAMPLE!r}")
    written = parse_settings(parts[0].split()) if parts[0] != "-" else {}
    options = Options(declared, {**UNNAMED, **written, **given})
    players = tuple(read_player(word) for word in parts[2].split())
    if not player_count_fits(len(players), int(options["players"])):
        raise NotationError(f"there are {len(players)} players in the text; players={options['players']} was agreed on")
    state = read_state(parts[1], players)
    check_state(state)
    return options, state


def player_count_fits(players: int, agreed: int) -> bool:
    """As many as the option says, or more if others joined later, up to six; nobody joins somebody who plays alone."""
    return players == agreed or 1 < agreed < players <= MAX_PLAYERS


def read_state(text: str, players: tuple[PlayerState, ...]) -> State:
    """The middle part."""
    word, *rest = text.split() or [""]
    if word not in list(Phase):
        raise NotationError(f"{word!r} is not a phase of the game; the phases are {', '.join(Phase)}")
    values: dict[str, Any] = {}
    for name, value in parse_settings(rest).items():
        if name not in READERS:
            raise NotationError(f"a position has no {name!r}; it has {', '.join(READERS)}")
        values[FIELD_OF_WORD.get(name, name)] = READERS[name](str(value))
    for name in ("first", "ghost", "number"):
        if name not in values:
            raise NotationError(f"the position has no {name}; a whole one is {EXAMPLE!r}")
    return State(phase=Phase(word), players=players, **values)


def read_dotted(word: str) -> tuple[int, ...]:
    """Visitors by the number of their round."""
    return tuple(read_number(each, "visitor") for each in word.split(".")) if word else ()


def read_steps(word: str) -> tuple[ProofStep, ...]:
    """The steps of a proof."""
    found = []
    for each in word.split(","):
        event = read_event(each.replace(":", " ", 1))
        if not isinstance(event, StepEvent):
            raise NotationError(f"{each!r} is not a step of a proof; write wall:c4n, passage:e5 or change:G")
        found.append(event.step)
    return tuple(found)


def read_end(word: str) -> str:
    """Why it is over."""
    if word not in ENDS:
        raise NotationError(f"{word!r} is not an end of the game; the ends are {', '.join(ENDS)}")
    return word


READERS: dict[str, Any] = {
    **{
        name: (lambda word, name=name: read_number(word, f"value of {name}"))
        for name in ("first", "number", *NUMBER_FIELDS)
    },
    "ghost": read_room,
    "visitor": read_room,
    "discarded": read_dotted,
    "looked": lambda word: word == "yes",
    "claimant": lambda word: read_number(word, "seat"),
    "colour": read_colour,
    "steps": read_steps,
    "end": read_end,
    "winner": lambda word: None if word == "-" else read_number(word, "seat"),
}


def read_player(text: str) -> PlayerState:
    """The reverse of ``write_player``."""
    parts = ([] if text == "-" else text.split(":")) + [""] * 7
    walls, visitors, won, fails, cooldown, away, marks = parts[:7]
    if any(parts[7:]) or not set(walls) <= set(COLOURS) or not set(marks) <= set("ho"):
        raise NotationError(f"{text!r} is not a player; write walls:visitors:took:fails:rest:away:marks or -")
    return PlayerState(
        read_dotted(visitors),
        walls,
        read_number(won or "0", "number"),
        hand="h" in marks,
        fails=read_number(fails or "0", "number"),
        cooldown_until=read_number(cooldown or "0", "time"),
        out="o" in marks,
        away=read_number(away, "time") if away else None,
    )


def check_state(state: State) -> None:
    """What must hold in any game: every token lies in one place, and seats exist."""
    walls = "".join(player.walls for player in state.players)
    visitors = [number for player in state.players for number in player.visitors] + list(state.discarded)
    settled = state.round - (state.phase in IN_A_ROUND)
    possible = [list(range(1, settled + 1))]
    # With penalty=give a visitor that is given away may be its new owner's fifth: the game ends within a round.
    if state.phase == Phase.OVER:
        possible.append(list(range(1, settled)))
    seats = [state.first, state.claimant or 0, state.winner or 0]
    in_a_round = state.phase in IN_A_ROUND
    in_proof = state.phase == Phase.PROOF
    has_claimant = state.phase in (Phase.PROOF, Phase.CALLED)
    needs = {
        "a wall token lies in one place": len(set(walls)) == len(walls),
        "every settled visitor is taken or discarded, once": sorted(visitors) in possible,
        "a seat is one of the players": all(seat < len(state.players) for seat in seats),
        "the number is 1 to 4": 1 <= state.number <= NUMBERS,
        "a round has a visitor, and nothing else has": in_a_round == (state.visitor is not None),
        "ghost and visitor are in different rooms": state.visitor != state.ghost,
        "a proof or a call has a claimant, and nothing else has": has_claimant == (state.claimant is not None),
        "a proof has an announced colour, and nothing else has": in_proof == (state.colour != constants.ANY),
        "a game that is over says how it ended": (state.phase == Phase.OVER) == bool(state.end),
    }
    wrong = next((need for need, holds in needs.items() if not holds), None)
    if wrong:
        raise NotationError(f"such a position cannot come up; {wrong}")


IN_A_ROUND = (Phase.ARRIVING, Phase.SEARCH, Phase.CALLED, Phase.PROOF, Phase.PAUSE)
